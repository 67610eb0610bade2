public import Defaults
import Dispatch
import Foundation
import PropertyList
import Synchronization
public import Testing

/// A store under test, which can be opened again at the same place.
public typealias OpenDefaultsStore = () throws -> any DefaultsStore

/// What every store of defaults must do, whatever it keeps them in.
public enum DefaultsStoreCheck: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case valuesStayExact = "values come back with their types and bits"
    case oddTextStaysExact = "odd keys, names and texts come back"
    case unchangedWritesMakeNoRevision = "a write that changes nothing makes no revision"
    case editsAreAllOrNothing = "a failing write leaves nothing behind"
    case severalDomainsAreOneWrite = "a write of several domains changes all of them or none"
    case conflictsChangeNothing = "a write that expects another revision changes nothing"
    case revisionsOutliveTheDomain = "revisions and history outlive a removed domain"
    case historyHasPages = "history comes newest first, in pages"
    case pastIsRestored = "an older revision is restored"
    case everyRevisionIsFound = "a domain is found as it was at each of its revisions"
    case largeChangesMakeShortPages = "a page of history ends early when its changes are large"
    case domainsAreSeparate = "domains are separate and listed by name"
    case writersTakeTurns = "writes of several threads are all counted"
    case largeValuesStayExact = "the largest and deepest values come back with their bits"
    case farDatesAreRefused = "a date that no property list can carry is refused"
    case writesAreAnnouncedInOrder = "writes are announced in the order of their revisions"
    case oneWriteIsUndone = "one write is undone, and later ones of other keys stay"
    case undoIsRefusedWhenKeysHaveMoved = "an undo of keys that have changed again changes nothing"
    case changedKeysComeFromTheHistory = "the keys that changed since a revision come from the history"
    case setsAreKept = "sets come back with their types and bits, and are no domains"
    case aSetIsOneStep = "a set changes several domains in one step, which is undone as one"

    /// What it checks, as a sentence.
    public var testDescription: String { rawValue }

    /// Checks it, and records an issue for each fault.
    /// - Parameter open: opens the same place each time.
    public func run(_ open: OpenDefaultsStore) throws {
        switch self {
        case .valuesStayExact: try Self.valuesStayExact(open)
        case .oddTextStaysExact: try Self.oddTextStaysExact(open)
        case .unchangedWritesMakeNoRevision: try Self.unchangedWritesMakeNoRevision(open)
        case .editsAreAllOrNothing: try Self.editsAreAllOrNothing(open)
        case .severalDomainsAreOneWrite: try Self.severalDomainsAreOneWrite(open)
        case .conflictsChangeNothing: try Self.conflictsChangeNothing(open)
        case .revisionsOutliveTheDomain: try Self.revisionsOutliveTheDomain(open)
        case .historyHasPages: try Self.historyHasPages(open)
        case .pastIsRestored: try Self.pastIsRestored(open)
        case .everyRevisionIsFound: try Self.everyRevisionIsFound(open)
        case .largeChangesMakeShortPages: try Self.largeChangesMakeShortPages(open)
        case .domainsAreSeparate: try Self.domainsAreSeparate(open)
        case .writersTakeTurns: try Self.writersTakeTurns(open)
        case .largeValuesStayExact: try Self.largeValuesStayExact(open)
        case .farDatesAreRefused: try Self.farDatesAreRefused(open)
        case .writesAreAnnouncedInOrder: try Self.writesAreAnnouncedInOrder(open)
        case .oneWriteIsUndone: try Self.oneWriteIsUndone(open)
        case .undoIsRefusedWhenKeysHaveMoved: try Self.undoIsRefusedWhenKeysHaveMoved(open)
        case .changedKeysComeFromTheHistory: try Self.changedKeysComeFromTheHistory(open)
        case .setsAreKept: try Self.setsAreKept(open)
        case .aSetIsOneStep: try Self.aSetIsOneStep(open)
        }
    }
}

extension DefaultsStoreCheck {
    static let domain = "com.example.clock"

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

    static func valuesStayExact(_ open: OpenDefaultsStore) throws {
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

    static func oddTextStaysExact(_ open: OpenDefaultsStore) throws {
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

    static func unchangedWritesMakeNoRevision(_ open: OpenDefaultsStore) throws {
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

    static func editsAreAllOrNothing(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web)
        let before = try storage.snapshot(of: domain)
        #expect(throws: DefaultsError.self) {
            _ = try storage.update(
                domain,
                source: .web,
                actor: nil,
                ifRevision: nil,
                announce: { _ in Issue.record("Nothing was written.") }
            ) { _ throws(DefaultsError) in throw DefaultsError(.invalidKey, "No.") }
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

    static func severalDomainsAreOneWrite(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        try storage.apply([.set(key: "a", value: .integer(1))], to: domain, source: .web)
        let results = try storage.apply(
            [
                (DomainCondition(domain, revision: 1), [.set(key: "a", value: .integer(2))]),
                (DomainCondition("other"), [.set(key: "b", value: .integer(3)), .remove(key: "c")]),
                (DomainCondition("third", revision: 0), [.remove(key: "c")]),
            ],
            source: .api
        )
        #expect(results.map(\.domain) == [domain, "other", "third"] && results.map(\.revision) == [2, 1, 0])
        #expect(results.map(\.changed) == [["a"], ["b"], []])
        let before = try [domain, "other"].map { try storage.snapshot(of: $0) }
        let error = #expect(throws: DefaultsError.self) {
            try storage.apply(
                [
                    (DomainCondition(domain), [.set(key: "a", value: .integer(5))]),
                    (DomainCondition("other", revision: 0), [.set(key: "b", value: .integer(5))]),
                ],
                source: .api
            )
        }
        #expect(error?.code == .revisionConflict && error?.currentRevision == 1)
        #expect(try [domain, "other"].map { try open().snapshot(of: $0) } == before)
    }

    static func conflictsChangeNothing(_ open: OpenDefaultsStore) throws {
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

    static func domainsAreSeparate(_ open: OpenDefaultsStore) throws {
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

    static func writersTakeTurns(_ open: OpenDefaultsStore) throws {
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

    static func largeValuesStayExact(_ open: OpenDefaultsStore) throws {
        let text = String(repeating: "é e\u{301} 😀\0", count: 60_000)
        let chain = (0..<128).reduce(PropertyListValue.real(-0.0)) { value, _ in .array([value]) }
        let values: [String: PropertyListValue] = [
            "text": .string(text), "data": .data(Data((0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 / 7) })),
            "chain": chain,
            "many": .array((0..<100_000).map { .integer(Int64($0)) }),
            "same": .array(
                Array(repeating: .string("é"), count: 100) + Array(repeating: .string("e\u{301}"), count: 100)
            ),
        ]
        try open().replace(domain, with: values, source: .import)
        let stored = try open().snapshot(of: domain).values
        for (key, value) in values { #expect(stored[key]?.isIdentical(to: value) == true, "\(key)") }
    }

    static func farDatesAreRefused(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        let near: [Double] = [-63_145_526_400, 252_423_993_600.0.nextDown, -0.0, .leastNonzeroMagnitude, 0.1]
        let patterns: [Double] = [
            .nan, Double(nan: 5, signaling: false), -.nan, -.infinity, -0.0, .leastNormalMagnitude,
        ]
        let values = PropertyListValue.array(
            near.map { .date(Date(timeIntervalSinceReferenceDate: $0)) } + patterns.map { .real($0) }
        )
        try storage.apply([.set(key: "odd", value: values)], to: domain, source: .api)
        let bits = try open().snapshot(of: domain).values["odd"]?.arrayValue?.map { value in
            (value.dateValue?.timeIntervalSinceReferenceDate ?? value.numberValue)?.bitPattern
        }
        #expect(bits == (near + patterns).map { Optional($0.bitPattern) })
        for seconds in [-63_145_526_401, 252_423_993_600, .nan, .infinity] {
            let date = PropertyListValue.date(Date(timeIntervalSinceReferenceDate: seconds))
            let error = #expect(throws: DefaultsError.self) {
                try storage.apply(
                    [.set(key: "a", value: .bool(true)), .set(key: "far", value: .array([date]))],
                    to: domain,
                    source: .api
                )
            }
            #expect(error?.code == .unrepresentableValue && error?.keys == ["far"])
        }
        #expect(try open().snapshot(of: domain).revision == 1)
    }

    static func writesAreAnnouncedInOrder(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        let announced = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 30) { number in
            do {
                _ = try storage.update(
                    domain,
                    source: .api,
                    actor: nil,
                    ifRevision: nil,
                    announce: { result in announced.withLock { $0.append(result.revision) } }
                ) { snapshot in
                    number.isMultiple(of: 3)
                        ? snapshot.values : snapshot.values.merging(["k\(number)": .bool(true)]) { $1 }
                }
            } catch {
                Issue.record(error)
            }
        }
        #expect(announced.withLock { $0 } == Array(1...20))
    }
}
