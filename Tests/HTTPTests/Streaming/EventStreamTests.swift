import HTTPTesting
import Testing

@testable import HTTP

@Suite struct EventStreamTests {
    private static let emptyFeed = EventFeed { _ in {} }

    private static func event(_ count: Int) -> ServerSentEvent {
        // "data: " and two line ends around it
        ServerSentEvent(data: Array(repeating: 0x61, count: count - 8))
    }

    @Test("a stream begins with how long to wait before coming back")
    func preamble() {
        #expect(EventStream().readAll() == Array("retry: 2000\n\n".utf8))
    }

    @Test("events are queued up to the limit; one more empties the queue and ends the stream")
    func overflow() {
        let stream = EventStream()
        _ = stream.readAll()
        stream.begin(Self.emptyFeed, queue: 100)
        stream.send(Self.event(60))
        stream.send(Self.event(40))
        #expect(!stream.isOverflown)
        stream.send(Self.event(9))
        #expect(stream.isOverflown)
        #expect(stream.readAll().isEmpty)
        stream.send(Self.event(9))
        #expect(stream.readAll().isEmpty)
    }

    @Test("what is taken makes room")
    func room() {
        let stream = EventStream()
        _ = stream.readAll()
        stream.begin(Self.emptyFeed, queue: 100)
        for _ in 0..<20 {
            stream.send(Self.event(90))
            #expect(stream.readAll().count == 90)
        }
        #expect(!stream.isOverflown)
    }

    @Test("an event that is longer than the limit is sent when nothing else waits")
    func longEvent() {
        let stream = EventStream()
        _ = stream.readAll()
        stream.begin(Self.emptyFeed, queue: 100)
        stream.send(Self.event(1000))
        #expect(!stream.isOverflown)
        #expect(stream.readAll().count == 1000)
    }

    @Test("what a feed begins with does not count")
    func beginning() {
        let stream = EventStream()
        let feed = EventFeed { stream in
            for _ in 0..<10 { stream.send(Self.event(90)) }
            return {}
        }
        stream.begin(feed, queue: 100)
        stream.send(Self.event(90))
        #expect(!stream.isOverflown)
        _ = stream.readAll()
        stream.send(Self.event(90))
        stream.send(Self.event(90))
        #expect(stream.isOverflown)
    }

    @Test("what is taken piece by piece is what was sent")
    func pieces() {
        let stream = EventStream()
        var sent = EventStream.preamble
        var taken: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 37, alignment: 1)
        defer { buffer.deallocate() }
        func take() {
            let count = stream.read(into: buffer, sending: .seconds(1)) ?? 0
            taken += buffer[..<count]
        }
        for number in 0..<200 {
            let event = ServerSentEvent(id: "\(number)", data: Array("some text".utf8))
            stream.send(event)
            sent += event.encoded
            if number % 7 != 0 { take() }
        }
        stream.end()
        while taken.count < sent.count { take() }
        #expect(taken == sent)
        #expect(stream.sentBytes == sent.count)
        #expect(stream.read(into: buffer, sending: .seconds(1)) == nil)
    }

    @Test("an ended stream takes no more events and keeps those that it has")
    func end() {
        let stream = EventStream()
        stream.send(Self.event(20))
        stream.end()
        stream.send(Self.event(30))
        #expect(stream.readAll().count == EventStream.preamble.count + 20)
    }
}

@Suite struct ServerSentEventTests {
    private func encoded(_ event: ServerSentEvent) -> String { String(decoding: event.encoded, as: UTF8.self) }

    @Test("an event is its name, id and data, each on a line, and an empty line")
    func fields() {
        let event = ServerSentEvent(name: "edit", id: "7", data: Array(#"{"revision":7}"#.utf8))
        #expect(encoded(event) == "event: edit\nid: 7\ndata: {\"revision\":7}\n\n")
    }

    @Test("a name and an id may be missing")
    func dataAlone() {
        #expect(encoded(ServerSentEvent(data: Array("x".utf8))) == "data: x\n\n")
    }

    @Test("every line of the data is a field of its own, whatever ends it")
    func lines() {
        let event = ServerSentEvent(data: Array("a\nb\r\nc\rd\n".utf8))
        #expect(encoded(event) == "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n")
    }

    @Test("line ends in a name or an id begin no other field")
    func injection() {
        let event = ServerSentEvent(name: "a\ndata: b", id: "1\r\n\u{0}2", data: Array("x".utf8))
        #expect(encoded(event) == "event: adata: b\nid: 12\ndata: x\n\n")
    }
}
