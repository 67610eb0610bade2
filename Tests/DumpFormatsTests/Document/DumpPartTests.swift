import Diagnostics
@testable import DumpFormats
import Testing
import ViewHierarchy

@Suite("Pictures of views as parts of an upload")
struct DumpPartTests {
    /// The first bytes of a PNG file, with its size in pixels.
    private static func png(_ width: UInt8 = 4, _ height: UInt8 = 4) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
            0, 0, 0, width, 0, 0, 0, height,
        ]
    }

    /// Reads a document with a view for each value of `image`, as they stand in it.
    private func read(_ images: [String], _ parts: [DumpPart], limits: DumpLimits = .standard) throws -> Dump {
        let views = images.map { #"{"class":"UIImageView","frame":[0,0,9,9],"image":\#($0)}"# }
        let text = #"{"vitrine":1,"windows":[\#(views.joined(separator: ","))]}"#
        return try DumpReader.read(Array(text.utf8), parts: parts, limits: limits)
    }

    @Test(
        "a view names a part by its field or its file, in a URL of RFC 2392",
        arguments: ["cid:face", "CID:face", "cid:fa%63e", "cid:face@2x.png", "cid:face%402x.png"]
    )
    func names(url: String) throws {
        let part = DumpPart(name: "face", filename: "face@2x.png", bytes: Self.png())
        let dump = try read(["\"\(url)\""], [part])
        #expect(dump.pictures == [0: Self.png()])
        #expect(dump.namedParts == [0])
        #expect(dump.tree.description(of: 0)?.attributes == [])
        #expect(dump.report.isEmpty)
    }

    @Test("the field goes before the file, the first of a name before the others, and one part serves several views")
    func order() throws {
        let parts = [
            DumpPart(name: "pictures", filename: "b", bytes: Self.png(1)),
            DumpPart(name: "pictures", filename: "a", bytes: Self.png(2)), DumpPart(name: "a", bytes: Self.png(3)),
        ]
        let dump = try read([#""cid:pictures""#, #""cid:a""#, #""cid:b""#, #""cid:a""#], parts)
        #expect(dump.pictures == [0: Self.png(1), 1: Self.png(3), 2: Self.png(1), 3: Self.png(3)])
        #expect(dump.namedParts == [0, 2])
        #expect(dump.report.map(\.code) == ["upload.part"])
        #expect(dump.report.first?.message.contains("“pictures”") == true)
    }

    @Test("a reference without a part is told with its place and kept as an attribute, as it stands there")
    func missing() throws {
        let dump = try read([#""cid:none%20such""#, #""data:text/plain,hello""#], [])
        #expect(dump.pictures.isEmpty)
        #expect(dump.report.map(\.code) == ["document.picture"])
        #expect(dump.report.first?.view == 0)
        #expect(
            dump.report.first?.message.hasPrefix("/windows/0/image: no part of the upload is called “none such”")
                == true
        )
        #expect(dump.tree.description(of: 0)?.attributes == [.init("image", "cid:none%20such")])
        #expect(dump.tree.description(of: 1)?.attributes == [.init("image", "data:text/plain,hello")])
    }

    @Test("parts that no view names are told in one entry, whatever the format")
    func unnamed() throws {
        let parts = (0..<7).map { DumpPart(name: "part \($0)", bytes: Self.png()) }
        let line = "<UIView: 0x1; frame = (0 0; 10 10); layer = <CALayer: 0x2>>"
        let dump = try DumpReader.read(Array(line.utf8), parts: parts)
        let told = dump.report.filter { $0.code == "upload.part" }
        #expect(told.count == 1)
        #expect(told.first?.message.contains("7 parts") == true && told.first?.message.contains("and 2 more") == true)
        #expect(dump.namedParts.isEmpty)
    }

    @Test("a part is a picture by its content, and no larger than a picture of a view may be")
    func content() throws {
        let parts = [
            DumpPart(name: "text", filename: "face.png", bytes: Array("GIF89a".utf8)),
            DumpPart(name: "none", bytes: []), DumpPart(name: "large", bytes: Self.png(200)),
            DumpPart(name: "first", bytes: Self.png()), DumpPart(name: "second", bytes: Self.png()),
        ]
        var limits = DumpLimits.standard
        limits.maximumPictureSide = 100
        limits.maximumPictures = 1
        let dump = try read(parts.map { "\"cid:\($0.name)\"" }, parts, limits: limits)
        #expect(dump.pictures == [3: Self.png()])
        // They are named all the same: each is told once, with the view.
        #expect(dump.namedParts == [0, 1, 2, 3, 4])
        #expect(dump.report.map(\.code) == Array(repeating: "document.picture", count: 4))
        #expect(dump.report.map(\.view) == [0, 1, 2, 4])
    }

    @Test("the bytes of pictures count for each view that shows them")
    func bytes() throws {
        var limits = DumpLimits.standard
        limits.maximumPictureBytes = 2 * Self.png().count
        let part = DumpPart(name: "a", bytes: Self.png())
        let dump = try read(Array(repeating: #""cid:a""#, count: 3), [part], limits: limits)
        #expect(dump.pictures.keys.sorted() == [0, 1])
    }

    @Test("a property list names parts too, and what is written holds the pictures themselves")
    func written() throws {
        let list = """
            <plist version="1.0"><dict><key>vitrine</key><integer>1</integer><key>windows</key><array><dict>
            <key>class</key><string>UIImageView</string><key>frame</key><string>{{0, 0}, {9, 9}}</string>
            <key>image</key><string>cid:face</string></dict></array></dict></plist>
            """
        let dump = try DumpReader.read(Array(list.utf8), parts: [DumpPart(name: "face", bytes: Self.png())])
        #expect(dump.pictures == [0: Self.png()])
        #expect(try DumpReader.read(DumpWriter.vitrineJSON(dump)).pictures == dump.pictures)
    }

    @Test("names of any length and kind are read and told")
    func hostile() throws {
        let long = String(repeating: "x", count: 20_000)
        let dump = try read([#""cid:""#, #""cid:%zz""#, "\"cid:\(long)\""], [DumpPart(name: long + "y", bytes: [])])
        #expect(dump.report.map(\.code) == Array(repeating: "document.picture", count: 3) + ["upload.part"])
        #expect(dump.report.allSatisfy { $0.message.utf8.count < 600 })
        #expect(try read([#""cid:""#], [DumpPart(name: "", bytes: Self.png())]).pictures.count == 1)
    }
}
