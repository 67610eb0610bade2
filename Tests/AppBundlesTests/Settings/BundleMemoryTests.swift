import AppBundles
import Diagnostics
import Dispatch
import Synchronization
import Testing

@Suite("What is kept of bundles")
struct BundleMemoryTests {
    /// Files that count how often each is read.
    private final class CountedFiles: BundleFiles {
        private let files: MemoryFiles
        private let reads = Mutex<[String: Int]>([:])

        init(_ files: MemoryFiles) { self.files = files }

        var name: String { files.name }

        func reads(of path: String) -> Int { reads.withLock { $0[path] ?? 0 } }

        func entries(in folder: String, limit: Int) throws(AppBundleError) -> [BundleEntry] {
            try files.entries(in: folder, limit: limit)
        }

        func kind(of path: String) -> BundleEntry.Kind? { files.kind(of: path) }

        func read(_ path: String, limit: Int) throws(AppBundleError) -> [UInt8] {
            reads.withLock { $0[path, default: 0] += 1 }
            return try files.read(path, limit: limit)
        }
    }

    private static let tables = ["en.lproj/T.strings", "de.lproj/T.strings"]

    private func files(german: String = "\"Sound\" = \"Ton\";") -> CountedFiles {
        CountedFiles(
            MemoryFiles([
                "Root.plist": pane(
                    "{ Type = PSGroupSpecifier; }",
                    "{ Type = PSToggleSwitchSpecifier; Title = Sound; Key = a; DefaultValue = YES; }",
                    extra: "StringsTable = T;"
                ),
                Self.tables[0]: "\"Sound\" = \"Sound\";", Self.tables[1]: german,
            ])
        )
    }

    @Test("checks that many ask for at once read each strings table once")
    func singleFlight() throws {
        let files = files()
        let app = try AppBundle(files: files)
        let found = Mutex<[[BundleFinding]]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            let findings = BundleLint.findings(of: app)
            found.withLock { $0.append(findings) }
        }
        for table in Self.tables { #expect(files.reads(of: table) == 1, "\(table)") }
        #expect(Set(found.withLock { $0 }).count == 1)
    }

    @Test("panes, checks and registration share the tables that were read")
    func sharing() throws {
        let files = files()
        let app = try AppBundle(files: files)
        let settings = try #require(app.settings)
        for _ in 0..<3 {
            #expect(try settings.pane(languages: ["de"]).rows.map(\.title) == ["Ton"])
            #expect(settings.allPanes(languages: ["de"])["Root"]?.rows.map(\.title) == ["Ton"])
            #expect(try settings.pane(languages: ["en"]).rows.map(\.title) == ["Sound"])
            _ = BundleLint.findings(of: app, languages: ["de"])
            _ = Registration(of: settings)
        }
        for table in Self.tables { #expect(files.reads(of: table) == 1, "\(table)") }
    }

    @Test("what is kept is told apart by language, device and content")
    func parts() throws {
        let memory = BundleMemory()
        func title(_ files: CountedFiles, _ fingerprint: String, _ language: String) throws -> String? {
            let bundle = try SettingsBundle(files: files, memory: memory.part(for: fingerprint))
            return try bundle.pane(languages: [language]).rows.first?.title
        }
        let (old, new) = (files(), files(german: "\"Sound\" = \"Klang\";"))
        #expect(try title(old, "1", "de") == "Ton")
        #expect(try title(old, "1", "en") == "Sound")
        #expect(try title(new, "2", "de") == "Klang")
        #expect(try title(old, "1", "de") == "Ton")
        #expect(old.reads(of: Self.tables[1]) == 1)
        let app = try AppBundle(files: old)
        #expect(BundleLint.findings(of: app, languages: []) != BundleLint.findings(of: app, languages: nil))
    }

    @Test("what does not fit the budget is read again, and is the same")
    func budget() throws {
        let files = files()
        let bundle = try SettingsBundle(files: files, memory: BundleMemory(budget: 0))
        for language in ["de", "en", "de", "en"] {
            #expect(try bundle.pane(languages: [language]).rows.map(\.title) == [language == "de" ? "Ton" : "Sound"])
        }
        #expect(files.reads(of: Self.tables[0]) > 1)
    }

    @Test("an opened bundle holds none of its rows but the secure keys, and reads a list once more for its pane")
    func rows() throws {
        func bundle(_ rows: [String]) throws -> (files: CountedFiles, app: AppBundle) {
            let files = CountedFiles(MemoryFiles(["Root.plist": pane(rows.joined(separator: ", "))]))
            return (files, try AppBundle(files: files))
        }
        let plain = (0..<500).map { "{ Type = PSToggleSwitchSpecifier; Key = k\($0); }" }
        let secure = (0..<500).map { "{ Type = PSTextFieldSpecifier; Key = k\($0); IsSecure = YES; }" }
        let (files, app) = try bundle(plain)
        #expect(try app.cost == bundle(Array(plain.prefix(1))).app.cost)
        #expect(try bundle(secure).app.cost > app.cost + 500 * 100)
        let settings = try #require(app.settings)
        for language in ["de", "en"] { #expect(try settings.pane(languages: [language]).rows.count == 500) }
        #expect(files.reads(of: "Root.plist") == 2)
    }

    @Test("a pane that is not there is refused every time")
    func missing() throws {
        let bundle = try SettingsBundle(files: files())
        for _ in 0..<2 {
            #expect(throws: AppBundleError.self) { try bundle.pane(named: "Gone") }
        }
    }
}
