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
        texts.growth = query.percentage("text", in: TextAssumptions.growths) ?? 0
        let names = query.names(startingWith: "text.")
        for name in names.prefix(Self.maximumWords) {
            let words = query.string(name) ?? ""
            guard let id = Int(name.dropFirst(5)), let index = tree.index(ofID: id) else {
                query.refuse(name, "There is no view “\(name.dropFirst(5).prefix(20))” in this dump.")
                continue
            }
            guard words.utf8.count <= TextAssumptions.maximumLength * 4, words.count <= TextAssumptions.maximumLength else {
                query.refuse(name, "“\(name)” takes at most \(TextAssumptions.maximumLength) characters.")
                continue
            }
            guard let words = tree.words(words, for: index) else {
                query.refuse(name, "The view \(id) shows no text: it is no label, button, field, text view or segments.")
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
                query.refuse(name, "The constraint \(number) is of another root; “view” names the one that is laid out.")
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
    var queryItems: [String] { growthText.map { ["text=\($0)%25"] } ?? [] }

    /// How much longer texts are, in percent and with a sign only where they are shorter: `30`; nil where they are as stored.
    var growthText: String? { texts.growth == 0 ? nil : NumberText.short(texts.growth * 100) }
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
        names.filter { $0.hasPrefix(start) && $0.utf8.count > start.utf8.count }.sorted()
    }

    /// A percentage as a part of one: `+30%`, `30` and `-10%`. A plus may have come as a blank.
    fileprivate mutating func percentage(_ name: String, in range: ClosedRange<Double>) -> Double? {
        guard let text = string(name) else { return nil }
        var digits = text.prefix(20)
        if digits.first == "+" || digits.first == " " { digits.removeFirst() }
        if digits.last == "%" { digits.removeLast() }
        let isPlain = digits.utf8.allSatisfy { "-.0123456789".utf8.contains($0) }
        let (least, most) = (Int(range.lowerBound * 100), Int(range.upperBound * 100))
        guard isPlain, let number = Double(digits), range.contains(number / 100), text.utf8.count <= 20 else {
            refuse(name, "“\(name)” takes a percentage from \(least) to \(most), such as +30%, not “\(text.prefix(40))”.")
            return nil
        }
        return number / 100
    }
}
