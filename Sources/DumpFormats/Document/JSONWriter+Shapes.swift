package import Diagnostics
package import JSON
package import ViewHierarchy

/// The small shapes of the API, written as members of an object.
extension JSONWriter {
    /// Null for none, and for numbers that are not finite.
    package mutating func member(_ name: String, _ value: ViewPropertyValue?) {
        key(name)
        if let value, value.isFinite { self.value(value) } else { null() }
    }

    package mutating func member(_ name: String, _ value: Point?) { member(name, value.map { .point($0) }) }

    package mutating func member(_ name: String, _ value: Size?) { member(name, value.map { .size($0) }) }

    package mutating func member(_ name: String, _ value: Rect?) { member(name, value.map { .rect($0) }) }

    package mutating func member(_ name: String, _ value: Transform) { member(name, .transform(value)) }

    package mutating func member(_ name: String, _ value: EdgeInsets?) {
        key(name)
        guard let value else { return null() }
        beginObject()
        member("top", value.top)
        member("left", value.left)
        member("bottom", value.bottom)
        member("right", value.right)
        endObject()
    }

    package mutating func member(_ name: String, _ diagnostics: [Diagnostic]) {
        nested(name, diagnostics) { writer, diagnostic in
            writer.beginObject()
            writer.member("severity", diagnostic.severity.rawValue)
            writer.member("code", diagnostic.code)
            writer.member("message", diagnostic.message)
            if let view = diagnostic.view { writer.member("view", view) }
            if let line = diagnostic.line { writer.member("line", line) }
            if let file = diagnostic.file { writer.member("file", file) }
            if let properties = diagnostic.neverSaid { writer.member("neverSaid", properties) }
            writer.endObject()
        }
    }

    /// Writes a member as its value is written; nothing for nil.
    package mutating func given<Value>(_ name: String, _ value: Value?, _ write: (inout JSONWriter, Value) -> Void) {
        guard let value else { return }
        key(name)
        write(&self, value)
    }
}
