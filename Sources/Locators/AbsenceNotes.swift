import Diagnostics
import ViewHierarchy

/// What a locator asks of elements, with its place: what is looked at when it finds nothing.
struct LocatorQuestion: Sendable, Hashable {
    enum Subject: Sendable, Hashable {
        /// The name of an element, or its type.
        case element(String)
        /// An attribute of page source, in an XPath.
        case attribute(String)
        /// An attribute in an XPath that WebDriverAgent leaves out of its document.
        case unwritten(String)
        /// A key of a predicate, compared with something.
        case key(PredicateKey)
        /// A key of a predicate, compared with nil.
        case presence(PredicateKey)
        /// A text beside an attribute: the whole of it, or a part.
        case text(String, of: String, isWhole: Bool)
        /// A number beside an attribute, in an XPath.
        case number(Double, of: String)
        /// `text()`, in an XPath.
        case content
        /// The application, in a class chain.
        case application
    }

    var subject: Subject
    /// Where it begins, in UTF-16 units from the start of the locator.
    var offset: Int

    /// So many of a locator are kept.
    static let most = 64
}

/// Says why a locator finds nothing, where that is because the dump never has what it asks for: an attribute that no
/// element has, a name that nothing is called by, a text that is written in another way. Of one that finds something it
/// says only what the dump never tells, so that a comparison with it decides nothing: `NOT (selected == 1)`.
struct AbsenceNotes {
    let tree: ElementTree
    let budget: WorkBudget
    var hasFound = false
    var isXPath = false

    /// Each thing that is never there, once.
    ///
    /// - Throws: When looking takes too much work.
    func notes(on questions: [LocatorQuestion]) throws(LocatorError) -> [LocatorNote] {
        var seen: Set<LocatorQuestion.Subject> = []
        var notes: [LocatorNote] = []
        for question in questions where notes.count < PredicateNotes.most && seen.insert(question.subject).inserted {
            let message =
                try hasFound ? self.message(aboutUnsaid: question.subject) : self.message(about: question.subject)
            guard let message else { continue }
            notes.append(LocatorNote(message: message, offset: question.offset))
        }
        return notes
    }

    private func message(about subject: LocatorQuestion.Subject) throws(LocatorError) -> String? {
        switch subject {
        case .element(let name): return self.message(aboutElement: name)
        case .attribute(let name):
            return try values(of: name) { _ in true } ? nil : self.message(aboutAttribute: name)
        case .unwritten(let name):
            return "WebDriverAgent's document has only attributes that are written @\(name), not attribute::\(name)."
        case .key(let key), .presence(let key):
            return try isSaid(key)
                ? nil : "The dump never says “\(key.rawValue)” of an element, so that no comparison with it holds."
        case .text(let text, let name, let isWhole): return try self.message(about: text, of: name, isWhole: isWhole)
        case .number(_, let name): return try self.message(aboutNumbersOf: name)
        case .content: return "Elements hold no text; what they show is in @label and @value."
        case .application: return "A chain begins below the application, which it never finds."
        }
    }

    /// What is said where something is found all the same.
    private func message(aboutUnsaid subject: LocatorQuestion.Subject) throws(LocatorError) -> String? {
        let without = "what is found is found without it."
        switch subject {
        case .key(let key):
            return try isSaid(key) ? nil : "The dump never says “\(key.rawValue)” of an element: \(without)"
        // A predicate asks of the key itself, too.
        case .text(_, let name, _) where isXPath, .number(_, let name) where isXPath:
            let isThere = try values(of: name) { _ in true }
            return isThere ? nil : "No element of the dump has the attribute “\(name.prefix(60))”: \(without)"
        default: return nil
        }
    }

    private func isSaid(_ key: PredicateKey) throws(LocatorError) -> Bool {
        let test = PredicateTest(tree, budget: budget)
        for element in tree.indices {
            try budget.spend(2)
            if case .null = test.value(of: key, element) { continue }
            return true
        }
        return false
    }

    // MARK: Names

    private func message(aboutElement name: String) -> String? {
        guard tree.tags.known(name) == nil else { return nil }
        guard tree.shape == .elements else {
            return Self.sentence("No view of the dump has the class “\(name.prefix(60))”", name, tree.tags.values)
        }
        if name == "AppiumAUT" { return "AppiumAUT is only put around page source; the root is \(tree.tag(of: 0))." }
        if name.hasPrefix(ElementType.prefix) {
            guard !ElementType.isKnown(String(name.dropFirst(ElementType.prefix.count))) else { return nil }
            let types = ElementType.names.map(ElementType.className)
            return Self.sentence("There is no type “\(name.prefix(60))”", name, types)
        }
        if let type = ElementType.className(ofTool: name) {
            return "Elements are called by the whole name of their type, \(type)."
        }
        return Self.sentence("No element of the dump is called “\(name.prefix(60))”", name, tree.tags.values)
    }

    /// A sentence with the word that is most likely meant.
    private static func sentence(_ words: String, _ name: String, _ known: [String]) -> String {
        NearSpelling.nearest(to: name, among: known).map { "\(words); did you mean “\($0)”?" } ?? words + "."
    }

    private func message(aboutAttribute name: String) -> String {
        let lack = "No element of the dump has the attribute “\(name.prefix(60))”"
        if PredicateKey(name) != nil, tree.shape == .elements {
            return lack + (ElementTree.isWritten(name) ? "." : ": page source never does; a predicate can ask for it.")
        }
        let meant = PredicateKey.suggestion(for: name).map { [$0] } ?? ElementTree.names(in: tree.shape)
        return meant.count == 1 ? "\(lack); did you mean “\(meant[0])”?" : Self.sentence(lack, name, meant)
    }

    // MARK: Values

    /// Hands over the values of an attribute until one is what is looked for; says whether there was one. What a secure
    /// field holds is told nowhere.
    private func values(
        of name: String,
        _ isWanted: (String) throws(LocatorError) -> Bool
    ) throws(LocatorError) -> Bool {
        for element in tree.indices {
            try budget.spend(2)
            guard let value = tree.attribute(name, of: element),
                name != "value" || tree.type(of: element) != "SecureTextField"
            else { continue }
            try budget.spend(value.utf8.count / 4)
            if try isWanted(value) { return true }
        }
        return false
    }

    /// Whether an attribute is there and says nothing but true or false.
    private func isFlag(_ name: String) throws(LocatorError) -> Bool {
        let isThere = try values(of: name) { _ in true }
        let hasOthers = try values(of: name) { value in value != "true" && value != "false" }
        return isThere && !hasOthers
    }

    private func message(aboutNumbersOf name: String) throws(LocatorError) -> String? {
        if try isFlag(name) { return "“\(name)” is a text, \"true\" or \"false\", and never a number." }
        let isThere = try values(of: name) { _ in true }
        let isNumber = try values(of: name) { value in !XPathText.number(value).isNaN }
        return !isThere || isNumber ? nil : "No “\(name)” of the dump is a number. Put texts in quotes."
    }

    private func message(about text: String, of name: String, isWhole: Bool) throws(LocatorError) -> String? {
        guard text.utf8.count <= 300 else { return nil }
        if name == "type", isWhole, let type = ElementType.className(ofTool: text), type != text {
            return "Types have their whole name, \"\(type)\"."
        }
        if try isFlag(name) {
            return text == "true" || text == "false"
                ? nil : "“\(name)” is \"true\" or \"false\", and never \"\(text.prefix(60))\"."
        }
        let wanted = Self.folded(text)
        guard !wanted.isEmpty else { return nil }
        var written: String?
        let isThere = try values(of: name) { value in
            if isWhole ? value.isSame(as: text) : value.contains(text) { return true }
            guard written == nil, value.utf8.count <= 4_096 else { return false }
            let folded = Self.folded(value)
            if isWhole ? folded == wanted : folded.contains(wanted) { written = value }
            return false
        }
        guard !isThere else { return nil }
        guard let written else { return try isWhole ? message(aboutWord: text, besideNumbersOf: name) : nil }
        return "The dump has it written “\(written.prefix(80))”: case, accents, blanks and typographic signs count."
    }

    private func message(aboutWord text: String, besideNumbersOf name: String) throws(LocatorError) -> String? {
        guard XPathText.number(text).isNaN, try values(of: name, { _ in true }),
            try !values(of: name, { value in XPathText.number(value).isNaN })
        else { return nil }
        return "Each “\(name)” of the dump is a number, and none is \"\(text.prefix(60))\"."
    }

    /// A text without what people do not see or do not type: case, accents, kinds of blanks, quotes and dashes, zeros behind
    /// the point of a number.
    static func folded(_ text: String) -> String {
        let number = XPathText.number(text)
        if !number.isNaN { return XPathText.text(number) }
        var folded = ""
        for scalar in PredicateTest.plain(text).lowercased().unicodeScalars {
            switch scalar {
            case "‘", "’", "‚", "‛", "´", "`", "′": folded += "'"
            case "“", "”", "„", "‟", "«", "»", "″": folded += "\""
            case "‐", "‑", "‒", "–", "—", "−": folded += "-"
            case "…": folded += "..."
            case _ where scalar.properties.generalCategory == .format: break
            case _ where scalar.properties.isWhitespace:
                if !folded.hasSuffix(" "), !folded.isEmpty { folded += " " }
            default: folded.unicodeScalars.append(scalar)
            }
        }
        return folded.hasSuffix(" ") ? String(folded.dropLast()) : folded
    }
}
