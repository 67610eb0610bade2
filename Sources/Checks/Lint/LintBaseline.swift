import ViewHierarchy
import JSON

/// The findings that somebody has accepted: later runs tell only what is new.
///
/// A finding is known by its ``ReportedFinding/fingerprint``, so it stays accepted in a dump of another name, and while
/// other views come and go.
public struct LintBaseline: Sendable, Hashable {
    /// The accepted findings.
    public private(set) var fingerprints: Set<String> = []

    /// Creates a baseline that accepts some findings.
    public init(_ findings: [ReportedFinding] = []) { fingerprints = Set(findings.map(\.fingerprint)) }

    /// Reads a baseline that ``written(_:)`` wrote.
    public init(parsing bytes: [UInt8]) throws(LintConfigurationError) {
        let value: JSONValue
        do {
            let limits = JSONLimits(
                maximumBytes: LintConfiguration.maximumBytes,
                maximumDepth: 10,
                maximumContainers: 200_000
            )
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw LintConfigurationError([.init("This is no JSON: \(error)", at: "")])
        }
        var reader = MemberReader()
        let root = JSONPlace(value)
        reader.checkNames(of: root, ["version", "findings"])
        if let version = reader.integer(reader.required("version", of: root)), version != 1 {
            reader.refuse(root, "Version 1 is known, not \(version): a newer program wrote this.")
        }
        for place in reader.elements(reader.required("findings", of: root), of: "findings") ?? [] {
            guard place.value.kind == .object else {
                reader.refuse(place, takes: "an object with “fingerprint”")
                continue
            }
            if let fingerprint = reader.text(reader.required("fingerprint", of: place)) {
                fingerprints.insert(fingerprint)
            }
        }
        guard reader.faults.isEmpty else { throw LintConfigurationError(reader.faults) }
    }

    /// Whether a finding is accepted.
    public func accepts(_ finding: ReportedFinding) -> Bool { fingerprints.contains(finding.fingerprint) }

    /// A baseline that accepts these findings, in an order that stays the same, a line each, so that reviews show what
    /// came and went.
    public static func written(_ findings: [ReportedFinding]) -> [UInt8] {
        var seen: Set<String> = []
        let sorted = findings.sorted {
            ($0.rule, $0.path ?? "", $0.fingerprint) < ($1.rule, $1.path ?? "", $1.fingerprint)
        }
        .filter { seen.insert($0.fingerprint).inserted }
        let lines = sorted.map { finding in
            let object = JSONWriter.object { writer in
                writer.member("fingerprint", finding.fingerprint)
                writer.member("rule", finding.rule)
                if let path = finding.path { writer.member("path", path) }
                writer.member("message", finding.message)
            }
            return "    " + String(decoding: object, as: UTF8.self)
        }
        let list = lines.isEmpty ? "[]" : "[\n" + lines.joined(separator: ",\n") + "\n  ]"
        return Array("{\n  \"version\": 1,\n  \"findings\": \(list)\n}\n".utf8)
    }
}
