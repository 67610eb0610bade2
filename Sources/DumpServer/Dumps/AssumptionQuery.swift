import AutoLayout
import Catalog
import Diagnostics
import DumpFormats
import HTTP
import ViewHierarchy
import Web

/// How requests and addresses say what is assumed of a layout: `text=+30%`, `language=de`, `text.12=Abmelden`, `constant.7=24`.
extension LayoutAssumptions {
    /// The query parameters about texts.
    static let textParameters: Set = ["text", "text.{view}", "language"]
    /// The query parameters about constants.
    static let constantParameters: Set = ["constant.{number}"]
    /// Of so many views other words can be assumed.
    private static let maximumWords = 200
    /// How much longer pages offer to take texts for.
    static let usualGrowths = [0, 0.15, 0.3, 0.5, 1, -0.1]

    /// Reads what is said of texts; faults are noted in the query.
    init(texts query: inout QueryReader, for snapshot: DumpSnapshot) {
        self.init()
        let tree = snapshot.dump.tree
        readLanguage(&query, snapshot.languages)
        if let text = query.string("text") {
            texts.growth = TextAssumptions.growth(text) ?? 0
            if TextAssumptions.growth(text) == nil {
                query.refuse("text", "“text” takes \(TextAssumptions.growthWords), not “\(text.prefix(40))”.")
            }
        }
        let given = query.family("text.", atMost: Self.maximumWords) {
            "At most \(Self.maximumWords) views can say something else; there are \($0)."
        }
        for (name, key) in given {
            let words = query.string(name) ?? ""
            guard let id = Int(key), let index = tree.index(ofID: id) else {
                query.refuse(name, "There is no view “\(key.prefix(20))” in this dump.")
                continue
            }
            guard !TextAssumptions.isTooLong(words) else {
                query.refuse(name, "“\(name)” takes at most \(TextAssumptions.maximumLength) characters.")
                continue
            }
            guard let words = tree.words(words, for: index) else {
                query.refuse(
                    name,
                    "The view \(id) shows no text: it is no label, button, field, text view or segments."
                )
                continue
            }
            texts.words[id] = words
            if texts.language != nil { texts.given.insert(id) }
        }
    }

    /// Takes the words of a language; a form that leaves it open sends an empty one.
    private mutating func readLanguage(_ query: inout QueryReader, _ languages: DumpLanguages) {
        guard let wanted = query.string("language"), !wanted.isEmpty else { return }
        guard let language = languages.language(matching: wanted) else {
            let names = languages.names
            let known = names.isEmpty ? "there is none" : "there are " + names.joined(separator: ", ")
            query.refuse("language", "The dump has no table of texts in “\(wanted.prefix(40))”; \(known).")
            return
        }
        do throws(DumpError) {
            texts.words = try languages.words(in: language)
            texts.language = language
        } catch {
            query.refuse("language", "The texts in “\(language)” cannot be taken: \(error.message)")
        }
    }

    /// Refuses other texts of a dump that masks alone lay out.
    static func refuseTexts(_ query: inout QueryReader, as name: String) {
        query.refuse(name, "Other texts need constraints; masks do not ask how long texts are.")
    }

    /// Which of the parameters about texts a request has, the first of them; nil where it has none.
    static func textParameter(in query: QueryReader) -> String? {
        ["text", "language"].first { query.string($0).map { !$0.isEmpty } ?? false }
            ?? query.names(startingWith: "text.").first
    }

    /// Reads other constants, of constraints of the root that is laid out; faults are noted in the query.
    mutating func readConstants(_ query: inout QueryReader, of root: Int, in tree: ViewTree) {
        let limit = Self.largestConstant
        let given = query.family("constant.", atMost: Self.maximumConstants) {
            "At most \(Self.maximumConstants.counted("constant")) can be tried together; there are \($0)."
        }
        for (name, key) in given {
            guard let number = Int(key), let constraint = tree.constraint(at: number) else {
                query.refuse(
                    name,
                    "There is no constraint “\(key.prefix(20))”; /constraints lists them with their numbers."
                )
                continue
            }
            guard let constant = query.number(name, in: -limit...limit) else { continue }
            guard tree.index(ofID: constraint.owner).flatMap({ tree.root(of: $0) }) == root else {
                query.refuse(
                    name,
                    "The constraint \(number) is of another root; “view” names the one that is laid out."
                )
                continue
            }
            constants[number] = constant
        }
    }

    /// The query parameters that ask for the same texts, in a fixed order.
    var textItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if texts.growth != 0 { items.append(("text", NumberText.short(texts.growth * 100))) }
        if let language = texts.language { items.append(("language", language)) }
        for (id, words) in givenWords.sorted(by: { $0.key < $1.key }) {
            let said = words.text ?? words.placeholder ?? words.titles?.joined(separator: "\n") ?? ""
            items.append(("text.\(id)", said))
        }
        return items
    }

    /// The same in another language, or in that of the dump; as far as addresses say it, which name words of no language.
    func speaking(_ language: String?) -> LayoutAssumptions {
        var assumptions = self
        assumptions.texts.words = givenWords
        assumptions.texts.given = language == nil ? [] : Set(givenWords.keys)
        assumptions.texts.language = language
        return assumptions
    }

    /// The words that are no language's.
    private var givenWords: [Int: TextAssumptions.Words] {
        texts.language == nil ? texts.words : texts.words.filter { texts.given.contains($0.key) }
    }

    /// What is assumed of texts, for people: `texts in de, +30 %`; nil where nothing is.
    var textWords: String? {
        let growth = texts.growth == 0 ? nil : Self.growthWords(texts.growth)
        let language = texts.language.map { "texts in \($0)" }
        let words = givenWords.isEmpty ? nil : "other words in \(givenWords.count.counted("view"))"
        let all = [language, language == nil ? growth.map { "texts \($0)" } : growth, words].compactMap { $0 }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// How much longer texts are: `+30 %`, or `as stored`.
    static func growthWords(_ growth: Double) -> String {
        guard growth != 0 else { return "as stored" }
        return "\(growth < 0 ? "−" : "+")\(NumberText.short((growth * 100).magnitude)) %"
    }
}

extension QueryReader {
    /// The names that begin so and go on, sorted.
    func names(startingWith start: String) -> [String] {
        given.filter { $0.hasPrefix(start) && $0.utf8.count > start.utf8.count }.sorted()
    }

    /// The parameters that begin so, with what follows that, the first so many; one too many is noted as a fault.
    fileprivate mutating func family(
        _ start: String,
        atMost most: Int,
        refusal: (Int) -> String
    ) -> [(name: String, key: Substring)] {
        let names = names(startingWith: start)
        if names.count > most { refuse(names[most], refusal(names.count)) }
        return names.prefix(most).map { ($0, $0.dropFirst(start.count)) }
    }
}
