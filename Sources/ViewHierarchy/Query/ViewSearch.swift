/// What the words of a search find, such as `class:UI* -hidden width<44`.
///
/// Terms stand between blanks, and all must hold; a `-` or `!` before one negates it. `class:`, `text:`, `label:`, `id:`
/// (or `identifier:`) and `controller:` look into one property, `tag:` takes a whole number; `x`, `y`, `width`, `height`
/// (of the frame), `alpha`, `tag` and `depth` are compared by `<`, `<=`, `>`, `>=`, `=` and `!=`; `hidden`, `visible`,
/// `opaque`, `clipped` and `disabled` are flags. Any other word looks into class, text, label, identifier and controller.
/// Words with blanks stand in double quotes. Nothing depends on case.
///
/// In class names `*` and `?` make a pattern for the whole name, with or without its module; without them a part is
/// enough. Where the query holds addresses that views have, these are found, and the rest is not read: that is what a
/// line from a log is pasted for. The page's script keeps to the same cases (`Tests/Fixtures/vectors/search.json`).
public struct ViewSearch: Sendable, Hashable {
    /// How many terms a search has at the most.
    public static let maximumTerms = 32

    /// The addresses anywhere in the query.
    private let addresses: Set<UInt64>
    private let terms: Result<[SearchTerm], ViewSearchError>

    /// Reads a query. Whether its terms are understood counts only when no view has an address in it.
    public init(_ query: String) {
        let scalars = Array(query.unicodeScalars)
        addresses = SearchParser.addresses(in: scalars)
        do throws(ViewSearchError) {
            var parser = SearchParser(scalars)
            terms = .success(try parser.terms())
        } catch {
            terms = .failure(error)
        }
    }

    /// Whether there is nothing to search for: every view is found.
    public var isEmpty: Bool { (try? terms.get())?.isEmpty == true }

    /// Which of the views are found, by their indexes; linear in the size of the tree and its texts.
    ///
    /// - Parameter geometry: where the views of the tree lie, when it is known already.
    /// - Throws: ``ViewSearchError`` for a query that cannot be read.
    public func found(in tree: ViewTree, _ geometry: WindowGeometry? = nil) throws(ViewSearchError) -> [Bool] {
        if !addresses.isEmpty {
            let found = tree.indices.map { index in
                tree.flagSets[index].contains(.hasAddress) && addresses.contains(tree.addresses[index])
            }
            if found.contains(true) { return found }
        }
        let terms = try terms.get()
        var found = [Bool](repeating: true, count: tree.count)
        for term in terms {
            let test = term.condition.test(in: tree, geometry)
            for index in tree.indices where found[index] && test(index) == term.isNegated { found[index] = false }
        }
        return found
    }

    /// The indexes of the views that are found, in tree order.
    public func indexes(in tree: ViewTree, _ geometry: WindowGeometry? = nil) throws(ViewSearchError) -> [Int] {
        let found = try found(in: tree, geometry)
        return tree.indices.filter { found[$0] }
    }
}

/// Why a search cannot be read, and where.
public struct ViewSearchError: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Kind: String, Sendable, Hashable {
        /// A name with a colon that is no property.
        case unknownName
        /// A property without a word.
        case missingValue
        /// Something else where a number has to be.
        case missingNumber
        /// A quote that has no end.
        case openQuote
        /// A letter right after the closing quote.
        case afterQuote
        /// More terms than ``ViewSearch/maximumTerms``.
        case tooManyTerms
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// Where it begins: so many UTF-16 units from the start.
    public let offset: Int
    /// One sentence for people.
    public let message: String
}

/// One condition of a search.
struct SearchTerm: Sendable, Hashable {
    let isNegated: Bool
    let condition: SearchCondition
}

/// What a view has to be to be found.
enum SearchCondition: Sendable, Hashable {
    /// Words, in lower case, somewhere.
    case words(String)
    /// A part of a class, or a pattern for it, in lower case.
    case className(String)
    /// Words, in lower case, in one property.
    case text(SearchName.Text, String)
    case number(SearchName.Number, SearchComparison, Double)
    case tag(Int)
    case flag(SearchName.Flag)

    /// The condition as a function of a view's index.
    func test(in tree: ViewTree, _ geometry: WindowGeometry?) -> (Int) -> Bool {
        switch self {
        case .className(let pattern):
            return Self.classes(pattern, in: tree)
        case .text(let name, let words):
            let search = TextSearch(words)
            return { name.value(of: $0, in: tree).map(search.matches) ?? false }
        case .words(let words):
            let (search, hasClass) = (TextSearch(words), Self.classes(words, in: tree))
            return { index in
                hasClass(index)
                    || SearchName.Text.allCases.contains { $0.value(of: index, in: tree).map(search.matches) ?? false }
            }
        case .number(let name, let comparison, let number):
            return { comparison.holds(name.value(of: $0, in: tree), number) }
        case .tag(let tag):
            return { tree.tag(of: $0) == tag }
        case .flag(.visible):
            let geometry = geometry ?? WindowGeometry(tree)
            return geometry.isVisible
        case .flag(let flag):
            return { flag.isSet(tree.flagSets[$0]) }
        }
    }

    /// There are few classes and many views.
    private static func classes(_ pattern: String, in tree: ViewTree) -> (Int) -> Bool {
        let fits = tree.classNames.names.map { ClassPattern.fits(ClassName($0), pattern) }
        return { fits[Int(tree.classIDs[$0])] }
    }
}

/// The names that a search knows.
enum SearchName {
    enum Text: String, CaseIterable, Sendable {
        case text, label, identifier, controller

        func value(of index: Int, in tree: ViewTree) -> String? {
            switch self {
            case .text: tree.text(of: index)
            case .label: tree.label(of: index)
            case .identifier: tree.identifier(of: index)
            case .controller: tree.controller(of: index).map { ClassName($0) }.map(\.searched)
            }
        }
    }

    enum Number: String, Sendable {
        case x, y, width, height, alpha, tag, depth

        func value(of index: Int, in tree: ViewTree) -> Double {
            switch self {
            case .x: tree.frames[index].origin.x
            case .y: tree.frames[index].origin.y
            case .width: tree.frames[index].size.width
            case .height: tree.frames[index].size.height
            case .alpha: tree.alpha(of: index)
            case .tag: Double(tree.tag(of: index))
            case .depth: Double(tree.depths[index])
            }
        }
    }

    enum Flag: String, Sendable {
        case hidden, visible, opaque, clipped, disabled

        /// `visible` follows from more than the view's own flags.
        func isSet(_ flags: ViewFlags) -> Bool {
            switch self {
            case .hidden: flags.contains(.hidden)
            case .opaque: flags.contains(.opaque)
            case .clipped: flags.contains(.clipsToBounds)
            case .disabled: !flags.contains(.userInteractionEnabled)
            case .visible: true
            }
        }
    }
}

/// How two numbers are compared: as they are shown, to thousandths.
enum SearchComparison: String, CaseIterable, Sendable {
    // Longer ones first, as they are read.
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case notEqual = "!="
    case less = "<"
    case greater = ">"
    case equal = "="

    /// Numbers that are not finite fulfil none.
    func holds(_ value: Double, _ number: Double) -> Bool {
        guard value.isFinite else { return false }
        let isEqual = abs(value - number) < 0.0005
        return switch self {
        case .less: value < number && !isEqual
        case .lessOrEqual: value < number || isEqual
        case .greater: value > number && !isEqual
        case .greaterOrEqual: value > number || isEqual
        case .equal: isEqual
        case .notEqual: !isEqual
        }
    }
}

extension ClassName {
    /// Both names, as one text.
    fileprivate var searched: String { isDemangled ? "\(raw) \(readable)" : raw }
}

/// Class names against what a search says of them, in lower case.
package enum ClassPattern {
    /// Whether the name that the dump has or the readable one has a pattern.
    package static func fits(_ name: ClassName, _ pattern: String) -> Bool {
        fits(name.raw.lowercased(), pattern) || name.isDemangled && fits(name.readable.lowercased(), pattern)
    }

    /// Whether a class has a pattern, with or without its module; without `*` and `?` a part of the name is enough.
    package static func fits(_ name: String, _ pattern: String) -> Bool {
        guard pattern.contains(where: { $0 == "*" || $0 == "?" }) else { return name.contains(pattern) }
        let last = name.prefix { $0 != "<" }.split(separator: ".").last.map(Array.init) ?? []
        return isMatch(Array(name), Array(pattern)) || isMatch(last, Array(pattern))
    }

    /// Goes back to the last star alone, so that no pattern takes longer than length times length.
    private static func isMatch(_ name: [Character], _ pattern: [Character]) -> Bool {
        var (at, to) = (0, 0)
        var star: (to: Int, at: Int)?
        while at < name.count {
            if to < pattern.count, pattern[to] == "*" {
                star = (to, at)
                to += 1
            } else if to < pattern.count, pattern[to] == "?" || pattern[to] == name[at] {
                (at, to) = (at + 1, to + 1)
            } else if let last = star {
                star = (last.to, last.at + 1)
                (at, to) = (last.at + 1, last.to + 1)
            } else {
                return false
            }
        }
        return pattern[to...].allSatisfy { $0 == "*" }
    }
}
