import JSON
import ViewHierarchy

/// The shapes of hit tests and responder chains.
extension JSONWriter {
    mutating func member(_ name: String, _ chain: [Responder], in tree: ViewTree) {
        key(name)
        beginArray()
        for responder in chain {
            beginObject()
            member("kind", responder.kind.rawValue)
            member("class", responder.className)
            member("view", responder.view.flatMap { tree.id(at: $0) })
            endObject()
        }
        endArray()
    }

    mutating func member(_ name: String, _ steps: [HitTest.Step], in tree: ViewTree) {
        key(name)
        beginArray()
        for step in steps {
            beginObject()
            member("view", tree.id(at: step.view))
            member("accepted", step.isAccepted)
            member("reason", step.reason.rawValue)
            endObject()
        }
        endArray()
    }
}
