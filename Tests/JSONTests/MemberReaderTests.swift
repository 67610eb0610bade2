import JSON
import Testing

@Suite("Members with their faults")
struct MemberReaderTests {
    private enum Color: String, CaseIterable { case red, green }

    private func place(_ text: String) throws -> JSONPlace { JSONPlace(try JSONValue(parsing: Array(text.utf8))) }

    @Test("values of the right kind are read without a fault")
    func values() throws {
        let body = try place(
            #"{"i":3.0,"n":-1e2,"b":true,"t":"x","c":"red","l":[1,[2]],"o":{"x":1,"y":2},"z":null,"m":[1,2]}"#
        )
        var reader = MemberReader()
        #expect(reader.integer(body["i"], in: 3...3) == 3 && reader.number(body["n"]) == -100)
        #expect(reader.bool(body["b"]) == true && reader.text(body["t"]) == "x")
        #expect(reader.choice(body["c"], Color.self) == .red)
        #expect(reader.elements(body["l"])?.map(\.pointer) == ["/l/0", "/l/1"])
        #expect(reader.object(body["o"])?["y"]?.pointer == "/o/y")
        #expect(
            reader.numbers(body["o"], named: ["y", "x"]) == [2, 1] && reader.numbers(body["m"], count: 2) == [1, 2]
        )
        #expect(reader.required("z", of: body)?.value == .null)
        reader.checkNames(of: body, ["i", "n", "b", "t", "c", "l", "o", "z", "m"])
        #expect(reader.faults.isEmpty)
    }

    @Test("what is absent is nil and no fault")
    func absent() {
        var reader = MemberReader()
        #expect(reader.integer(nil) == nil && reader.number(nil) == nil && reader.bool(nil) == nil)
        #expect(reader.text(nil) == nil && reader.choice(nil, Color.self) == nil && reader.elements(nil) == nil)
        #expect(reader.object(nil) == nil && reader.numbers(nil, count: 1) == nil)
        #expect(reader.numbers(nil, named: ["x"]) == nil && reader.faults.isEmpty)
    }

    @Test("every fault has its place and says what would be right")
    func faults() throws {
        let body = try place(
            #"{"a/b":"1","r":11,"n":-1,"f":1.5,"b":0,"t":[],"c":"blue","l":{},"s":[1],"o":{"x":"1","q":2},"m":[1,null]}"#
        )
        var reader = MemberReader()
        _ = reader.integer(body["a/b"])
        _ = reader.integer(body["r"], in: 0...10)
        _ = reader.number(body["n"], in: 0...MemberReader.finite.upperBound)
        _ = reader.integer(body["f"])
        _ = reader.bool(body["b"])
        _ = reader.text(body["t"])
        _ = reader.choice(body["c"], Color.self)
        _ = reader.elements(body["l"])
        _ = reader.elements(body["s"], count: 2, of: "places")
        _ = reader.numbers(body["o"], named: ["x", "y"])
        _ = reader.numbers(body["m"], count: 2)
        _ = reader.number(body["r"], in: 0...1)
        _ = reader.required("gone", of: body)
        #expect(
            reader.faults == [
                .init("“a/b” takes a whole number, not “1”.", at: "/a~1b"),
                .init("“r” takes a whole number from 0 to 10, not 11.", at: "/r"),
                .init("“n” takes a number that is not below 0, not -1.", at: "/n"),
                .init("“f” takes a whole number, not 1.5.", at: "/f"),
                .init("“b” takes true or false, not 0.", at: "/b"),
                .init("“t” takes a text, not an array of 0.", at: "/t"),
                .init("“c” takes one of red, green, not “blue”.", at: "/c"),
                .init("“l” takes an array of values, not an object.", at: "/l"),
                .init("“s” takes an array of 2 places, not an array of 1.", at: "/s"),
                .init("This member is unknown here. Use x, y.", at: "/o/q"),
                .init("“x” takes a finite number, not “1”.", at: "/o/x"),
                .init("“y” is missing.", at: "/o"),
                .init("This takes a finite number, not null.", at: "/m/1"),
                .init("“r” takes a number from 0 to 1, not 11.", at: "/r"),
                .init("“gone” is missing.", at: ""),
            ]
        )
    }

    @Test("in a query numbers and truth values stand in texts, and only there")
    func texts() {
        func place(_ text: String) -> JSONPlace { JSONPlace(.string(text), named: "p") }
        var reader = MemberReader(acceptsText: true)
        #expect(reader.integer(place("12")) == 12 && reader.number(place("1e3")) == 1000)
        #expect(reader.bool(place("YES")) == true && reader.bool(place("0")) == false)
        #expect(reader.faults.isEmpty)
        #expect(reader.integer(JSONPlace(.integer(1), named: "p")) == nil && reader.number(place("inf")) == nil)
        #expect(reader.bool(place("on")) == nil && reader.integer(place("1.0")) == nil)
        #expect(reader.faults.map(\.pointer) == ["/p", "/p", "/p", "/p"])
    }

    @Test("no more faults are kept than anybody reads")
    func limit() {
        var reader = MemberReader()
        for index in 0..<500 { _ = reader.bool(JSONPlace(.null, named: "m\(index)")) }
        #expect(reader.faults.count == MemberReader.maximumFaults && reader.faults.last?.pointer == "/m99")
    }

    @Test("a pointer goes through arrays and objects")
    func pointers() throws {
        let body = try place(#"{"a":[{"b~":[0,7]}]}"#)
        let inner = body["a"]?.elements.first?.members.first?.elements.last
        #expect(inner?.pointer == "/a/0/b~0/1" && inner?.value == .integer(7) && inner?.name == nil)
        #expect(body.pointer == "" && body["a"]?.name == "a" && body["x"] == nil && body.elements.isEmpty)
    }
}
