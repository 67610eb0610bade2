/// What is assumed of texts: that all are longer or shorter, and that single views say something else.
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
    /// Beside a language, the views whose words were given one by one, by their ids: these count more than the table's.
    public var given: Set<Int> = []

    /// Creates assumptions that change nothing.
    public init() {}

    /// Whether nothing is assumed.
    public var isEmpty: Bool { growth == 0 && words.isEmpty && language == nil }

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
