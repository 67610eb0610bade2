import AppBundles
import Diagnostics
import JSON

extension LintReport {
    /// The findings as a SARIF 2.1.0 log (OASIS, “Static Analysis Results Interchange Format”), with a line break at
    /// the end.
    public var sarif: [UInt8] {
        var writer = JSONWriter(reservingCapacity: 512 * findings.count + 32_768)
        writer.beginObject()
        writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
        writer.member("version", "2.1.0")
        writer.key("runs")
        writer.beginArray()
        writer.beginObject()
        writeTool(to: &writer)
        writer.member("columnKind", "utf16CodeUnits")
        writer.key("results")
        writer.beginArray()
        let indexes = Dictionary(BundleLint.rules.enumerated().map { ($1.id, $0) }) { first, _ in first }
        for finding in findings { write(finding, rule: indexes[finding.rule], to: &writer) }
        writer.endArray()
        writer.endObject()
        writer.endArray()
        writer.endObject()
        return writer.finish() + [10]
    }

    private func writeTool(to writer: inout JSONWriter) {
        writer.key("tool")
        writer.beginObject()
        writer.key("driver")
        writer.beginObject()
        writer.member("name", "vitrine")
        writer.member("version", ServerVersion.current)
        writer.key("rules")
        writer.beginArray()
        for rule in BundleLint.rules {
            writer.beginObject()
            writer.member("id", rule.id)
            writeText("shortDescription", rule.title, to: &writer)
            writeText("fullDescription", rule.explanation, to: &writer)
            writeText("help", rule.cure, to: &writer)
            writer.key("defaultConfiguration")
            writer.beginObject()
            writer.member("level", Self.level(rule.severity))
            writer.endObject()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        writer.endObject()
    }

    private func write(_ finding: BundleFinding, rule: Int?, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("ruleId", finding.rule)
        if let rule { writer.member("ruleIndex", rule) }
        writer.member("level", Self.level(finding.severity))
        writeText("message", finding.message, to: &writer)
        writer.key("locations")
        writer.beginArray()
        writer.beginObject()
        writer.key("physicalLocation")
        writer.beginObject()
        writer.key("artifactLocation")
        writer.beginObject()
        writer.member("uri", Self.reference(to: finding.file ?? ""))
        writer.endObject()
        if let line = finding.line {
            writer.key("region")
            writer.beginObject()
            writer.member("startLine", line)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
        writer.endArray()
        writer.endObject()
    }

    private func writeText(_ name: String, _ text: String, to writer: inout JSONWriter) {
        writer.key(name)
        writer.beginObject()
        writer.member("text", text)
        writer.endObject()
    }

    /// SARIF's word for a severity (section 3.27.10).
    private static func level(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
    }

    /// A path as a URI reference (RFC 3986): unreserved characters and slashes as they are, all else in percent.
    static func reference(to path: String) -> String {
        let digits = Array("0123456789ABCDEF")
        var reference = path.hasPrefix("/") ? "file://" : ""
        for byte in path.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2F, 0x5F, 0x7E:
                reference.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                reference += "%" + String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return reference
    }
}
