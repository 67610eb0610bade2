@testable import Shapes
import AppBundles
import Checks
import Diagnostics
import Foundation
import JSON
import TestSupport
import Testing

@Suite("Reports about bundles")
struct LintReportTests {
    private func report() throws -> FindingsReport {
        var report = FindingsReport.ofLint()
        report.add(try AppBundle(folder: Fixtures.url("bundles/Orchard.app")), at: "some folder/Orchard.app")
        return report
    }

    @Test("text has a line for each finding, with the file as a path from where the bundle was found")
    func text() throws {
        let report = try report()
        let lines = String(decoding: report.written(as: .text), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == report.findings.count)
        let start = "some folder/Orchard.app/Settings.bundle/Broken.plist:6: error: “Broken.plist” is not shown"
        #expect(lines.contains { $0.hasPrefix(start) && $0.hasSuffix(" [settings.pane.unreadable]") })
    }

    @Test("a message with line breaks stays one line")
    func oneLine() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            "{ PreferenceSpecifiers = ( { Type = PSGroupSpecifier; }, { Type = \"a\\nb\\r\\nc\"; } ); }",
            to: "A.bundle/Root.plist"
        )
        var report = FindingsReport.ofLint()
        report.add(try AppBundle(folder: folder.url.appending(path: "A.bundle")), at: "A.bundle")
        #expect(
            String(decoding: report.written(as: .text), as: UTF8.self).split(whereSeparator: \.isNewline).count == 1
        )
    }

    @Test("every form has all findings, and every rule of the check is listed")
    func forms() throws {
        let report = try report()
        let log = try JSONValue(parsing: report.written(as: .sarif))
        let run = try #require(log["runs"]?.arrayValue?.first)
        #expect(run["tool"]?["driver"]?["rules"]?.arrayValue?.count == BundleLint.rules.count)
        #expect(run["results"]?.arrayValue?.count == report.findings.count)
        let cases = String(decoding: report.written(as: .junit), as: UTF8.self)
        #expect(cases.contains("<testsuite name=\"some folder/Orchard.app\" tests=\"\(BundleLint.rules.count)\""))
    }

    @Test("what matters less can be left out, and is counted in words")
    func filter() throws {
        let errors = try report().filtered(atLeast: .error)
        #expect(errors.findings.allSatisfy { $0.severity == .error } && errors.findings.count == 4)
        #expect(errors.summary == "4 errors, 0 warnings, 0 info")
        #expect(FindingsReport.ofLint().summary == "0 errors, 0 warnings, 0 info")
    }
}
