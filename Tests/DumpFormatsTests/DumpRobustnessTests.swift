import Diagnostics
import DumpFormats
import Foundation
import Testing
import TestSupport
import ViewHierarchy

@Suite("Hostile input")
struct DumpRobustnessTests {
    private static let files = [
        "kitchen.txt", "kitchen.json", "kitchen.plist", "kitchen.openstep", "kitchen-trace.txt",
        "kitchen-controllers.txt", "kitchen-constraints.txt", "kitchen-responders.txt",
        "elements-wda.json", "elements-idb.json", "elements-maestro.json", "elements-runner.json",
        "elements-maestro.csv",
        "views-sentry.json", "views-calabash.json",
        "orchard-wda.xml",
        "orchard-xcuitest.txt", "orchard-query.txt", "orchard-xcode8.txt", "orchard-xtree.txt", "orchard-failure.txt",
        "orchard-earlgrey.txt", "orchard-kif.txt", "orchard-react.txt", "orchard-short.txt",
        "orchard-detox.txt", "orchard-detox-android.txt",
        "orchard-uiautomator.xml",
        "kitchen.storyboard", "kitchen.xib", "kitchen-archive.xib", "kitchen.lookin", "kitchen.nib",
        "kitchen-old.nib",
    ]

    /// Where no format is named, the file's own one is found, whose reader goes through all of it: there most cases pay.
    @Test(
        "damaged dumps are read or refused, never more",
        arguments: files,
        DumpFormat.allCases.map(Optional.some) + [nil]
    )
    func mutations(file: String, format: DumpFormat?) throws {
        let bytes = try Fixtures.bytes("dumps/\(file)")
        var generator = SeededGenerator(seed: RandomCases.seed(UInt64(bytes.count)))
        let alphabet = Array("<>'\"|;:=(){}[],. \n\r\t\\`0xn-\u{0}é".utf8)
        for _ in 0..<RandomCases.count(format == nil ? 150 : 30) {
            var damaged = bytes
            if Bool.random(using: &generator) {
                damaged = Array(damaged.prefix(.random(in: 0...bytes.count, using: &generator)))
            }
            for _ in 0..<Int.random(in: 0...12, using: &generator) where !damaged.isEmpty {
                let index = Int.random(in: damaged.indices, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: damaged[index] ^= UInt8.random(in: 1...255, using: &generator)
                case 1: damaged[index] = alphabet.randomElement(using: &generator) ?? 0
                case 2: damaged.remove(at: index)
                default: damaged.insert(contentsOf: damaged[index...].prefix(40), at: index)
                }
            }
            guard let dump = try? DumpReader.read(damaged, format: format) else { continue }
            #expect(dump.tree.count > 0)
            _ = try? DumpReader.read(DumpWriter.vitrineJSON(dump))
        }
    }

    /// With work that grows with the square, these would take hours instead of seconds.
    @Test(
        "the work grows with the size",
        arguments: [
            "<", ">", "'", "\"", "; ", "|", "`", "(", "{", "\\u00", "<A: ", "<A: 0x1", "<A: 0x1\n", "<<<A: 0x1; ",
            "<A: 0x1; frame = (", "<A: 0x1; frame = (\n", "x <A: 0x1; frame = (0 0; 1 1);\n", "x <A: 0x1; frame = ('\n",
            "<A: 0x1; text = '\n", "<A: 0x1; frame = (0 0; 1 1); text = 'a\nb", "'; a", "'>", "'>\n",
            "; placeholder = ;",
            "   | <A: 0x1>", "   | <A: 0x1> ", "x: <A: 0x1; frame = (0 0; 1 1)\n y>\n", "<A: 0x1> (layer)\n", "...\n",
            "\n", "\r",
            "<A: 0x1; a = \"", "<A: 0x1; a = <\"", "*<A:0x1>\n", "<A 0x1>, state: ", "<A<", "[<", ", <A; a = ", "- <",
            "&lt;",
            "\\n   | <", "[", "{\"a\":", "[[],", "(", "{a=(", "<A: 0x1; frame = (0 0; 1 1)>, ",
            "<A: 0x1; frame = (0 0; 1 1); b\n = \n",
            "Button, 0x1, {{0.0, 0.0}, {1.0, 1.0}}, label: 'a\n", "Button, 0x1, ", "', label: 'a", ", {{", ", Disabled",
            ", value: ", "Button 0x1: ", " | Button: ", "from input {(\n", "', Button, ", "; AX=Y; AX.id='",
            "  |--<A:0x1; AX=Y\n", "; reactTag: 1; text: ", " frame = (0 0; 1 1)", "|\tA\n", "|\tA, label: b\n", "A\n",
            ", traits: ", " (enabled)", ", label: ",
            "Output: {\n", "Find: ", "<XCUIElementTypeCell>", "<a b='c'/>", " a=\"b\"", "=\"", "\" a",
            "]]>",
            "<![CDATA[", "</a>", "<a ", "/>", "&#55357;", "&#", "\\u", "<!--", "<?", " ", "\\",
            "<document type='com.apple.InterfaceBuilder'>", "<view>",
        ]
    )
    func linearTime(piece: String) {
        let unit = Array(piece.utf8)
        let size = RandomCases.count(1 << 15)
        let starts = [
            "", "<A: 0x1; frame = (0 0; 1 1)>\n   | ", "<A: 0x1; frame = (0 0; 1 1); text = '",
            "Element subtree:\n \u{2192}Button, 0x1, {{0.0, 0.0}, {1.0, 1.0}}, label: '",
            "x from input {(\nButton, label: '", "<A:0x1; AX=Y; AX.label='", "   | <A: 0x1; reactTag: 1; text: ",
            "A\n|\tB, label: ",
            "<AppiumAUT><XCUIElementTypeCell a='",
            "<ViewHierarchy><A ", "<ViewHierarchy><A class=\"", "{\"value\": \"<AppiumAUT",
        ]
        for start in starts {
            var bytes = Array(start.utf8)
            while bytes.count < size { bytes.append(contentsOf: unit) }
            let dump = try? DumpReader.read(bytes)
            #expect(dump == nil || dump?.tree.count != 0)
        }
    }
}

/// Every real dump at hand, counted a second time by simpler means.
@Suite("Real recursiveDescription dumps", .enabled(if: Corpus.root != nil))
struct DumpCorpusTests {
    /// Files that are no view dumps, with words that the refusal must have.
    private static let others = [
        "LZRight123__ARM__cycript-autolayouttrace.txt": "_autolayoutTrace",
        "objcio__articles__autolayouttrace.txt": "_autolayoutTrace",
        "objcio__articles__printhierarchy.txt": "_printHierarchy",
    ]

    static let files = Corpus.files("dumps/recursive-description")

    @Test("every dump loads with all its views, and look-alikes are refused by name", arguments: files)
    func load(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        if let expected = Self.others[file.lastPathComponent] {
            let error = #expect(throws: DumpError.self) { try DumpReader.read(bytes) }
            #expect(error?.code == .unknownFormat)
            #expect(error?.message.contains(expected) == true)
            return
        }
        let dump = try DumpReader.read(bytes)
        #expect(dump.format == .recursiveDescription)
        #expect(dump.tree.count == Self.viewCount(String(decoding: bytes, as: UTF8.self)))
        for index in dump.tree.indices { #expect(!dump.tree.className(of: index).isEmpty) }
    }

    @Test("every class, address and text stands in the dump", arguments: files)
    func contents(file: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: file))
        guard Self.others[file.lastPathComponent] == nil else { return }
        let text = String(decoding: bytes, as: UTF8.self)
        let tree = try DumpReader.read(bytes).tree
        for index in tree.indices {
            if let address = tree.address(of: index) {
                #expect(text.contains("<\(tree.className(of: index)): \(address)"))
            }
            if let shown = tree.text(of: index), !text.contains("\\u") { #expect(text.contains("'\(shown)'")) }
        }
    }

    /// Each view prints one frame, or is a word behind bars when the app prints it in its own way.
    private static func viewCount(_ text: String) -> Int {
        let frames = text.ranges(of: "frame = (").count + text.ranges(of: "Frame: (").count
        let words = text.split(separator: "\n").filter { $0.contains(/^ *\| *[A-Za-z]+$/) }
        return frames + words.count
    }
}
