import PropertyList
public import ViewHierarchy

/// The texts of an interface in another language, as Xcode keeps them in `de.lproj/Main.strings`: a property list of any
/// sort whose keys are the objects' ids with the properties, `"a1B-2c-D3e.text" = "Eier";`.
///
/// Of an interface file the views have those ids (``ViewTree/objectIDAttribute``), so that the words find their views in a
/// tree that was edited too.
public struct ObjectStrings: Sendable, Hashable {
    /// The most bytes that a table may have.
    public static let maximumBytes = StringsTables.maximumTableBytes

    /// The language of a file that has tables of several (ISO 639-2).
    public static let severalLanguages = "mul"

    /// The texts by their keys.
    public let texts: [String: String]
    /// The lines of the keys, counted from 1, where the table is text.
    let lines: [String: Int]

    /// Puts tables of one language together; of several texts with one key the last counts.
    public init(_ tables: [ObjectStrings]) {
        texts = tables.reduce(into: [:]) { $0.merge($1.texts) { _, last in last } }
        lines = tables.last?.lines ?? [:]
    }

    /// Takes texts by their keys.
    public init(texts: [String: String]) { (self.texts, lines) = (texts, [:]) }

    /// Reads a table.
    /// - Throws: ``DumpError`` when it is no property list of keys and texts, or has more than ``maximumBytes``.
    public init(reading bytes: [UInt8]) throws(DumpError) {
        guard bytes.count <= Self.maximumBytes else {
            throw .limit(
                "maximumTableBytes",
                "The table of texts has \(bytes.count) bytes; at most \(Self.maximumBytes) are read."
            )
        }
        texts = try Self.texts(in: bytes, called: nil, limits: PropertyListLimits(maximumBytes: Self.maximumBytes))
        guard !texts.isEmpty else {
            throw DumpError(.unreadable, "The table of texts holds no pairs of key and text.")
        }
        lines = Self.lines(of: bytes)
    }

    /// The texts of a property list by their keys.
    /// - Parameter name: What the table is called in what goes wrong, with its quotation marks.
    static func texts(
        in bytes: [UInt8],
        called name: String?,
        limits: PropertyListLimits
    ) throws(DumpError) -> [String: String] {
        let title = name.map { "The table of texts \($0)" } ?? "The table of texts"
        let list: PropertyListValue
        do {
            list = try PropertyListReader.read(bytes, limits: limits)
        } catch {
            throw DumpError(.unreadable, "\(title) cannot be read: \(error.message)", line: error.line)
        }
        guard let entries = list.dictionaryValue else {
            throw DumpError(.unreadable, "\(title) holds no pairs of key and text.")
        }
        return entries.compactMapValues { $0.stringValue ?? Self.text(ofRules: $0) }
    }

    /// The text that the rules of a `.stringsdict` give most often: that of `other` for numbers, the widest for widths.
    private static func text(ofRules value: PropertyListValue) -> String? {
        if let widths = value["NSStringVariableWidthRuleType"]?.dictionaryValue {
            return widths.max { (Int($0.key) ?? 0, $0.key) < (Int($1.key) ?? 0, $1.key) }?.value.stringValue
        }
        guard var text = value["NSStringLocalizedFormatKey"]?.stringValue, text.utf8.count <= maximumRuleBytes else {
            return nil
        }
        for (name, rule) in value.dictionaryValue ?? [:] where rule.dictionaryValue != nil {
            guard let other = rule["other"]?.stringValue, other.utf8.count <= maximumRuleBytes else { continue }
            text = text.replacing("%#@\(name)@", with: other)
            guard text.utf8.count <= maximumRuleBytes else { return nil }
        }
        return text
    }

    /// The longest text that is put together from rules, and each of its parts.
    private static let maximumRuleBytes = 4_096

    /// Whether bytes that came without a word on what they are look like a table: pairs whose keys are ids with properties.
    public static func isLikely(_ bytes: [UInt8]) -> Bool {
        guard let table = try? ObjectStrings(reading: bytes) else { return false }
        return table.texts.keys.contains { Key($0) != nil }
    }

    /// Where the keys stand: at the beginnings of lines, or between the marks of XML.
    private static func lines(of bytes: [UInt8]) -> [String: Int] {
        guard let text = String(validating: bytes, as: UTF8.self) else { return [:] }
        var lines: [String: Int] = [:]
        for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            var key: Substring?
            if line.hasPrefix("<key>") {
                key = line.dropFirst(5).prefix { $0 != "<" }
            } else if line.hasPrefix("\"") {
                key = line.dropFirst().prefix { $0 != "\"" }
            }
            if let key { lines[String(key)] = lines[String(key)] ?? number + 1 }
        }
        return lines
    }

    /// A key: which object, and what of it.
    struct Key {
        let object: Substring
        let property: Substring

        /// Nil for what has no full stop in it.
        init?(_ text: String) {
            guard let dot = text.firstIndex(of: "."), dot > text.startIndex else { return nil }
            object = text[..<dot]
            property = text[text.index(after: dot)...]
            guard !property.isEmpty else { return nil }
        }

        /// The number of the segment whose title it is.
        var segment: Int? {
            guard property.hasPrefix("segmentTitles["), property.last == "]" else { return nil }
            return Int(property.dropFirst("segmentTitles[".count).dropLast())
        }
    }
}

// MARK: The words of views

extension ObjectStrings {
    /// What the views say in the table's language where that is something else than they say now, by their ids.
    public func words(in tree: ViewTree) -> [Int: TextAssumptions.Words] {
        var words: [Int: TextAssumptions.Words] = [:]
        let views = Self.views(of: tree)
        for (name, text) in texts {
            guard let key = Key(name), let index = views[String(key.object)], let id = tree.id(at: index)
            else { continue }
            Self.say(text, of: key, index, in: tree, &words[id, default: TextAssumptions.Words()])
        }
        return words.filter { $0.value != TextAssumptions.Words() }
    }

    /// The views by the ids of their objects; of several with one id the first.
    private static func views(of tree: ViewTree) -> [String: Int] {
        var views: [String: Int] = [:]
        for index in tree.indices {
            guard let id = tree.attribute(ViewTree.objectIDAttribute, of: index), views[id] == nil else { continue }
            views[id] = index
        }
        return views
    }

    /// Whether a view shows what a property says; what it says already is left out of the words.
    @discardableResult
    private static func say(
        _ text: String,
        of key: Key,
        _ index: Int,
        in tree: ViewTree,
        _ words: inout TextAssumptions.Words
    ) -> Bool {
        guard let shown = tree.words(text, for: index) else { return false }
        if let place = key.segment, shown.titles != nil {
            let own = tree.segmentTitles(of: index)
            guard own.indices.contains(place) else { return false }
            guard own[place] != text else { return true }
            var titles = words.titles ?? own
            titles[place] = text
            words.titles = titles
            return true
        }
        guard shown.titles == nil else { return false }
        switch key.property {
        // What a secure field says is withheld in every language.
        case "text" where tree.isTextWithheld(of: index): return false
        case "text", "normalTitle", "configuration.title":
            if tree.text(of: index) != text { words.text = text }
        case "placeholder":
            if tree.attribute("placeholder", of: index) != text { words.placeholder = text }
        default: return false
        }
        return true
    }

    /// What of the table belongs to views, and what does not.
    public func join(to tree: ViewTree) -> CompanionJoin {
        var join = CompanionJoin()
        self.join(to: tree, in: nil, &join)
        return join
    }

    /// The same of tables of several languages that are one file.
    public static func join(_ tables: [String: ObjectStrings], to tree: ViewTree) -> CompanionJoin {
        var join = CompanionJoin()
        for (language, table) in tables.sorted(by: { $0.key < $1.key }) { table.join(to: tree, in: language, &join) }
        return join
    }

    private func join(to tree: ViewTree, in language: String?, _ join: inout CompanionJoin) {
        let mark = language.map { "\($0): " } ?? ""
        let views = Self.views(of: tree)
        let names = texts.keys.sorted { ((lines[$0] ?? .max), $0) < ((lines[$1] ?? .max), $1) }
        for name in names {
            let line = lines[name]
            guard let key = Key(name) else {
                join.miss(.strings, line, "\(mark)“\(name.prefix(60))” is no object’s id with a property.")
                continue
            }
            guard let index = views[String(key.object)], let id = tree.id(at: index) else {
                join.miss(.strings, line, "\(mark)No view of the dump has the id \(key.object.prefix(40)).")
                continue
            }
            var words = TextAssumptions.Words()
            let text = texts[name] ?? ""
            guard Self.say(text, of: key, index, in: tree, &words) else {
                join.miss(
                    .strings,
                    line,
                    "\(mark)No layout asks for \(key.property.prefix(40)) of the \(tree.className(of: index)) \(key.object.prefix(40))."
                )
                continue
            }
            join.add(.strings, line, view: id, "\(mark)\(key.property.prefix(40)): “\(text.prefix(200))”.")
        }
    }
}
