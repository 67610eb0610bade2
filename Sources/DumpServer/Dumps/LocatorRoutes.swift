import Catalog
import DumpFormats
import HTTP
import JSON
import Locators
import Services
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/views/{view}/locators`: what a test could call a view, and how well that holds.
struct LocatorRoutes: RouteGroup {
    let services: Services

    /// How many dumps of the same app are looked at besides the dump itself, and how many views they have together.
    private static let most = (dumps: 20, views: 200_000)

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/views/{view}/locators", query: []) {
            try suggest(try $1.required("dump"), $1)
        }
    }

    private func suggest(_ id: String, _ parameters: PathParameters) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.elements
        guard let view = parameters.integer("view"), let index = tree.views.index(ofID: view),
            let element = tree.element(ofView: index)
        else { throw Problem.notFound("There is no view “\(parameters["view"] ?? "")” in the dump “\(id)”.") }
        let suggestions = tree.allSuggestions(for: element)
        let others = try others(like: snapshot)
        var record = LocatorRecord(suggestions.count)
        record.note(suggestions, of: [element], in: tree)
        for other in others.ids {
            // One that is gone or broken by now tells nothing.
            guard let other = try? services.snapshot(of: other).elements else { continue }
            record.note(suggestions, of: tree.counterparts(of: element, in: other), in: other)
        }
        let bytes = JSONWriter.object(reservingCapacity: 2_048) { writer in
            writer.member("type", tree.tag(of: element))
            writer.member("isGuessed", !ElementTree.isOfElements(tree.views))
            writer.list("suggestions", Array(zip(suggestions, record.right))) { writer, entry in
                let (suggestion, right) = entry
                writer.member("strategy", suggestion.locator.strategy.rawValue)
                writer.member("using", suggestion.locator.strategy.appiumName)
                writer.member("text", suggestion.locator.text)
                writer.member("hits", suggestion.hits)
                writer.member("unique", suggestion.isUnique)
                writer.member("score", suggestion.score(right: right, of: record.held))
                writer.member("right", right)
                writer.member("fragile", suggestion.isFragile)
                writer.list("risks", suggestion.risks) { writer, risk in
                    writer.member("points", risk.points)
                    writer.member("detail", risk.sentence)
                }
            }
            writer.key("dumps")
            writer.beginObject()
            writer.member("looked", record.looked)
            writer.member("held", record.held)
            writer.member("total", others.total + 1)
            writer.endObject()
        }
        return .json(bytes, tag: Precondition.tag(snapshot.summary, hashing: bytes))
    }

    /// The newest other dumps of the same app that there is time for, and how many there are.
    private func others(like snapshot: DumpSnapshot) throws -> (ids: [String], total: Int) {
        guard let app = snapshot.summary.app, !app.isEmpty else { return ([], 0) }
        let all = try services.catalog.dumps(ofApp: app).filter { $0.id != snapshot.summary.id }
        var ids: [String] = []
        var views = 0
        for dump in all {
            guard ids.count < Self.most.dumps, dump.viewCount <= Self.most.views - views else { continue }
            views += dump.viewCount
            ids.append(dump.id)
        }
        return (ids, all.count)
    }
}

/// In how many dumps suggestions hold.
private struct LocatorRecord {
    /// How many dumps were looked at, and how many of them have the element.
    private(set) var looked = 0
    private(set) var held = 0
    /// In how many of these each suggestion finds exactly that element.
    private(set) var right: [Int]

    init(_ count: Int) { right = Array(repeating: 0, count: count) }

    /// Tries the suggestions on a dump in which some elements are the one that is meant.
    mutating func note(_ suggestions: [LocatorSuggestion], of same: [Int], in tree: ElementTree) {
        looked += 1
        guard !same.isEmpty else { return }
        held += 1
        let budget = WorkBudget()
        for (place, suggestion) in suggestions.enumerated() {
            guard let found = try? suggestion.locator.elements(in: tree, budget: budget), found.count == 1,
                same.contains(found[0])
            else { continue }
            right[place] += 1
        }
    }
}

/// The locators in a query: each narrows the list of views.
struct LocatorQuery {
    /// The parameters, each with its dialect.
    static let parameters: [(name: String, strategy: Locator.Strategy)] = [
        ("xpath", .xpath), ("predicate", .predicate), ("classChain", .classChain), ("css", .css),
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
