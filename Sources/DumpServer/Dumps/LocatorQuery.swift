import Catalog
import DumpFormats
import Locators
import ViewHierarchy
import Web

/// The locators in a query: each narrows the list of views.
struct LocatorQuery {
    /// The parameters, each with its dialect.
    static let parameters: [(name: String, strategy: Locator.Strategy)] = [
        ("xpath", .xpath), ("predicate", .predicate), ("classChain", .classChain),
    ]

    private let locators: [(name: String, locator: Locator)]
    /// What whoever wrote the locators most likely wants to know, each with the parameter that it is about.
    private(set) var notes: [(parameter: String, note: LocatorNote)] = []

    /// Reads the parameters.
    init(_ query: QueryReader) {
        locators = Self.parameters.compactMap { name, strategy in
            query.string(name).map { (name, Locator(strategy, $0)) }
        }
    }

    /// Those of some views that every locator finds. What is wrong with one becomes a fault of its parameter.
    mutating func narrowed(_ indexes: [Int], in snapshot: DumpSnapshot, _ query: inout QueryReader) -> [Int] {
        var indexes = indexes
        for (name, locator) in locators {
            do throws(LocatorError) {
                let answer = try locator.answer(in: snapshot.elements(for: locator))
                let found = Set(answer.views)
                indexes.removeAll { !found.contains($0) }
                notes += answer.notes.map { (name, $0) }
            } catch {
                query.refuse(name, error.sentence)
            }
        }
        return indexes
    }
}

extension DumpSnapshot {
    /// The elements by the classes of their views, which a dump of UIKit is to XPath.
    private struct Classes: Sendable {
        let tree: ElementTree
    }

    /// The elements that a test tool sees, as they are in page source.
    var elements: ElementTree {
        let geometry = geometry
        return derived { ElementTree(dump, tree: $0, geometry: geometry) }
    }

    /// What a locator is asked of.
    func elements(for locator: Locator) -> ElementTree {
        guard locator.shape(of: dump.tree) == .classes else { return elements }
        let geometry = geometry
        return derived { Classes(tree: ElementTree(dump, shape: .classes, tree: $0, geometry: geometry)) }.tree
    }
}
