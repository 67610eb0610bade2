public import Diagnostics
public import JSON
import ViewHierarchy

/// What checks found in one run, to be printed in one of the forms that people and other programs read.
///
///     var report = FindingsReport(version: "1.0", rules: rules)
///     report.add(findings, suite: "checkout.txt")
///     let bytes = report.written(as: .sarif)
public struct FindingsReport: Sendable {
    /// The forms of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// A line for each finding, as compilers write them: `file:line: severity: message [rule]`.
        case text
        /// The findings and how many there are, as the API gives them.
        case json
        /// SARIF 2.1.0 (OASIS, “Static Analysis Results Interchange Format”).
        case sarif
        /// JUnit's XML, as GitLab and Jenkins read it.
        case junit
    }

    /// Something that was checked as a whole: a dump, a bundle.
    public struct Suite: Sendable, Hashable {
        /// What it is called, usually a file; no two of a report have the same name.
        public var name: String
        /// The ids of what it was checked for, each a test case of JUnit; nil for every rule of the report.
        public var checks: [String]?
        /// The rules that could not judge it.
        public var unjudged: [LintOutcome.Unjudged] = []
    }

    /// How findings compare with a baseline.
    public struct Comparison: Sendable, Hashable {
        /// How many findings it accepts, which are left out.
        public var accepted: Int
        /// How many of those that it accepts were not found.
        public var gone: Int
    }

    /// The version of the program that reports.
    public let version: String
    /// The rules that were checked, each once.
    public var rules: [LintRule]
    /// What was checked, with or without findings.
    public private(set) var suites: [Suite] = []
    /// Everything that was found.
    public private(set) var findings: [ReportedFinding] = []
    /// How the findings compare with a baseline, once ``compare(with:)`` has left out what that accepts.
    public private(set) var comparison: Comparison?
    /// The rules that found something, whatever of that is left.
    private var told: Set<String> = []

    /// Creates an empty report.
    public init(version: String, rules: [LintRule] = []) {
        self.version = version
        self.rules = []
        add(rules: rules)
    }

    /// Adds rules that are not in the report yet.
    public mutating func add(rules more: [LintRule]) {
        var known = Set(rules.map(\.id))
        rules += more.filter { known.insert($0.id).inserted }
    }

    /// Adds what was found in something that was checked, also when that is nothing.
    ///
    /// - Parameters:
    ///   - suite: What was checked; a name that is taken gets a number.
    ///   - checks: The ids of what it was checked for; nil for every rule of the report.
    ///   - unjudged: The rules that could not judge it.
    public mutating func add(
        _ found: [ReportedFinding],
        suite: String,
        checks: [String]? = nil,
        unjudged: [LintOutcome.Unjudged] = []
    ) {
        let name = freeName(suite.isEmpty ? "vitrine" : suite)
        suites.append(Suite(name: name, checks: checks, unjudged: unjudged))
        told.formUnion(found.map(\.rule))
        for var finding in found {
            finding.suite = name
            findings.append(finding)
        }
    }

    /// Of two test cases with the same name GitLab shows only one.
    private func freeName(_ name: String) -> String {
        let taken = Set(suites.map(\.name))
        var free = name
        var number = 2
        while taken.contains(free) {
            free = "\(name) (\(number))"
            number += 1
        }
        return free
    }

    /// The number of findings of a severity.
    public func count(_ severity: Diagnostic.Severity) -> Int { findings.count { $0.severity == severity } }

    /// The report with those findings only that are wanted.
    public func filtered(_ isWanted: (ReportedFinding) -> Bool) -> FindingsReport {
        var report = self
        report.findings = findings.filter(isWanted)
        return report
    }

    /// Leaves out what a baseline accepts; what stays is new.
    public mutating func compare(with baseline: LintBaseline) {
        let known = Set(findings.map(\.fingerprint)).intersection(baseline.fingerprints)
        let before = findings.count
        findings.removeAll { known.contains($0.fingerprint) }
        for place in findings.indices { findings[place].isNew = true }
        comparison = Comparison(accepted: before - findings.count, gone: baseline.fingerprints.count - known.count)
    }

    /// Leaves out what matters less than a severity.
    public func filtered(atLeast severity: Diagnostic.Severity) -> FindingsReport {
        filtered { $0.severity.isAtLeast(severity) }
    }

    /// The report in one of its forms, with a line break at the end.
    ///
    /// - Parameters:
    ///   - folder: Where it is made, an absolute path: SARIF tells files in it relative to it.
    ///   - isColoured: Whether a text says severities in the colours of a terminal.
    public func written(as format: Format, in folder: String? = nil, isColoured: Bool = false) -> [UInt8] {
        switch format {
        case .text: text(isColoured)
        case .json: json
        case .sarif: SARIFLog.bytes(of: self, in: folder)
        case .junit: JUnitReport.bytes(of: self)
        }
    }

    /// A line for each finding, grouped by what was checked where several have findings.
    private func text(_ isColoured: Bool) -> [UInt8] {
        let bySuite = Dictionary(grouping: findings, by: \.suiteName)
        let groups = suites.map(\.name).filter { bySuite[$0] != nil }
        let texts = groups.map { name in
            let own = bySuite[name] ?? []
            let title = "\(name): \(FindingsReport.words(own))".terminalSafe
            let lines = own.flatMap { finding in
                [finding.text(isColoured)] + (finding.fix.map { ["    fix: \($0.summary)".terminalSafe] } ?? [])
            }
            return (groups.count > 1 ? [isColoured ? "\u{1B}[1m\(title)\u{1B}[0m" : title] : []) + lines
        }
        return Array(texts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n").utf8)
    }

    private var json: [UInt8] {
        let object = JSONWriter.object { writer in
            writer.list("findings", findings) { $1.write(to: &$0) }
            FindingsReport.writeSummary(of: findings, to: &writer)
            let unjudged = suites.flatMap { suite in suite.unjudged.map { (suite.name, $0) } }
            writer.list("unjudged", unjudged) { $1.1.write(to: &$0, file: $1.0) }
            if let comparison {
                writer.object("baseline") { writer in
                    writer.member("new", findings.count)
                    writer.member("accepted", comparison.accepted)
                    writer.member("gone", comparison.gone)
                }
            }
            writer.member("total", findings.count)
            writer.key("next")
            writer.null()
        }
        return object + [10]
    }

    /// How many there are, in words.
    public var summary: String { Self.words(findings) }

    /// How many findings there are of each severity, in words: `0 errors, 2 warnings, 1 info`.
    public static func words(_ findings: [ReportedFinding]) -> String {
        Diagnostic.Severity.allCases.map { severity in
            let count = findings.count { $0.severity == severity }
            return severity == .info ? "\(count) info" : count.counted(severity.rawValue)
        }.joined(separator: ", ")
    }

    /// Writes how many findings there are of each severity, as the API gives it.
    public static func writeSummary(of findings: [ReportedFinding], to writer: inout JSONWriter) {
        writer.object("summary") { writer in
            for severity in Diagnostic.Severity.allCases {
                writer.member(severity.rawValue + "s", findings.count { $0.severity == severity })
            }
        }
    }

    /// All of it in one line: how much was checked, what was found, how that compares with a baseline, what could not be
    /// judged.
    public var closingLine: String {
        var parts = ["\(suites.count.counted("file")) checked: \(summary)"]
        if let comparison {
            parts[0] += " new to the baseline, which accepts \(comparison.accepted)"
            if comparison.gone > 0 {
                parts[0] += " and lists \(comparison.gone) that \(comparison.gone == 1 ? "is" : "are") gone"
            }
        }
        let unjudged = suites.flatMap(\.unjudged)
        let rules = Set(unjudged.map(\.rule)).count
        if rules > 0 {
            let words = unjudged.missing.listed
            let which = suites.count == 1 ? "it, which" : "every file: some"
            parts.append(
                "\(rules.counted("rule")) could not judge \(which) never say\(suites.count == 1 ? "s" : "") \(words)"
            )
        }
        // Nothing is worth as much as what looked for it.
        let silent = Set(suites.flatMap { $0.checks ?? [] }).subtracting(told).count
        if silent > 0, rules > 0 || findings.isEmpty { parts.append("\(silent.counted("rule")) found nothing") }
        return parts.joined(separator: ". ") + "."
    }
}

extension LintOutcome.Unjudged {
    /// Writes the rule and what it lacks as the API gives them.
    /// - Parameter file: What it could not judge, where several were checked.
    public func write(to writer: inout JSONWriter, file: String? = nil) {
        writer.member("rule", rule)
        if let file { writer.member("file", file) }
        writer.member("missing", missing.map(\.words))
    }
}

/// Something that a check found, whatever was checked: a bundle, a view hierarchy, a rule document. Every report is
/// written from these.
public struct ReportedFinding: Sendable, Hashable {
    /// Something more that is known of a finding, such as the key of a row. It becomes a member of the JSON.
    public struct Detail: Sendable, Hashable {
        /// What it is.
        public enum Value: Sendable, Hashable {
            case text(String)
            case number(Int)
            case texts([String])
            case numbers([Int])
        }

        /// The name of the member.
        public var name: String
        /// Its value.
        public var value: Value

        /// Creates a detail.
        public init(_ name: String, _ value: Value) {
            self.name = name
            self.value = value
        }
    }

    /// Edits that mend what was found.
    public struct Fix: Sendable, Hashable {
        /// What they change, for people.
        public let summary: String
        /// The edits in their order, each as the JSON that `POST /dumps/{dump}/edits` takes.
        public let edits: [[UInt8]]

        /// Creates a fix.
        public init(summary: String, edits: [[UInt8]]) {
            self.summary = summary
            self.edits = edits
        }
    }

    /// The ``LintRule/id`` of the rule that was broken.
    public var rule: String
    /// How much it matters.
    public var severity: Diagnostic.Severity
    /// One sentence for people: what, where.
    public var message: String
    /// Why it matters.
    public var reason: String?
    /// What to do about it.
    public var cure: String?
    /// The file it is about, as a path from where the report is made.
    public var file: String?
    /// The line in that file, counted from 1.
    public var line: Int?
    /// The id of the view it is about.
    public var view: Int?
    /// Where that view stands, from its root down: `UIWindow/UIView[0]/PayButton[2]`.
    public var path: String?
    /// The part of what was checked that it belongs to, a dump or a bundle; nil stands for ``file``.
    public var suite: String?
    /// What else is known.
    public var details: [Detail] = []
    /// Edits that mend it; nil where none are known, or nobody asked.
    public var fix: Fix?
    /// Whether it is one that a baseline does not accept; false also where there is no baseline.
    public var isNew = false
    /// What stays the same when the same thing is found again elsewhere or later; nil where path or message say it.
    public var identity: String?

    /// Creates a finding.
    public init(_ rule: String, _ severity: Diagnostic.Severity, _ message: String) {
        self.rule = rule
        self.severity = severity
        self.message = message
    }

    /// 16 hexadecimal digits that tell what is found from everything else that is, in the next run and for a dump of
    /// another name too: baselines list them.
    public var fingerprint: String {
        ContentHash([rule, identity ?? path ?? message].joined(separator: "\n").utf8).text
    }

    /// The suite, which is never empty.
    var suiteName: String {
        let name = suite ?? file ?? ""
        return name.isEmpty ? "vitrine" : name
    }

    /// A line as compilers write them: `file:line: severity: message (view 17) [rule]`.
    var text: String { text(false) }

    /// The line, with the severity in the colour that compilers give it on a terminal.
    func text(_ isColoured: Bool) -> String {
        let line = line.map { ":\($0)" } ?? ""
        let message = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        let place = view.map { " (view \($0))" } ?? ""
        let start = "\(file ?? suiteName)\(line): ".terminalSafe
        let end = ": \(message)\(place) [\(rule)]\(isNew ? " (new)" : "")".terminalSafe
        guard isColoured else { return start + severity.rawValue + end }
        let colour = severity == .error ? 31 : severity == .warning ? 33 : 36
        return "\(start)\u{1B}[1;\(colour)m\(severity.rawValue)\u{1B}[0m\(end)"
    }

    /// Writes the members of the finding as the API gives them.
    public func write(to writer: inout JSONWriter) {
        writer.member("rule", rule)
        writer.member("severity", severity.rawValue)
        if let file { writer.member("file", file) }
        if let line { writer.member("line", line) }
        if let view { writer.member("view", view) }
        if let path { writer.member("path", path) }
        for detail in details {
            switch detail.value {
            case .text(let text): writer.member(detail.name, text)
            case .number(let number): writer.member(detail.name, number)
            case .texts(let texts): writer.member(detail.name, texts)
            case .numbers(let numbers): writer.member(detail.name, numbers)
            }
        }
        writer.member("message", message)
        if isNew { writer.member("new", true) }
        if let cure { writer.member("cure", cure) }
        if let reason { writer.member("reason", reason) }
        if let fix {
            writer.object("fix") { writer in
                writer.member("summary", fix.summary)
                writer.key("edits")
                writer.beginArray()
                for edit in fix.edits { writer.raw(edit) }
                writer.endArray()
            }
        }
    }

    /// The views that it is about, those that it is only told to hold for as well included.
    package var views: [Int] {
        let alike = details.first { $0.name == "alike" }?.value
        guard case .numbers(let others) = alike else { return view.map { [$0] } ?? [] }
        return (view.map { [$0] } ?? []) + others
    }

    /// Whether it is about a view.
    package func isAbout(_ id: Int?) -> Bool { id.map(views.contains) ?? false }
}

extension ViewTree {
    /// How many superviews a path names at the most.
    private static let longestPath = 12

    /// Where a view stands, in words that stay the same while other views come and go: `UIWindow/UIView[0]/PayButton#pay`,
    /// each by its identifier, else by its place among its siblings.
    ///
    /// - Parameter changesPlace: Whether a view is a row of a list, of which the place is left out.
    func path(to index: Int, changesPlace: (Int) -> Bool = { _ in false }) -> String {
        var parts: [String] = []
        var next: Int? = index
        while let view = next, parts.count < Self.longestPath {
            var part = String(classTitle(of: view).shown.prefix(80))
            if let identifier = identifier(of: view), !identifier.isEmpty {
                part += "#" + identifier.prefix(60)
            } else if !changesPlace(view), superview(of: view) != nil {
                part += "[\(subviewIndex(of: view) ?? 0)]"
            }
            parts.append(part)
            next = superview(of: view)
        }
        return (next == nil ? "" : "…/") + parts.reversed().joined(separator: "/")
    }
}
