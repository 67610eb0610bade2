import Defaults
import PropertyList
import Testing

/// Who may not see a value learns by no write and by no comparison whether a guess at it is right.
@Suite("Keys whose values are not seen")
struct UnseenKeysTests {
    private static let domain = "com.example.clock"
    private static let secret = "passcode"
    private static let guess = PropertyListValue.string("sesame")

    /// A way to find out about the guess.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What it answers, as text.
        let ask: @Sendable (MemoryDefaultsStore) throws -> String

        init(_ name: String, _ ask: @escaping @Sendable (MemoryDefaultsStore) throws -> String) {
            (testDescription, self.ask) = (name, ask)
        }
    }

    private static func diff(_ store: MemoryDefaultsStore, _ from: Int?, _ to: String?) throws -> String {
        let changes = try DefaultsComparison(domain, from: from, to: to, in: store).changes
        return changes.map { "\($0.key) \($0.kind)" }.description
    }

    private static func write(_ store: MemoryDefaultsStore, _ key: String = secret) throws -> DefaultsWriteResult {
        try store.apply([.set(key: key, value: guess)], to: domain, source: .api)
    }

    private static let ways: [Way] = [
        Way("a write of the value") { "\(try write($0))" },
        Way("a write of it among others") { store in
            let edits = [DefaultsEdit.set(key: secret, value: guess), .set(key: "city", value: .string("Oslo"))]
            return "\(try store.apply(edits, to: domain, source: .api))"
        },
        Way("two writes of it, one taking away") { store in
            let edits = [DefaultsEdit.remove(key: secret), .set(key: secret, value: guess)]
            return "\(try store.apply(edits, to: domain, source: .api))"
        },
        Way("a replacement") { "\(try $0.replace(domain, with: [secret: guess], source: .api))" },
        Way("a replacement that keeps it") { store in
            "\(try store.replace(domain, with: ["city": .string("Oslo")], keeping: [secret], source: .api))"
        },
        Way("a write as Settings makes it") { store in
            let edits = [DefaultsEdit.set(key: secret, value: guess)]
            return "\(try store.applySettings(edits, to: domain, under: VolatileLayers(), source: .web))"
        },
        Way("the way back to an older revision") { store in
            _ = try write(store)
            return "\(try store.restore(domain, to: 1))"
        },
        Way("undoing the write that stored the value") { store in
            _ = try write(store)
            return "\(Result { () throws(DefaultsError) in try store.undo(1, of: domain) })"
        },
        Way("undoing the guess, and that") { store in
            _ = try write(store)
            let results = [try store.undo(2, of: domain), try store.undo(3, of: domain)]
            return "\(results) \(Result { () throws(DefaultsError) in try store.undo(2, of: domain) })"
        },
        Way("a comparison of revisions") { store in
            _ = try write(store)
            return try diff(store, 1, "2")
        },
        Way("a comparison of domains") { store in
            try store.apply([.set(key: secret, value: guess)], to: "other", source: .api)
            return try diff(store, nil, "other")
        },
        Way("what has changed since") { store in
            _ = try write(store)
            return "\(try store.changes(of: domain, since: 1))"
        },
    ]

    @Test("a right guess is answered as a wrong one", arguments: ways)
    func isAnsweredAlike(_ way: Way) throws {
        let answers = try ["sesame", "barley"].map { value in
            let store = MemoryDefaultsStore(unseen: [Self.secret])
            try store.apply([.set(key: Self.secret, value: .string(value))], to: Self.domain, source: .api)
            let answer = try way.ask(store)
            let history = store.history(of: Self.domain, limit: 10, after: nil).entries.map { entry in
                "\(entry.revision) \(entry.source) \(entry.changes.map { "\($0.key) \($0.kind)" })"
            }
            return "\(answer) \(history) \(store.snapshot(of: Self.domain).revision)"
        }
        #expect(answers[0] == answers[1])
    }

    @Test("what is not secret is compared, and who sees all writes nothing twice")
    func seen() throws {
        let store = MemoryDefaultsStore(unseen: [Self.secret])
        try store.apply([.set(key: Self.secret, value: Self.guess)], to: Self.domain, source: .api)
        #expect(try Self.write(store, "city").changed == ["city"])
        #expect(try Self.write(store, "city").changed == [])
        // What a write leaves alone is no change of it.
        let rest = try store.replace(Self.domain, with: [:], keeping: [Self.secret], source: .api)
        #expect(rest.result.changed == ["city"])
        let open = MemoryDefaultsStore()
        #expect(try Self.write(open).changed == [Self.secret])
        #expect(try Self.write(open).changed == [])
    }

    @Test("a layer takes a guess as it takes any other value")
    func layers() throws {
        let answers = try ["sesame", "barley"].map { value in
            let layers = VolatileLayers()
            try layers.set(.managed, of: Self.domain, to: [Self.secret: .string(value)])
            let changed = try layers.set(
                .managed,
                of: Self.domain,
                to: [Self.secret: Self.guess],
                unseen: [Self.secret]
            )
            return "\(changed) \(try layers.snapshot(of: Self.domain).version)"
        }
        #expect(answers[0] == answers[1])
    }
}

extension DefaultsChange {
    fileprivate var kind: String { before == nil ? "added" : after == nil ? "removed" : "changed" }
}
