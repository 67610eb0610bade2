import PastedText

/// What a line of a dump is, judged by itself.
struct LineShape: Sendable {
    /// The kinds of lines.
    enum Kind: Sendable, Hashable {
        /// Nothing, or nothing but indentation.
        case blank
        /// Prompts, code fences, legends: known to hold no view.
        case noise
        /// `...` in place of lines that someone took out.
        case elision
        /// The description of a view.
        case view(ItemStart)
        /// The description of a layer that is no view's own.
        case layer(ItemStart)
        /// Indented by bars and without a description: what a view with its own `debugDescription` prints.
        case words
        /// A line of `_autolayoutTrace`.
        case trace
        /// A line of `_printHierarchy`.
        case controller
        /// A line of a constraint log.
        case constraint
        /// Anything else.
        case other
    }

    var line: TextLine
    /// How many bars indent the line.
    var bars: Int
    /// How wide the indentation is, a tab counting as four.
    var columns: Int
    /// What follows the indentation, without white space at the end.
    var content: Range<Int>
    var kind: Kind

    /// Where a description begins, when the line has one.
    var start: ItemStart? {
        switch kind {
        case .view(let start), .layer(let start): start
        default: nil
        }
    }
}

extension LineShape {
    private static let elisionSigns: [StaticString] = [
        "...", "\u{2026}", "[...]", "(...)", "[\u{2026}]", "(\u{2026})", "<...>", "<snip>",
    ]
    private static let noiseSigns: [StaticString] = [
        "(lldb)", "(gdb)", "```", "~~~", "cy#", "po ", "Printing description of", "Legend:", "==========",
        "UI hierarchy", "UI Hierarchy",
    ]

    /// Judges a line.
    init(_ line: TextLine, in text: ByteText) {
        self.init(line, in: text, indentationFrom: line.range.lowerBound)
    }

    /// Judges the rest of a line as if it were one of its own.
    init(_ line: TextLine, in text: ByteText, indentationFrom start: Int) {
        self.line = line
        bars = 0
        columns = 0
        kind = .other
        content = start..<line.range.upperBound
        let first = readIndentation(in: text)
        content = text.trimmed(first..<max(first, line.range.upperBound))
        kind = classify(in: text)
    }

    private mutating func readIndentation(in text: ByteText) -> Int {
        var index = content.lowerBound
        while index < content.upperBound {
            switch text[index] {
            case 0x20: columns &+= 1
            case 0x09: columns &+= 4
            case UInt8(ascii: "|"):
                bars &+= 1
                columns &+= 1
            case UInt8(ascii: "+"):
                // `_printHierarchy` marks presented controllers so.
                guard text[index &+ 1] == 0x20, text[index &+ 2] == UInt8(ascii: "<") else { return index }
                bars &+= 1
                columns &+= 1
            case UInt8(ascii: ":"):
                // iPhone OS 3 printed `: | : <`.
                guard text[index &+ 1] == 0x20, "<|:".utf8.contains(text[index &+ 2]) else { return index }
                bars &+= 1
                columns &+= 1
            case UInt8(ascii: "-"):
                // EarlGrey's last level: `  |  |--<`.
                guard bars > 0, text.has("--<", at: index, before: content.upperBound) else { return index }
                index &+= 1
                columns &+= 2
            case UInt8(ascii: "`"), UInt8(ascii: "\""):
                // Quotation marks of cycript and lldb, but not a code fence.
                guard bars == 0, text[index &+ 1] != UInt8(ascii: "`") else { return index }
            case UInt8(ascii: "@"):
                guard text[index &+ 1] == UInt8(ascii: "\"") else { return index }
            case UInt8(ascii: "["):
                // An array of views.
                guard text[index &+ 1] == UInt8(ascii: "<") else { return index }
            case 0xE2 where text[index &+ 1] == 0x94 && (text[index &+ 2] | 1) == 0x83:
                // U+2502 and U+2503, which editors make of bars.
                bars &+= 1
                columns &+= 1
                index &+= 2
            case 0xC2 where text[index &+ 1] == 0xA0:
                columns &+= 1
                index &+= 1
            default:
                return index
            }
            index &+= 1
        }
        return index
    }

    private func classify(in text: ByteText) -> Kind {
        if content.isEmpty { return .blank }
        if isTrace(in: text) { return .trace }
        if let start = ItemStart(in: text, content, isIndentedByBars: bars > 0) { return classify(start, in: text) }
        if isElision(in: text) { return .elision }
        if isNoise(in: text) { return .noise }
        if isPlainConstraint(in: text) { return .constraint }
        return bars > 0 ? .words : .other
    }

    private func classify(_ start: ItemStart, in text: ByteText) -> Kind {
        if text.has("LayoutConstraint", endingAt: start.className) { return .constraint }
        // `_UISystemBaselineConstraint`, `_UILayoutSupportConstraint`.
        if start.form == .compact, text.has("Constraint", endingAt: start.className) { return .constraint }
        if start.form == .spaced {
            let rest = start.className.upperBound..<content.upperBound
            if text.firstIndex(of: ">, state: ", in: rest) != nil { return .controller }
            let isShort = start.prefix.isEmpty && isShort(start, in: text)
            if !isShort, text.firstIndex(of: ";", in: rest) == nil { return .other }
        }
        return isLayer(in: text) ? .layer(start) : .view(start)
    }

    /// Whether the description on the line gives no more than class and address, as those of `pviews --short`.
    func isShort(_ start: ItemStart, in text: ByteText) -> Bool {
        let rest = start.className.upperBound..<content.upperBound
        return text.firstIndex(of: ";", in: rest) == nil
            && text.firstIndex(of: ">", in: rest) == content.upperBound &- 1
    }

    private func isLayer(in text: ByteText) -> Bool {
        var end = content.upperBound
        while end > content.lowerBound, text[end &- 1] == UInt8(ascii: "`") { end &-= 1 }
        return text.has("> (layer)", endingAt: content.lowerBound..<end)
    }

    /// `*<UIView:0x7f…>`, `•UIWindow:0x7f…`, `|   UILabel:0x7f…'text'`: an optional mark, and no space before the
    /// address.
    private func isTrace(in text: ByteText) -> Bool {
        var index = content.lowerBound
        let isMarked =
            text[index] == UInt8(ascii: "*") || text[index] == UInt8(ascii: "+")
            || text.has("\u{2022}", at: index, before: content.upperBound)
        if isMarked { index &+= text[index] == 0xE2 ? 3 : 1 }
        if text[index] == UInt8(ascii: "<") {
            guard isMarked else { return false }
            index &+= 1
        }
        guard isMarked || bars > 0, text[index].startsName else { return false }
        while index < content.upperBound, text[index].continuesName || text[index] == UInt8(ascii: ".") { index &+= 1 }
        guard text.has(":0x", at: index, before: content.upperBound) else { return false }
        // HOURecursiveDescription writes `Controller:0x7f… <UIView: …`.
        return isMarked || text.firstIndex(of: " <", in: index..<content.upperBound) == nil
    }

    /// `NSLayoutConstraint:0x7f… UIView:0x7f….width == 8`, without the brackets that pages take for those of tags.
    private func isPlainConstraint(in text: ByteText) -> Bool {
        guard text[content.lowerBound].startsName,
            let colon = text.firstIndex(
                of: ":0x",
                in: content.lowerBound..<min(content.upperBound, content.lowerBound &+ 96)
            )
        else { return false }
        return text.has("LayoutConstraint", endingAt: content.lowerBound..<colon)
            && (content.lowerBound..<colon).allSatisfy { text[$0].continuesName || text[$0] == UInt8(ascii: ".") }
    }

    private func isElision(in text: ByteText) -> Bool {
        for sign in Self.elisionSigns where text.has(sign, at: content.lowerBound, before: content.upperBound) {
            return true
        }
        return false
    }

    private func isNoise(in text: ByteText) -> Bool {
        for sign in Self.noiseSigns where text.has(sign, at: content.lowerBound, before: content.upperBound) {
            return true
        }
        return content.allSatisfy { index in
            text[index] == UInt8(ascii: "`") || text[index] == UInt8(ascii: ")") || text[index] == UInt8(ascii: "]")
        }
    }
}
