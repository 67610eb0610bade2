import AppBundles
import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing

@testable import Server

@Suite("Lint reports")
struct LintReportTests {
    private func report() throws -> LintReport {
        var report = LintReport()
        report.add(try AppBundle(folder: Fixtures.url("bundles/Orchard.app")), at: "some folder/Orchard.app")
        return report
    }

    @Test("text has a line for each finding, as compilers write them")
    func text() throws {
        let report = try report()
        let lines = String(decoding: report.text, as: UTF8.self).split(separator: "\n")
        #expect(lines.count == report.findings.count)
        #expect(
            lines.contains {
                $0.hasPrefix(
                    "some folder/Orchard.app/Settings.bundle/Broken.plist:6: error: “Broken.plist” is not shown"
                )
                    && $0.hasSuffix(" [settings.pane.unreadable]")
            }
        )
    }

    @Test("a message with line breaks stays one line")
    func oneLine() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "{ PreferenceSpecifiers = ( { Type = PSGroupSpecifier; }, { Type = \"a\\nb\\r\\nc\"; } ); }",
            to: "A.bundle/Root.plist"
        )
        var report = LintReport()
        report.add(try AppBundle(folder: folder.url.appending(path: "A.bundle")), at: "A.bundle")
        #expect(String(decoding: report.text, as: UTF8.self).split(whereSeparator: \.isNewline).count == 1)
    }

    @Test("SARIF names each rule once and each finding's rule, level and place")
    func sarif() throws {
        let report = try report()
        let log = try JSONValue(parsing: report.sarif)
        #expect(log["version"]?.stringValue == "2.1.0" && log["$schema"]?.stringValue?.contains("sarif-2.1.0") == true)
        let run = try #require(log["runs"]?.arrayValue?.first)
        let rules = run["tool"]?["driver"]?["rules"]?.arrayValue ?? []
        #expect(rules.map { $0["id"]?.stringValue } == BundleLint.rules.map(\.id))
        let results = run["results"]?.arrayValue ?? []
        #expect(results.count == report.findings.count)
        for result in results {
            let index = Int(result["ruleIndex"]?.integerValue ?? -1)
            #expect(rules.indices.contains(index) && rules[index]["id"] == result["ruleId"])
            #expect(["error", "warning", "note"].contains(result["level"]?.stringValue))
            let place = result["locations"]?.arrayValue?.first?["physicalLocation"]
            #expect(place?["artifactLocation"]?["uri"]?.stringValue?.hasPrefix("some%20folder/Orchard.app") == true)
            #expect((place?["region"]?["startLine"]?.integerValue ?? 1) > 0)
        }
    }

    @Test(
        "paths become references",
        arguments: [
            ("a/b.plist", "a/b.plist"), ("a b/ü#?%.plist", "a%20b/%C3%BC%23%3F%25.plist"), ("c:d", "c%3Ad"),
            ("/tmp/x", "file:///tmp/x"), ("./a~b", "./a~b"),
        ]
    )
    func references(path: String, reference: String) {
        #expect(LintReport.reference(to: path) == reference)
    }

    @Test("what matters less can be left out, and is counted in words")
    func filter() throws {
        let errors = try report().filtered(atLeast: .error)
        #expect(errors.findings.allSatisfy { $0.severity == .error } && errors.findings.count == 4)
        #expect(errors.summary == "4 errors, 0 warnings, 0 notes")
        #expect(LintReport().summary == "0 errors, 0 warnings, 0 notes")
    }
}
