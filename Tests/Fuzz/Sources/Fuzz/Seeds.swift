import Archives
import DumpFormats
import Foundation
import PropertyList
import TestSupport
import ViewHierarchy

/// The first inputs: what the fixtures, and a folder of real dumps where there is one, hold for each target.
enum Seeds {
    /// A larger file would slow every run down that is made of it.
    private static let maximumBytes = 65_536
    /// Words of the searches and colours that the targets of text begin with.
    private static let texts = [
        "search": [
            "class:UILabel text:\"Lap\"", "depth>2 -hidden:yes (alpha<1 or tag:3)", "x>=10 within:UIScrollView",
        ],
        "color": [
            "UIExtendedSRGBColorSpace 0.1 0.2 0.3 1", "<UIDynamicSystemColor: 0x600; name = systemBackgroundColor>",
            "#aabbccdd", "rgba(1, 2, 3, 0.5)", "kCGColorSpaceModelRGB 0.5 0.5 0.5 1",
        ],
        "edit": [
            #"{"op":"change","view":1,"changes":{"frame":{"x":1,"y":2,"width":3,"height":4},"alpha":0.5,"text":"a"}}"#,
            #"{"op":"insert","superview":0,"index":0,"views":[{"class":"UILabel","frame":[0,0,10,10]}]}"#,
            #"{"op":"move","view":3,"superview":1,"index":0}"#, #"{"op":"remove","view":2}"#,
            #"{"op":"exchange","superview":1,"first":0,"second":1}"#, #"{"op":"bringToFront","view":2}"#,
            #"{"op":"changeConstraint","constraint":0,"changes":{"constant":8,"relation":"equal","active":true}}"#,
            #"{"op":"addConstraint","constraint":{"first":{"view":1,"attribute":"width"},"constant":20}}"#,
            #"{"op":"changeLayout","view":1,"changes":{"contentHuggingPriority":{"vertical":null},"stack":{"spacing":8}}}"#,
        ],
        // Their inputs are choices, which any bytes are.
        "edits": choices, "animation": choices, "specifiers": choices, "zip": choices, "names": choices,
        "query": choices + ["\u{1}//*[contains(@text, 'a')]/ancestor::*", "\u{2}label MATCHES '(a+)+b'"],
        "rules": [
            "let: {title: {id: title}}\nrules:\n  - view: {where: \"class:UILabel\"}\n    expect: {width: 44.., visible: 75%}\n",
            #"{"rules":[{"view":{"xpath":"//UIButton"},"expect":{"near":{"of":{"id":"a"},"below":"8..12"}}}]}"#,
            "a: &a [1, 2]\nb: *a\nrules: []\n",
        ],
        "agent": [
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"look","arguments":{"screen":"a"}}}"#
                + "\n",
            #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}"# + "\n\n{}\n[]",
            #"{"jsonrpc":"2.0","id":"a","method":"ping","params":{"_meta":{"progressToken":1}}}"# + "\r\n",
        ],
        "strings": [
            "\"a\" = \"b\";\n/* c */ d = e; // f\n", "{ a = (b, <00ff>, {c = d;}); }", "\"\\U00e9\\n\\101\" = x;",
        ],
    ]

    private static let choices = [
        "0123456789abcdefghijklmnopqrstuvwxyz", String(repeating: "\u{7}\u{1}\u{9}\u{3}", count: 60),
    ]

    /// Writes them into a folder for each target.
    /// - Returns: the targets that got none.
    static func write(to folder: String, corpus: String?) throws -> [String] {
        var counts: [String: Int] = [:]
        func keep(_ bytes: [UInt8], for target: String, as name: String) throws {
            guard bytes.count <= maximumBytes else { return }
            let place = URL(filePath: folder).appending(path: target)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            try Data(bytes).write(to: place.appending(path: "seed-" + name))
            counts[target, default: 0] += 1
        }
        for (target, texts) in texts {
            for (number, text) in texts.enumerated() { try keep(Array(text.utf8), for: target, as: "\(number)") }
        }
        var places = [
            Fixtures.url("dumps"), Fixtures.url("plists"), Fixtures.url("bundles"), Fixtures.url("drawing"),
            Fixtures.url("managed"),
        ]
        if let corpus { places.append(URL(filePath: corpus)) }
        for place in places {
            for file in files(in: place) {
                let bytes = [UInt8](try Data(contentsOf: file))
                for (number, (target, bytes)) in targets(of: bytes, file.lastPathComponent).enumerated() {
                    try keep(bytes, for: target, as: "\(number)-\(file.lastPathComponent)")
                }
            }
        }
        return FuzzTarget.all.map(\.name).filter { counts[$0] == nil }
    }

    private static func files(in folder: URL) -> [URL] {
        let found = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (found?.compactMap { $0 as? URL } ?? []).filter {
            (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }

    /// What a file is a first input of, by what it holds.
    private static func targets(of bytes: [UInt8], _ name: String) -> [(String, [UInt8])] {
        var found: [(String, [UInt8])] = []
        if let dump = try? DumpReader.read(bytes) {
            found += [(dump.format.rawValue, bytes), (FuzzTarget.detection.name, bytes)]
        }
        if (try? CompanionReader.read(bytes)) != nil { found.append(("companion", bytes)) }
        if bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") { found.append(("json", bytes)) }
        if let list = try? PropertyListReader.read(bytes) {
            found.append(("plist", bytes))
            // An archive as text, which changes without going to pieces.
            if let format = found.first?.0, ["lookin", "nib", "propertyList"].contains(format),
                let text = try? PropertyListWriter.xml(list)
            {
                found.append((format, text))
            }
        }
        if name == "appconfig.xml" { found.append(("appConfig", bytes)) }
        if name.hasSuffix(".mobileconfig") { found.append(("profile", bytes)) }
        if name == "Root.plist" { found.append(("settings", bytes)) }
        if name.hasSuffix(".strings") { found.append(("strings", bytes)) }
        let parts = try? Archive.reading(bytes[...]) { archive throws(ArchiveError) in
            var parts: [[UInt8]] = []
            for entry in archive.entries where entry.path.contains("RequestResponses/") && !entry.isFolder {
                parts.append(try archive.read(entry))
            }
            return parts
        }
        if let parts {
            found.append(("archive", bytes))
            for part in parts { found.append(("debugHierarchy", (try? Gzip.expanded(part, limit: 1 << 20)) ?? part)) }
        }
        return found
    }
}
