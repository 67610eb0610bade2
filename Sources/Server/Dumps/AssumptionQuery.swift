import Diagnostics
import HTTP
import ViewHierarchy

/// How requests and addresses say what is assumed of a layout: `text=+30%`, `text.12=Abmelden`, `constant.7=24`.
extension LayoutAssumptions {
    /// The query parameters about texts.
    static let textParameters: Set = ["text", "text.{view}"]
    /// The query parameters about constants.
    static let constantParameters: Set = ["constant.{number}"]
    /// Of so many views other words can be assumed.
    private static let maximumWords = 200

    /// Reads what is said of texts; faults are noted in the query.
    init(texts query: inout QueryReader, for tree: ViewTree) {
        self.init()
        if let text = query.string("text") {
            texts.growth = TextAssumptions.growth(text) ?? 0
            if TextAssumptions.growth(text) == nil {
                query.refuse("text", "“text” takes \(TextAssumptions.growthWords), not “\(text.prefix(40))”.")
            }
        }
        let names = query.names(startingWith: "text.")
        for name in names.prefix(Self.maximumWords) {
            let words = query.string(name) ?? ""
            guard let id = Int(name.dropFirst(5)), let index = tree.index(ofID: id) else {
                query.refuse(name, "There is no view “\(name.dropFirst(5).prefix(20))” in this dump.")
                continue
            }
            guard words.utf8.count <= TextAssumptions.maximumLength * 4, words.count <= TextAssumptions.maximumLength
            else {
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
        }
        if names.count > Self.maximumWords {
            query.refuse(
                names[Self.maximumWords],
                "At most \(Self.maximumWords) views can say something else; there are \(names.count)."
            )
        }
    }

    /// Reads other constants, of constraints of the root that is laid out; faults are noted in the query.
    mutating func readConstants(_ query: inout QueryReader, of root: Int, in tree: ViewTree) {
        let names = query.names(startingWith: "constant.")
        let limit = Self.largestConstant
        for name in names.prefix(Self.maximumConstants) {
            guard let number = Int(name.dropFirst(9)), let constraint = tree.constraint(number) else {
                query.refuse(
                    name,
                    "There is no constraint “\(name.dropFirst(9).prefix(20))”; /constraints lists them with their numbers."
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
        if names.count > Self.maximumConstants {
            query.refuse(
                names[Self.maximumConstants],
                "At most \(Self.maximumConstants.counted("constant")) can be tried together; there are \(names.count)."
            )
        }
    }

    /// The query parameters that ask for the same texts, in a fixed order.
    var textItems: [(name: String, value: String)] {
        var items: [(name: String, value: String)] = []
        if texts.growth != 0 { items.append(("text", NumberText.short(texts.growth * 100))) }
        for (id, words) in texts.words.sorted(by: { $0.key < $1.key }) {
            let said = words.text ?? words.placeholder ?? words.titles?.joined(separator: "\n") ?? ""
            items.append(("text.\(id)", said))
        }
        return items
    }

    /// What is assumed of texts, for people: `texts +30 %`; nil where nothing is.
    var textWords: String? {
        let growth = texts.growth == 0 ? nil : Self.words(texts.growth)
        let words = texts.words.isEmpty ? nil : "other words in \(texts.words.count.counted("view"))"
        let all = [growth, words].compactMap { $0 }
        return all.isEmpty ? nil : all.joined(separator: ", ")
    }

    /// How much longer texts are: `texts +30 %`.
    static func words(_ growth: Double) -> String {
        guard growth != 0 else { return "texts as stored" }
        return "texts \(growth < 0 ? "−" : "+")\(NumberText.short((growth * 100).magnitude)) %"
    }
}

extension ViewTree {
    /// The constraint with a number; nil where there is none.
    fileprivate func constraint(_ number: Int) -> LayoutConstraint? {
        allConstraints.indices.contains(number) ? allConstraints[number] : nil
    }
}

extension QueryReader {
    /// The names that begin so and go on, sorted.
    func names(startingWith start: String) -> [String] {
        given.filter { $0.hasPrefix(start) && $0.utf8.count > start.utf8.count }.sorted()
    }
}
