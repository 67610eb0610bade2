import Diagnostics
import ViewHierarchy

/// A locator that a test could use for an element, and what speaks against it.
public struct LocatorSuggestion: Sendable, Hashable {
    /// What it says.
    public let locator: Locator
    /// How many elements of the dump it finds; the element is one of them.
    public let hits: Int
    /// Why it may find something else tomorrow.
    public let risks: [Risk]
    /// Whether it is there to look at more than to use: any change of the structure breaks it.
    public var isFragile = false

    /// Whether it finds the element and nothing else.
    public var isUnique: Bool { hits == 1 }

    /// What makes a locator less stable, and how many points of 100 it costs.
    public enum Risk: Sendable, Hashable {
        /// It counts: another element before it, and it finds that one.
        case index
        /// It holds a text that people read, which varies by language and content.
        case text
        /// So many steps from one element to another, each of which a change of the screen can break.
        case steps(Int)
        /// The identifier has digits, so that it may be made anew for each run.
        case digits

        /// The points that it costs.
        public var points: Int {
            switch self {
            case .index: 30
            case .text: 20
            case .steps(let count): min(10 * count, 30)
            case .digits: 15
            }
        }

        /// One sentence for people.
        public var sentence: String {
            switch self {
            case .index: "It counts elements: one more before it changes what is found."
            case .text: "It holds a text that people read, which varies by language or content."
            case .steps(let count):
                "It goes \(count.counted("step")) from one element to another."
            case .digits: "The identifier has digits, so that it may be made anew for each run."
            }
        }
    }

    /// The score: of 100 points the share of dumps in which it finds exactly the element, less what the risks cost.
    ///
    /// - Parameters:
    ///   - right: In how many dumps it finds the element and nothing else.
    ///   - held: How many dumps hold the element.
    public func score(right: Int, of held: Int) -> Int {
        guard held > 0 else { return 0 }
        return max(0, 100 * right / held - risks.reduce(0) { $0 + $1.points })
    }
}

extension ElementTree {
    /// The best locator for an element in each dialect in which there is one, of those that find it alone the one with the
    /// fewest risks, then the shortest. Linear in the number of elements.
    public func suggestions(
        for element: Int,
        budget: WorkBudget = WorkBudget()
    ) -> [LocatorSuggestion] {
        guard indices.contains(element), shape == .elements else { return [] }
        let facts = ElementFacts(element, in: self)
        var suggestions: [LocatorSuggestion] = []
        for candidates in [facts.identifiers, facts.predicates, facts.chains, facts.xpaths, facts.classNames] {
            var best: (candidate: LocatorCandidate, suggestion: LocatorSuggestion)?
            for candidate in candidates where candidate.text.unicodeScalars.count <= Locator.maximumLength {
                // What is no better than one that is alone need not be counted.
                if let best, best.suggestion.isUnique, !candidate.isBetter(than: best.candidate) { continue }
                guard let found = try? candidate.locator.elements(in: self, budget: budget), found.contains(element)
                else { continue }
                if let best, found.count > 1, best.suggestion.isUnique || best.suggestion.hits <= found.count {
                    continue
                }
                best = (
                    candidate,
                    LocatorSuggestion(locator: candidate.locator, hits: found.count, risks: candidate.risks)
                )
            }
            if let best { suggestions.append(best.suggestion) }
        }
        return suggestions
    }

    /// All suggestions: the best in each dialect, and last the absolute XPath. Where nothing else tells an element apart, its
    /// best XPath is that very one.
    public func allSuggestions(for element: Int) -> [LocatorSuggestion] {
        let absolute = absolutePath(to: element).map { [$0] } ?? []
        return suggestions(for: element).filter { $0.locator != absolute.first?.locator } + absolute
    }

    /// The XPath that goes from the root down to an element, by a place at each step: what Appium Inspector shows as the
    /// absolute one. It always finds the element alone, and in no other version of the screen for certain.
    ///
    /// - Returns: Nil where it would be longer than locators are.
    public func absolutePath(to element: Int) -> LocatorSuggestion? {
        guard indices.contains(element), shape == .elements else { return nil }
        var steps: [String] = []
        var length = 0
        var current = element
        while let parent = parent(of: current) {
            let place = children(of: parent, before: current).count { tagNumbers[$0] == tagNumbers[current] } + 1
            let step = "/\(tag(of: current))[\(place)]"
            length += step.unicodeScalars.count
            guard length <= Locator.maximumLength else { return nil }
            steps.append(step)
            current = parent
        }
        let text = "/\(tag(of: 0))" + steps.reversed().joined()
        guard text.unicodeScalars.count <= Locator.maximumLength else { return nil }
        let risks: [LocatorSuggestion.Risk] = steps.isEmpty ? [] : [.index, .steps(steps.count)]
        return LocatorSuggestion(locator: Locator(.xpath, text), hits: 1, risks: risks, isFragile: true)
    }

    /// The elements of another dump that are most likely the same one: those of the same type and identifier; of an element
    /// without one those at the same place in the tree, below the nearest that has one. Linear in the number of elements.
    public func counterparts(of element: Int, in other: ElementTree) -> [Int] {
        // From the element up to what has an identifier: the types, and the places among the children.
        var path: [(tag: String, place: Int)] = []
        var anchor: (tag: String, identifier: String)?
        var next: Int? = element
        while let current = next, path.count < 200 {
            if let identifier = identifier(of: current) {
                anchor = (tag(of: current), identifier)
                break
            }
            path.append((tag(of: current), siblingIndex(of: current)))
            next = parent(of: current)
        }
        let starts: [Int]
        if let anchor {
            let tag = other.tags.known(anchor.tag)
            starts = other.indices.filter {
                Int(other.tagNumbers[$0]) == tag && other.identifier(of: $0)?.isSame(as: anchor.identifier) == true
            }
        } else {
            guard next == nil, path.popLast()?.tag == other.tag(of: 0) else { return [] }
            starts = [0]
        }
        return starts.compactMap { start in
            var current = start
            for step in path.reversed() {
                let children = other.children(of: current)
                guard children.indices.contains(step.place), other.tag(of: children[step.place]) == step.tag else {
                    return nil
                }
                current = children[step.place]
            }
            return current
        }
    }

    /// The accessibility identifier: the name where it is not the label.
    func identifier(of element: Int) -> String? {
        guard let view = view(of: element), let name = name(of: element), !name.isEmpty else { return nil }
        if let identifier = views.identifier(of: view), !identifier.isEmpty { return identifier }
        return label(of: element).map { $0.isSame(as: name) } ?? false ? nil : name
    }
}

/// A locator before it is known what it finds.
struct LocatorCandidate {
    var locator: Locator
    var risks: [LocatorSuggestion.Risk]
    /// Whether it names the identifier, which is there to be found by.
    var isNamed = false

    var text: String { locator.text }

    private var cost: Int { risks.reduce(0) { $0 + $1.points } }

    /// Whether it has fewer risks than another, or as many and an identifier, or is shorter.
    func isBetter(than other: LocatorCandidate) -> Bool {
        if cost != other.cost { return cost < other.cost }
        if isNamed != other.isNamed { return isNamed }
        return text.utf8.count < other.text.utf8.count
    }
}
