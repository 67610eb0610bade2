public import Diagnostics
import ViewHierarchy

/// Changes as findings, for the reports that builds and pull requests show: a view of which something differs is one for
/// each kind of change.
extension TreeDiff {
    /// The kinds of changes as rules, in the order of ``Kind``.
    public static let rules = LintRule.table(
        """
        warning diff.added
        No view has come
        The view is in the newer dump only.
        Take the newer dump as the one to compare with, if it is meant; else find out what adds the view.

        warning diff.removed
        No view has gone
        The view is in the former dump only.
        Take the newer dump as the one to compare with, if it is meant; else find out why the view is not made.

        warning diff.reparented
        Views stay in their superviews
        The view is in another superview; frames are compared in the window then.
        Take the newer dump as the one to compare with, if it is meant; else put the view back.

        warning diff.reordered
        Siblings keep their order
        The view lies in another order among its siblings, which decides what covers what and what takes a touch.
        Take the newer dump as the one to compare with, if it is meant; else look at where subviews are inserted.

        warning diff.moved
        Views stay where they are
        The corner of the frame is elsewhere in the superview, by more than the tolerance.
        Take the newer dump as the one to compare with, if it is meant; else look at its masks and constraints.

        warning diff.resized
        Views keep their sizes
        Width or height of the frame differ by more than the tolerance.
        Take the newer dump as the one to compare with, if it is meant; else look at its masks and constraints.

        warning diff.changed
        Views look and read the same
        A property, a text or an attribute has another value.
        Take the newer dump as the one to compare with, if it is meant; else look at what sets the property.
        """
    )

    /// The changes as findings, in tree order.
    ///
    /// - Parameter file: The newer dump, as a path from where the report is made.
    public func findings(in file: String) -> [ReportedFinding] {
        changes.flatMap { change in change.kinds.map { finding(of: $0, change, in: file) } }
    }

    private func finding(of kind: Kind, _ change: Change, in file: String) -> ReportedFinding {
        let (tree, index) = change.after.map { (new, $0) } ?? (former, change.before ?? 0)
        let words = DiffWords.lines(of: change).filter { words in
            switch kind {
            case .moved: words.name == "position"
            case .resized: words.name == "size"
            case .changed: words.name != "position" && words.name != "size"
            case .added, .removed, .reparented, .reordered: false
            }
        }
        let what = words.isEmpty ? "" : ": " + words.map(\.text).joined(separator: ", ")
        let message = "\(tree.name(of: index)) \(kind.words)\(what)."
        var finding = ReportedFinding("diff." + kind.rawValue, .warning, message)
        finding.file = file
        // The ids of a view that has gone are those of the former dump.
        finding.view = change.after.flatMap { new.id(at: $0) }
        finding.path = tree.path(to: index)
        return finding
    }
}

extension TreeDiff.Kind {
    /// What has become of a view, after its name.
    fileprivate var words: String {
        switch self {
        case .added: "has come"
        case .removed: "has gone"
        case .reparented: "is in another superview"
        case .reordered: "lies in another order"
        case .moved: "has moved"
        case .resized: "has another size"
        case .changed: "has changed"
        }
    }
}
