import ServerTesting
import Synchronization
import Testing

@testable import Services

@Suite("Event hub")
struct EventHubTests {
    @Test("a sink gets the events of its topics, in their order, and no others")
    func topics() {
        let hub = EventHub()
        let log = EventLog()
        hub.subscribe(log, to: [.dump("a"), .defaults("a")])
        hub.publish(dump: "a", revision: 1, changed: [3])
        hub.publish(dump: "b", revision: 1, changed: [4])
        hub.publish(domain: "a", revision: 7, keys: ["k"])
        hub.publish(deletionOfDump: "a")
        #expect(log.events.map(\.name) == ["edit", "change", "gone"])
        #expect(log.events.map(\.topic) == [.dump("a"), .defaults("a"), .dump("a")])
        #expect(log.events.map(\.revision) == [1, 7, nil])
    }

    @Test("a sink gets nothing after it has been unsubscribed, and leaves nothing behind")
    func unsubscribing() {
        let hub = EventHub()
        let (first, second) = (EventLog(), EventLog())
        hub.subscribe(first, to: [.dump("a")])
        hub.subscribe(second, to: [.dump("a")])
        #expect(hub.subscribers(of: .dump("a")) == 2)
        hub.unsubscribe(first, from: [.dump("a"), .dump("b")])
        hub.publish(dump: "a", revision: 1, changed: [])
        #expect(first.events.isEmpty)
        #expect(second.events.count == 1)
        hub.unsubscribe(second, from: [.dump("a")])
        #expect(hub.subscribers(of: .dump("a")) == 0)
    }

    @Test("an event lists the first 1,000 views and says when there are more")
    func longLists() {
        let short = TopicEvent.edit(dump: "a", revision: 2, changed: Array(0..<1000))
        #expect(short.text.hasSuffix(",998,999]}"))
        let long = TopicEvent.edit(dump: "a", revision: 2, changed: Array(0..<1001))
        #expect(long.text.hasSuffix(#",998,999],"truncated":true}"#))
        let keys = TopicEvent.change(domain: "d", revision: 2, keys: (0..<1001).map { "\($0)" })
        #expect(keys.text.hasSuffix(#","998","999"],"truncated":true}"#))
    }

    @Test("an event holds no more than 8 KiB of keys, however they are escaped")
    func longKeys() {
        for key in [String(repeating: "a", count: 1024), String(repeating: "<", count: 1000), "\u{1}\u{2028}\"\\"] {
            let event = TopicEvent.change(domain: "d", revision: 2, keys: Array(repeating: key, count: 900))
            #expect(event.text.hasSuffix(#","truncated":true}"#))
            #expect(event.data.count <= TopicEvent.longestKeys + 100)
            #expect(event.data.count > TopicEvent.longestKeys / 2)
        }
    }

    @Test("the data of a dump's event names the dump for a stream of several topics only")
    func naming() {
        let event = TopicEvent.edit(dump: "a", revision: 2, changed: [5, 6])
        #expect(event.text == #"{"revision":2,"changed":[5,6]}"#)
        #expect(String(decoding: event.namedData, as: UTF8.self) == #"{"dump":"a","revision":2,"changed":[5,6]}"#)
    }
}
