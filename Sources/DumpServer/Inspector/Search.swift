import Locators
import ViewHierarchy
import Web

/// The views that a search in the inspector finds; the page's script finds the same.
struct Search: PageModel {
    /// How many are listed.
    private static let maximumResults = 200

    let query: String
    let found: [Int]
    /// What is wrong with the query, and its beginning up to there.
    let fault: (message: String, before: String)?
    let state: InspectorState
    /// What is to be told of a locator that is valid.
    private let notes: [LocatorNote]

    /// Nil where nothing is searched for.
    init?(_ state: InspectorState) {
        let search = ViewSearch(state.query)
        guard !state.query.isEmpty, Locator.typed(state.query) != nil || !search.isEmpty else { return nil }
        self.state = state
        query = state.query
        if let typed = Locator.typed(query) {
            do throws(LocatorError) {
                let answer = try typed.locator.answer(in: state.elements(typed.locator))
                (found, notes, fault) = (answer.views, answer.notes, nil)
            } catch {
                let place = error.offset.map { typed.start + $0 } ?? 0
                let before = String(decoding: query.utf16.prefix(place), as: UTF16.self)
                (found, notes, fault) = ([], [], (error.message, before))
            }
            return
        }
        notes = []
        do throws(ViewSearchError) {
            (found, fault) = (try search.indexes(in: state.tree, state.geometry), nil)
        } catch {
            let before = String(decoding: query.utf16.prefix(error.offset), as: UTF16.self)
            (found, fault) = ([], (error.message, before))
        }
    }

    static let members: Members<Self> = [
        "wanted": .text { String($0.query.prefix(80)) }, "count": .number { $0.found.count },
        "fault": .text { $0.fault?.message }, "notes": .texts { $0.notes.map(\.sentence) },
        "before": .text { search in search.fault.flatMap { $0.before.isEmpty ? nil : String($0.before.suffix(80)) } },
        "isNone": .flag { $0.found.isEmpty && $0.fault == nil }, "isFound": .flag { !$0.found.isEmpty },
        "isOne": .flag { $0.found.count == 1 },
        "listed": .number { $0.found.count > maximumResults ? maximumResults : nil },
        "results": .list { search in search.found.prefix(maximumResults).map { ViewRow($0, search.state) } },
    ]
}
