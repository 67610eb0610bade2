import Foundation
import HTTPTypes
import JSON
import PropertyList
import Testing
import Web

@testable import Services

@Suite("Property-list values in JSON")
struct PropertyListEnvelopeTests {
    private func text(_ value: PropertyListValue) -> String {
        var writer = JSONWriter()
        PropertyListEnvelope.write(value, to: &writer)
        return String(decoding: writer.finish(), as: UTF8.self)
    }

    private func value(_ json: String) throws -> PropertyListValue {
        try PropertyListEnvelope.value(JSONPlace(JSONValue(parsing: Array(json.utf8))))
    }

    @Test(
        "every type has its own form and comes back as it was",
        arguments: [
            (PropertyListValue.bool(true), "true"), (.integer(1), "1"), (.integer(.min), "-9223372036854775808"),
            (.real(1), "{\"$real\":1}"), (.real(0.5), "0.5"), (.real(-.infinity), "{\"$real\":\"-inf\"}"),
            (.real(1e300), "{\"$real\":1e+300}"), (.string("$a"), "\"$a\""),
            (.data(Data([0, 1, 2])), "{\"$data\":\"AAEC\"}"),
            (.date(Date(timeIntervalSince1970: 0)), "{\"$date\":\"1970-01-01T00:00:00Z\"}"),
            (.date(Date(timeIntervalSince1970: -0.75)), "{\"$date\":\"1969-12-31T23:59:59.25Z\"}"),
            (.array([.integer(1), .array([])]), "[1,[]]"),
            (.dictionary(["$x": .bool(false), "a": .dictionary([:])]), "{\"$$x\":false,\"a\":{}}"),
            (.dictionary(["$real": .integer(1)]), "{\"$$real\":1}"), (.real(-0.0), "{\"$real\":-0.0}"),
            (.dictionary(["$$a": .integer(1)]), "{\"$$$a\":1}"), (.real(.infinity), "{\"$real\":\"inf\"}"),
            (.unsigned(.max), "{\"$integer\":\"18446744073709551615\"}"),
        ]
    )
    func roundTrip(_ original: PropertyListValue, _ json: String) throws {
        #expect(text(original) == json)
        #expect(try value(json).isIdentical(to: original))
    }

    @Test("not-a-number has a form")
    func notANumber() throws {
        #expect(text(.real(.nan)) == "{\"$real\":\"nan\"}")
        guard case .real(let number) = try value("{\"$real\":\"nan\"}") else {
            Issue.record("no real")
            return
        }
        #expect(number.isNaN)
    }

    @Test(
        "null, bad wrappers and undoubled dollars are refused at their place",
        arguments: [
            ("null", ""), ("[1,null]", "/1"), ("{\"a/b\":{\"c\":null}}", "/a~1b/c"), ("{\"$date\":\"yesterday\"}", ""),
            ("[{\"$data\":\"?\"}]", "/0"), ("{\"$real\":\"one\"}", ""), ("{\"$what\":1}", "/$what"),
            ("{\"$date\":\"2026-01-02T03:04:05Z\",\"b\":1}", "/$date"),
        ]
    )
    func refusals(_ json: String, _ pointer: String) {
        #expect { try value(json) } throws: { error in
            guard let problem = error as? Problem, problem.status.code == 422 else { return false }
            return problem.errors.first?.place == .pointer(pointer)
        }
    }

    @Test("all that a property list cannot hold is named at once")
    func severalRefusals() {
        #expect { try value("{\"a\":null,\"b\":[1,null],\"c\":2}") } throws: { error in
            (error as? Problem)?.errors.map(\.place) == [.pointer("/a"), .pointer("/b/1")]
        }
    }

    @Test("integers in a string are integers of either kind")
    func integersInStrings() throws {
        #expect(try value("{\"$integer\":\"-5\"}") == .integer(-5))
        #expect(try value("{\"$integer\":7}") == .integer(7))
        #expect(throws: Problem.self) { try value("{\"$integer\":\"18446744073709551616\"}") }
    }

    @Test("a whole number is one however it is written")
    func wholeNumbers() throws {
        #expect(try value("{\"$integer\":7.0}") == .integer(7))
        #expect(try value("{\"$integer\":1e3}") == .integer(1000))
        for text in ["7.5", "1e30", "-1e19", "true"] {
            #expect(throws: Problem.self) { try value("{\"$integer\":\(text)}") }
        }
    }

    @Test("two spellings of one key are refused, because a dictionary holds but one")
    func equalKeys() {
        #expect(throws: Problem.self) { try value("{\"\u{E9}\":1,\"e\u{301}\":2}") }
        #expect(throws: Problem.self) {
            let members = [JSONMember(name: "\u{E9}", value: 1), JSONMember(name: "e\u{301}", value: 2)]
            _ = try PropertyListEnvelope.dictionary(JSONPlace(.object(members)))
        }
    }

    @Test("the names of a domain's keys lose one of two dollars")
    func keys() {
        #expect(PropertyListEnvelope.key("$$a") == "$a")
        #expect(PropertyListEnvelope.key("$a") == "$a")
        #expect(PropertyListEnvelope.key("a$$") == "a$$")
    }

    @Test("a member whose name begins with a single dollar names no key")
    func halfEscaped() throws {
        let members = JSONPlace(.object([JSONMember(name: "$$a", value: 1), JSONMember(name: "$a", value: 1)])).members
        #expect(try PropertyListEnvelope.key(of: members[0]) == "$a")
        #expect(throws: Problem.self) { try PropertyListEnvelope.key(of: members[1]) }
    }

    @Test(
        "instants come back to the last bit",
        arguments: [-63_145_526_399.9, -0.5, 0, 1.1, 123_456.789, 1e10 / 3, 252_423_993_599.9]
    )
    func instants(seconds: Double) throws {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        #expect(try value(text(.date(date))).isIdentical(to: .date(date)), "\(date)")
    }
}
