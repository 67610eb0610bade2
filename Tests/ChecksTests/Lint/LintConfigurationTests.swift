import Diagnostics
import DumpFormats
import JSON
import Testing

@testable import Checks

@Suite("Configurations and baselines of the check")
struct LintConfigurationTests {
    private let known = Set(HierarchyLint.rules.map(\.id))

    private func read(_ text: String) throws(LintConfigurationError) -> LintConfiguration {
        try LintConfiguration(parsing: Array(text.utf8), known: known)
    }

    private func lines(_ text: String) -> [String] {
        do throws(LintConfigurationError) {
            _ = try read(text)
            return []
        } catch { return error.lines }
    }

    private let subject =
        LintSubject.view("UIButton", [10, 10, 30, 30], "\"identifier\": \"debug-menu\"") + ","
        + LintSubject.view("AdView", [0, 100, 375, 100], "", LintSubject.view("UIButton", [10, 10, 20, 20]))

    private func small(_ configuration: String) throws -> [(Int?, Diagnostic.Severity)] {
        let dump = try LintSubject.dump(subject)
        return try HierarchyLint.findings(in: dump, configuration: try read(configuration))
            .filter { $0.rule == "touch.small" }.map { ($0.view, $0.severity) }
    }

    @Test("rules are turned off and weighed anew")
    func levels() throws {
        #expect(try small("{}").map(\.0) == [1, 3])
        #expect(try small("{\"rules\": {\"touch.small\": \"off\"}}").isEmpty)
        #expect(try small("{\"rules\": {\"touch.small\": \"error\"}}").map(\.1) == [.error, .error])
    }

    @Test(
        "views are left out by class, identifier and words, with what is in them, for some rules or for all",
        arguments: [
            ("{\"class\": \"Ad*\"}", [1]), ("{\"identifier\": \"debug-*\"}", [3]), ("{\"where\": \"width<25\"}", [1]),
            ("{\"class\": \"UIButton\", \"identifier\": \"debug-menu\"}", [3]),
            ("{\"class\": \"Ad*\", \"rules\": [\"place.offScreen\"]}", [1, 3]),
            ("{\"identifier\": \"debug\"}", [1, 3]),
        ]
    )
    func exclusions(exclusion: String, left: [Int]) throws {
        #expect(try small("{\"exclude\": [\(exclusion)]}").map(\.0) == left)
    }

    @Test(
        "what is wrong with a configuration is told with its place",
        arguments: [
            ("{\"rules\": {\"touch.tiny\": \"off\"}}", "/rules/touch.tiny: There is no rule “touch.tiny”."),
            ("{\"rules\": {\"touch.small\": \"no\"}}", "/rules/touch.small: "),
            ("{\"rule\": {}}", "/rule: There is no such member"),
            ("{\"exclude\": [{\"rules\": []}]}", "/exclude/0: An exclusion needs"),
            ("{\"exclude\": [{\"where\": \"width<\"}]}", "/exclude/0/where: "),
            ("{\"exclude\": [{\"class\": \"A\", \"rules\": [\"x\"]}]}", "/exclude/0/rules/0: There is no rule “x”."),
            ("{\"devices\": [\"nokia\"]}", "/devices/0: There is no device “nokia”."), ("[]", "“rules”"),
            ("{", "This is no JSON: "),
        ]
    )
    func faults(text: String, start: String) {
        let found = lines(text)
        #expect(found.contains { $0.hasPrefix(start) } || start == "“rules”" && !found.isEmpty, "\(found)")
    }

    @Test("a baseline accepts what was found once, and nothing else")
    func baseline() throws {
        let findings = try HierarchyLint.findings(in: try LintSubject.dump(subject))
        let written = LintBaseline.written(findings + findings)
        let baseline = try LintBaseline(parsing: written)
        #expect(baseline.fingerprints.count == Set(findings.map(\.fingerprint)).count)
        #expect(findings.allSatisfy(baseline.accepts))
        let more = LintSubject.view("UIButton", [200, 10, 30, 30], "\"identifier\": \"new\"") + "," + subject
        let later = try HierarchyLint.findings(in: try LintSubject.dump(more)).filter { !baseline.accepts($0) }
        #expect(later.contains { $0.path == "UIWindow/UIButton#new" })
        #expect(!later.contains { $0.path == "UIWindow/UIButton#debug-menu" })
        #expect(LintBaseline.written(findings) == written)
        #expect(try LintBaseline(parsing: LintBaseline.written([])).fingerprints.isEmpty)
    }

    @Test(
        "a baseline that cannot be read says why",
        arguments: ["{\"version\": 2, \"findings\": []}", "{}", "[1]", "x"]
    )
    func badBaseline(text: String) {
        #expect(throws: LintConfigurationError.self) { try LintBaseline(parsing: Array(text.utf8)) }
    }
}
