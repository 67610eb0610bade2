import Defaults
import PropertyList
import Testing
import TestSupport

extension DefaultsStoreCheck {
    private static var set: DefaultsSet {
        var set = DefaultsSet(name: "demo à 3", description: "For the demonstration")
        set.domains[domain] = .init(values: exactValues, removed: ["gone", ""])
        set.domains["group.com.example"] = .init(values: ["a": .real(1)])
        return set
    }

    static func setsAreKept(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        #expect(try storage.sets().sets.isEmpty)
        let made = try storage.store(set, isNew: true, source: .web)
        #expect(made.revision == 1 && made.createdAt != nil)
        let found = try open().requiredSet(named: set.name)
        #expect(found.description == set.description && Set(found.domains.keys) == Set(set.domains.keys))
        let part = try #require(found.domains[domain])
        #expect(DefaultsChange.between(exactValues, and: part.values).isEmpty && part.removed == ["gone", ""])
        // Sets are no domains, and what is the same makes no revision.
        #expect(try open().domains().isEmpty)
        #expect(try storage.store(set, source: .web).revision == 1)
        let error = #expect(throws: DefaultsError.self) { try storage.store(set, isNew: true, source: .web) }
        #expect(error?.code == .setExists)
        let late = #expect(throws: DefaultsError.self) { try storage.store(set, source: .web, ifRevision: 0) }
        #expect(late?.code == .revisionConflict)
        #expect(try open().sets().sets.map(\.domains) == [[domain: exactValues.count + 2, "group.com.example": 1]])
        try storage.removeSet(set.name, source: .web)
        #expect(try open().sets().sets.isEmpty)
        let unknown = #expect(throws: DefaultsError.self) { try open().requiredSet(named: set.name) }
        #expect(unknown?.code == .unknownSet)
        // A revision never names two sets.
        #expect(try storage.store(set, isNew: true, source: .web).revision == 3)
    }

    static func aSetIsOneStep(_ open: OpenDefaultsStore) throws {
        let storage = try open()
        try storage.apply([.set(key: "gone", value: .bool(true))], to: domain, source: .web)
        try storage.apply([.set(key: "mine", value: .bool(true))], to: "group.com.example", source: .web)
        let before = try [domain, "group.com.example"].map { try storage.snapshot(of: $0).values }
        #expect(try storage.preview(of: set).map(\.changes.count) == [exactValues.count + 1, 1])
        let results = try storage.apply(set, source: .api, actor: "ann")
        #expect(results.map(\.revision) == [2, 2])
        var expected = exactValues
        expected["gone"] = nil
        #expect(DefaultsChange.between(expected, and: try open().snapshot(of: domain).values).isEmpty)
        #expect(try open().preview(of: set).allSatisfy(\.changes.isEmpty))
        let entry = try open().history(of: domain, limit: 1, after: nil).entries.first
        #expect(entry?.step == ChangeStep(set: set.name, revisions: [domain: 2, "group.com.example": 2]))
        // Undo of one domain takes back the other, too; a key that has moved refuses all of it.
        try storage.apply([.set(key: "a", value: .integer(1))], to: "group.com.example", source: .web)
        let conflict = #expect(throws: DefaultsError.self) { try open().undoStep(2, of: domain) }
        #expect(conflict?.code == .undoConflict && conflict?.keys == ["a"])
        #expect(try open().snapshot(of: domain).revision == 2)
        try storage.undo(3, of: "group.com.example")
        let undone = try open().undoStep(2, of: domain)
        #expect(undone.map(\.domain) == [domain, "group.com.example"] && undone.map(\.revision) == [3, 5])
        for (name, values) in zip([domain, "group.com.example"], before) {
            #expect(DefaultsChange.between(values, and: try open().snapshot(of: name).values).isEmpty)
        }
        // That is one step again.
        #expect(try open().undoStep(5, of: "group.com.example").count == 2)
        #expect(try open().preview(of: set).allSatisfy(\.changes.isEmpty))
    }
}
