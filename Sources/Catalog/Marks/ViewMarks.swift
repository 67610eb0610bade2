import DumpFormats
public import FoundationEssentials
import ViewHierarchy

/// What people keep beside the views of a dump: which of them are pinned, and notes on them.
///
/// A mark names its view by its id, so no edit of a view moves or loses it. It stays when an edit removes its view, and
/// counts again when the view comes back.
public struct ViewMarks: Sendable, Hashable {
    /// How often they have changed; 0 when there never were any.
    public var revision: Int
    /// The ids of the pinned views, in the order in which they were pinned.
    public var pins: [Int]
    /// The notes, by the ids of their views, the smallest first. A view has one at most.
    public var notes: [ViewNote]
    /// Who pinned views, by their ids; those of whom nobody knows are left out.
    public var pinActors: [Int: String] = [:]

    /// Creates marks.
    public init(revision: Int = 0, pins: [Int] = [], notes: [ViewNote] = []) {
        self.revision = revision
        self.pins = pins
        self.notes = notes
    }

    /// The ids of the views that have a mark.
    public var views: Set<Int> { Set(pins).union(notes.lazy.map(\.view)) }

    /// The note on a view.
    public func note(on view: Int) -> ViewNote? { notes.first { $0.view == view } }

    /// Whether there is a mark on a view.
    public func hold(_ view: Int) -> Bool { pins.contains(view) || note(on: view) != nil }

    /// Carries out a change, which makes a revision.
    public mutating func apply(_ change: MarkChange) {
        revision += 1
        switch change {
        case .pin(let view, let actor):
            pins.append(view)
            pinActors[view] = actor
        case .unpin(let view):
            pins.removeAll { $0 == view }
            pinActors[view] = nil
        case .write(let note):
            notes.removeAll { $0.view == note.view }
            notes.insert(note, at: notes.firstIndex { $0.view > note.view } ?? notes.count)
        case .erase(let view): notes.removeAll { $0.view == view }
        case .forget(let views):
            pins.removeAll(where: views.contains)
            for view in views { pinActors[view] = nil }
            notes.removeAll { views.contains($0.view) }
        }
    }
}

/// What somebody wrote about a view.
public struct ViewNote: Sendable, Hashable {
    /// The view's id.
    public var view: Int
    /// Plain text: lines end with a line feed, there are no other control characters but tabs, and none of the blanks
    /// and line ends that stood around it.
    public var text: String
    /// When it was written first.
    public var createdAt: Date
    /// When it was written last.
    public var changedAt: Date
    /// Who wrote it last; nil where nobody said.
    public var actor: String?

    /// Creates a note.
    public init(view: Int, text: String, createdAt: Date, changedAt: Date, actor: String? = nil) {
        self.view = view
        self.text = text
        self.createdAt = createdAt
        self.changedAt = changedAt
        self.actor = actor
    }

    /// A text as notes keep it.
    public static func cleaned(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\r": scalars.append("\n")
            case "\n": if !isAfterReturn { scalars.append("\n") }
            case "\t": scalars.append("\t")
            default: if scalar.properties.generalCategory != .control { scalars.append(scalar) }
            }
            isAfterReturn = scalar == "\r"
        }
        var rest = Substring(String(scalars))
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}

/// One change of the marks of a dump, as a storage carries it out.
public enum MarkChange: Sendable, Hashable {
    /// Pins a view that is not pinned, in somebody's name.
    case pin(Int, actor: String? = nil)
    /// Pins a view no longer.
    case unpin(Int)
    /// Puts a note on its view, in place of the one that was there.
    case write(ViewNote)
    /// Takes the note off a view.
    case erase(Int)
    /// Takes every mark off some views.
    case forget(Set<Int>)
}

/// What can be asked for about the marks of one view.
public enum MarkCommand: Sendable, Hashable {
    /// Pins it.
    case pin
    /// Pins it no longer.
    case unpin
    /// Writes a note on it, in place of the one that is there.
    case write(String)
    /// Takes its note away.
    case erase
}

/// What a command did to the marks of a dump.
public struct MarkOutcome: Sendable {
    /// All marks after it.
    public var marks: ViewMarks
    /// Whether it made a revision of the marks; what changes nothing makes none.
    public var isRevision: Bool
    /// The dump's own revision, which marks leave alone.
    public var dumpRevision: Int
}

extension Catalog {
    /// The pins and notes of a dump's views.
    /// - Throws: `unknownDump`.
    public func marks(of id: String) throws(CatalogError) -> ViewMarks {
        _ = try origin(of: id)
        return try store.marks(of: id)
    }

    /// Pins a view, writes a note on it, or takes one of both away. All is durable when this returns.
    ///
    /// What is there already, and what is not there to be taken away, makes no revision. A mark can be taken off a view
    /// that is gone.
    /// - Parameters:
    ///   - revision: the revision of the marks that the command is meant for; nil takes any.
    ///   - announce: is told of a new revision when it is durable and before there is another. It must not call the
    ///     catalog.
    /// - Throws: `unknownDump`, `unknownView`, `revisionConflict`, `impossibleNote`, `tooManyMarks`.
    public func mark(
        _ view: Int,
        of id: String,
        _ command: MarkCommand,
        ifRevision revision: Int? = nil,
        announce: (MarkOutcome) -> Void = { _ in }
    ) throws(CatalogError) -> MarkOutcome {
        for _ in 0..<16 {
            do throws(CatalogError) {
                return try withDump(id) { origin, loaded throws(CatalogError) in
                    let marks = try store.marks(of: id)
                    let isThere = loaded.dump.tree.index(ofID: view) != nil
                    guard isThere || (command.takesAway && marks.hold(view)) else { throw .unknownView(view, of: id) }
                    if let revision, revision != marks.revision { throw .marksConflict(id, current: marks.revision) }
                    let dumpRevision = origin.summary(loaded.journal).revision
                    var outcome = MarkOutcome(marks: marks, isRevision: false, dumpRevision: dumpRevision)
                    guard let change = try change(for: command, on: view, in: marks) else { return outcome }
                    try store.change(change, of: id, from: marks.revision, isUpload: origin.file == nil)
                    outcome.marks.apply(change)
                    if let file = origin.file, !command.takesAway { keepIdentity(of: file, loaded) }
                    outcome.isRevision = true
                    announce(outcome)
                    return outcome
                }
            } catch {
                guard error.code == .marksConflict else { throw error }
            }
        }
        throw CatalogError(.storageFailed, "The marks of the dump “\(id)” are being changed constantly. Try again.")
    }

    /// Takes marks off views whose ids are given anew: an edit that is made after others were taken back gives the ids
    /// of views that can never come back.
    func forgetMarks(on views: some Sequence<Int>, of id: String) throws(CatalogError) {
        try withDump(id) { origin, _ throws(CatalogError) in
            let marks = try store.marks(of: id)
            let views = Set(views).intersection(marks.views)
            guard !views.isEmpty else { return }
            try store.change(.forget(views), of: id, from: marks.revision, isUpload: origin.file == nil)
        }
    }

    /// What a command has to change; nil when all is as it asks for.
    private func change(
        for command: MarkCommand,
        on view: Int,
        in marks: ViewMarks
    ) throws(CatalogError) -> MarkChange? {
        switch command {
        case .pin:
            guard !marks.pins.contains(view) else { return nil }
            try check(marks.pins.count, isBelow: limits.maximumPins, of: "pins", first: "Unpin a view")
            return .pin(view, actor: Author.current)
        case .unpin: return marks.pins.contains(view) ? .unpin(view) : nil
        case .erase: return marks.note(on: view) == nil ? nil : .erase(view)
        case .write(let text):
            let text = try noteText(text)
            let note = marks.note(on: view)
            guard note?.text != text else { return nil }
            if note == nil {
                try check(marks.notes.count, isBelow: limits.maximumNotes, of: "notes", first: "Delete one")
            }
            let now = Date()
            return .write(
                ViewNote(
                    view: view,
                    text: text,
                    createdAt: note?.createdAt ?? now,
                    changedAt: now,
                    actor: Author.current
                )
            )
        }
    }

    private func noteText(_ text: String) throws(CatalogError) -> String {
        let text = ViewNote.cleaned(text)
        guard !text.isEmpty else {
            throw CatalogError(.impossibleNote, "A note must have at least one character. Delete it to remove it.")
        }
        let length = text.unicodeScalars.count
        guard length <= limits.maximumNoteLength else {
            throw CatalogError(
                .impossibleNote,
                "The note has \(length) characters; the maximum is \(limits.maximumNoteLength). Shorten it."
            )
        }
        return text
    }

    private func check(
        _ count: Int,
        isBelow most: Int,
        of marks: String,
        first: String
    ) throws(CatalogError) {
        guard count >= most else { return }
        throw CatalogError(.tooManyMarks, "The dump has \(count) \(marks), which is the maximum. \(first) first.")
    }
}

extension MarkCommand {
    /// Whether it can only leave less than there was.
    fileprivate var takesAway: Bool { self == .unpin || self == .erase }
}
