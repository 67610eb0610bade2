public import Diagnostics

/// What Auto Layout has to say against the layout of a view.
public struct LayoutIssues: OptionSet, Sendable, Hashable {
    /// A bit for each issue.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `AMBIGUOUS LAYOUT`: the constraints leave a part of the place or size open.
    public static let ambiguous = LayoutIssues(rawValue: 1)
    /// `MISSING HOST CONSTRAINTS`: nothing ties the subviews that Auto Layout lays out to the view.
    public static let missingHostConstraints = LayoutIssues(rawValue: 2)
    /// Constraints of the view contradict each other.
    public static let conflict = LayoutIssues(rawValue: 4)

    /// The issues in words, in their order, with commas between them.
    public var words: String {
        let all: [(LayoutIssues, String)] = [
            (.ambiguous, "Ambiguous layout"), (.missingHostConstraints, "Missing host constraints"),
            (.conflict, "Constraint conflict"),
        ]
        return all.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}

/// What other reports than the dump itself say about a view.
struct ViewRemarks: Sendable, Hashable {
    /// The most findings that are kept for one view; the others are only counted.
    static let maximumFindings = 20

    var issues: LayoutIssues = []
    private(set) var findings: [Diagnostic] = []
    private var others = 0

    mutating func add(_ finding: Diagnostic) {
        guard findings.count < Self.maximumFindings else {
            others += 1
            return
        }
        findings.append(finding)
    }

    /// The findings, and a last one that counts those that are not kept.
    func findings(of view: Int?) -> [Diagnostic] {
        var all = findings
        for index in all.indices { all[index].view = view }
        if others > 0 {
            all.append(Diagnostic(.info, "limit.maximumFindings", "\(others) more are not listed.", view: view))
        }
        return all
    }
}

extension ViewTree {
    /// Adds to a view what another report knows of it. An index out of range changes nothing.
    ///
    /// - Parameters:
    ///   - controller: The class of the view controller that owns the view; nil leaves what the dump said.
    ///   - identifier: The accessibility identifier; nil leaves what the dump said.
    ///   - attributes: Further attributes, behind those of the dump.
    ///   - issues: What Auto Layout has against its layout, besides what is known already.
    ///   - findings: What is wrong with it; they become findings of the view.
    public mutating func annotate(
        _ index: Int,
        controller: String? = nil,
        identifier: String? = nil,
        attributes: [ViewDescription.Attribute] = [],
        issues: LayoutIssues = [],
        findings: [Diagnostic] = []
    ) {
        guard indices.contains(index) else { return }
        layout.pass = nil
        for (name, value) in [("controller", controller), ("identifier", identifier)] {
            guard let value else { continue }
            var texts = texts(of: index)
            if name == "controller" { texts.controller = value } else { texts.identifier = value }
            self.texts[index] = texts
            if let property = ViewProperty.named(name) { saidColumn[index].insert(property) }
        }
        if !attributes.isEmpty { attributeColumn.add(attributes, to: index) }
        guard !issues.isEmpty || !findings.isEmpty else { return }
        var known = remarks[index] ?? ViewRemarks()
        known.issues.formUnion(issues)
        for finding in findings { known.add(finding) }
        remarks[index] = known
    }

    /// What Auto Layout has against the layout of a view; nothing where no report said so.
    public func layoutIssues(of index: Int) -> LayoutIssues { remarks[index]?.issues ?? [] }

    /// The views by the numbers that their addresses stand for; of several with the same address the first one.
    public func indexesByAddress() -> [UInt64: Int] {
        var found: [UInt64: Int] = [:]
        for index in indices where flagSets[index].contains(.hasAddress) {
            if found[addresses[index]] == nil { found[addresses[index]] = index }
        }
        return found
    }
}
