import Foundation
import VitrineClient
import XCTest

/// Asks the server at VITRINE_URL for a session with the device at VITRINE_DEVICE_URL: a button “next”, and a field “city”.
final class LiveTests: XCTestCase {
    private let server = VitrineServer()

    func testDeviceIsUsedFollowedAndLeft() async throws {
        let address = ProcessInfo.processInfo.environment["VITRINE_DEVICE_URL"] ?? ""
        let live = try await server.connect(to: address, every: 600, whenChanged: true)
        XCTAssertEqual(live.state, .connected)
        XCTAssertEqual(live.every, 600)
        var events = server.events(of: live).makeAsyncIterator()
        let first = try await events.next()
        XCTAssertEqual(first?.state, .connected)
        let dump = try await server.dump(try XCTUnwrap(live.dump))
        let next = try await server.view(of: dump, ViewQuery(identifier: "next"))
        let city = try await server.view(of: dump, ViewQuery(identifier: "city"))
        let done = try await server.act(.tapView(next.id), in: live)
        XCTAssertEqual(done.locator?.text, "next")
        XCTAssertEqual(done.snapshot.trigger, .action)
        try await server.act(.tap(Point(x: 30, y: 130)), in: live)
        try await server.act(.type("Zürich", view: city.id), in: live)
        try await server.act(.type(" \"1\""), in: live)
        try await server.act(.swipe(from: Point(x: 200, y: 700), to: Point(x: 200, y: 100)), in: live)
        try await server.act(.home, in: live)
        for action in [LiveAction.acceptAlert, .dismissAlert] {
            do {
                try await server.act(action, in: live)
                XCTFail("There is no alert.")
            } catch VitrineError.problem(let problem) {
                XCTAssertEqual(problem.status, 409)
            }
        }
        let last = try await server.snapshot(of: live)
        let film = try await server.snapshots(of: live)
        XCTAssertEqual(film.map(\.number), Array(1...8))
        XCTAssertEqual(film.last?.dump, last.id)
        let now = try await server.state(of: live)
        XCTAssertEqual(now.actions, 6)
        for language in ScriptLanguage.allCases {
            let script = try await server.script(of: live, in: language)
            XCTAssertTrue(script.contains(#"Zürich"#) && script.contains(#"\"1\""#), script)
        }
        XCTAssertTrue(server.page(of: live).hasSuffix("/live/\(live.id)"))
        try await server.disconnect(live)
        var latest = first
        while let event = try await events.next() { latest = event }
        XCTAssertEqual(latest?.state, .ended)
        do {
            for try await _ in server.events(of: live) { XCTFail("The session is over.") }
        } catch VitrineError.problem(let problem) {
            XCTAssertEqual(problem.status, 404)
        }
        for snapshot in film { try await server.delete(try await server.dump(snapshot.dump)) }
    }

    func testStoryboardIsAskedForItsScenesAndDevices() async throws {
        let path = try XCTUnwrap(ProcessInfo.processInfo.environment["VITRINE_STORYBOARD"])
        let dump = try await server.post(dump: try Data(contentsOf: URL(fileURLWithPath: path)))
        let scenes = try await server.scenes(of: dump)
        XCTAssertEqual(scenes.filter(\.initial).count, 1)
        XCTAssertTrue(scenes.contains { $0.segues.contains { $0.kind == "show" && $0.identifier == "begin" } })
        let cells = try await server.matrix(of: dump, devices: ["iphone-8"], orientations: ["portrait", "landscape"])
        XCTAssertEqual(Set(cells.map(\.orientation)), ["portrait", "landscape"])
        XCTAssertTrue(Set(cells.map(\.scene)).isSubset(of: Set(scenes.compactMap(\.root))))
        try await server.delete(dump)
    }

    func testTagsAndPictureComeAndGo() async throws {
        let screen = #"{"vitrine":1,"windows":[{"class":"UIWindow","frame":[0,0,4,4]}]}"#
        let png = Data([
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0, 0, 4,
        ])
        let dump = try await server.post(dump: Data(screen.utf8))
        let tagged = try await server.tag(dump, ["sign in", "1.2"])
        XCTAssertEqual(tagged.tags, ["1.2", "sign in"])
        try await server.put(screenshot: png, of: dump)
        let pictured = try await server.dump(dump.id)
        XCTAssertTrue(pictured.screenshot)
        try await server.deleteScreenshot(of: dump)
        let plain = try await server.dump(dump.id)
        XCTAssertFalse(plain.screenshot)
        try await server.delete(dump)
    }
}
