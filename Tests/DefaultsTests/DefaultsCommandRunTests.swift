import Defaults
import Foundation
import PropertyList
import Synchronization
import Testing

@Suite("What the defaults command does")
struct DefaultsCommandRunTests {
    private final class MemoryFiles: DefaultsCommandFiles {
        let files = Mutex<[String: [UInt8]]>([:])

        func read(_ path: String) throws -> [UInt8] {
            guard let bytes = files.withLock({ $0[path] }) else { throw DefaultsCommandError("no file") }
            return bytes
        }

        func write(_ bytes: [UInt8], to path: String) throws { files.withLock { $0[path] = bytes } }
    }

    private let store = MemoryDefaultsStore()
    private let files = MemoryFiles()

    @discardableResult
    private func run(_ arguments: String...) async throws -> String {
        let output = try await DefaultsCommand(arguments).run(on: DefaultsStoreTarget(store), files: files)
        return String(decoding: output.output, as: UTF8.self)
    }

    private func failure(_ arguments: String...) async -> String? {
        do {
            _ = try await DefaultsCommand(arguments).run(on: DefaultsStoreTarget(store), files: files)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("a value is written, read with its type, renamed and deleted")
    func life() async throws {
        try await run("write", "d", "k", "-bool", "yes")
        #expect(try await run("read", "d", "k") == "1\n")
        #expect(try await run("read-type", "d", "k") == "Type is boolean\n")
        try await run("rename", "d", "k", "new")
        #expect(try await run("read", "d") == "{\n    new = 1;\n}\n")
        try await run("delete", "d", "new")
        #expect(await failure("read", "d") == "Domain d does not exist")
        #expect(store.history(of: "d", limit: 9, after: nil).entries.allSatisfy { $0.source == .cli })
    }

    @Test(
        "types have the names of defaults(1)",
        arguments: [
            ("-string", "x", "string"), ("-int", "1", "integer"), ("-float", "1", "float"), ("-data", "00", "data"),
            ("-date", "2026-01-02", "date"), ("-array", "x", "array"), ("-dict", "", "dictionary"),
        ]
    )
    func types(flag: String, text: String, name: String) async throws {
        _ = try await DefaultsCommand(["write", "d", "k", flag] + (text.isEmpty ? [] : [text]))
            .run(on: DefaultsStoreTarget(store), files: files)
        #expect(try await run("read-type", "d", "k") == "Type is \(name)\n")
    }

    @Test("what is not there is told in the words of defaults(1)")
    func missing() async throws {
        try await run("write", "d", "k", "x")
        #expect(await failure("read", "d", "no") == "The domain/default pair of (d, no) does not exist")
        #expect(
            await failure("read-type", "-g", "no") == "The domain/default pair of (NSGlobalDomain, no) does not exist"
        )
        #expect(await failure("read", "-g") == "Domain Apple Global Domain does not exist")
        #expect(await failure("delete", "d", "no") == "Domain (d) not found.\nDefaults have not been changed.")
        #expect(await failure("delete", "no") == "Domain (no) not found.\nDefaults have not been changed.")
        #expect(
            await failure("rename", "-g", "a", "b")
                == "Key a does not exist in domain Apple Global Domain; leaving defaults unchanged"
        )
    }

    @Test("adding makes arrays and dictionaries longer, and refuses other values")
    func adding() async throws {
        try await run("write", "d", "list", "-array-add", "a")
        try await run("write", "d", "list", "-array-add", "b", "-int", "3")
        try await run("write", "d", "map", "-dict-add", "x", "1", "y", "2")
        try await run("write", "d", "map", "-dict-add", "y", "3")
        #expect(
            store.snapshot(of: "d").values == [
                "list": .array([.string("a"), .string("b"), .integer(3)]),
                "map": .dictionary(["x": .string("1"), "y": .string("3")]),
            ]
        )
        #expect(
            await failure("write", "d", "map", "-array-add", "a")
                == "Value for key map is not an array; cannot append.  Leaving defaults unchanged."
        )
        #expect(
            await failure("write", "d", "list", "-dict-add", "a", "b")
                == "Value for key list is not a dictionary; cannot append.  Leaving defaults unchanged."
        )
    }

    @Test("all domains are read, listed and searched; the global one goes by its other name")
    func domains() async throws {
        try await run("write", "b.app", "Colour", "Red")
        try await run("write", "a.app", "n", "-int", "3")
        try await run("write", "-g", "list", "-array", "{deep = RED;}")
        #expect(try await run("domains") == "a.app, b.app\n")
        #expect(
            try await run("read") == """
                {
                    "Apple Global Domain" =     {
                        list =         (
                            {
                                deep = RED;
                            }
                        );
                    };
                    "a.app" =     {
                        n = 3;
                    };
                    "b.app" =     {
                        Colour = Red;
                    };
                }

                """
        )
        let found = try await run("find", "red")
        #expect(found.hasPrefix("Found 1 keys in domain 'Apple Global Domain': {\n    list ="))
        #expect(found.hasSuffix("Found 1 keys in domain 'b.app': {\n    Colour = Red;\n}\n"))
        #expect(try await run("find", "A.APP") == "Found 1 keys in domain 'a.app': {\n    n = 3;\n}\n")
        let nothing = try await DefaultsCommand(["find", "ZZz"]).run(on: DefaultsStoreTarget(store), files: files)
        #expect(nothing.output.isEmpty)
        #expect(nothing.remark == "No domain, key, nor value containing 'ZZz'")
    }

    @Test("a list written for a domain replaces it, an imported one is added to it")
    func lists() async throws {
        try await run("write", "d", "{ a = 1; }")
        try await run("write", "d", "{ b = 2; c = 3; }")
        #expect(store.snapshot(of: "d").values == ["b": .string("2"), "c": .string("3")])
        files.files.withLock { $0["-"] = Array("{ c = 4; d = 5; }".utf8) }
        try await run("import", "d", "-")
        #expect(store.snapshot(of: "d").values == ["b": .string("2"), "c": .string("4"), "d": .string("5")])
        #expect(store.history(of: "d", limit: 1, after: nil).entries.first?.source == .import)
        #expect(await failure("import", "d", "missing") == "no file")
        files.files.withLock { $0["list"] = Array("(a)".utf8) }
        #expect(await failure("import", "d", "list")?.contains("no dictionary") == true)
    }

    @Test("a domain is exported in binary to a file and in XML to standard output")
    func export() async throws {
        try await run("write", "d", "k", "-float", "1")
        try await run("export", "d", "out.plist")
        let file = try files.read("out.plist")
        #expect(file.starts(with: "bplist00".utf8))
        #expect(try DomainFile.values(in: file) == ["k": .real(1)])
        #expect(try await run("export", "no", "-").hasSuffix("<plist version=\"1.0\">\n<dict/>\n</plist>\n"))
        #expect(try await run("export", "d", "-").contains("<key>k</key>\n\t<real>1</real>"))
    }

    /// Lets somebody else write between the reading and the writing of a command.
    private struct DisturbedTarget: DefaultsCommandTarget {
        let base: DefaultsStoreTarget
        let store: MemoryDefaultsStore
        let times: Int

        func domainNames() throws -> [String] { try base.domainNames() }

        func snapshot(of domain: String) throws -> DomainSnapshot {
            let snapshot = try base.snapshot(of: domain)
            if snapshot.revision < times {
                let value = PropertyListValue.integer(Int64(snapshot.revision))
                try store.apply([.set(key: "other", value: value)], to: domain, source: .api)
            }
            return snapshot
        }

        func replace(
            _ domain: String,
            with values: [String: PropertyListValue],
            source: ChangeSource,
            ifRevision revision: Int
        ) throws {
            try base.replace(domain, with: values, source: source, ifRevision: revision)
        }
    }

    @Test("a write begins anew when somebody else was quicker, and gives up at last")
    func quicker() async throws {
        let command = try DefaultsCommand(["write", "d", "mine", "x"])
        let target = DisturbedTarget(base: DefaultsStoreTarget(store), store: store, times: 3)
        _ = try await command.run(on: target, files: files)
        #expect(store.snapshot(of: "d").values == ["mine": .string("x"), "other": .integer(2)])
        let busy = DisturbedTarget(base: DefaultsStoreTarget(store), store: store, times: .max)
        let error = await #expect(throws: DefaultsError.self) { _ = try await command.run(on: busy, files: files) }
        #expect(error?.code == .revisionConflict)
    }
}
