import Catalog
import Foundation
import Testing

extension StorageCheck {
    private static func app(_ id: String, at time: Double = 0.123_456_789, files: [String: [UInt8]]) -> NewApp {
        let kept = files.map { AppFile(path: $0.key, size: $0.value.count, checksum: .max, isKept: true) }
        let listed = AppFile(path: "Clock é", size: 1 << 40, checksum: 7, isKept: false)
        return NewApp(
            summary: UploadedApp(
                id: id,
                bundleName: "Clock 'é'.app",
                folderName: "Clock",
                fingerprint: "0123abcd",
                createdAt: Date(timeIntervalSinceReferenceDate: time)
            ),
            contents: AppContents(bundleName: "Clock 'é'.app", files: kept + [listed], bytes: files)
        )
    }

    static func appsComeBack(_ open: OpenStorage) throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let one = app("one", at: 9, files: ["Info.plist": bytes, "Z/a b%.strings": [0], "a": []])
        try open().insert(one)
        try open().insert(app("two", at: 5, files: ["Info.plist": [2]]))
        let storage = try open()
        #expect(try storage.uploadedApps().map(\.id) == ["two", "one"])
        #expect(try storage.uploadedApp("one") == one.summary)
        #expect(try storage.files(ofApp: "one") == one.contents.files)
        #expect(try storage.file("Info.plist", ofApp: "one") == bytes)
        #expect(try storage.file("Info.plist", ofApp: "two") == [2])
        #expect(try storage.file("Z/a b%.strings", ofApp: "one") == [0])
        #expect(try storage.file("a", ofApp: "one") == [])
        #expect(try storage.file("Clock é", ofApp: "one") == nil)
    }

    static func takenAppIdsAreRefused(_ open: OpenStorage) throws {
        let first = app("one", files: ["a": [1]])
        try open().insert(first)
        let error = #expect(throws: CatalogError.self) { try open().insert(app("one", at: 7, files: ["b": [2]])) }
        #expect(error?.code == .idTaken)
        #expect(try open().uploadedApps() == [first.summary])
        #expect(try open().files(ofApp: "one") == first.contents.files)
    }

    static func deletedAppsAreGone(_ open: OpenStorage) throws {
        for id in ["one", "two"] { try open().insert(app(id, files: ["a": [1]])) }
        try open().insert(dump("one"))
        #expect(try open().deleteApp("one"))
        let storage = try open()
        #expect(try storage.uploadedApp("one") == nil)
        #expect(try storage.files(ofApp: "one").isEmpty)
        #expect(try storage.file("a", ofApp: "one") == nil)
        #expect(try storage.uploadedApps().map(\.id) == ["two"])
        #expect(try storage.file("a", ofApp: "two") == [1])
        #expect(try storage.dump("one") != nil)
        #expect(try !storage.deleteApp("one"))
        try storage.insert(app("one", files: ["b": [3]]))
        #expect(try storage.file("a", ofApp: "one") == nil)
    }

    static func unknownAppsAreNil(_ open: OpenStorage) throws {
        let storage = try open()
        #expect(try storage.uploadedApps().isEmpty)
        for id in ["", "none", "'", "%"] {
            #expect(try storage.uploadedApp(id) == nil)
            #expect(try storage.files(ofApp: id).isEmpty)
            #expect(try storage.file("a", ofApp: id) == nil)
            #expect(try !storage.deleteApp(id))
        }
    }
}
