import DumpFormats
@testable import Checks
import Foundation
import TestSupport
import Testing
import ViewHierarchy

/// Changes each attribute and element of some files, one at a time: a comparison tells all of them but those that mean nothing
/// to the app.
@Suite("Every single change is told")
struct DiffTableTests {
    /// What means nothing to the app, by the beginning of the tag and the name of the attribute.
    private static let meaningless: [(tag: String, attributes: Set<String>)] = [
        ("document", ["version", "toolsVersion"]), ("scene", ["sceneID"]),
        ("point key=\"canvasLocation\"", ["x", "y"]),
        ("", ["sceneMemberID", "userLabel", "tableViewCell"]),
        // Names of what nothing else names.
        ("constraint", ["id"]), ("segue", ["id"]), ("action", ["id"]), ("outlet", ["id"]), ("placeholder", ["id"]),
        ("barButtonItem", ["id"]), ("navigationItem", ["id"]), ("tapGestureRecognizer", ["id"]),
        ("tableViewSection", ["id"]),
        ("viewControllerLayoutGuide type=\"bottom\"", ["id"]), ("splitViewController", ["id"]),
        // What is fixed is placed by its mask, whatever else is said.
        ("view contentMode=\"scaleToFill\" fixedFrame=\"YES\"", ["translatesAutoresizingMaskIntoConstraints"]),
        ("mask", ["key"]),
    ]
    /// Elements that say nothing, or what is usual.
    private static let empty = [
        "<toolbarItems/>", "<autoresizingMask key=\"autoresizingMask\"/>",
        "<placeholder placeholderIdentifier=\"IBFirstResponder\"", "<point key=\"canvasLocation\"",
    ]

    private static let words = [
        "vertical": "horizontal", "fillEqually": "fill", "center": "leading", "greaterThanOrEqual": "equal",
        "leading": "left", "trailing": "right", "top": "bottom", "bottom": "top", "width": "height", "height": "width",
        "centerX": "left", "leadingMargin": "leading", "trailingMargin": "trailing", "16:9": "4:3", "YES": "NO",
        "NO": "YES",
        "retina4_7": "retina6_12", "portrait": "landscape", "true": "false", "false": "true",
    ]

    /// Another value of the same sort.
    private static func other(_ value: String) -> String {
        if let word = words[value] { return word }
        guard let number = Double(value) else { return value + "x" }
        return number.magnitude > 1 ? String(Int(number) + 5) : number == 0 ? "0.75" : String(number / 2)
    }

    private static func read(_ text: String) throws -> Dump { try DumpReader.read(Array(text.utf8)) }

    @Test(
        "of interface files",
        arguments: ["kitchen.storyboard", "pinned.storyboard", "held.storyboard", "kitchen.xib"]
    )
    func interfaces(_ file: String) throws {
        let text = String(decoding: try Fixtures.bytes("dumps/\(file)"), as: UTF8.self)
        let former = try Self.read(text)
        let same = TreeDiff(from: former, to: former)
        #expect(same.isEmpty && same.summary == "nothing differs" && same.rewrittenWords == nil)
        // What stands between two quotes, and how often.
        let quoted = Dictionary(grouping: text.split(separator: "\"", omittingEmptySubsequences: false), by: \.self)
            .mapValues(\.count)
        for tag in text.matches(of: /<([A-Za-z][^<>]*?)(\/?)>/) {
            for attribute in tag.output.1.matches(of: /([A-Za-z]+)="([^"]*)"/) {
                let (name, value) = (String(attribute.output.1), String(attribute.output.2))
                let isNamed = name == "id" && quoted[attribute.output.2, default: 0] > 1
                let isMeaningless =
                    !isNamed
                    && Self.meaningless.contains { rule in
                        tag.output.1.hasPrefix(rule.tag) && rule.attributes.contains(name)
                    }
                var changed = text
                changed.replaceSubrange(
                    attribute.output.2.startIndex..<attribute.output.2.endIndex,
                    with: Self.other(value)
                )
                // What no reader takes is no silence.
                guard let new = try? Self.read(changed) else { continue }
                let diff = TreeDiff(from: former, to: new)
                try #require(diff.isEmpty == isMeaningless, "\(name) of \(tag.output.1): \(diff.summary)")
                if isMeaningless { #expect(diff.summary == "nothing differs") }
            }
            guard !tag.output.2.isEmpty else { continue }
            let isMeaningless = Self.empty.contains { tag.output.0.hasPrefix($0) }
            let less = text.replacingCharacters(in: tag.range, with: "")
            let diff = TreeDiff(from: former, to: try Self.read(less))
            try #require(diff.isEmpty == isMeaningless, "without \(tag.output.0): \(diff.summary)")
        }
    }

    @Test("of archives of Interface Builder 3, also beside another change")
    func archives() throws {
        let text = String(decoding: try Fixtures.bytes("dumps/kitchen-archive.xib"), as: UTF8.self)
        let former = try Self.read(text)
        #expect(TreeDiff(from: former, to: former).isEmpty)
        let books = ["EncodedWithXMLCoder", "connectionID"]
        for value in text.matches(of: /key="([A-Za-z]+)">([^<{]*)<\/(string|int|double|bool|bytes)/) {
            let changed = text.replacingCharacters(
                in: value.output.2.startIndex..<value.output.2.endIndex,
                with: Self.other(String(value.output.2))
            )
            let isBook = books.contains(String(value.output.1))
            for isBeside in [false, true] {
                let new = isBeside ? changed.replacing("{300, 21}", with: "{310, 21}") : changed
                let diff = TreeDiff(from: former, to: try Self.read(new))
                let others = diff.changes.filter { $0.kinds != [.resized] }.count + diff.objects.count
                try #require((others == 0) == isBook, "\(value.output.0): \(diff.summary)")
            }
        }
    }

    @Test("of descriptions", arguments: ["kitchen.txt"])
    func descriptions(_ file: String) throws {
        let text = String(decoding: try Fixtures.bytes("dumps/\(file)"), as: UTF8.self)
        let former = try Self.read(text)
        #expect(TreeDiff(from: former, to: former).isEmpty)
        // Addresses are others in each run.
        #expect(
            TreeDiff(from: former, to: try Self.read(text.replacing("0x7fa", with: "0x61bd"))).summary
                == "nothing differs"
        )
        for entry in text.matches(
            of: /; ([A-Za-z]+)(?: = |: )(YES|NO|<[A-Z_a-z]+: 0x[0-9a-f]+>|[A-Z+]+|-?[0-9.]+)(?=[;>])/
        ) {
            let value = String(entry.output.2)
            let changed =
                value.hasPrefix("<")
                ? value.replacing(/^<[A-Z_a-z]+/, with: "<CAGradientLayer")
                : value.contains("+") ? String(value.dropLast(2)) : Self.other(value)
            // Of recognizers only whether there are any counts.
            if entry.output.1 != "gestureRecognizers" {
                let new = text.replacingCharacters(
                    in: entry.output.2.startIndex..<entry.output.2.endIndex,
                    with: changed
                )
                let diff = TreeDiff(from: former, to: try Self.read(new))
                try #require(!diff.isEmpty, "\(entry.output.0) → \(changed)")
            }
            let diff = TreeDiff(from: former, to: try Self.read(text.replacingCharacters(in: entry.range, with: "")))
            // What is left out may be what the class has anyway.
            let isUsual = ["userInteractionEnabled", "clipsToBounds"].contains(entry.output.1)
            try #require(!diff.isEmpty || isUsual, "without \(entry.output.0)")
        }
    }

    @Test("of Vitrine's own documents")
    func documents() throws {
        let text = String(decoding: try Fixtures.bytes("dumps/kitchen.json"), as: UTF8.self)
        let views = try #require(text.range(of: "\"windows\""))
        let former = try Self.read(text)
        let rest = text[views.upperBound...]
        for entry in rest.matches(of: /"([A-Za-z]+)": (-?[0-9.]+|true|false|"[^"]*")/) {
            // Each run has other addresses; the offset is told as where the bounds are.
            guard !["address"].contains(entry.output.1) else { continue }
            let value = entry.output.2
            let changed =
                value.hasPrefix("\"") ? "\"\(value.dropFirst().dropLast())x\"" : Self.other(String(value))
            guard
                let new = try? Self.read(text.replacingCharacters(in: value.startIndex..<value.endIndex, with: changed))
            else { continue }
            try #require(!TreeDiff(from: former, to: new).isEmpty, "\(entry.output.0) → \(changed)")
        }
    }
}
