import Defaults
import PropertyList
import Testing
import TestSupport

extension DefaultsStoreCheck {
    static func revisionsOutliveTheDomain(_ open: OpenDefaultsStore) throws {
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

    static func historyHasPages(_ open: OpenDefaultsStore) throws {
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

    static func largeChangesMakeShortPages(_ open: OpenDefaultsStore) throws {
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

    static func everyRevisionIsFound(_ open: OpenDefaultsStore) throws {
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

    static func pastIsRestored(_ open: OpenDefaultsStore) throws {
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

    static func oneWriteIsUndone(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        try storage.replace(domain, with: exactValues, source: .import)
        try storage.apply(
            [.remove(key: "nan"), .set(key: "one", value: .real(1)), .set(key: "new", value: .integer(1))],
            to: domain,
            source: .web
        )
        try storage.apply([.set(key: "text", value: .string("later"))], to: domain, source: .web)
        let result = try storage.undo(2, of: domain, actor: "ann", ifRevision: 3)
        #expect(result == DefaultsWriteResult(domain: domain, revision: 4, changed: ["nan", "new", "one"]))
        var expected = exactValues
        expected["text"] = .string("later")
        #expect(DefaultsChange.between(expected, and: try open().snapshot(of: domain).values).isEmpty)
        let newest = try open().history(of: domain, limit: 1, after: nil).entries.first
        #expect(newest?.source == .restore && newest?.actor == "ann")
        // An undo is a change like any other, so it can be undone.
        #expect(try storage.undo(4, of: domain).changed == ["nan", "new", "one"])
        #expect(try open().snapshot(of: domain).values["one"]?.isIdentical(to: .real(1)) == true)
    }

    static func undoIsRefusedWhenKeysHaveMoved(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        try storage.apply(
            [.set(key: "a", value: .integer(1)), .set(key: "b", value: .integer(1))],
            to: domain,
            source: .web
        )
        try storage.apply([.set(key: "a", value: .real(1)), .remove(key: "b")], to: domain, source: .web)
        let before = try storage.snapshot(of: domain)
        let conflict = #expect(throws: DefaultsError.self) { try storage.undo(1, of: domain) }
        #expect(conflict?.code == .undoConflict && conflict?.keys == ["a", "b"])
        let late = #expect(throws: DefaultsError.self) { try storage.undo(2, of: domain, ifRevision: 1) }
        #expect(late?.code == .revisionConflict)
        for revision in [0, -1, 3, .max, .min] {
            let unknown = #expect(throws: DefaultsError.self) { try storage.undo(revision, of: domain) }
            #expect(unknown?.code == .unknownRevision)
        }
        #expect(throws: DefaultsError.self) { try storage.undo(1, of: "never") }
        #expect(try open().snapshot(of: domain) == before)
    }

    static func changedKeysComeFromTheHistory(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        for number in 1...250 {
            try storage.apply(
                [.set(key: "k\(number % 3)", value: .integer(Int64(number)))],
                to: domain,
                source: .api
            )
        }
        #expect(try storage.revision(of: domain) == 250)
        #expect(try storage.changes(of: domain, since: nil) == [ChangedKeys(revision: 250, keys: [])])
        #expect(try storage.changes(of: domain, since: 250) == [ChangedKeys(revision: 250, keys: [])])
        for older in [249, 248, 150, 149, 1, 0] {
            let each = (older + 1...250).map { ChangedKeys(revision: $0, keys: ["k\($0 % 3)"]) }
            #expect(try storage.changes(of: domain, since: older) == each)
        }
        #expect(try storage.changes(of: "never", since: nil) == [ChangedKeys(revision: 0, keys: [])])
        for revision in [251, -1, .max, .min] {
            let changes = try storage.changes(of: domain, since: revision)
            #expect(changes == [ChangedKeys(revision: 250, keys: [], isTruncated: true)])
        }
    }
}
