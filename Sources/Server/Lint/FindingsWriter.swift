import AppBundles
import Diagnostics
import JSON

/// Writes findings about a bundle as the API's object: the findings and how many there are.
enum FindingsWriter {
    static func json(_ findings: [BundleFinding]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 * findings.count + 256)
        writer.beginObject()
        writer.key("findings")
        writer.beginArray()
        for finding in findings { write(finding, to: &writer) }
        writer.endArray()
        writer.key("summary")
        writer.beginObject()
        for severity in Diagnostic.Severity.allCases {
            writer.member(severity.rawValue + "s", findings.count { $0.severity == severity })
        }
        writer.endObject()
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ finding: BundleFinding, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rule", finding.rule)
        writer.member("severity", finding.severity.rawValue)
        if let file = finding.file { writer.member("file", file) }
        if let line = finding.line { writer.member("line", line) }
        if let pane = finding.pane { writer.member("pane", pane) }
        if let row = finding.row { writer.member("row", row) }
        if let key = finding.key { writer.member("key", key) }
        writer.member("message", finding.message)
        if let cure = finding.cure { writer.member("cure", cure) }
        if let reason = finding.reason { writer.member("reason", reason) }
        writer.endObject()
    }
}
