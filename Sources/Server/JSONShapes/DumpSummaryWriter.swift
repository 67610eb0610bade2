import Catalog
import DumpFormats
import FoundationEssentials
import JSON
import PropertyList

extension JSONWriter {
    /// Writes the members of the API's `DumpSummary` into the object that is open.
    mutating func members(of dump: StoredDump) {
        member("id", dump.id)
        member("name", dump.name)
        member("format", dump.format.rawValue)
        if let app = dump.app { member("app", app) }
        member("viewCount", dump.viewCount)
        member("depth", dump.depth)
        member("size", dump.size)
        if let capturedAt = dump.capturedAt { member("capturedAt", capturedAt) }
        member("createdAt", dump.createdAt)
        member("revision", dump.revision)
        member("readOnly", dump.readOnly)
        member("screenshot", dump.hasScreenshot)
        key("edits")
        beginObject()
        member("applied", dump.appliedEdits)
        member("undone", dump.undoneEdits)
        endObject()
    }

    /// Writes an instant as RFC 3339 text in UTC.
    mutating func member(_ name: String, _ date: Date) {
        member(name, Instant.text(date, to: .seconds))
    }
}
