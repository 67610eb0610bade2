import AppBundles
import AutoLayout
public import Diagnostics
public import Drawing
import DumpFormats
import Foundation
import FoundationEssentials
import Synchronization
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
        companions.reduce(dump.tables.byteCount) { $0 &+ ($1.tables.isEmpty ? 0 : $1.byteCount &* 3) }
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
public final class DumpSnapshot: Sendable {
    /// What lists say about it, its revision with them.
    public let summary: DumpSummary
    /// The views and the report, without the screenshot.
    public let dump: Dump
    let undo: UndoStack
    /// What other texts say of the views, in the order in which they came.
    public let companions: [CompanionEntry]
    let values: DerivedValues

    init(
        _ summary: DumpSummary,
        _ dump: Dump,
        _ undo: UndoStack,
        _ companions: [CompanionEntry],
        _ values: DerivedValues
    ) {
        (self.summary, self.dump, self.undo, self.companions, self.values) = (summary, dump, undo, companions, values)
    }

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

    /// How every view is drawn with the controls of other years; nil for those of the dump. Those of two choices are kept
    /// with the revision.
    public func drawing(_ design: SystemDesign?) -> ScreenDrawing {
        guard let design else { return drawing }
        let chosen = derived { _ in OnceValues<SystemDesign, ScreenDrawing>(budget: 2) }
        return chosen.value(design) { dump.drawing(of: dump.tree, design: design) }
    }

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

extension DumpSnapshot {
    /// What a tree is without the texts of its secure fields, with what follows from it then.
    private struct Withheld: Sendable {
        /// Nil where there was nothing to take out.
        let tree: ViewTree?
        let fields: [Int]
        let values = DerivedValues()

        init(_ tree: ViewTree) {
            let withheld = SecureFields(tree).withheld(from: tree)
            self.tree = withheld?.tree
            fields = withheld?.fields ?? []
        }
    }

    /// Whether the bytes that the dump was read from may hold texts of secure fields: where the dump does, and where it
    /// is edited and ever had such fields, which may be gone from it.
    public var sourceMayHoldSecrets: Bool {
        derived { Withheld($0) }.tree != nil || summary.appliedEdits > 0 && !SecureFields(dump.tree).isEmpty
    }

    /// Of how many secure fields the texts were taken out of this.
    public var withheldFields: Int { dump.tree.indices.count(where: dump.tree.isTextWithheld) }

    /// The same without the texts of its secure fields, and with an entry of the report that says so; itself where it
    /// holds none. What asks this one finds nothing of the texts: no search, no comparison, no export.
    ///
    /// It is made once for each revision.
    public var withoutSecrets: DumpSnapshot {
        let withheld = derived { Withheld($0) }
        guard let tree = withheld.tree else { return self }
        var dump = dump
        dump.tree = tree
        let count = withheld.fields.count
        dump.report.append(
            Diagnostic(
                .info,
                "secrets.withheld",
                count == 1
                    ? "The text of a secure field is left out. The scope “secrets” is required to see it."
                    : "The texts of \(count) secure fields are left out. The scope “secrets” is required to see them.",
                view: count == 1 ? withheld.fields.first : nil
            )
        )
        return DumpSnapshot(summary, dump, undo, companions, withheld.values)
    }
}

/// The tables of texts beside an interface in a file: of `Base.lproj/Main.storyboard` those in `de.lproj/Main.strings` and its
/// like, which layouts take words from.
struct TablesBeside: Sendable {
    /// The folder around those of languages.
    private let root: URL
    /// The file's place in it.
    private let path: String
    /// What a table is called in the folder of its language.
    private let table: String

    /// Nil for a file that is no xib or storyboard in the folder of a language; nothing is looked for yet.
    init?(_ file: URL) {
        let folder = file.deletingLastPathComponent()
        guard ["xib", "storyboard"].contains(file.pathExtension.lowercased()),
            LanguageFolder(folder.lastPathComponent) != nil
        else { return nil }
        root = folder.deletingLastPathComponent()
        path = "\(folder.lastPathComponent)/\(file.lastPathComponent)"
        table = file.deletingPathExtension().lastPathComponent + ".strings"
    }

    /// The tables as parts of the dump, as many as are kept.
    var parts: [DumpPart] {
        // try?: a folder that cannot be opened has no tables to show.
        guard let files = try? FolderFiles(root: root), let interface = BundleInterface(at: path, in: files) else {
            return []
        }
        return interface.tablesForLayouts(in: files, besides: nil)
    }

    /// What tells, in this process, that a table has been written to, has come or is gone. Answers that are kept ask for it each
    /// time, so it looks at the names of folders and at times alone.
    var fingerprint: FolderFingerprint {
        // try?: a folder that cannot be opened has no tables to look at.
        let folders = (try? FolderFiles(root: root).entries(in: "", limit: 10_000)) ?? []
        let tables = folders.filter { LanguageFolder($0.name) != nil }.map { "\($0.name)/\(table)" }
        return FolderFingerprint(of: tables, in: root)
    }
}
