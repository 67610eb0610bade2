import Testing
import Web

@testable import WebDriver

@Suite("WebDriver: sessions")
struct WebDriverSessionTests {
    private let dump = WebDriverTarget.dump("a")

    @Test("a session that is idle for too long ends, one without patience stays")
    func idle() throws {
        let sessions = WebDriverSessions()
        let begin = ContinuousClock.now
        let short = sessions.add(WebDriverSession(target: dump, patience: .seconds(60)), now: begin)
        let endless = sessions.add(WebDriverSession(target: dump, patience: nil), now: begin)
        #expect(try sessions.session(short.id, now: begin + .seconds(59)).id == short.id)
        #expect(try sessions.session(short.id, now: begin + .seconds(118)).id == short.id)
        #expect(throws: WebDriverError.self) { try sessions.session(short.id, now: begin + .seconds(178)) }
        #expect(try sessions.session(endless.id, now: begin + .seconds(1_000_000)).id == endless.id)
    }

    @Test("one session too many ends the one that was idle the longest")
    func bounded() throws {
        let sessions = WebDriverSessions()
        let begin = ContinuousClock.now
        let all = (0..<WebDriverSessions.maximumCount).map { number in
            sessions.add(WebDriverSession(target: dump), now: begin + .seconds(number))
        }
        _ = try sessions.session(all[0].id, now: begin + .seconds(100))
        _ = sessions.add(WebDriverSession(target: dump), now: begin + .seconds(101))
        let ids = Set(sessions.all(now: begin + .seconds(102)).map(\.id))
        #expect(ids.count == WebDriverSessions.maximumCount)
        #expect(ids.contains(all[0].id) && !ids.contains(all[1].id))
    }

    @Test("panes that open each other in a circle do not pile up, and the way back ends at the first")
    func circle() {
        var state = WebDriverSession.State()
        for number in 0..<1_000 { state.show("p\(number % 2)") }
        #expect(state.places.count == WebDriverSession.maximumPlaces)
        let front = state.places.last?.number
        for _ in 0..<1_000 { state.goBack(to: nil) }
        #expect(state.places.count == 1 && state.places.last?.number != front)
    }
}
