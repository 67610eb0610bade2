import Foundation
import Testing

@testable import Live

@Suite("Live connections")
struct LiveConnectionTests {
    private let start = ContinuousClock.now
    private let date = Date(timeIntervalSince1970: 1_000)

    private func after(_ seconds: Double) -> ContinuousClock.Instant { start + .seconds(seconds) }

    @Test("one that is lost is tried again after growing pauses, says since when, and is back with the first answer")
    func lostAndBack() throws {
        var connection = LiveConnection(every: nil, now: start)
        var now = 0.0
        var pauses: [Double] = []
        for attempt in 1...8 {
            connection.failed("Nobody answers.", now: after(now), date: date + now)
            #expect(connection.state == .lost && connection.attempts == attempt && connection.since == date)
            let next = try #require(connection.next(now: after(now), isWatched: false))
            #expect(next.step == .check)
            pauses.append((next.at - after(now)) / .seconds(1))
            #expect(connection.pause(now: after(now)) == pauses.last)
            now += pauses[attempt - 1]
        }
        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30])
        #expect(connection.reason == "Nobody answers.")
        let isNews = connection.answered(now: after(now))
        #expect(isNews && connection.state == .connected && connection.since == nil && connection.reason == nil)
        #expect(connection.attempts == 0 && connection.pause(now: after(now)) == nil)
        let isAgain = connection.answered(now: after(now + 1))
        #expect(!isAgain)
    }

    @Test("what the device refuses is said, and leaves it connected")
    func refused() {
        var connection = LiveConnection(every: nil, now: start)
        let isNews = connection.answered(now: after(1), refusing: "An alert is open.")
        #expect(isNews)
        #expect(connection.state == .connected && connection.reason == "An alert is open.")
    }

    @Test("snapshots are due at their interval, one that was asked for counts")
    func interval() {
        var connection = LiveConnection(every: 5, now: start)
        #expect(connection.next(now: start, isWatched: false)?.step == .snapshot)
        #expect(connection.next(now: start, isWatched: false)?.at == after(5))
        connection.snapshotTried(now: after(3))
        #expect(connection.next(now: after(3), isWatched: true)?.at == after(8))
    }

    @Test("nothing is asked of a device while nobody looks, and after an hour the session ends")
    func idle() throws {
        var connection = LiveConnection(every: nil, now: start)
        #expect(connection.next(now: after(1), isWatched: false)?.step == .check)
        #expect(connection.next(now: after(1), isWatched: false)?.at == after(5))
        let idle = try #require(connection.next(now: after(31), isWatched: false))
        #expect(idle.at == after(3_600))
        #expect(idle.step == .end("Nobody looked at it for an hour."))
        #expect(connection.next(now: after(31), isWatched: true)?.step == .check)
        connection.asked(now: after(3_000))
        #expect(connection.next(now: after(3_601), isWatched: false)?.at == after(6_600))
    }

    @Test("one with snapshots of its own ends, too, when nobody looks for an hour; one that is watched does not")
    func forgotten() {
        let connection = LiveConnection(every: 5, now: start)
        #expect(connection.next(now: after(3_600), isWatched: false)?.step == .end("Nobody looked at it for an hour."))
        #expect(connection.next(now: after(3_600), isWatched: true)?.step == .snapshot)
    }

    @Test("one that is lost for an hour ends")
    func gone() {
        var connection = LiveConnection(every: nil, now: start)
        connection.failed("Gone.", now: after(1), date: date)
        #expect(connection.next(now: after(3_600), isWatched: true)?.step == .check)
        #expect(connection.next(now: after(3_601), isWatched: true)?.step == .end("The device was gone for an hour."))
    }

    @Test("one that has ended has nothing to do, and nothing brings it back")
    func ended() {
        var connection = LiveConnection(every: 1, now: start).ended("Enough.")
        #expect(connection.next(now: after(9), isWatched: true) == nil)
        connection.failed("Gone.", now: after(9), date: date)
        let isNews = connection.answered(now: after(9))
        #expect(!isNews && connection.state == .ended && connection.reason == "Enough.")
        #expect(connection.ended("Again.").reason == "Enough.")
    }
}
