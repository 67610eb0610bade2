public import ViewHierarchy

/// How a test names the elements that it means: a strategy and its text.
public struct Locator: Sendable, Hashable {
    /// The dialects.
    public enum Strategy: String, Sendable, Hashable, CaseIterable {
        /// XPath 1.0 with WebDriverAgent's functions.
        case xpath
        /// A predicate string (`-ios predicate string`).
        case predicate
        /// A class chain (`-ios class chain`).
        case classChain
        /// A CSS selector, which Appium's XCUITest driver makes a class chain of (`css selector`).
        case css
        /// The exact name: the accessibility identifier, else the label (`accessibility id`, `id`, `name`).
        case identifier
        /// The type of the element, or the exact class of the view.
        case className
        /// The words of Vitrine's search field.
        case `where`
    }

    /// The longest text that is read, in characters.
    public static let maximumLength = 8_192

    /// The dialect.
    public var strategy: Strategy
    /// What it says.
    public var text: String

    /// Creates a locator.
    public init(_ strategy: Strategy, _ text: String) {
        self.strategy = strategy
        self.text = text
    }

    /// The shape in which a locator is asked of some views: XPath sees those of UIKit by their classes, unless the
    /// expression names types of test tools.
    public func shape(of tree: ViewTree) -> ElementTree.Shape {
        strategy == .xpath && !namesTypes && !ElementTree.isOfElements(tree) ? .classes : .elements
    }

    /// Whether types of XCUITest stand in it, or those of UI Automation, which become them.
    private var namesTypes: Bool {
        text.contains(ElementType.prefix)
            || text.unicodeScalars.split { !XMLText.isNamePart($0) }
                .contains { ElementType.className(ofUIAutomation: String($0)) != nil }
    }

    /// The elements that are found, in tree order.
    ///
    /// - Parameters:
    ///   - tree: What to search in.
    ///   - start: The element whose subtree is searched; the root where nothing is given.
    ///   - budget: How much work it may take; one that several searches share, or a new one.
    /// - Throws: ``LocatorError`` for a text that is not understood, that finds something other than elements, or that
    ///   takes too much work.
    public func elements(
        in tree: ElementTree,
        from start: Int? = nil,
        budget: WorkBudget = WorkBudget()
    ) throws(LocatorError) -> [Int] {
        guard text.unicodeScalars.count <= Self.maximumLength else {
            throw LocatorError(.tooLong, "A locator has at most \(Self.maximumLength) characters.")
        }
        let scope = tree.subtree(of: start ?? 0)
        try budget.spend(1)
        switch strategy {
        case .xpath: return try XPath(text, in: tree).elements(in: tree, scope: scope, budget: budget)
        case .predicate:
            let predicate = try Predicate(text)
            var test = PredicateTest(tree, budget: budget)
            var found: [Int] = []
            for element in scope where try test.holds(predicate, element) { found.append(element) }
            return found
        case .classChain: return try ClassChain(text).elements(in: tree, scope: scope, budget: budget)
        case .css: return try ClassChain(CSSSelector.chain(text)).elements(in: tree, scope: scope, budget: budget)
        case .identifier:
            try budget.spend(scope.count)
            return scope.filter { tree.name(of: $0)?.isSame(as: text) ?? false }
        case .className:
            try budget.spend(scope.count)
            let type = Int(text) == nil ? ElementType.className(ofTool: text) : nil
            if type == ElementType.className("Any") { return Array(scope) }
            return scope.filter { element in
                tree.tag(of: element) == type || tree.view(of: element).map(tree.views.className) == text
            }
        case .where:
            do throws(ViewSearchError) {
                return try ViewSearch(text).indexes(in: tree.views, tree.geometry)
                    .compactMap(tree.element(ofView:)).filter(scope.contains)
            } catch {
                throw LocatorError(.syntax, error.message, offset: error.offset)
            }
        }
    }

    /// What whoever wrote it most likely wants to know, though it is valid: comparisons of a predicate or of those in a
    /// chain that hold for no element or for each. None of a locator that is not understood.
    public var notes: [LocatorNote] {
        guard text.unicodeScalars.count <= Self.maximumLength else { return [] }
        switch strategy {
        case .predicate: return (try? Predicate(text))?.notes ?? []
        case .classChain: return (try? ClassChain(text))?.notes ?? []
        default: return []
        }
    }

    /// What is worth knowing once it is known how many elements of a tree it finds: its ``notes``, of one that finds nothing
    /// what the tree never has, and of others what they compare and the tree never says. Nothing of a locator that is not
    /// understood or takes too much work.
    public func notes(
        in tree: ElementTree,
        finding count: Int,
        budget: WorkBudget = WorkBudget()
    ) -> [LocatorNote] {
        guard text.unicodeScalars.count <= Self.maximumLength else { return notes }
        do throws(LocatorError) {
            let absent = AbsenceNotes(
                tree: tree,
                budget: budget,
                hasFound: count > 0,
                isXPath: strategy == .xpath
            )
            guard strategy == .css else { return notes + (try absent.notes(on: try questions(in: tree))) }
            // The places in the chain are not those in the selector.
            let chain = try CSSSelector.chain(text)
            let found = try absent.notes(on: try ClassChain(chain).questions)
            let asChain = LocatorNote(message: "As a class chain this is \(chain).", offset: 0)
            return (count == 0 ? [asChain] : []) + found.map { LocatorNote(message: $0.message, offset: 0) }
        } catch {
            return notes
        }
    }

    private func questions(in tree: ElementTree) throws(LocatorError) -> [LocatorQuestion] {
        switch strategy {
        case .xpath: try XPath(text, in: tree).questions
        case .predicate: try Predicate(text).questions
        case .classChain: try ClassChain(text).questions
        case .css: []
        case .identifier: [LocatorQuestion(subject: .text(text, of: "name", isWhole: true), offset: 0)]
        case .className: [LocatorQuestion(subject: .element(text), offset: 0)]
        case .where: []
        }
    }

    /// The views that are found, in tree order, with what is worth knowing of them.
    ///
    /// - Throws: ``LocatorError``, as ``elements(in:from:budget:)``.
    public func answer(
        in tree: ElementTree,
        budget: WorkBudget = WorkBudget()
    ) throws(LocatorError) -> LocatorAnswer {
        let found = try elements(in: tree, budget: budget)
        var answer = LocatorAnswer(
            views: found.compactMap(tree.view(of:)),
            notes: notes(in: tree, finding: found.count, budget: budget)
        )
        if answer.views.isEmpty, !found.isEmpty {
            let message = "This finds the \(tree.tag(of: 0)) that is around all views and is none of them."
            answer.notes.append(LocatorNote(message: message, offset: 0))
        }
        return answer
    }

    /// The indexes of the views that are found, in tree order; a root that stands for no view is none of them.
    public func views(in tree: ElementTree, budget: WorkBudget = WorkBudget()) throws(LocatorError) -> [Int] {
        try elements(in: tree, budget: budget).compactMap(tree.view(of:))
    }
}

/// What a locator finds in a dump.
public struct LocatorAnswer: Sendable {
    /// The indexes of the views, in tree order.
    public var views: [Int]
    /// What whoever wrote the locator most likely wants to know.
    public var notes: [LocatorNote]
}

/// Why a locator cannot be used, and where.
public struct LocatorError: Error, Sendable, Hashable {
    /// What kind of fault it is.
    public enum Kind: String, Sendable, Hashable {
        /// It is not understood.
        case syntax
        /// It is longer than ``Locator/maximumLength``.
        case tooLong
        /// It finds attributes, or is a number, a text or a truth value.
        case noElements
        /// It takes more work than is allowed.
        case tooMuchWork
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// One sentence for people.
    public let message: String
    /// Where it begins, in UTF-16 units from the start; nil where the whole is meant.
    public let offset: Int?

    init(_ kind: Kind, _ message: String, offset: Int? = nil) {
        self.kind = kind
        self.message = message
        self.offset = offset
    }

    /// A fault at a place among scalars.
    init(_ message: String, in scalars: [Unicode.Scalar], at place: Int) {
        self.init(.syntax, message, offset: Self.offset(of: place, in: scalars))
    }

    /// Where a scalar begins, in UTF-16 units from the first.
    static func offset(of place: Int, in scalars: [Unicode.Scalar]) -> Int {
        scalars.prefix(max(place, 0)).reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
    }

    /// The character where it begins, counted from 1.
    public var character: Int? { offset.map { $0 + 1 } }

    /// The message with its place.
    public var sentence: String { character.map { "At character \($0): \(message)" } ?? message }
}

/// How much work a search may take, in steps of about a few nanoseconds: no clock, so that the same search ends the same
/// way on every machine. Where nobody waits for the search any more, so that its task is cancelled, it ends sooner.
public final class WorkBudget {
    /// Enough for any sensible search of 100,000 elements.
    public static let usual = 30_000_000

    /// After so many steps it looks whether anybody still waits.
    private static let round = 1_000_000

    private var left: Int
    private var nextLook: Int

    /// Creates a budget of so many steps.
    public init(_ steps: Int = WorkBudget.usual) {
        left = steps
        nextLook = steps - Self.round
    }

    /// Takes steps.
    package func spend(_ steps: Int = 1) throws(LocatorError) {
        left -= steps
        if left < nextLook {
            nextLook = left - Self.round
            if Task.isCancelled { throw LocatorError(.tooMuchWork, "Nobody waits for the search any more.") }
        }
        guard left < 0 else { return }
        throw LocatorError(
            .tooMuchWork,
            "The search takes too much work in a dump of this size; make it more specific, for instance with names in place of * and //."
        )
    }
}

extension String {
    /// Whether both have the same characters, written the same way: tests tell `é` from `e` with an accent behind it.
    func isSame(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension Locator {
    /// What the search field takes for a locator: `xpath:`, `predicate:`, `chain:` or `css:` before it, an XPath that begins with a
    /// slash, a chain that begins with `**/`. The page's script goes by the same rule.
    ///
    /// - Returns: The locator, and how many UTF-16 units stand before it; nil for words.
    package static func typed(_ query: String) -> (locator: Locator, start: Int)? {
        let names = [("xpath:", Strategy.xpath), ("predicate:", .predicate), ("chain:", .classChain), ("css:", .css)]
        for (name, strategy) in names
        where query.prefix(name.count).lowercased() == name {
            let rest = query.dropFirst(name.count)
            let text = rest.drop { $0 == " " }
            return (Locator(strategy, String(text)), query.utf16.count - text.utf16.count)
        }
        if query.hasPrefix("**/") { return (Locator(.classChain, query), 0) }
        if query.hasPrefix("/") || query.hasPrefix("(/") { return (Locator(.xpath, query), 0) }
        return nil
    }
}

extension Locator.Strategy {
    /// What Appium calls it; Vitrine's own name where Appium has none.
    package var appiumName: String {
        switch self {
        case .xpath: "xpath"
        case .predicate: "-ios predicate string"
        case .classChain: "-ios class chain"
        case .css: "css selector"
        case .identifier: "accessibility id"
        case .className: "class name"
        case .where: "where"
        }
    }
}
