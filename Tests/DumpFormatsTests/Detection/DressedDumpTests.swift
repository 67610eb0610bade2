import DumpFormats
import TestSupport
import Testing
import ViewHierarchy

/// What logs, mails, pages and terminals make of a text.
struct Dressing: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether it makes one line of the text, or a document, so that nothing that goes by lines can be around it.
    var endsLines = false
    let dress: @Sendable ([String]) -> [String]

    private init(_ name: String, endsLines: Bool = false, _ dress: @escaping @Sendable ([String]) -> [String]) {
        (testDescription, self.endsLines, self.dress) = (name, endsLines, dress)
    }

    private static func prefix(_ prefix: String) -> Dressing {
        Dressing(prefix) { lines in lines.map { prefix + $0 } }
    }

    static let all: [Dressing] =
        [
            "2026-02-03 10:20:30.123456+0100 Shop[77:1a2b] ", "Feb  3 10:20:30 Phone Shop(UIKitCore)[77] <Notice>: ",
            "2026-02-03T10:20:30.123Z ", "[10:20:30]: \u{25B8} ", "[simctl] ", "> ", "// ", "[INFO] ",
            "2026-02-03 10:20:30.1+0100 0x1f2  Default  0x0  77  0  Shop: (UIKitCore) [com.example:ui] ",
            "02-03 10:20:30.123  812  812 D Tag     : ",
        ].map(prefix) + [
            Dressing("line numbers") { lines in lines.enumerated().map { "\($0.offset + 41): \($0.element)" } },
            Dressing("cat -n") { lines in lines.enumerated().map { "   \($0.offset + 1)\t\($0.element)" } },
            Dressing("colours") { lines in lines.map { "\u{1B}[32m\($0)\u{1B}[0m" } },
            Dressing("CR LF") { lines in lines.map { $0 + "\r" } },
            Dressing("a fence") { lines in ["```"] + lines + ["```"] },
            Dressing("a page") { lines in
                ["<html><body><p>Here:</p>", "<pre><code>"]
                    + lines.map {
                        $0.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
                            .replacing("'", with: "&#39;").replacing("\"", with: "&quot;")
                    } + ["</code></pre></body></html>"]
            },
            Dressing("a width of 80") { wrapped($0, at: 80) },
            Dressing("a width of 120") { wrapped($0, at: 120) },
            Dressing("a comparison") { lines in
                lines.enumerated().flatMap { index, line in index == 1 ? ["-\(line)", "+\(line)"] : [" \(line)"] }
            },
            Dressing("a list of lines", endsLines: true) { lines in
                ["["] + lines.map { "  \(literal($0))," }.dropLast() + ["  \(literal(lines.last ?? ""))", "]"]
            },
            Dressing("a log in JSON", endsLines: true) { lines in
                ["[{\"eventMessage\": \(literal(lines.joined(separator: "\n")))}]"]
            },
        ]

    private static func literal(_ line: String) -> String {
        let escapes: [Unicode.Scalar: String] = [
            "\\": "\\\\", "\"": "\\\"", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u{1B}": "\\u001b",
        ]
        return line.unicodeScalars.reduce(into: "\"") { $0 += escapes[$1] ?? String($1) } + "\""
    }

    static func wrapped(_ lines: [String], at width: Int) -> [String] {
        lines.flatMap { line -> [String] in
            var rest = line[...]
            var parts: [String] = []
            while rest.count > width {
                parts.append(String(rest.prefix(width)))
                rest = rest.dropFirst(width)
            }
            return parts + [String(rest)]
        }
    }
}

@Suite("Dumps with something around them")
struct DressedDumpTests {
    /// Dumps as text, of every format that people paste.
    static let files = [
        "kitchen.txt", "orchard-xcuitest.txt", "orchard-wda.xml", "orchard-uiautomator.xml", "orchard-detox.txt",
        "kitchen.json",
        "views-sentry.json", "elements-wda.json", "elements-idb.json", "views-calabash.json", "elements-maestro.json",
        "kitchen.xib",
        "kitchen.storyboard", "orchard-query.txt",
    ]

    @Test("a dump reads as the bare one does, whatever is around it", arguments: files)
    func one(file: String) throws {
        let lines = try lines(of: file)
        let bare = try DumpReader.read(bytes(lines))
        for dressing in Dressing.all {
            let dressed = dressing.dress(lines)
            expectEqual(try? DumpReader.read(bytes(dressed)), bare, "\(file) in \(dressing.testDescription)")
        }
    }

    /// Terminals break lines by what is seen of them, without the codes of colours.
    @Test("so it does in any two of them", arguments: files)
    func two(file: String) throws {
        let lines = try lines(of: file)
        let bare = try DumpReader.read(bytes(lines))
        var random = SeededGenerator(seed: UInt64(file.utf8.count))
        for _ in 0..<12 {
            guard let inner = Dressing.all.randomElement(using: &random),
                let outer = Dressing.all.randomElement(using: &random), inner.testDescription != outer.testDescription,
                !inner.endsLines, !(inner.testDescription == "colours" && outer.testDescription.hasPrefix("a width"))
            else { continue }
            let dressed = outer.dress(inner.dress(lines))
            let name = "\(file) in \(inner.testDescription) in \(outer.testDescription)"
            expectEqual(try? DumpReader.read(bytes(dressed)), bare, name)
        }
    }

    @Test("a hierarchy of EarlGrey reads so at any width at which a terminal broke its lines")
    func wrapped() throws {
        let lines = try lines(of: "orchard-earlgrey.txt")
        let bare = try DumpReader.read(bytes(lines))
        for width in 60...160 {
            expectEqual(try? DumpReader.read(bytes(Dressing.wrapped(lines, at: width))), bare, "\(width) characters")
        }
    }

    private func expectEqual(_ dump: Dump?, _ bare: Dump, _ name: String) {
        guard let dump else {
            Issue.record("\(name): refused")
            return
        }
        #expect(dump.format == bare.format, "\(name)")
        #expect(dump.outline == bare.outline, "\(name)")
        #expect(
            dump.tree.indices.map { dump.tree.facts(of: $0) } == bare.tree.indices.map { bare.tree.facts(of: $0) },
            "\(name)"
        )
    }

    private func lines(of file: String) throws -> [String] {
        var lines = try Fixtures.text("dumps/\(file)").split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init
        )
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func bytes(_ lines: [String]) -> [UInt8] { Array(lines.joined(separator: "\n").utf8) }
}
