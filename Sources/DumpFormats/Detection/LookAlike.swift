import Diagnostics

/// Recognizes inputs of other tools well enough to name them in an error.
struct LookAlike {
    private static var window: Int { 65_536 }

    private let text: ByteText
    private let head: Range<Int>

    /// Looks at the beginning of a text.
    init(_ text: ByteText) {
        self.text = text
        head = 0..<min(text.count, Self.window)
    }

    /// What the input looks like, such as `a Maestro hierarchy`; nil when it is nothing known.
    var name: String? {
        let first = text[text.skippingSpace(from: 0, before: head.upperBound)]
        if let binary = binaryName { return binary }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return jsonName }
        return first == UInt8(ascii: "<") ? markupName : nil
    }

    private var binaryName: String? {
        if text.has("\u{0089}PNG", at: 0, before: head.upperBound) { return "a PNG picture" }
        switch PictureFormat(detectedIn: text.bytes) {
        case .png: return "a PNG picture"
        case .jpeg: return "a JPEG picture"
        case nil: break
        }
        if has(bytes: [0x50, 0x4B, 0x03, 0x04]) { return "a ZIP archive, perhaps an .ipa" }
        if has(bytes: [0x1F, 0x8B]) { return "gzip data, perhaps a part of an Xcode .viewhierarchy" }
        return nil
    }

    private var jsonName: String? {
        has("\"debugHierarchyObjects\"") ? "a part of an Xcode .viewhierarchy" : nil
    }

    private var markupName: String? {
        if has("<!DOCTYPE html") || has("<html") || has("<!doctype html") { return "an HTML page" }
        if has("<plist") { return "a property list" }
        return has("<?xml") ? "an XML document" : nil
    }

    private func has(_ sign: StaticString) -> Bool { text.firstIndex(of: sign, in: head) != nil }

    private func has(bytes: [UInt8]) -> Bool { text.bytes.starts(with: bytes) }
}

extension LookAlike {
    private static var companionHint: String {
        ": add it to the dump of its views, under Companions there or with POST /api/v1/dumps/{dump}/companions"
    }

    /// What a text without views looks like by its lines, with the number of the line that says so.
    static func name(of survey: DescriptionSurvey) -> String? {
        if survey.isTrace { return "an _autolayoutTrace, which gives no frames\(companionHint)" }
        if survey.controllerLines > 0 {
            return "a _printHierarchy of view controllers, which gives no frames\(companionHint)"
        }
        if survey.constraintLines > 0 { return "a log of Auto Layout constraints\(companionHint)" }
        if survey.isResponderChain { return "a responder chain without views" }
        return nil
    }
}
