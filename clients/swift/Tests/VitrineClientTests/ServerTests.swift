import Foundation
import VitrineClient
import XCTest

@testable import VitrineXCTest

/// Asks the server at VITRINE_URL, and one at VITRINE_TOLD_URL that gives a few answers that a test can rely on.
final class ServerTests: XCTestCase {
    private let server = VitrineServer()
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 32)

    private func screen(_ views: String) -> Data {
        Data(#"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,375,667],"subviews":[\#(views)]}]}"#.utf8)
    }

    private let card = #"""
        {"class":"UIView","identifier":"card","autoresizingMask":["flexibleWidth"],"frame":[10,10,300,100],"subviews":[
            {"class":"UILabel","identifier":"title","frame":[16,8,100,20]},
            {"class":"UIButton","identifier":"pay","frame":[16,36,100,30]}]}
        """#

    func testDumpIsPostedAskedAndDeleted() async throws {
        let isHealthy = await server.isHealthy()
        XCTAssertTrue(isHealthy)
        let dump = try await server.post(dump: screen(card), name: "Pay & go", screenshot: Self.png)
        XCTAssertEqual(dump.name, "Pay & go")
        XCTAssertEqual(dump.format, "vitrineJSON")
        XCTAssertTrue(dump.screenshot)
        XCTAssertEqual(dump.size, Size(width: 375, height: 667))
        let again = try await server.dump(dump.id)
        XCTAssertEqual(again, dump)
        let views = try await server.views(of: dump)
        XCTAssertEqual(views.map(\.class), ["UIWindow", "UIView", "UILabel", "UIButton"])
        let title = try await server.view(of: dump, ViewQuery(identifier: "title"))
        XCTAssertEqual(title.windowFrame, Rect(x: 26, y: 18, width: 100, height: 20))
        XCTAssertEqual(title.description, "UILabel 2 #title")
        var query = ViewQuery(class: "UI*")
        query.root = 1
        query.hidden = false
        let inside = try await server.views(of: dump, query)
        XCTAssertEqual(inside.map(\.id), [1, 2, 3])
        let placed = try await server.layout(of: dump, device: "iphone-8", landscape: true)
        XCTAssertEqual(placed[1]?.frame?.width, 592)
        try await server.delete(dump)
        do {
            _ = try await server.views(of: dump)
            XCTFail("The dump is gone.")
        } catch VitrineError.problem(let problem) {
            XCTAssertEqual(problem.status, 404)
            XCTAssertEqual(problem.type, "/problems/not-found")
        }
    }

    func testAppsAreInASetUntilTheTestEnds() async throws {
        // Who runs the tests has made the set, and looks at the history when they are done.
        try await useDefaults(set: "xctest", of: server)
    }

    func testLongListsAreReadToTheirEnd() async throws {
        let many = Array(repeating: #"{"class":"UIView","frame":[0,0,1,1]}"#, count: 2_500).joined(separator: ",")
        let dump = try await server.post(dump: screen(many))
        let views = try await server.views(of: dump)
        XCTAssertEqual(views.map(\.id), Array(0...2_500))
        try await server.delete(dump)
    }

    func testRefusalsSayWhatIsWrong() async throws {
        let dump = try await server.post(dump: screen(card))
        do {
            _ = try await server.view(of: dump, ViewQuery(class: "UI*"))
            XCTFail("There are several.")
        } catch VitrineError.notOneView(let found, let asked) {
            XCTAssertEqual(found, 4)
            XCTAssertEqual(asked, "class=UI*")
        }
        do {
            _ = try await server.layout(of: dump, device: "iphone-0")
            XCTFail("There is no such device.")
        } catch let error as VitrineError {
            XCTAssertTrue("\(error)".contains("iphone-0"), "\(error)")
        }
        do {
            _ = try await VitrineServer(URL(string: "http://127.0.0.1:1")).dump("none")
            XCTFail("Nobody is there.")
        } catch VitrineError.unreachable(let reason) {
            XCTAssertFalse(reason.isEmpty)
        }
        try await server.delete(dump)
    }

    func testRulesAndFindingsAreRead() async throws {
        let dump = try await server.post(dump: screen(card))
        let told = VitrineServer(ProcessInfo.processInfo.environment["VITRINE_TOLD_URL"].flatMap { URL(string: $0) })
        let report = try await told.check(dump, rules: "rules: []")
        XCTAssertFalse(report.passed)
        XCTAssertEqual(report.failures.map(\.message), ["width is 38, expected at least 44"])
        XCTAssertEqual(report.results.map(\.rule), ["title", "1"])
        let checked = try await told.lintReport(of: dump, rules: ["touch.small", "a,b"], devices: ["iphone-8"])
        XCTAssertEqual(checked.unjudged, [.init(rule: "contrast.low", missing: ["background colours"])])
        let findings = checked.findings
        XCTAssertEqual(findings.map(\.severity), [.info, .error])
        XCTAssertTrue(Finding.Severity.warning < .error)
        // Only an info, and nothing that is broken, is no failure.
        try await assertNoFindings(in: dump, on: told, rules: ["quiet"])
        try await assertRules("{\"quiet\": true}", of: dump, on: told)
        try await server.delete(dump)
    }

    func testAssertionsMeasure() async throws {
        let dump = try await server.post(dump: screen(card))
        let views = try await server.views(of: dump)
        let (card, title, pay) = (views[1], views[2], views[3])
        assertInside(title, of: card, left: 16, top: 8)
        assertAligned([title, pay], \.left)
        assertTouchTarget([card])
        let insets = Insets(left: 8)
        XCTAssertEqual(
            LayoutRule.faults(inside: card, title, insets, 0.5),
            ["left inset in UIView 1 #card is 16, expected 8"]
        )
        XCTAssertEqual(LayoutRule.faults(inside: title, card, Insets(), 0.5).count, 4)
        XCTAssertEqual(LayoutRule.faults(aligned: title, pay, \.top, 0.5), ["is at 46, UILabel 2 #title is at 18"])
        XCTAssertEqual(LayoutRule.faults(touchTarget: pay, 44), ["is 100 by 30, expected at least 44 by 44"])
        try await server.delete(dump)
    }
}
