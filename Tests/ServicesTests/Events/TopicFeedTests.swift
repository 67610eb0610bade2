import Defaults
import HTTPTesting
import Synchronization
import Testing

@testable import HTTP
@testable import Services

@Suite("Topic feed")
struct TopicFeedTests {
    private struct Failure: Error {}

    private let hub = EventHub()
    private let stream = EventStream()
    /// The topics that feeds want filled.
    private let wanted = Wanted()

    private final class Wanted: Sendable {
        private let state = Mutex<[EventTopic]>([])

        var topics: [EventTopic] { state.withLock { $0 } }

        func add(_ topic: EventTopic) { state.withLock { $0.append(topic) } }
    }

    /// Starts a feed whose dumps are at revision 5 and whose domains are at 8; the keys tell what was seen.
    private func start(
        _ topics: [EventTopic],
        after lastID: String? = nil,
        meanwhile: () -> Void = {}
    ) -> @Sendable () -> Void {
        TopicFeed.start(
            topics,
            isNaming: topics.count > 1,
            from: hub,
            into: stream,
            after: lastID,
            filling: { [wanted] in wanted.add($0) }
        ) { topic, seen in
            defer { meanwhile() }
            switch topic {
            case .library: return [.library(revision: 7)]
            case .live(let id): return [.live(session: id, revision: 3, state: "lost")]
            case .dump("none"): return [.gone(dump: "none")]
            case .dump(let id): return [.edit(dump: id, revision: 5, changed: [seen ?? -1])]
            case .defaults(let domain): return [.change(domain: domain, revision: 8, keys: ["\(seen ?? -1)"])]
            }
        }
    }

    /// The blocks that have been sent since the last look, without the one that every stream begins with.
    private func blocks() -> [String] {
        String(decoding: stream.readAll(), as: UTF8.self).split(separator: "\n\n").map(String.init)
            .filter { !$0.hasPrefix("retry") }
    }

    @Test("what changes in a live session comes by its revision, and its end is the last event")
    func live() {
        let end = start([.live("a")])
        hub.publish(.live(session: "a", revision: 9, state: "connected"))
        hub.publish(.live(session: "a", revision: nil, state: "ended"))
        #expect(
            blocks() == [
                "event: live\nid: 3\ndata: {\"live\":\"a\",\"revision\":3,\"state\":\"lost\"}",
                "event: live\nid: 9\ndata: {\"live\":\"a\",\"revision\":9,\"state\":\"connected\"}",
                "event: gone\nid: 9\ndata: {\"live\":\"a\",\"state\":\"ended\"}",
            ]
        )
        end()
    }

    @Test("the first event is the current revision; the id of every event is its revision")
    func single() {
        let end = start([.dump("a")])
        #expect(blocks() == ["event: edit\nid: 5\ndata: {\"revision\":5,\"changed\":[-1]}"])
        hub.publish(dump: "a", revision: 6, changed: [1, 2])
        #expect(blocks() == ["event: edit\nid: 6\ndata: {\"revision\":6,\"changed\":[1,2]}"])
        end()
        hub.publish(dump: "a", revision: 7, changed: [])
        #expect(blocks().isEmpty)
        #expect(hub.subscribers(of: .dump("a")) == 0)
    }

    @Test("the ids of a stream of several topics are their revisions in the order of the topics")
    func several() {
        let end = start([.dump("a"), .defaults("d")])
        defer { end() }
        hub.publish(domain: "d", revision: 9, keys: ["k"])
        hub.publish(dump: "a", revision: 6, changed: [])
        #expect(
            blocks()
                == [
                    #"event: edit~id: 5.0~data: {"dump":"a","revision":5,"changed":[-1]}"#,
                    #"event: change~id: 5.8~data: {"domain":"d","revision":8,"keys":["-1"]}"#,
                    #"event: change~id: 5.9~data: {"domain":"d","revision":9,"keys":["k"]}"#,
                    #"event: edit~id: 6.9~data: {"dump":"a","revision":6,"changed":[]}"#,
                ].map { $0.replacing("~", with: "\n") }
        )
    }

    @Test("a revision of a domain that comes before the one below waits until that is told, unless its list has gaps")
    func crossing() {
        let end = start([.defaults("d")])
        defer { end() }
        _ = blocks()
        hub.publish(domain: "d", revision: 10, keys: ["other"])
        #expect(blocks().isEmpty)
        #expect(wanted.topics == [.defaults("d")])
        // The history is asked, from where this feed is; what it says comes twice, and the next one by itself.
        #expect(hub.positions(in: .defaults("d")) == [8])
        for _ in 0..<2 {
            hub.publish(domain: "d", revision: 9, keys: ["own"])
            hub.publish(domain: "d", revision: 10, keys: ["other"])
        }
        hub.publish(.change(domain: "d", ChangedKeys(revision: 13, keys: ["a"], isTruncated: true)))
        hub.publish(domain: "d", revision: 14, keys: ["c"])
        #expect(
            blocks()
                == [
                    #"event: change~id: 9~data: {"domain":"d","revision":9,"keys":["own"]}"#,
                    #"event: change~id: 10~data: {"domain":"d","revision":10,"keys":["other"]}"#,
                    #"event: change~id: 13~data: {"domain":"d","revision":13,"keys":["a"],"truncated":true}"#,
                    #"event: change~id: 14~data: {"domain":"d","revision":14,"keys":["c"]}"#,
                ].map { $0.replacing("~", with: "\n") }
        )
        #expect(wanted.topics.count == 1)
    }

    @Test("an edit of a dump that comes before the one below says that its list is not complete")
    func crossingEdits() {
        let end = start([.dump("a")])
        defer { end() }
        _ = blocks()
        hub.publish(dump: "a", revision: 7, changed: [1])
        hub.publish(dump: "a", revision: 6, changed: [2])
        #expect(blocks() == ["event: edit\nid: 7\ndata: {\"revision\":7,\"changed\":[1],\"truncated\":true}"])
    }

    @Test("who wants to tell what is missing while the first events are made is asked again behind them")
    func askedEarly() {
        let end = start([.defaults("d")]) {
            #expect(hub.positions(in: .defaults("d")).isEmpty)
        }
        defer { end() }
        #expect(wanted.topics == [.defaults("d")])
        #expect(hub.positions(in: .defaults("d")) == [8])
    }

    @Test("a change of a layer is told although it makes no revision, and moves no id")
    func layers() {
        let end = start([.defaults("d")])
        defer { end() }
        _ = blocks()
        hub.publish(domain: "d", revision: 8, layer: "managed", keys: ["k"], layers: 4)
        #expect(
            blocks() == [
                "event: change\nid: 8\ndata: "
                    + #"{"domain":"d","revision":8,"layer":"managed","keys":["k"],"layers":4}"#
            ]
        )
        hub.publish(domain: "d", revision: 9, keys: ["k"])
        _ = blocks()
        hub.publish(domain: "d", revision: 8, layer: "managed", keys: [], layers: 0)
        #expect(blocks().first?.contains("id: 9\n") == true)
        hub.publish(domain: "d", revision: 9, keys: ["k"])
        #expect(blocks().isEmpty)
    }

    @Test("a client that comes back is told what it has missed of every topic")
    func resuming() {
        let end = start([.dump("a"), .defaults("d")], after: "3.4")
        defer { end() }
        let first = blocks()
        #expect(first.first?.contains("[3]") == true)
        // Cut off here, the client comes back with an id that has not passed over the second topic.
        #expect(first.first?.contains("id: 5.4\n") == true)
        #expect(first.last?.contains(#"["4"]"#) == true)
    }

    @Test(
        "an id that the feed cannot have given counts as none",
        arguments: ["", "3", "3.4.5", "x.4", "3.", "..", "3.-"]
    )
    func unknownIDs(_ id: String) {
        let end = start([.dump("a"), .defaults("d")], after: id)
        defer { end() }
        #expect(blocks().allSatisfy { $0.contains("-1") })
    }

    @Test("events that come while the first one is made follow it, unless it tells of them already")
    func earlyEvents() {
        let end = start([.dump("a")]) {
            hub.publish(dump: "a", revision: 4, changed: [])
            hub.publish(dump: "a", revision: 5, changed: [])
            hub.publish(dump: "a", revision: 6, changed: [7])
        }
        defer { end() }
        #expect(blocks().map { $0.split(separator: "\n")[1] } == ["id: 5", "id: 6"])
    }

    @Test("more early events than are kept end the stream, so that its client begins anew")
    func manyEarlyEvents() {
        let end = start([.dump("a")]) {
            for revision in 6..<100 { hub.publish(dump: "a", revision: revision, changed: []) }
        }
        defer { end() }
        #expect(stream.isEnding)
    }

    @Test("the deletion of its dump is the last event of a stream")
    func gone() {
        let end = start([.dump("a")])
        defer { end() }
        hub.publish(deletionOfDump: "a")
        #expect(blocks().last == "event: gone\nid: 5\ndata: {\"dump\":\"a\"}")
        #expect(stream.isEnding)
    }

    @Test("a stream of several topics goes on until the last of them is gone")
    func goneAmongOthers() {
        let end = start([.dump("none"), .dump("a"), .dump("b")])
        defer { end() }
        #expect(blocks().first == "event: gone\nid: 0.0.0\ndata: {\"dump\":\"none\"}")
        hub.publish(deletionOfDump: "a")
        hub.publish(dump: "a", revision: 9, changed: [])
        hub.publish(dump: "b", revision: 9, changed: [])
        #expect(blocks().map { $0.split(separator: "\n")[0] } == ["event: gone", "event: edit"])
        #expect(!stream.isEnding)
        hub.publish(deletionOfDump: "b")
        #expect(stream.isEnding)
    }

    @Test("a store that fails ends the stream, so that its client tries again")
    func failure() {
        let end = TopicFeed.start([.dump("a")], isNaming: false, from: hub, into: stream, after: nil) { _, _ in
            throw Failure()
        }
        #expect(stream.isEnding)
        end()
        #expect(hub.subscribers(of: .dump("a")) == 0)
    }
}
