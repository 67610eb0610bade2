package import Diagnostics

/// What is assumed of texts: that all are longer or shorter, in another language or size, and that single views say something
/// else.
///
/// How wide a text is no file says, so whatever is laid out by it is an estimate.
public struct TextAssumptions: Sendable, Hashable {
    /// By how much texts can grow: to half of their length, or to four times of it.
    public static let growths = -0.5...3.0
    /// So many characters of other words are looked at.
    public static let maximumLength = 2_000

    /// How much longer all texts are, as a part of their lengths: 0.3 makes them 30 % longer. Other words grow too.
    public var growth = 0.0
    /// What views say in place of their texts, by the ids of the views.
    public var words: [Int: Words] = [:]
    /// The language that words are from, as its table is called; nil where none was asked for.
    public var language: String?
    /// The pseudo language in which all views say what they say; its name is the ``language`` too.
    public var pseudoLanguage: PseudoLanguage?
    /// Whether the language is written from right to left: what leads is on the right then.
    public var isRightToLeft = false
    /// The size that fonts have which follow the user's; nil for the one that the dump has.
    public var textSize: TextSize?
    /// Beside a language, the views whose words were given one by one, by their ids: these count more than the table's.
    public var given: Set<Int> = []

    /// Creates assumptions that change nothing.
    public init() {}

    /// Whether nothing is assumed.
    public var isEmpty: Bool { growth == 0 && words.isEmpty && language == nil && textSize == nil }

    /// Reads a percentage, `+30%`, `30` or `-10%`, as a part of one; nil for what is none or beyond ``growths``.
    public static func growth(_ text: String) -> Double? {
        guard text.utf8.count <= 20 else { return nil }
        var digits = text[...]
        // In an address a plus may have come as a blank.
        if digits.first == "+" || digits.first == " " { digits.removeFirst() }
        if digits.last == "%" { digits.removeLast() }
        guard digits.allSatisfy({ "-.0123456789".contains($0) }), let number = Double(digits),
            growths.contains(number / 100)
        else { return nil }
        return number / 100
    }

    /// What can be a percentage, for people.
    public static let growthWords = "a percentage from -50 to 300, such as +30%"

    /// Whether other words have more characters than are looked at.
    public static func isTooLong(_ words: String) -> Bool {
        words.utf8.count > 4 * maximumLength || words.count > maximumLength
    }

    /// What one view says; nil for what stays as it is.
    public struct Words: Sendable, Hashable {
        /// Its text.
        public var text: String?
        /// What stands in an empty field.
        public var placeholder: String?
        /// The titles of a segmented control, from the first on.
        public var titles: [String]?

        /// Words that leave all as it is.
        public init() {}
    }
}

/// The languages that nobody speaks, which Xcode runs apps in to see how they bear translation.
public enum PseudoLanguage: String, Sendable, Hashable, CaseIterable {
    case doubleLength = "double-length"
    case rightToLeft = "right-to-left"
    case rightToLeftStrings = "right-to-left-strings"
    case accented
    case bounded

    /// Reads a pseudo language by its name here or by Xcode's (`Double-Length Pseudolanguage`); nil for none.
    public init?(named text: String) {
        guard text.utf8.count <= 80 else { return nil }
        let name = text.lowercased().filter(\.isLetter).replacing("pseudolanguage", with: "")
            .replacing("withrighttoleft", with: "").replacing("boundedstring", with: "bounded")
        let all = Self.allCases.map { ($0, $0.rawValue.filter(\.isLetter)) }
        guard let found = all.first(where: { $0.1 == name })?.0 else { return nil }
        self = found
    }

    /// For people: `Double-length`.
    public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    /// Whether what leads is on the right.
    public var isRightToLeft: Bool { self == .rightToLeft || self == .rightToLeftStrings }

    /// What a text is in it.
    func words(_ text: String) -> String {
        guard text.contains(where: { !$0.isWhitespace }) else { return text }
        switch self {
        case .doubleLength: return "\(text) \(text)"
        case .rightToLeft: return text
        case .rightToLeftStrings:
            // Word by word, so that lines may break between them.
            return text.split(separator: " ", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "\u{202E}\($0)\u{202C}" }.joined(separator: " ")
        case .accented: return String(text.map { Self.marked[$0] ?? $0 })
        case .bounded: return "[# \(text) #]"
        }
    }

    /// Vowels have two dots, other letters an acute accent; each is as wide as without.
    private static let marked: [Character: Character] = {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let marks = letters.map { "AEIOUaeiou".contains($0) ? "\u{308}" : "\u{301}" }
        return Dictionary(uniqueKeysWithValues: zip(letters, marks).map { ($0, Character("\($0)\($1)")) })
    }()
}

extension TextAssumptions {
    /// Takes a language: its words, the direction in which it is written, and its name.
    public mutating func speak(_ language: String, _ words: [Int: Words], isRightToLeft: Bool) {
        (self.language, self.words, self.isRightToLeft, pseudoLanguage) = (language, words, isRightToLeft, nil)
    }

    /// Takes a pseudo language.
    public mutating func speak(_ language: PseudoLanguage) {
        speak(language.rawValue, [:], isRightToLeft: language.isRightToLeft)
        pseudoLanguage = language
    }

    /// What a view says, but for how much longer it is; nil for what it says in the dump.
    package func words(for index: Int, in tree: ViewTree) -> Words? {
        if !words.isEmpty, let given = tree.id(at: index).flatMap({ words[$0] }) { return given }
        guard let pseudoLanguage else { return nil }
        var said = Words()
        said.text = tree.text(of: index).map(pseudoLanguage.words)
        said.placeholder = tree.attribute("placeholder", of: index).map(pseudoLanguage.words)
        let titles = tree.segmentTitles(of: index)
        if !titles.isEmpty { said.titles = titles.map(pseudoLanguage.words) }
        return said == Words() ? nil : said
    }

    /// As much of a text, or of repetitions of it, as is so much longer.
    fileprivate func lengthened(_ text: String) -> String {
        guard growth != 0, growth.isFinite, !text.isEmpty else { return text }
        let font = TextFont(size: SystemFont.usualSize)
        var room = font.width(of: text) * (1 + growth)
        var longer = ""
        for letter in "\(text) \(text) \(text) \(text)" {
            let width = font.width(of: String(letter))
            guard width <= room + width / 2 else { break }
            longer.append(letter)
            room -= width
        }
        return longer
    }
}

extension ViewTree {
    /// The font of a view's text at a text size; nil where it does not follow that, or nothing is said of it.
    ///
    /// Fonts of text styles do, those that the view is said to adjust (`adjustsFontForContentSizeCategory`), by the ratio of
    /// body text as `UIFontMetrics.default` has it, and the titles of buttons with a configuration.
    package func scaledFont(of index: Int, at size: TextSize) -> String? {
        guard let said = attribute("font", of: index) else {
            guard attribute("configuration", of: index) != nil else { return nil }
            return "UICTFontTextStyleBody, system \(size.bodyPoints)"
        }
        return scaled(said, of: index, at: size)
    }

    func scaled(_ font: String, of index: Int, at size: TextSize) -> String? {
        guard let read = TextFont(font) else { return nil }
        if let style = read.style { return TextFont.description(font, ofSize: size.metrics(of: style).size) }
        guard ["yes", "true", "1"].contains(attribute(Self.adjustsFont, of: index)?.lowercased()) else { return nil }
        let ratio = Double(size.bodyPoints) / Double(TextSize.standard.bodyPoints)
        return TextFont.description(font, ofSize: (read.size * ratio * 2).rounded() / 2)
    }

    private static let adjustsFont = "adjustsFontForContentSizeCategory"

    /// Whether the dump tells which fonts follow the size that the user chose: interface files do, and dumps that name a text
    /// style or the property of some view.
    package var tellsTextSizes: Bool {
        isInterface || attributeNames.contains(Self.adjustsFont)
            || indices.contains { attribute("font", of: $0).flatMap { TextFont($0) }?.style != nil }
    }

    /// The tree with the texts and fonts that are assumed for the views below a root.
    package func worded(_ texts: TextAssumptions, below root: Int) -> ViewTree {
        guard !texts.isEmpty else { return self }
        var tree = self
        for index in subtree(of: root) {
            let words = texts.words(for: index, in: self)
            let said = self.texts(of: index)
            let text = (words?.text ?? said.text).map(texts.lengthened)
            if text != said.text {
                var other = said
                other.text = text
                tree.texts[index] = other
                tree.reworded.insert(index)
            }
            let own = attributes(of: index)
            guard !own.isEmpty || texts.isRightToLeft else { continue }
            let others = self.attributes(own, of: index, with: words, texts)
            guard others != own else { continue }
            tree.attributeColumn.set(others, of: index)
            tree.reworded.insert(index)
        }
        return tree
    }

    private func attributes(
        _ own: [ViewDescription.Attribute],
        of index: Int,
        with words: TextAssumptions.Words?,
        _ texts: TextAssumptions
    ) -> [ViewDescription.Attribute] {
        var titles = words?.titles.map { $0[...] }
        var others = own
        for place in own.indices {
            switch own[place].name {
            case "placeholder": others[place].value = texts.lengthened(words?.placeholder ?? own[place].value)
            case StyledText.attribute:
                let runs = StyledText.runs(own[place].value)?.map { run in
                    StyledText.Run(
                        count: run.count,
                        font: texts.textSize.flatMap { scaled(run.font, of: index, at: $0) } ?? run.font,
                        color: run.color
                    )
                }
                if let runs { others[place].value = StyledText.description(runs) }
            case "segment": others[place].value = texts.lengthened(titles?.popFirst() ?? own[place].value)
            default: break
            }
        }
        func say(_ name: String, _ value: String) {
            if let place = others.firstIndex(where: { $0.name == name }) {
                others[place].value = value
            } else {
                others.append(.init(name, value))
            }
        }
        if let font = texts.textSize.flatMap({ scaledFont(of: index, at: $0) }) { say("font", font) }
        if texts.isRightToLeft, layoutRole(of: index) == .button, own.contains(where: { $0.name == "image" }) {
            let placement = own.first { $0.name == "imagePlacement" }?.value ?? "leading"
            if placement == "leading" || placement == "trailing" {
                say("imagePlacement", placement == "leading" ? "trailing" : "leading")
            }
        }
        if texts.isRightToLeft, [.label, .textField, .textView].contains(layoutRole(of: index)) {
            let said = others.first { $0.name == "textAlignment" }?.value
            if said == nil || said == "natural" { say("textAlignment", "right") }
        }
        return others
    }

    /// Why no text is larger or smaller at the text size that is assumed: nil where none is, and where the dump tells.
    package func untoldTextSize(_ texts: TextAssumptions) -> String? {
        guard texts.textSize != nil, !tellsTextSizes else { return nil }
        return "The dump doesn’t tell which fonts follow the text size, so all texts are as large as in the dump."
    }

    /// The same as a warning about a layout.
    package func textWarnings(_ texts: TextAssumptions) -> [Diagnostic] {
        untoldTextSize(texts).map { [Diagnostic(.info, "layout.textSize", $0)] } ?? []
    }
}

extension ViewTree {
    /// Whether a view shows a text whose words can be others: a label, a button, a field, a text view, segments.
    public func showsWords(_ index: Int) -> Bool { indices.contains(index) && words("", for: index) != nil }

    /// A text as the words of a view: in a field that shows its placeholder it becomes that; the lines of it are the titles of
    /// segments. Nil for a view that shows no text.
    public func words(_ text: String, for index: Int) -> TextAssumptions.Words? {
        var words = TextAssumptions.Words()
        switch layoutRole(of: index) {
        case .label, .button, .textView: words.text = text
        case .textField:
            let isEmpty = self.text(of: index)?.isEmpty ?? true
            if isEmpty, attribute("placeholder", of: index) != nil {
                words.placeholder = text
            } else {
                words.text = text
            }
        case .segments: words.titles = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        default: return nil
        }
        return words
    }

    /// The words in which another tree of the same views differs from this one, by the ids of the views.
    public func otherWords(in other: ViewTree) -> [Int: TextAssumptions.Words] {
        var all: [Int: TextAssumptions.Words] = [:]
        for index in indices.prefix(other.count) where showsWords(index) {
            guard let id = id(at: index), other.className(of: index) == className(of: index) else { continue }
            var words = TextAssumptions.Words()
            if let text = other.text(of: index), text != self.text(of: index) { words.text = text }
            let placeholder = other.attribute("placeholder", of: index)
            if placeholder != attribute("placeholder", of: index) { words.placeholder = placeholder }
            let titles = other.segmentTitles(of: index)
            if titles != segmentTitles(of: index) { words.titles = titles }
            if words != TextAssumptions.Words() { all[id] = words }
        }
        return all
    }

    /// The titles of a segmented control of an interface file.
    public func segmentTitles(of index: Int) -> [String] {
        attributes(of: index).filter { $0.name == "segment" }.map(\.value)
    }
}
