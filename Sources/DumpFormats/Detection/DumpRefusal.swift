import Diagnostics
import JSON
import PastedText
import ViewHierarchy

/// Why an input is not taken for a dump, in at most four sentences: what it is, which format it most resembles, what stands
/// first against that one, and what to do.
struct DumpRefusal {
    /// The sentences, in that order.
    let lines: [String]

    /// Looks at an input that has none of the formats.
    ///
    /// - Parameter tried: Each format with its signs and the reason against it, the likeliest first.
    init(_ input: DumpInput, _ tried: [(attempt: DumpError.Attempt, confidence: FormatSigns.Confidence)]) {
        if input.text.skippingSpace(from: 0, before: input.text.count) == input.text.count {
            lines = ["The input is empty.", "Paste what a tool printed, or choose its file. \(Self.help)"]
            return
        }
        if let known = input.lookAlike {
            lines = ["This is \(known.name).", known.advice]
            return
        }
        let seen = "This is \(Self.description(of: input))."
        let closest = Self.closest(to: input, tried)
        guard let nearest = closest ?? Self.nearest(to: input, tried) else {
            lines = [seen, "It resembles none of the formats that can be read.", Self.advice]
            return
        }
        let name = nearest.format.name
        lines = [
            seen,
            closest == nil ? "It resembles no format; the nearest is “\(name)”." : "It most resembles “\(name)”.",
            "What stands against that: \(Self.inside(nearest.reason))", Self.advice,
        ]
    }

    private static let help = "The help says under Getting a dump how each tool prints one."
    private static let advice = "Paste the whole of what the tool printed, its first line included. \(help)"

    /// A sentence behind a colon.
    private static func inside(_ sentence: String) -> String {
        let isWord = sentence.dropFirst().first.map { $0.isLowercase || $0 == " " } ?? false
        return isWord ? sentence.prefix(1).lowercased() + sentence.dropFirst() : sentence
    }

    // MARK: What it is

    private static func description(of input: DumpInput) -> String {
        let text = input.text
        let start = text.skippingSpace(from: 0, before: text.count)
        if input.beginsAsJSON, case .success(let document) = input.json {
            let root = document.root
            guard root.isObject else { return "JSON: an array of \(root.arrayCount.counted("value"))" }
            let names = root.memberValues.prefix(4).compactMap(\.name).map { "“\(short($0))”" }
            let more = root.memberCount > names.count ? " …" : ""
            return names.isEmpty
                ? "JSON: an object without members"
                : "JSON: an object with \(names.joined(separator: ", "))\(more)"
        }
        if input.beginsAsJSON, case .failure(let error) = input.json {
            return "nearly JSON: \(inside(error.message).dropLast(error.message.hasSuffix(".") ? 1 : 0))"
                + (error.line.map { " (line \($0))" } ?? "")
        }
        let bytes = text.bytes[start..<min(text.count, start &+ 512)]
        if isBinary(bytes) { return "no text: \(input.bytes.count.counted("byte")) of a kind that is not known" }
        let end = bytes.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        let quoted = "that begins with “\(short(text.string(start..<end)))”"
        return "\(isMarkup(input) ? "markup" : "text") \(quoted)"
    }

    private static func isBinary(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.contains { $0 < 0x20 && !$0.isSpace && $0 != 0x1B }
    }

    private static func isMarkup(_ input: DumpInput) -> Bool {
        input.firstByte == UInt8(ascii: "<") && (input.has("</") || input.has("/>") || input.has("<?xml"))
    }

    private static func short(_ text: String) -> String { text.prefix(200).onOneLine(atMost: 60) }

    // MARK: What it resembles

    /// The format whose words the input has most of, or whose own signs; nil where it has none.
    private static func closest(
        to input: DumpInput,
        _ tried: [(attempt: DumpError.Attempt, confidence: FormatSigns.Confidence)]
    ) -> DumpError.Attempt? {
        var best: (attempt: DumpError.Attempt, score: Int)?
        for (attempt, confidence) in tried {
            guard attempt.format.reader.facts.content != .json || input.beginsAsJSON else { continue }
            let words = usualWords.first { $0.format == attempt.format }?.words ?? []
            let score = words.count(where: input.has) + (confidence == .certain ? words.count + 10 : 0)
            if score > best?.score ?? 0 { best = (attempt, score) }
        }
        return best?.attempt
    }

    /// The format that most people have who paste an input of that kind; nil for what is no text.
    private static func nearest(
        to input: DumpInput,
        _ tried: [(attempt: DumpError.Attempt, confidence: FormatSigns.Confidence)]
    ) -> DumpError.Attempt? {
        guard !isBinary(input.text.bytes.prefix(512)) else { return nil }
        let format: DumpFormat =
            input.beginsAsJSON ? .webDriverAgentJSON : isMarkup(input) ? .webDriverAgentXML : .recursiveDescription
        return tried.first { $0.attempt.format == format }?.attempt
    }

    /// Words that dumps of a format have, though others may have them too.
    private static let usualWords: [(format: DumpFormat, words: [StaticString])] = [
        (.recursiveDescription, ["frame = (", ": 0x", "layer = <", "<UI"]),
        (.xcuitest, ["Element subtree", "label: '", "identifier: '", ", {{", "Application, "]),
        (.webDriverAgentXML, ["XCUIElementType", " label=\"", " visible=\"", " name=\"", " enabled=\""]),
        (.webDriverAgentJSON, ["\"type\"", "\"rect\"", "\"children\"", "\"isEnabled\"", "\"label\""]),
        (.idb, ["\"AX", "\"role\"", "\"AXFrame\""]),
        (.maestro, ["\"attributes\"", "\"bounds\"", "\"elementType\"", "\"accessibilityText\""]),
        (.sentry, ["\"rendering_system\"", "\"windows\"", "\"visibility\"", "\"alpha\""]),
        (.calabash, ["\"accessibilityElement\"", "\"hit-point\"", "\"description\"", "\"rect\""]),
        (.vitrineJSON, ["\"vitrine\"", "\"class\"", "\"frame\"", "\"subviews\""]),
        (.detox, ["<ViewHierarchy", " alpha=\"", " ptr=\""]),
        (.uiautomator, ["<node", " resource-id=\"", " bounds=\"["]),
        (.xib, ["<document", "<objects", "<subviews", " customClass=\""]),
        (.storyboard, ["<scene ", "<scenes>", "<viewController"]), (.propertyList, ["<plist", "<dict>"]),
    ]
}

/// What an input of another tool is, well enough known to say what to do with it.
struct LookAlike {
    /// What it is: `a PNG picture`.
    let name: String
    /// A sentence that says what to do with it.
    let advice: String

    private static var window: Int { 65_536 }

    private init(_ name: String, _ advice: String) { (self.name, self.advice) = (name, advice) }

    /// Looks at the beginning of a text; nil for what is nothing known.
    init?(_ text: ByteText) {
        if let hidden = Self.hiddenLog(text) {
            self = hidden
            return
        }
        let head = 0..<min(text.count, Self.window)
        func has(_ sign: StaticString) -> Bool { text.firstIndex(of: sign, in: head) != nil }
        func begins(_ bytes: [UInt8]) -> Bool { text.bytes.starts(with: bytes) }
        let asPicture = "Open the dump of the views; a picture can be added to it as its screenshot."
        switch PictureFormat(detectedIn: text.bytes) {
        case .png: self.init("a PNG picture", asPicture)
        case .jpeg: self.init("a JPEG picture", asPicture)
        case nil where text.has("\u{0089}PNG", at: 0, before: head.upperBound): self.init("a PNG picture", asPicture)
        case nil where begins([0x50, 0x4B, 0x03, 0x04]):
            self.init(
                "a ZIP archive, perhaps an .ipa",
                "An app is opened as an app; a zip of anything else has to be unpacked."
            )
        case nil where begins([0x1F, 0x8B]):
            self.init("gzip data, perhaps a part of an Xcode .viewhierarchy", Self.asBundle)
        case nil:
            let first = text[text.skippingSpace(from: 0, before: head.upperBound)]
            let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
            if has("] h="), has(" v="), has(" f=("), has(" b=(") {
                self.init(
                    "a _subtreeDescription of AppKit, which macOS prints",
                    "Vitrine reads views of UIKit; of an app with Mac Catalyst print the recursiveDescription of a UIWindow."
                )
            } else if isJSON, has("\"debugHierarchyObjects\"") {
                self.init("a part of an Xcode .viewhierarchy", Self.asBundle)
            } else if first == UInt8(ascii: "<"), has("<!DOCTYPE html") || has("<html") || has("<!doctype html") {
                self.init("an HTML page", "Copy the dump that the page shows, or save that as a file.")
            } else if has("PreferenceSpecifiers") {
                self.init("a pane of a Settings.bundle", "Zip the bundle, or the app that it is in, and open that.")
            } else if ObjectStrings.isLikely(text.bytes) {
                self.init("a table of texts", "Open it with its xib or storyboard, or drop it on the open one.")
            } else if HelperLines.areClassesAlone(in: text) {
                self.init(
                    "a sketch of a hierarchy: classes alone, without frames",
                    "Print the recursiveDescription of the window, which has them."
                )
            } else {
                return nil
            }
        }
    }

    /// A log whose constraints the system did not let be seen; nil for anything else.
    static func hiddenLog(_ text: ByteText) -> LookAlike? {
        let head = 0..<min(text.count, window)
        guard text.firstIndex(of: "simultaneously satisfy constraints", in: head) != nil,
            text.firstIndex(of: "<private>", in: head) != nil
        else { return nil }
        return LookAlike(
            "a log of a constraint conflict, of which the system hid the constraints (<private>)",
            "Log it again with a debugger attached, or with a logging profile that enables private data."
        )
    }

    /// What a text without views is by its lines; nil for what is nothing known.
    init?(_ survey: DescriptionSurvey, of text: ByteText) {
        let limits = CompanionLimits.standard
        let companion =
            text.count > limits.maximumBytes
            ? "It has \(text.count) bytes, and at most \(limits.maximumBytes) of such a text are read: send the part that matters."
            : "Add it to the dump of its views, under Related files there or with POST /api/v1/dumps/{dump}/companions."
        if survey.isTrace {
            self.init("an _autolayoutTrace, which gives no frames", companion)
        } else if survey.controllerLines > 0 {
            self.init("a _printHierarchy of view controllers, which gives no frames", companion)
        } else if survey.constraintLines > 0 {
            self.init("a log of Auto Layout constraints", companion)
        } else if survey.isResponderChain {
            self.init(
                "a responder chain without views",
                "Print the chain from a view, or the recursiveDescription of the window."
            )
        } else {
            return nil
        }
    }

    private static let asBundle = "Zip the whole .viewhierarchy folder and open that."
}
