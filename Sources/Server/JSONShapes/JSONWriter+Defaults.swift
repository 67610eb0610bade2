import Defaults
import JSON
import PropertyList

/// The shapes of defaults.
extension JSONWriter {
    mutating func member(_ name: String, _ value: PropertyListValue?) {
        key(name)
        if let value { PropertyListEnvelope.write(value, to: &self) } else { null() }
    }

    /// Changes as an array; a value that is not there leaves its member out.
    mutating func member(_ name: String, _ changes: some Sequence<DefaultsChange>) {
        key(name)
        beginArray()
        for change in changes {
            beginObject()
            member("key", change.key)
            if let before = change.before { member("before", before) }
            if let after = change.after { member("after", after) }
            endObject()
        }
        endArray()
    }

    mutating func member(_ name: String, _ ignored: [LaunchArguments.Ignored]) {
        key(name)
        beginArray()
        for argument in ignored {
            beginObject()
            member("index", argument.index)
            member("argument", argument.argument)
            member("reason", argument.reason)
            endObject()
        }
        endArray()
    }
}
