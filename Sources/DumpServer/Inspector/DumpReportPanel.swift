import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import PropertyList
import Services
import ViewHierarchy
import Web

/// What is known of the dump as a whole, which the panel shows while no view is selected.
struct DumpReportPanel: PageModel {
    /// How many classes are listed.
    private static let maximumClasses = 8
    /// How many notes are listed.
    private static let maximumNotes = 100
    /// How many findings are listed.
    private static let maximumFindings = 100

    private let state: InspectorState
    private let edits: EditHistory?
    private let losses: [Diagnostic]
    private let findings: [Diagnostic]
    private let classes: [(name: String, count: Int)]

    /// - Parameter edits: the last edits, newest first.
    init(_ state: InspectorState, edits: EditHistory?) {
        (self.state, self.edits) = (state, edits)
        let report = state.dump.report
        losses = report.filter { $0.code.hasPrefix(Self.lossPrefix) }
        let rest = report.filter { !$0.code.hasPrefix(Self.lossPrefix) }
        // What is wrong with the numbers is worked out from the views as they are now.
        findings = rest + state.dump.tree.diagnostics(limit: max(Self.maximumFindings - rest.count, 0) + 1)
        var counts: [String: Int] = [:]
        for index in state.dump.tree.indices { counts[state.dump.tree.className(of: index), default: 0] += 1 }
        classes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// How the codes of what a format cannot say begin.
    private static let lossPrefix = "lost."

    /// The device that the dump names.
    private var device: String? { state.dump.device?.name }
    /// The device with a screen of the dump's size, where it names none.
    private var guessed: Device? { device == nil ? Device(size: state.summary.size) : nil }

    /// How much of the layout edits say otherwise than the dump; nil where they do not.
    private var changedLayout: String? {
        let (constraints, views) = (state.dump.tree.changedConstraints.count, state.dump.tree.changedLayoutTraits.count)
        let parts = [
            constraints > 0 ? constraints.counted("constraint") : nil,
            views > 0 ? "the layout of \(views.counted("view"))" : nil,
        ]
        let told = parts.compactMap { $0 }
        return told.isEmpty ? nil : told.joined(separator: " and ")
    }

    static let members: Members<Self> = [
        "name": .text { $0.state.summary.name }, "format": .text { $0.state.summary.format.name },
        "app": .text { $0.state.summary.app }, "device": .text { $0.device }, "guessed": .text { $0.guessed?.name },
        "size": .part { Extent(ofArea: $0.state.summary.size) },
        "capturedAt": .text { $0.state.summary.capturedAt.flatMap { Instant.text($0, to: .seconds) } },
        "createdAt": .text { Instant.text($0.state.summary.createdAt, to: .seconds) },
        "sender": .text { $0.state.summary.actor },
        "views": .number { $0.state.dump.tree.count }, "isOneView": .flag { $0.state.dump.tree.count == 1 },
        "depth": .number { $0.state.dump.tree.maximumDepth }, "roots": .number { $0.state.dump.tree.roots.count },
        "isOneRoot": .flag { $0.state.dump.tree.roots.count == 1 },
        "hasScreenshot": .flag { $0.state.summary.hasScreenshot },
        "classes": .list { panel in
            panel.classes.prefix(maximumClasses).map {
                ClassLine(name: $0.name, count: $0.count, path: panel.state.path)
            }
        },
        "marksRevision": .number { $0.state.marks.revision },
        "hasNotes": .flag { !$0.state.marks.notes.isEmpty },
        "notes": .list { panel in
            panel.state.marks.notes.prefix(maximumNotes).map { NoteLine($0, panel.state) }
        },
        "otherNotes": .number { panel in
            panel.state.marks.notes.count > maximumNotes ? panel.state.marks.notes.count - maximumNotes : nil
        },
        "refusal": .text { $0.state.refusal?.message },
        "otherClasses": .number { $0.classes.count > maximumClasses ? $0.classes.count - maximumClasses : nil },
        "isOneOther": .flag { $0.classes.count == maximumClasses + 1 },
        "hasLosses": .flag { !$0.losses.isEmpty }, "losses": .texts { $0.losses.map(\.message) },
        "lint": .part { LintSummary($0.state) },
        "changedLayout": .text { $0.changedLayout },
        "devicesHref": .text { $0.state.devicesAddress },
        "hasFindings": .flag { !$0.findings.isEmpty },
        "findings": .list { panel in
            panel.findings.prefix(maximumFindings).map { FindingRow($0, in: panel.state) }
        },
        "listed": .number { $0.findings.count > maximumFindings ? maximumFindings : nil },
        "hasEdits": .flag { $0.edits?.entries.isEmpty == false },
        "edits": .list { panel in
            (panel.edits?.entries ?? []).map { EditLine(entry: $0, applied: panel.edits?.applied ?? 0, panel.state) }
        },
        "earlierEdits": .number { $0.edits?.next },
        "takesTables": .flag { $0.state.dump.tree.isInterface },
        "companionsHref": .text { $0.state.path + "/companions" },
        "companions": .list { panel in panel.state.companions.map(CompanionLine.init) },
        "jsonHref": .text { "/api/v1\($0.state.path)" },
    ]

    /// A text that says more of the views.
    private struct CompanionLine: PageModel {
        let entry: CompanionEntry

        static let members: Members<Self> = [
            "kinds": .text { $0.entry.kinds.isEmpty ? "unreadable" : $0.entry.kindNames },
            "joined": .number { $0.entry.join.joinedCount },
            "missed": .number { $0.entry.join.missedCount > 0 ? $0.entry.join.missedCount : nil },
        ]
    }

    /// How many views have a class.
    private struct ClassLine: PageModel {
        let name: String
        let count: Int
        let path: String

        static let members: Members<Self> = [
            "name": .text { $0.name }, "count": .number { $0.count },
            "href": .text { "\($0.path)?q=\($0.name.pathSegment)" },
        ]
    }

    /// An edit, with a way to the view that it is about.
    private struct EditLine: PageModel {
        let entry: JournalEntry
        let isApplied: Bool
        let href: String?

        init(entry: JournalEntry, applied: Int, _ state: InspectorState) {
            self.entry = entry
            isApplied = entry.number < applied
            href = entry.view.flatMap { state.tree.index(ofID: $0) }.map(state.address(selecting:))
        }

        static let members: Members<Self> = [
            "summary": .text { $0.entry.summary }, "isUndone": .flag { !$0.isApplied }, "href": .text { $0.href },
            "at": .text { Instant.text($0.entry.at, to: .seconds) }, "actor": .text { $0.entry.actor },
        ]
    }
}
