import ViewHierarchy
import Diagnostics

/// Writes what came of checks in the Test Anything Protocol (testanything.org): a test point for each check.
///
/// All that is said is the same in the versions 13 and 14. The report says 13: those who know 14 read it, and `prove`
/// fails a report of a version that it does not know. The plan stands at the top, so that a report that was cut off is
/// seen to be. `#` and `\` in descriptions are escaped, as version 14 has it; what a point has to say besides follows it
/// as a block of YAML.
public struct TAPReport: Sendable {
    private var points: [Point] = []

    private struct Point: Sendable {
        var result: AssertionResult
        var file: String
    }

    /// Creates a report without points.
    public init() {}

    /// Adds the checks of a dump.
    public mutating func add(_ report: AssertionReport, of file: String) {
        points += report.results.map { Point(result: $0, file: file) }
    }

    /// The report, with a line break at the end.
    public var bytes: [UInt8] {
        var lines = ["TAP version 13", "1..\(points.count)"]
        if points.isEmpty { lines[1] += " # SKIP There are no rules." }
        for (number, point) in points.enumerated() {
            let result = point.result
            let status = result.isPassed ? "ok" : "not ok"
            let directive = result.outcome == .skipped ? " # SKIP uncertain" : ""
            lines.append("\(status) \(number + 1) - \(Self.escaped("\(result.title): \(result.line)"))\(directive)")
            guard result.outcome != .passed else { continue }
            lines.append("  ---")
            lines.append("  message: \(Self.quoted(result.message))")
            lines.append("  severity: \(result.isPassed ? "comment" : "fail")")
            lines.append("  outcome: \(result.outcome.rawValue)")
            lines.append("  file: \(Self.quoted(point.file))")
            if let device = result.device { lines.append("  device: \(Self.quoted(device))") }
            if let view = result.view { lines.append("  view: \(view)") }
            lines.append("  ...")
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// A description on one line, without what begins a directive.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.terminalSafe.unicodeScalars {
            if scalar == "#" || scalar == "\\" { escaped.append("\\") }
            escaped.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
        }
        return escaped
    }

    /// A text in the double quotes of YAML, on one line.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\" + String(scalar)
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{2028}"
                || scalar == "\u{2029}" || scalar == "\u{FEFF}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
