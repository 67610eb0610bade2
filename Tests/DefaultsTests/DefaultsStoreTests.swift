import Defaults
import PropertyList
import StorageTesting
import Testing

@Suite("What every defaults store can do")
struct DefaultsStoreTests {
    private let domain = "com.example.clock"

    private func nested(_ levels: Int) -> PropertyListValue {
        (0..<levels).reduce(.integer(1)) { value, _ in .array([value]) }
    }

    @Test("a store in memory does what every store does", arguments: DefaultsStoreCheck.allCases)
    func conforms(check: DefaultsStoreCheck) throws {
        let store = MemoryDefaultsStore()
        try check.run { store }
    }

    @Test("edits of a Settings screen touch no managed key, and are all made or none")
    func managed() throws {
        let store = MemoryDefaultsStore()
        let layers = VolatileLayers()
        try store.replace(domain, with: ["a": .integer(1), "b": .integer(1)], source: .api)
        try layers.set(.managed, of: domain, to: ["b": .integer(9), "c": .integer(9)])
        let error = #expect(throws: DefaultsError.self) {
            try store.applySettings(
                [.remove(key: "a"), .remove(key: "b"), .set(key: "c", value: .bool(true))],
                to: domain,
                under: layers,
                source: .web
            )
        }
        #expect(error?.code == .managed && error?.keys == ["b", "c"])
        #expect(error?.message == "2 keys are managed; nothing was stored.")
        #expect(store.snapshot(of: domain).revision == 1)
        let late = #expect(throws: DefaultsError.self) {
            try store.applySettings([.remove(key: "a")], to: domain, under: layers, source: .web, ifRevision: 0)
        }
        #expect(late?.code == .revisionConflict)
        #expect(try store.applySettings([.remove(key: "a")], to: domain, under: layers, source: .web).changed == ["a"])
        // The managed layer of another domain, and what an app registers, force nothing here.
        try layers.set(.managed, of: domain, to: [:])
        try layers.set(.managed, of: "other", to: ["b": .integer(9)])
        try layers.set(.registered, of: domain, to: ["b": .integer(9)])
        #expect(try store.applySettings([.remove(key: "b")], to: domain, under: layers, source: .web).changed == ["b"])
    }

    @Test("what the history has forgotten cannot be undone, and hides keys that have changed")
    func forgotten() throws {
        let store = MemoryDefaultsStore()
        for number in 1...9 {
            try store.apply([.set(key: "k\(number)", value: .integer(1))], to: domain, source: .api)
        }
        store.forget(6, of: domain)
        var changes = (7...9).map { ChangedKeys(revision: $0, keys: ["k\($0)"]) }
        #expect(try store.changes(of: domain, since: 6) == changes)
        changes[0].isTruncated = true
        #expect(try store.changes(of: domain, since: 5) == changes)
        let error = #expect(throws: DefaultsError.self) { try store.undo(6, of: domain) }
        #expect(error?.code == .unknownRevision)
        #expect(try store.undo(7, of: domain).changed == ["k7"])
    }

    @Test("edits are made in their order")
    func editsInOrder() throws {
        let store = MemoryDefaultsStore()
        let result = try store.apply(
            [
                .set(key: "a", value: .integer(1)), .set(key: "b", value: .bool(true)), .remove(key: "a"),
                .set(key: "b", value: .bool(false)),
            ],
            to: domain,
            source: .api
        )
        #expect(result == DefaultsWriteResult(domain: domain, revision: 1, changed: ["b"]))
        #expect(store.snapshot(of: domain).values == ["b": .bool(false)])
    }

    @Test("one edit that is refused leaves all undone")
    func allOrNothing() throws {
        let store = MemoryDefaultsStore()
        #expect(throws: DefaultsError.self) {
            try store.apply(
                [.set(key: "good", value: .bool(true)), .set(key: "b\0d", value: .bool(true))],
                to: domain,
                source: .api
            )
        }
        #expect(store.snapshot(of: domain).revision == 0)
    }

    @Test(
        "names that no domain can have are refused",
        arguments: ["", "a/b", "a\u{7}b", "a\0", ".", "..", String(repeating: "x", count: 256)]
    )
    func invalidDomains(name: String) {
        let store = MemoryDefaultsStore()
        let error = #expect(throws: DefaultsError.self) {
            try store.apply([.set(key: "a", value: .bool(true))], to: name, source: .api)
        }
        #expect(error?.code == .invalidDomain)
        #expect(throws: DefaultsError.self) { try store.replace(name, with: [:], source: .api) }
    }

    @Test("odd keys are keys", arguments: ["", " ", "a.b/c", "é", "$x", "😀"])
    func oddKeys(key: String) throws {
        let store = MemoryDefaultsStore()
        try store.apply([.set(key: key, value: .integer(1))], to: domain, source: .api)
        #expect(store.snapshot(of: domain).values[key] == .integer(1))
    }

    @Test("each limit has its code and names the key")
    func limits() throws {
        let limits = DefaultsLimits(
            maximumKeyBytes: 4,
            maximumValueBytes: 100,
            maximumDepth: 3,
            maximumKeys: 2,
            maximumDomainBytes: 150
        )
        let store = MemoryDefaultsStore(limits: limits)
        func code(_ edits: [DefaultsEdit]) -> DefaultsError? {
            do throws(DefaultsError) {
                try store.apply(edits, to: domain, source: .api)
                return nil
            } catch {
                return error
            }
        }
        #expect(code([.set(key: "12345", value: .bool(true))])?.code == .invalidKey)
        #expect(code([.set(key: "a", value: .string(String(repeating: "x", count: 101)))])?.code == .valueTooLarge)
        #expect(code([.set(key: "a", value: nested(4))])?.code == .valueTooDeep)
        #expect(code([.set(key: "a", value: nested(4))])?.keys == ["a"])
        #expect(code([.set(key: "a", value: nested(3))]) == nil)
        let large = PropertyListValue.string(String(repeating: "x", count: 90))
        #expect(code([.set(key: "a", value: large), .set(key: "b", value: large)])?.code == .domainTooLarge)
        #expect(
            code([.set(key: "b", value: .bool(true)), .set(key: "c", value: .bool(true))])?.code == .domainTooLarge
        )
    }

    @Test("a value nested without end is measured without recursion")
    func deepValue() {
        let store = MemoryDefaultsStore()
        let error = #expect(throws: DefaultsError.self) {
            try store.apply([.set(key: "a", value: nested(5_000))], to: domain, source: .api)
        }
        #expect(error?.code == .valueTooDeep)
    }

    @Test("an older revision is found by undoing what came after")
    func past() throws {
        let store = MemoryDefaultsStore()
        try store.apply(
            [.set(key: "a", value: .integer(1)), .set(key: "b", value: .string("x"))],
            to: domain,
            source: .web
        )
        try store.apply([.set(key: "a", value: .real(1)), .remove(key: "b")], to: domain, source: .web)
        try store.removeDomain(domain, source: .web)
        #expect(try store.snapshot(of: domain, atRevision: 3).values.isEmpty)
        #expect(try store.snapshot(of: domain, atRevision: 2).values == ["a": .real(1)])
        #expect(try store.snapshot(of: domain, atRevision: 1).values == ["a": .integer(1), "b": .string("x")])
        let empty = try store.snapshot(of: domain, atRevision: 0)
        #expect(empty.values.isEmpty)
        #expect(empty.revision == 0)
        #expect(empty.updatedAt == nil)
    }

    @Test("hundreds of revisions are undone page by page")
    func longPast() throws {
        let store = MemoryDefaultsStore()
        for number in 1...450 {
            try store.apply([.set(key: "n", value: .integer(Int64(number)))], to: domain, source: .api)
        }
        #expect(try store.snapshot(of: domain, atRevision: 3).values == ["n": .integer(3)])
    }

    @Test("restoring is a change of its own", arguments: [0, 1])
    func restore(revision: Int) throws {
        let store = MemoryDefaultsStore()
        try store.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web)
        try store.apply(
            [.set(key: "a", value: .integer(2)), .set(key: "b", value: .integer(3))],
            to: domain,
            source: .web
        )
        let result = try store.restore(domain, to: revision, actor: "ann", ifRevision: 2)
        #expect(result.revision == 3)
        #expect(result.changed == ["a", "b"])
        #expect(store.snapshot(of: domain).values == (revision == 1 ? ["a": .integer(1)] : [:]))
        let newest = store.history(of: domain, limit: 1, after: nil).entries.first
        #expect(newest?.source == .restore)
        #expect(newest?.actor == "ann")
    }

    @Test("a revision that never was, or is forgotten, is unknown")
    func unknownRevisions() throws {
        let store = MemoryDefaultsStore()
        for number in 1...3 {
            try store.apply([.set(key: "n", value: .integer(Int64(number)))], to: domain, source: .api)
        }
        store.forget(1, of: domain)
        #expect(try store.snapshot(of: domain, atRevision: 1).values == ["n": .integer(1)])
        for revision in [-1, 0, 4] {
            let error = #expect(throws: DefaultsError.self) { try store.restore(domain, to: revision) }
            #expect(error?.code == .unknownRevision)
        }
    }

    @Test("a write that expects another revision is refused and says the present one")
    func conflict() throws {
        let store = MemoryDefaultsStore()
        try store.apply([.set(key: "a", value: .integer(1))], to: domain, source: .api, ifRevision: 0)
        let error = #expect(throws: DefaultsError.self) {
            try store.apply([.set(key: "a", value: .integer(2))], to: domain, source: .api, ifRevision: 0)
        }
        #expect(error?.code == .revisionConflict)
        #expect(error?.currentRevision == 1)
    }
}
