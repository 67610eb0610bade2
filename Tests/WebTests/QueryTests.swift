import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import Testing

@testable import Web

@Suite("Query parameters")
struct QueryTests {
    private func reader(_ query: String) throws -> QueryReader {
        QueryReader(try Request(method: .get, target: "/api/x?" + query))
    }

    @Test("values are read in their types")
    func valuesAreRead() throws {
        var query = try reader("a=7&b=-2.5&c=yes&d=even&e=1,2,3")
        #expect(query.integer("a", in: 0...10) == 7)
        #expect(query.number("b", in: -10...10) == -2.5)
        #expect(query.bool("c") == true)
        #expect(query.choice("d", of: ["even", "odd"]) == "even")
        #expect(query.integers("e", atMost: 3) == [1, 2, 3])
        #expect(query.integer("missing") == nil)
        try query.finish()
    }

    @Test("every fault is collected with its parameter")
    func faultsAreCollected() throws {
        var query = try reader("a=seven&b=inf&c=maybe&d=blue&e=1,x&f=1&f=2&g=99999999999999999999")
        _ = query.integer("a")
        _ = query.number("b", in: -1e9...1e9)
        _ = query.bool("c")
        _ = query.choice("d", of: ["even", "odd"])
        _ = query.integers("e", atMost: 3)
        _ = query.integer("g")
        #expect { try query.finish() } throws: { error in
            guard let problem = error as? Problem else { return false }
            let names = problem.errors.compactMap { item -> String? in
                guard case .parameter(let name) = item.place else { return nil }
                return name
            }
            return problem.status == .badRequest && Set(names) == ["a", "b", "c", "d", "e", "f", "g"]
        }
    }

    @Test("lists of numbers have so many entries, all of them finite")
    func lists() throws {
        var query = try reader("a=1,-2.5,3e2&b=1,2&c=1,,2&d=1,nan,3&e=1,2,3,&f=")
        #expect(query.numbers("a", count: 3) == [1, -2.5, 300])
        try query.finish()
        for name in ["b", "c", "d", "e", "f", "g"] {
            #expect(query.numbers(name, count: 3) == [0, 0, 0])
        }
        #expect { try query.finish() } throws: { ($0 as? Problem)?.errors.count == 6 }
    }

    @Test("a number that has to be given is a fault when it is absent, and named once when it is unreadable")
    func required() throws {
        var query = try reader("a=-7&b=x")
        #expect(query.requiredNumber("a") == -7)
        _ = query.requiredNumber("b")
        _ = query.requiredNumber("c", in: 0...1)
        #expect { try query.finish() } throws: { ($0 as? Problem)?.errors.count == 2 }
    }

    @Test("a cursor walks a list to its end, each entry once")
    func cursorsWalkTheList() throws {
        let list = Array(0..<25)
        var seen: [Int] = []
        var after: Int?
        repeat {
            var query = try reader("limit=10" + (after.map { "&after=\($0)" } ?? ""))
            let part = PageRange(&query).slice(of: list)
            seen += part.entries
            after = part.next
        } while after != nil
        #expect(seen == list)
    }

    @Test("a cursor past the end gives nothing", arguments: ["24", "25", "9223372036854775807"])
    func cursorsPastTheEndAreEmpty(_ after: String) throws {
        var query = try reader("after=\(after)")
        let part = PageRange(&query).slice(of: Array(0..<25))
        #expect(part.entries.isEmpty && part.next == nil)
    }
}
