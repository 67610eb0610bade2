import AutoLayout
import AppBundles
public import Diagnostics
import DumpFormats
import FoundationEssentials
import Synchronization
public import Drawing
public import ViewHierarchy

/// A dump in memory with its edits applied, as far as they can be.
struct LoadedDump: Sendable {
    /// The views as edited, and the report of the reader.
    private(set) var dump: Dump
    /// What was worked out of the tree as it is now.
    private(set) var derived = DerivedValues()
    /// The companions that are joined to the views.
    var companions: [CompanionEntry] = []
    /// How far the edits are; nil when there never were any.
    var journal: EditJournal?
    /// What takes edits back.
    var undo: UndoStack
    /// Why the edits from ``shown`` on are not in the tree.
    var skipped: Diagnostic?
    /// How many edits the tree shows: those that are applied, unless one of them cannot be carried out any more.
    var shown = 0
    /// Of an upload: when it came. One that was deleted may come again under its id, by another server too.
    var uploadedAt: Date?
    /// Of a file: which state of it the tree was read from.
    var content: FileFingerprint?
    /// Of a file: how it looked when the tree was read, nil when it was gone.
    var seen: FileFingerprint?
    /// Of a file: how the tables of texts beside it looked when they were read; nil for one that has none.
    var tables: FolderFingerprint?
    /// Where it was found to come from when it was last held against the store, and what it depended on then: it is current as long as that
    /// is so.
    var verified: (stamp: DumpStamp, origin: DumpOrigin)?
    /// The views that the last write changed, and the revision that it made.
    var lastChange: (revision: Int, changed: [Int])?

    init(_ dump: Dump, journal: EditJournal?, undoBudget: Int) {
        self.dump = dump
        self.journal = journal
        undo = UndoStack(budget: undoBudget)
    }

    var applied: Int { journal?.applied ?? 0 }

    /// About how many bytes it takes: arrays of a flat tree take about 200 bytes a view, what is derived from it as
    /// many; texts and attributes are guessed at the same again.
    var cost: Int { dump.tree.count &* 600 &+ undo.byteCount &+ pictureBytes &+ tableBytes &+ 4_096 }

    /// Tables that came beside it, and those of companions: their texts take about three times their bytes.
    private var tableBytes: Int {
        companions.reduce(dump.tables.byteCount) { $0 &+ ($1.table == nil ? 0 : $1.byteCount &* 3) }
    }

    private var pictureBytes: Int { dump.pictures.values.reduce(0) { $0 &+ $1.count } }

    /// Carries out an edit; the tree stays as it is when that fails.
    mutating func apply(_ edit: TreeEdit) throws(TreeEditError) -> AppliedEdit {
        // Let go of before the edit: what still holds the tree would make a copy of it.
        derived = DerivedValues()
        return try dump.tree.apply(edit)
    }

    /// Takes back what an edit did that was not kept.
    mutating func revert(_ edit: AppliedEdit) { revert(edit.undo) }

    private mutating func revert(_ undo: TreeUndo) {
        derived = DerivedValues()
        dump.tree.undo(undo)
    }

    /// Keeps what an edit did that the tree shows by now.
    mutating func keep(_ result: AppliedEdit, extentBefore: DumpExtent) {
        undo.push(result, extentBefore: extentBefore)
        shown += 1
    }

    /// Takes the last edit back, if its undo is kept.
    mutating func takeBack() -> UndoStack.Entry? {
        guard let entry = undo.last else { return nil }
        undo.removeLast()
        revert(entry.undo)
        shown -= 1
        return entry
    }

    /// Notes that the edits from here on cannot be carried out.
    mutating func skip(upTo end: Int, because reason: String) {
        let others = end - shown - 1
        let rest = others > 0 ? " and the \(others) after it are kept, but not shown" : " is kept, but not shown"
        skipped = Diagnostic(
            .warning,
            "draft.editSkipped",
            "Edit \(shown) can no longer be applied: \(reason) It\(rest). Undo it to continue."
        )
    }

    /// Which of some views are in the tree, in its order, and which are not.
    func sorted(_ ids: some Sequence<Int>) -> (present: [Int], gone: [Int]) {
        var indexes: [Int] = []
        var gone: [Int] = []
        for id in Set(ids) {
            if let index = dump.tree.index(ofID: id) { indexes.append(index) } else { gone.append(id) }
        }
        return (indexes.sorted().compactMap { dump.tree.id(at: $0) }, gone.sorted())
    }

    /// The ids of all views, in tree order.
    var ids: [Int] { dump.tree.indices.compactMap { dump.tree.id(at: $0) } }
}

/// A dump at one moment: nothing that happens to it later changes this.
public struct DumpSnapshot: Sendable {
    /// What lists say about it, its revision with them.
    public let summary: DumpSummary
    /// The views and the report, without the screenshot.
    public let dump: Dump
    let undo: UndoStack
    /// What other texts say of the views, in the order in which they came.
    public let companions: [CompanionEntry]
    let values: DerivedValues

    /// The views that the applied edits touched, by their ids; those that are gone too.
    public var touched: ViewIDSet { undo.touched }

    /// What follows from the tree alone, one value of each type: worked out once for each revision of the dump,
    /// however many ask for it, and kept as long as its tree is.
    public func derived<Value: Sendable>(_ make: (ViewTree) -> Value) -> Value { values.value { make(dump.tree) } }

    /// Where every view lies in its window.
    public var geometry: WindowGeometry { derived { WindowGeometry($0) } }

    /// What the views hide of each other.
    public var visibleScene: VisibleScene { derived { VisibleScene($0, geometry) } }

    /// Where taps could reach the views.
    public var touchScene: TouchScene { derived { TouchScene($0, geometry) } }

    /// What the reader had to say about views, by their ids.
    public var notesByView: NotesByView { derived { _ in NotesByView(dump.report) } }

    /// How every view is drawn.
    public var drawing: ScreenDrawing { derived { dump.drawing(of: $0) } }

    /// How much of every view is really seen.
    public var visibleArea: VisibleArea { derived { _ in VisibleArea(visibleScene) } }

    /// Over how much of every view a tap reaches it.
    public var touchableArea: TouchableArea { derived { _ in TouchableArea(touchScene) } }
}

/// What is worked out of a tree when somebody first asks for it, and then kept for everybody who has that tree.
final class DerivedValues: Sendable {
    private typealias Place = OnceValue<any Sendable>

    private let places = Mutex<[ObjectIdentifier: Place]>([:])

    func value<Value: Sendable>(_ make: () -> Value) -> Value {
        let place = places.withLock { places in
            let type = ObjectIdentifier(Value.self)
            if let place = places[type] { return place }
            let place = Place()
            places[type] = place
            return place
        }
        // A place is that of a type, so the value is of no other one.
        return place.value(make) as? Value ?? make()
    }
}

/// Where a dump comes from.
enum DumpOrigin: Sendable {
    /// Somebody sent it; what lists say about it without its edits.
    case upload(DumpSummary)
    /// It is a file given on the command line.
    case file(DumpFile)

    var file: DumpFile? {
        if case .file(let file) = self { file } else { nil }
    }

    /// What lists say about the dump with its edits.
    func summary(_ journal: EditJournal?) -> DumpSummary {
        switch self {
        case .upload(let summary): summary.edited(journal)
        case .file(let file): file.summary.editedFile(journal)
        }
    }
}
