import PastedText

/// Where on a line the description of an object begins, and how.
struct ItemStart: Sendable, Hashable {
    /// How the description goes on after the class name.
    enum Form: Sendable, Hashable {
        /// `<UIView: 0x7f8a10`
        case addressed
        /// `<UIView:0x7f8a10`, as constraint logs and traces write it.
        case compact
        /// `<UIView 0x7f8a10`, as `_printHierarchy` writes it.
        case spaced
        /// `<UIView; frame = …` or `<UIView:; AX=N; …`, with the address taken out.
        case purged
        /// `<UIView>`
        case bare
        /// The line ends within the class name.
        case cut
    }

    /// The index of the first `<`.
    var angle: Int
    /// What stands between the indentation and the description.
    var prefix: Range<Int>
    /// The class name.
    var className: Range<Int>
    /// How the description goes on.
    var form: Form
    /// Whether the prefix is empty or of a known kind, so that this is no mention in the middle of a sentence.
    var isTrusted: Bool
}

extension ItemStart {
    /// How many bytes may stand before a description.
    private static var longestPrefix: Int { 1_024 }
    /// How many `<` of a line are tried. It bounds the work on a line that is nothing else.
    private static var candidates: Int { 4 }
    /// The longest class name; those of SwiftUI have a few thousand bytes.
    private static var longestClassName: Int { 65_536 }

    /// Finds the description on a line, given what follows its indentation.
    init?(in text: ByteText, _ content: Range<Int>, isIndentedByBars: Bool) {
        let limit = min(content.upperBound, content.lowerBound &+ Self.longestPrefix)
        var tried = 0
        var index = content.lowerBound
        while index < limit, tried < Self.candidates {
            guard text[index] == UInt8(ascii: "<") else {
                index &+= 1
                continue
            }
            let prefix = text.trimmed(content.lowerBound..<index)
            let trust = Self.trust(prefix, in: text)
            if trust != .none, let start = Self.read(at: index, in: text, before: content.upperBound, prefix) {
                var start = start
                start.isTrusted = isIndentedByBars || trust == .full
                if start.isPlausible(in: text, content, isIndentedByBars: isIndentedByBars) {
                    self = start
                    return
                }
            }
            tried &+= 1
            while text[index] == UInt8(ascii: "<") { index &+= 1 }
        }
        return nil
    }

    /// Whether the description is EarlGrey's: `<UIButton:0x7f8a10; AX=Y; …`, of version 2 `isAccessible=Y`.
    func isEarlGrey(in text: ByteText) -> Bool {
        guard form == .compact || form == .purged else { return false }
        let head = className.upperBound..<min(className.upperBound &+ 48, text.count)
        return text.firstIndex(of: "; AX=", in: head) != nil || text.firstIndex(of: "; isAccessible=", in: head) != nil
    }

    private enum Trust { case none, some, full }

    /// `layer = <CALayer…` in a broken line is no new description; `$2 = 0x7f… <UIView…` is one.
    private static func trust(_ prefix: Range<Int>, in text: ByteText) -> Trust {
        guard !prefix.isEmpty else { return .full }
        let first = text[prefix.lowerBound]
        let isDebugger = first == UInt8(ascii: "$") || first == UInt8(ascii: "(")
        if text[prefix.upperBound &- 1] == UInt8(ascii: "=") { return isDebugger ? .full : .none }
        if isDebugger || text.has("Optional(", endingAt: prefix) { return .full }
        // 'KitchenController:0x6f0a20' <UIView…
        return text[prefix.upperBound &- 1] == UInt8(ascii: "'") ? .full : .some
    }

    private func isPlausible(in text: ByteText, _ content: Range<Int>, isIndentedByBars: Bool) -> Bool {
        switch form {
        case .bare where !isIndentedByBars:
            // The outermost line of `pviews --short`, and no tag of HTML.
            let first = text[className.lowerBound]
            let isTag = first.isLetter && first & 0x20 != 0
            return prefix.isEmpty && className.upperBound &+ 1 == content.upperBound && !isTag
        case .bare, .cut:
            return isIndentedByBars && prefix.isEmpty
        case .spaced, .compact:
            return true
        case .addressed, .purged:
            guard !isTrusted else { return true }
            return text.firstIndex(of: "frame", in: className.upperBound..<content.upperBound) != nil
        }
    }

    private static func read(at angle: Int, in text: ByteText, before end: Int, _ prefix: Range<Int>) -> ItemStart? {
        var index = angle
        while text[index] == UInt8(ascii: "<"), index &- angle < 3 { index &+= 1 }
        guard text[index].startsName else { return nil }
        let first = index
        let limit = min(end, first &+ longestClassName)
        var depth = 0
        while index < limit {
            if depth == 0, let form = formAfterClass(at: index, in: text, before: end) {
                return ItemStart(
                    angle: angle,
                    prefix: prefix,
                    className: first..<index,
                    form: form,
                    isTrusted: false
                )
            }
            switch text[index] {
            case UInt8(ascii: "<"), UInt8(ascii: "["): depth &+= 1
            case UInt8(ascii: "("):
                // Swift names private types `Module.(unknown context at $10).Name`.
                guard depth > 0 || text[index &- 1] == UInt8(ascii: ".") else { return nil }
                depth &+= 1
            case UInt8(ascii: ">"):
                if text[index &- 1] != UInt8(ascii: "-") { depth &-= 1 }
            case UInt8(ascii: ")"), UInt8(ascii: "]"):
                guard depth > 0 else { return nil }
                depth &-= 1
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "@"): break
            case let byte: guard byte.continuesName || depth > 0 else { return nil }
            }
            index &+= 1
        }
        guard index == end, depth == 0 else { return nil }
        return ItemStart(angle: angle, prefix: prefix, className: first..<index, form: .cut, isTrusted: false)
    }

    /// The form when the class name ends at the index.
    private static func formAfterClass(at index: Int, in text: ByteText, before end: Int) -> Form? {
        switch text[index] {
        case UInt8(ascii: ":"):
            if isAddress(at: index &+ 1, in: text, before: end) { return .compact }
            if isAddress(at: index &+ 2, in: text, before: end) { return .addressed }
            if text[index &+ 1] == UInt8(ascii: ";") { return .purged }
            let isCut = end &- index == 1 || (end &- index == 3 && text.has(": 0", at: index, before: end))
            return isCut ? .cut : nil
        case UInt8(ascii: ";"): return .purged
        case UInt8(ascii: ">"): return .bare
        case 0x20: return isAddress(at: index &+ 1, in: text, before: end) ? .spaced : nil
        default: return nil
        }
    }

    private static func isAddress(at index: Int, in text: ByteText, before end: Int) -> Bool {
        text.has("0x", at: index, before: end) || text.has("0X", at: index, before: end)
            || text.has("(null)", at: index, before: end)
    }
}
