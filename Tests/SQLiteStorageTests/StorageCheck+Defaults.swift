import Catalog
import Defaults
import Dispatch
import Foundation
import PropertyList
import TestSupport
import Testing

extension StorageCheck {
    private static let domain = "com.example.clock"

    /// One value of each type, and those that storages get wrong.
    static let exactValues: [String: PropertyListValue] = [
        "true": .bool(true), "false": .bool(false), "one": .integer(1), "wholeReal": .real(1), "least": .integer(.min),
        "greatest": .integer(.max), "unsigned": .unsigned(.max), "fraction": .real(0.1), "negativeZero": .real(-0.0),
        "nan": .real(.nan), "infinity": .real(-.infinity), "tiny": .real(.leastNonzeroMagnitude), "empty": .string(""),
        "text": .string("a\0b\n\"é\" e\u{301} 😀"), "noData": .data(Data()), "data": .data(Data([0, 1, 0x80, 0xFF])),
        "date": .date(Date(timeIntervalSinceReferenceDate: 0.123_456_789_012_345)), "past": .date(.distantPast),
        "emptyArray": .array([]), "emptyDictionary": .dictionary([:]),
        "nested": .array([
            .dictionary(["": .array([.real(0), .real(-0.0), .array([])]), "k": .dictionary(["a": .bool(false)])]),
            .string("after"),
        ]),
    ]

    static func valuesStayExact(_ open: OpenStorage) throws {
        try open().replace(domain, with: exactValues, source: .import)
        let snapshot = try open().snapshot(of: domain)
        #expect(snapshot.values.count == exactValues.count)
        for (key, value) in exactValues {
            #expect(snapshot.values[key]?.isIdentical(to: value) == true, "\(key)")
        }
        let changes = try open().history(of: domain, limit: 1, after: nil).entries.first?.changes ?? []
        #expect(changes.count == exactValues.count)
        #expect(changes.allSatisfy { exactValues[$0.key]?.isIdentical(to: $0.after ?? .bool(false)) == true })
    }

    static func oddTextStaysExact(_ open: OpenStorage) throws {
        let keys = ["", " ", "a.b/c", "%", "'; DROP TABLE domain; --", "\u{E9}", "K", "😀", "\n"]
        let name = "group.'%_é"
        let storage = try open()
        try storage.apply(keys.map { .set(key: $0, value: .string($0)) }, to: name, source: .api, actor: "O'Brien")
        let snapshot = try open().snapshot(of: name)
        for key in keys { #expect(snapshot.values[key]?.isIdentical(to: .string(key)) == true, "\(key)") }
        // The same letter in two scalars is the same key to Swift; it must not become a second row.
        try storage.apply(
            [.set(key: "e\u{301}", value: .integer(2)), .set(key: "\u{212A}", value: .integer(3))],
            to: name,
            source: .api
        )
        #expect(try open().snapshot(of: name).values.count == keys.count)
        #expect(try open().snapshot(of: name).values["\u{E9}"] == .integer(2))
        #expect(try open().history(of: name, limit: 5, after: nil).entries.last?.actor == "O'Brien")
        #expect(try open().domains().map(\.name) == [name])
    }

    static func unchangedWritesMakeNoRevision(_ open: OpenStorage) throws {
        let storage = try open()
        try storage.replace(domain, with: exactValues, source: .api)
        let same = exactValues.map { DefaultsEdit.set(key: $0.key, value: $0.value) } + [.remove(key: "absent")]
        let result = try storage.apply(same, to: domain, source: .api, ifRevision: 1)
        #expect(result == DefaultsWriteResult(domain: domain, revision: 1, changed: []))
        #expect(try storage.replace(domain, with: exactValues, source: .api).changed == [])
        #expect(try storage.replace("never", with: [:], source: .api).revision == 0)
        #expect(try storage.history(of: domain, limit: 10, after: nil).entries.count == 1)
        #expect(try storage.apply([.set(key: "one", value: .real(1))], to: domain, source: .api).changed == ["one"])
    }

    static func editsAreAllOrNothing(_ open: OpenStorage) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web)
        let before = try storage.snapshot(of: domain)
        #expect(throws: DefaultsError.self) {
            _ = try storage.update(domain, source: .web, actor: nil, ifRevision: nil) {
                _ throws(DefaultsError) in throw DefaultsError(.invalidKey, "No.")
            }
        }
        #expect(throws: DefaultsError.self) {
            try storage.apply(
                [.set(key: "b", value: .integer(1)), .set(key: "c\0", value: .integer(1))],
                to: domain,
                source: .web
            )
        }
        #expect(try open().snapshot(of: domain) == before)
    }

    static func conflictsChangeNothing(_ open: OpenStorage) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web, ifRevision: 0)
        for revision in [0, 2] {
            let error = #expect(throws: DefaultsError.self) {
                try storage.apply([.set(key: "a", value: .integer(2))], to: domain, source: .web, ifRevision: revision)
            }
            #expect(error?.code == .revisionConflict)
            #expect(error?.currentRevision == 1)
        }
        #expect(try open().snapshot(of: domain).values == ["a": .integer(1)])
        #expect(try storage.removeDomain(domain, source: .web, ifRevision: 1).changed == ["a"])
    }

    static func revisionsOutliveTheDomain(_ open: OpenStorage) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web)
        #expect(try storage.removeDomain(domain, source: .cli).revision == 2)
        #expect(try storage.domains().isEmpty)
        let empty = try open().snapshot(of: domain)
        #expect(empty.values.isEmpty)
        #expect(empty.revision == 2)
        #expect(try open().apply([.set(key: "a", value: .integer(1))], to: domain, source: .web).revision == 3)
        #expect(try open().history(of: domain, limit: 9, after: nil).entries.map(\.source) == [.web, .cli, .web])
    }

    static func historyHasPages(_ open: OpenStorage) throws {
        let storage = try open()
        for number in 1...5 {
            try storage.apply([.set(key: "n", value: .integer(Int64(number)))], to: domain, source: .api)
        }
        let first = try open().history(of: domain, limit: 2, after: nil)
        #expect(first.entries.map(\.revision) == [5, 4])
        #expect(first.next == 4)
        #expect(
            first.entries.first?.changes == [DefaultsChange(key: "n", before: .integer(4), after: .integer(5))]
        )
        let second = try open().history(of: domain, limit: 2, after: first.next)
        #expect(second.entries.map(\.revision) == [3, 2])
        let last = try open().history(of: domain, limit: 2, after: second.next)
        #expect(last.entries.map(\.revision) == [1])
        #expect(last.next == nil)
        #expect(try open().history(of: domain, limit: 5, after: nil).next == nil)
        #expect(try open().history(of: "never", limit: .max, after: nil).entries.isEmpty)
    }

    static func pastIsRestored(_ open: OpenStorage) throws {
        let storage = try open()
        try storage.replace(domain, with: exactValues, source: .import)
        try storage.apply(
            [.remove(key: "nan"), .set(key: "text", value: .bool(true)), .set(key: "new", value: .integer(1))],
            to: domain,
            source: .web
        )
        #expect(try storage.restore(domain, to: 1).changed == ["nan", "new", "text"])
        let values = try open().snapshot(of: domain).values
        #expect(DefaultsChange.between(exactValues, and: values).isEmpty)
    }

    static func everyRevisionIsFound(_ open: OpenStorage) throws {
        let storage = try open()
        var states: [[String: PropertyListValue]] = [[:]]
        var generator = SeededGenerator(seed: 5)
        for number in 1...60 {
            let key = "k\(Int.random(in: 0..<6, using: &generator))"
            let edit = DefaultsEdit.set(key: key, value: .integer(Int64(number)))
            let isRemoval = states[states.count - 1][key] != nil && generator.once(in: 3)
            try storage.apply([isRemoval ? .remove(key: key) : edit], to: domain, source: .api)
            // Others' changes must not be mixed in.
            try storage.apply([.set(key: key, value: .integer(Int64(-number)))], to: "other", source: .api)
            states.append(try storage.snapshot(of: domain).values)
        }
        #expect(try storage.snapshot(of: domain).revision == 60)
        for (revision, values) in states.enumerated() {
            let snapshot = try open().snapshot(of: domain, atRevision: revision)
            #expect(snapshot.values == values && snapshot.revision == revision)
            #expect((snapshot.updatedAt == nil) == (revision == 0))
        }
        for revision in [-1, 61] {
            let error = #expect(throws: DefaultsError.self) {
                try storage.snapshot(of: domain, atRevision: revision)
            }
            #expect(error?.code == .unknownRevision)
        }
    }

    static func largeChangesMakeShortPages(_ open: OpenStorage) throws {
        let storage = try open()
        for number in 1...12 {
            let text = String(repeating: String(number % 10), count: 1_000_000)
            try storage.apply([.set(key: "large", value: .string(text))], to: domain, source: .api)
        }
        var revisions: [Int] = []
        var after: Int?
        repeat {
            let page = try open().history(of: domain, limit: 1_000, after: after)
            #expect((1...4).contains(page.entries.count))
            revisions += page.entries.map(\.revision)
            after = page.next
        } while after != nil
        #expect(revisions == Array((1...12).reversed()))
        #expect(try storage.snapshot(of: domain, atRevision: 3).values["large"]?.stringValue?.first == "3")
    }

    static func domainsAreSeparate(_ open: OpenStorage) throws {
        let storage = try open()
        for name in ["b", "NSGlobalDomain", "a"] {
            try storage.apply(
                [.set(key: "k", value: .string(name)), .set(key: "l", value: .bool(true))],
                to: name,
                source: .api
            )
        }
        try storage.removeDomain("b", source: .api)
        let domains = try open().domains()
        #expect(domains.map(\.name) == ["NSGlobalDomain", "a"])
        #expect(domains.allSatisfy { $0.keys == 2 && $0.revision == 1 && $0.updatedAt != nil })
        #expect(try open().snapshot(of: "a").values["k"] == .string("a"))
    }

    static func writersTakeTurns(_ open: OpenStorage) throws {
        // Two openings of one place stand for two processes.
        let storages = [try open(), try open()]
        DispatchQueue.concurrentPerform(iterations: 40) { number in
            let storage = storages[number % 2]
            do {
                try storage.apply([.set(key: "k\(number)", value: .integer(Int64(number)))], to: domain, source: .api)
                _ = try storage.snapshot(of: domain)
            } catch {
                Issue.record(error)
            }
        }
        let snapshot = try open().snapshot(of: domain)
        #expect(snapshot.revision == 40)
        #expect(snapshot.values.count == 40)
        #expect(try open().snapshot(of: domain, atRevision: 10).values.count == 10)
    }
}
