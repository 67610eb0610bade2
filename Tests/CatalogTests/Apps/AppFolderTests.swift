import AppBundles
import Diagnostics
import Foundation
import StorageTesting
import Testing
import TestSupport

@testable import Catalog

@Suite("Apps in folders that change")
struct AppFolderTests {
    private let directory: TemporaryDirectory
    private let catalog: Catalog

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write(AppArchives.info("com.example.clock"), to: "Clock.app/Info.plist")
        try directory.write(AppArchives.settings, to: "Clock.app/Settings.bundle/Root.plist")
        let limits = CatalogLimits(recheckInterval: .zero, rescanInterval: .zero)
        catalog = Catalog.open(
            paths: [directory.url.path(percentEncoded: false)],
            store: MemoryCatalogStore(),
            limits: limits
        )
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: directory.url.appending(path: path))
    }

    @Test("a bundle whose files changed is read again, under the same id")
    func rereading() throws {
        #expect(try catalog.app("com.example.clock").bundle.version == "1.0")
        try directory.write(AppArchives.info("com.example.clock", version: "2.0"), to: "Clock.app/Info.plist")
        #expect(try catalog.app("com.example.clock").bundle.version == "2.0")
        try directory.write(AppArchives.settings, to: "Clock.app/Settings.bundle/Child.plist")
        #expect(try catalog.app("com.example.clock").bundle.settings?.paneNames == ["Root", "Child"])
        try remove("Clock.app/Settings.bundle")
        #expect(try catalog.app("com.example.clock").bundle.settings == nil)
    }

    @Test("a look is not repeated before its time")
    func interval() throws {
        let limits = CatalogLimits(recheckInterval: .seconds(3600), rescanInterval: .seconds(3600))
        let path = directory.url.path(percentEncoded: false)
        let catalog = Catalog.open(paths: [path], store: MemoryCatalogStore(), limits: limits)
        try directory.write(AppArchives.info("com.example.clock", version: "2.0"), to: "Clock.app/Info.plist")
        try directory.write(AppArchives.info("com.example.new"), to: "New.app/Info.plist")
        #expect(try catalog.app("com.example.clock").bundle.version == "1.0")
        #expect(try catalog.apps().count == 1)
    }

    @Test("a bundle that broke is shown as it was, with a finding, until it is whole again")
    func broken() throws {
        try remove("Clock.app/Info.plist")
        try remove("Clock.app/Settings.bundle")
        let app = try catalog.app("com.example.clock")
        #expect(app.bundle.version == "1.0")
        #expect(app.bundle.settings?.paneNames == ["Root"])
        #expect(app.notes.map(\.code) == ["app.folder.changed"])
        try directory.write(AppArchives.info("com.example.clock", version: "3.0"), to: "Clock.app/Info.plist")
        #expect(try catalog.app("com.example.clock").bundle.version == "3.0")
        #expect(try catalog.app("com.example.clock").notes.isEmpty)
    }

    @Test("an opened bundle does not mix what was with what is")
    func oneMoment() throws {
        let app = try catalog.app("com.example.clock")
        try directory.write(AppArchives.info("com.example.other", name: "Other"), to: "Clock.app/Info.plist")
        let bytes = try app.files.read("Info.plist", limit: 1 << 20)
        #expect(String(decoding: bytes, as: UTF8.self).contains("com.example.clock"))
    }

    @Test("new bundles are found and removed ones vanish")
    func comingAndGoing() throws {
        try directory.write(AppArchives.info("com.example.new", name: "New"), to: "deep/New.app/Info.plist")
        #expect(try catalog.apps().map(\.id) == ["com.example.clock", "com.example.new"])
        try remove("Clock.app")
        #expect(try catalog.apps().map(\.id) == ["com.example.new"])
        let error = #expect(throws: CatalogError.self) { try catalog.app("com.example.clock") }
        #expect(error?.code == .unknownApp)
    }

    @Test("a bundle that is written all the time neither crashes nor mixes", .timeLimit(.minutes(30)))
    func race() async throws {
        let (directory, catalog) = (directory, catalog)
        let writer = Task.detached {
            for number in 0..<200 {
                let version = "\(number)"
                try directory.write(AppArchives.info("com.example.clock", version: version), to: "Clock.app/Info.plist")
                try directory.write(AppArchives.settings, to: "Clock.app/Settings.bundle/P\(number % 7).plist")
            }
        }
        for _ in 0..<50 {
            let app = try catalog.app("com.example.clock")
            #expect(app.bundle.identifier == "com.example.clock" || !app.bundle.report.isEmpty)
        }
        try await writer.value
        #expect(try catalog.app("com.example.clock").bundle.version == "199")
    }
}
