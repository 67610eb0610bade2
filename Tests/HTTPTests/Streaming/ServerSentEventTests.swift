import Testing

@testable import HTTP

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
