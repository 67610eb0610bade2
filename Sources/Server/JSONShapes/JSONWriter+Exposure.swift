import JSON
import ViewHierarchy

/// What is seen of a view and where a tap reaches it, written as members of an object.
extension JSONWriter {
    mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    mutating func member(_ name: String, _ region: VisibleRegion, in tree: ViewTree) {
        key(name)
        beginObject()
        member("fraction", region.fraction)
        key("rects")
        beginArray()
        for rect in region.rects { value(rect) }
        endArray()
        member("exact", region.isExact)
        member("coveredBy", region.coveredBy.flatMap { tree.id(at: $0) })
        endObject()
    }

    mutating func member(_ name: String, _ touch: Touchability) {
        key(name)
        beginObject()
        member("touchable", touch.isTouchable)
        member("fraction", touch.fraction)
        member("ownFraction", touch.ownFraction)
        member("exact", touch.isExact)
        key("obstacles")
        beginArray()
        for obstacle in touch.obstacles {
            beginObject()
            member("kind", obstacle.kind.rawValue)
            member("view", obstacle.view)
            member("message", obstacle.message)
            endObject()
        }
        endArray()
        endObject()
    }

    private mutating func value(_ rect: Rect) {
        beginObject()
        member("x", rect.origin.x)
        member("y", rect.origin.y)
        member("width", rect.size.width)
        member("height", rect.size.height)
        endObject()
    }
}
