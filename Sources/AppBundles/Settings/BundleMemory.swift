import Diagnostics
import OrderedCollections

/// What was read of settings bundles and worked out of them, kept up to a number of bytes: lists, strings
/// tables, panes and findings. Several bundles may share one memory.
public struct BundleMemory: Sendable {
    enum Kept: Sendable {
        case list(PaneSource.Contents)
        case table(StringsTable, report: [Diagnostic])
        case pane(SettingsPane)
        case panes(SettingsPaneSet)
        case findings([BundleFinding])

        /// About how many bytes it takes.
        var cost: Int {
            switch self {
            case .list(let contents): contents.cost
            case .table(let table, let report): table.cost &+ report.count &* 400
            case .pane(let pane): pane.cost
            case .panes(let set): set.panes.values.reduce(set.report.count &* 400) { $0 &+ $1.cost }
            case .findings(let findings): findings.count &* 600
            }
        }
    }

    private let cache: SharedCache<Kept>
    private let name: String

    /// Creates a memory of at most so many bytes, as estimated.
    public init(budget: Int = 32 << 20) {
        cache = SharedCache(budget: budget) { 1_024 &+ $0.cost }
        name = ""
    }

    private init(cache: SharedCache<Kept>, name: String) {
        self.cache = cache
        self.name = name
    }

    /// The part of the memory for one bundle.
    /// - Parameter fingerprint: tells the bundle, and what is in it, from every other.
    public func part(for fingerprint: String) -> BundleMemory {
        BundleMemory(cache: cache, name: name + fingerprint + "\n")
    }

    /// What belongs to a name, made when it is not kept. Threads that ask for the same at once wait for the first.
    func kept<Failure: Error>(_ what: String, make: () throws(Failure) -> Kept) throws(Failure) -> Kept {
        try cache.value(name + what, make: make)
    }
}

extension SettingsPane {
    /// About how many bytes it takes.
    fileprivate var cost: Int {
        groups.reduce(600 &+ findings.count &* 600) { sum, group in
            let texts = (group.title?.utf8.count ?? 0) &+ (group.footer?.utf8.count ?? 0)
            return group.rows.reduce(sum &+ texts &+ 200) { $0 &+ $1.cost }
        }
    }
}

extension SettingsRow {
    /// About how many bytes it takes.
    fileprivate var cost: Int {
        let texts = title.utf8.count &+ (key?.utf8.count ?? 0) &+ (defaultValue?.cost ?? 0)
        return choices.reduce(900 &+ texts) { $0 &+ 150 &+ $1.title.utf8.count &+ $1.value.cost }
    }
}
