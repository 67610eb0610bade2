import DumpFormats
import FoundationEssentials
import ViewHierarchy

/// What to call an edit in a list: `frame of UIButton 17`.
struct EditDescription {
    private let edit: TreeEdit
    /// The views by name as they are before the edit, which may take them away.
    private let summary: String

    init(_ edit: TreeEdit, in tree: ViewTree) {
        self.edit = edit
        func name(_ id: Int) -> String {
            guard let index = tree.index(ofID: id) else { return "view \(id)" }
            return "\(tree.className(of: index).prefix(80)) \(id)"
        }
        switch edit {
        case .change(let view, let changes):
            summary = "\(changes.givenNames.joined(separator: ", ")) of \(name(view))"
        case .insert(let superview, _, let views):
            let others = views.count > 1 ? " with \(views.count - 1) below it" : ""
            summary = "\(views.first?.description.className.prefix(80) ?? "")\(others) added to \(name(superview))"
        case .remove(let view):
            summary = "\(name(view)) removed"
        case .move(let view, let superview, _):
            summary = "\(name(view)) moved into \(name(superview))"
        case .bringToFront(let view):
            summary = "\(name(view)) brought to the front"
        case .sendToBack(let view):
            summary = "\(name(view)) sent to the back"
        case .exchange(let superview, let first, let second):
            summary = "subviews \(first) and \(second) of \(name(superview)) exchanged"
        }
    }

    /// The entry of the journal for an edit that was carried out.
    func entry(number: Int, result: AppliedEdit, at date: Date) -> JournalEntry {
        JournalEntry(
            number: number,
            operation: TreeEditDocument.operation(of: edit),
            view: view(result),
            summary: summary,
            at: date
        )
    }

    private func view(_ result: AppliedEdit) -> Int? {
        switch edit {
        case .change(let view, _), .remove(let view), .move(let view, _, _), .bringToFront(let view),
            .sendToBack(let view), .exchange(let view, _, _):
            view
        case .insert(let superview, _, _):
            // New views get the next free numbers, the first of them the lowest.
            result.changed.filter { $0 != superview }.min()
        }
    }
}
