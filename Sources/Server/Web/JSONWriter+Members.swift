import Diagnostics
import DumpFormats
import JSON
import ViewHierarchy

/// The small shapes of the API, written as members of an object.
extension JSONWriter {
    mutating func member(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: Int?) {
        key(name)
        if let value { integer(Int64(value)) } else { null() }
    }

    mutating func member(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }

    /// Null for none, and for numbers that are not finite.
    mutating func member(_ name: String, _ value: ViewPropertyValue?) {
        key(name)
        if let value, value.isFinite { self.value(value) } else { null() }
    }

    mutating func member(_ name: String, _ value: Point?) { member(name, value.map { .point($0) }) }

    mutating func member(_ name: String, _ value: Size?) { member(name, value.map { .size($0) }) }

    mutating func member(_ name: String, _ value: Rect?) { member(name, value.map { .rect($0) }) }

    mutating func member(_ name: String, _ value: Transform) { member(name, .transform(value)) }

    mutating func member(_ name: String, _ value: EdgeInsets?) {
        key(name)
        guard let value else { return null() }
        beginObject()
        member("top", value.top)
        member("left", value.left)
        member("bottom", value.bottom)
        member("right", value.right)
        endObject()
    }

    mutating func member(_ name: String, _ values: [Int]) {
        key(name)
        beginArray()
        for value in values { integer(Int64(value)) }
        endArray()
    }

    mutating func member(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }

    mutating func member(_ name: String, _ diagnostics: [Diagnostic]) {
        list(name, diagnostics) { writer, diagnostic in
            writer.member("severity", diagnostic.severity.rawValue)
            writer.member("code", diagnostic.code)
            writer.member("message", diagnostic.message)
            if let view = diagnostic.view { writer.member("view", view) }
            if let line = diagnostic.line { writer.member("line", line) }
            if let file = diagnostic.file { writer.member("file", file) }
        }
    }

    /// A whole document that is one object.
    static func object(
        reservingCapacity capacity: Int = 1_024,
        _ members: (inout JSONWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: capacity)
        writer.beginObject()
        try members(&writer)
        writer.endObject()
        return writer.finish()
    }

    /// A member that is an object.
    mutating func object(_ name: String, _ members: (inout JSONWriter) throws -> Void) rethrows {
        key(name)
        beginObject()
        try members(&self)
        endObject()
    }

    /// A member that is a list of objects.
    mutating func list<Element>(
        _ name: String,
        _ elements: some Sequence<Element>,
        _ members: (inout JSONWriter, Element) throws -> Void
    ) rethrows {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            try members(&self, element)
            endObject()
        }
        endArray()
    }
}
