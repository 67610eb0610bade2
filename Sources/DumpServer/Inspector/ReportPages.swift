import AutoLayout
import Catalog
import Checks
import Diagnostics
import Drawing
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import PropertyList
import Services
import Shapes
import ViewHierarchy
import Web

/// `/dumps/{dump}/report`: one printed page about a dump, in the situation that the address asks for.
struct ReportPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/dumps/{dump}/report", query: LayoutRequest.situationParameters) { request, parameters in
            let id = try parameters.required("dump")
            let state = try InspectorState(request, dump: id, in: services.catalog)
            let applied = state.summary.appliedEdits
            // Newest first; those that were taken back come before the applied ones and are no part of what is shown.
            let edits =
                try applied > 0 ? services.catalog.edits(of: id, limit: ReportPage.most, after: applied).entries : []
            let app = try state.summary.app.flatMap { try services.catalog.app(identifier: $0) }
            return try services.pages.page(
                ReportPage(
                    state: state,
                    app: app?.name() ?? state.summary.app,
                    edits: edits,
                    lint: try state.lint ?? services.snapshot(of: id).lint
                ),
                title: "\(state.summary.name) · Report · Vitrine",
                for: request,
                alternate: "/api/v1\(state.path)",
                crumbs: [
                    .init(name: state.summary.name, address: state.address(selecting: nil)), .init(name: "Report"),
                ]
            )
        }
    }
}

/// What a dump is, shows and lacks, short enough for one sheet of A4 or Letter.
struct ReportPage: Page {
    static let template = "pages/report"
    /// Lines of each list; the rest is counted.
    static let most = 5
    /// Remarks about views that are looked for.
    private static let maximumRemarks = 1_000
    private static let maximumClasses = 8

    let state: InspectorState
    /// The app's name, else its identifier.
    let app: String?
    /// The last of the edits that are applied, newest first.
    let edits: [JournalEntry]
    /// What a check of the dump finds, however large that is: a report does not keep it for itself.
    let lint: DumpLint

    private var summary: DumpSummary { state.summary }

    private var size: Size {
        guard let layout = state.layout, let result = state.result else { return summary.size }
        return result.tree.bounds(of: layout.view).size
    }

    /// What the dump calls its device, else the one that has a screen of its size.
    private var device: String? {
        guard state.layout == nil else { return state.screen.situation.surroundings(of: summary.size).device?.name }
        return state.dump.device?.name ?? Situation().surroundings(of: summary.size).device?.name
    }

    /// What the reader remarks of the dump.
    private var remarks: [Diagnostic] {
        SortedReport(state.dump.report + state.dump.tree.diagnostics(limit: Self.maximumRemarks)).findings
    }

    private var warnings: [Diagnostic] {
        state.result.map { $0.warnings + $0.regressions(from: state.dump.tree) } ?? []
    }

    private var classes: [ClassCount] {
        var counts: [String: Int] = [:]
        for index in state.tree.indices { counts[state.tree.classTitle(of: index).shown, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.prefix(Self.maximumClasses).map { ClassCount(name: $0.key, count: $0.value) }
    }

    static let members: Members<Self> = [
        "name": .text { $0.summary.name }, "format": .text { $0.summary.format.name }, "app": .text { $0.app },
        "device": .text { $0.device }, "size": .part { Extent(ofArea: $0.size) },
        "capturedAt": .text { $0.summary.capturedAt.flatMap(Self.minutes) },
        "createdAt": .text { Self.minutes($0.summary.createdAt) }, "views": .number { $0.state.tree.count },
        "depth": .number { $0.state.tree.maximumDepth }, "classes": .list { $0.classes },
        "picture": .text { $0.state.reportPicture }, "hasScreenshot": .flag { $0.state.showsScreenshot },
        "address": .text { $0.state.address(selecting: nil) },
        "file": .text { $0.state.screen.situation.isChange ? nil : "/api/v1\($0.state.path)/report" },
        "whatif": .part { WhatIf($0.state) },
        "warnings": .part { ReportLines($0.warnings, in: $0.state) },
        "losses": .part { ReportLines(SortedReport($0.state.dump.report).foldedLosses, in: $0.state) },
        "findings": .list { page in page.lint.findings.prefix(most).map { LintLine($0, in: page.state) } },
        "hasFindings": .flag { !$0.lint.findings.isEmpty }, "findingCount": .number { $0.lint.findings.count },
        "findingWords": .text { FindingsReport.words($0.lint.findings) },
        "moreFindings": .number { $0.lint.findings.count > most ? $0.lint.findings.count - most : nil },
        "judgement": .text { $0.lint.outcome.words }, "lintHref": .text { $0.state.lintAddress.text },
        "remarks": .part { ReportLines($0.remarks, in: $0.state) },
        "hasNotes": .flag { !$0.state.marks.notes.isEmpty },
        "notes": .list { page in page.state.marks.notes.map { NoteLine($0, page.state) } },
        "pins": .part { $0.state.marks.pins.isEmpty ? nil : PinnedViews($0.state) },
        "hasEdits": .flag { !$0.edits.isEmpty }, "edits": .texts { $0.edits.map(\.summary) },
        "moreEdits": .number {
            $0.summary.appliedEdits > $0.edits.count ? $0.summary.appliedEdits - $0.edits.count : nil
        },
    ]

    /// `2026-01-02 03:04 UTC`.
    private static func minutes(_ date: Date) -> String? {
        Instant.text(date, to: .seconds).map { $0.prefix(16).replacing("T", with: " ") + " UTC" }
    }

    private struct ClassCount: PageModel {
        let name: String
        let count: Int

        static let members: Members<Self> = ["class": .text { $0.name }, "count": .number { $0.count }]
    }
}

/// The first lines of a list of findings, and how many there are besides.
private struct ReportLines: PageModel {
    let rows: [FindingRow]
    let more: Int

    /// Nil for an empty list.
    init?(_ findings: [Diagnostic], in state: InspectorState) {
        guard !findings.isEmpty else { return nil }
        rows = findings.prefix(ReportPage.most).map { FindingRow($0, in: state) }
        more = findings.count - rows.count
    }

    static let members: Members<Self> = [
        "lines": .list { $0.rows }, "more": .number { $0.more > 0 ? $0.more : nil },
    ]
}

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
    private let report: SortedReport
    private let findings: [Diagnostic]
    private let classes: [(name: String, count: Int)]

    /// - Parameter edits: the last edits, newest first.
    init(_ state: InspectorState, edits: EditHistory?) {
        (self.state, self.edits) = (state, edits)
        report = SortedReport(state.dump.report)
        // What is wrong with the numbers is worked out from the views as they are now.
        let limit = max(Self.maximumFindings - report.findings.count, 0) + 1
        findings = report.findings + state.dump.tree.diagnostics(limit: limit)
        var counts: [String: Int] = [:]
        for index in state.dump.tree.indices { counts[state.dump.tree.className(of: index), default: 0] += 1 }
        classes = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }

    /// The device that the dump names.
    private var device: String? { state.dump.device?.name }
    /// The devices with a screen of the dump's size, where it names none.
    private var guessed: String? {
        guard device == nil else { return nil }
        return Device.names(ofSize: state.summary.size, scale: state.dump.device?.scale)
    }

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
        "app": .text { $0.state.summary.app }, "device": .text { $0.device }, "guessed": .text { $0.guessed },
        "size": .part { Extent(ofArea: $0.state.summary.size) },
        "capturedAt": .text { $0.state.summary.capturedAt.flatMap { Instant.text($0, to: .seconds) } },
        "createdAt": .text { Instant.text($0.state.summary.createdAt, to: .seconds) },
        "sender": .text { $0.state.summary.actor },
        "views": .number { $0.state.dump.tree.count }, "isOneView": .flag { $0.state.dump.tree.count == 1 },
        "depth": .number { $0.state.dump.tree.maximumDepth }, "roots": .number { $0.state.dump.tree.roots.count },
        "isOneRoot": .flag { $0.state.dump.tree.roots.count == 1 },
        "hasScreenshot": .flag { $0.state.summary.hasScreenshot },
        "takesPicture": .flag { !$0.state.summary.readOnly },
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
        "hasLosses": .flag { !$0.report.losses.isEmpty },
        "losses": .texts { $0.report.losses.map(\.message) },
        "lint": .part { LintSummary($0.state) },
        "changedLayout": .text { $0.changedLayout },
        "devicesHref": .text { $0.state.devicesAddress },
        "oldSideAction": .text { panel in
            panel.report.findings.contains { $0.code == "decoded.sides" } ? panel.state.path + "/old-side" : nil
        },
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
            "name": .text { ClassName($0.name).shown }, "count": .number { $0.count },
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

/// `/api/v1/dumps/{dump}/report`: a dump with its picture, its tree and what a check finds, as one file to take along.
struct ReportRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/dumps/{dump}/report", query: LintQuestion.parameters) { request, path in
            try report(try path.required("dump"), request)
        }
    }

    private func report(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        var query = QueryReader(request)
        let question = LintQuestion(&query, for: snapshot)
        try query.finish()
        let applied = snapshot.summary.appliedEdits
        let report = PrintedReport(
            of: snapshot,
            question,
            outcome: question.outcome(of: question.everything(in: snapshot)),
            marks: try services.catalog.marks(of: id),
            edits: try services.catalog.edits(of: id, limit: PrintedReport.maximumRemarks, after: applied),
            screenshot: try services.catalog.screenshot(of: id)
        )
        // A file to keep and no page of this server: browsers save it, and what would show it all the same runs nothing.
        return .data(report.html, type: "text/html; charset=utf-8")
            .saved(as: "\(snapshot.summary.fileName)-report.html")
    }
}

extension PrintedReport {
    /// Gathers what is reported about a dump of the server, as it is now, on the screen and in the words that are asked for.
    /// - Parameter edits: The last of the edits that are applied, newest first.
    convenience init(
        of snapshot: DumpSnapshot,
        _ question: LintQuestion,
        outcome: LintOutcome,
        marks: ViewMarks,
        edits: EditHistory,
        screenshot: [UInt8]?
    ) {
        var dump = snapshot.dump
        dump.screenshot = screenshot
        var kept = Marks()
        kept.notes = marks.notes.map { ($0.view, $0.text, $0.actor) }
        kept.pins = marks.pins
        kept.edits = edits.entries.map(\.summary)
        kept.earlierEdits = max(snapshot.summary.appliedEdits - edits.entries.count, 0)
        let name = snapshot.summary.name
        guard let screen = question.screen else {
            self.init(of: dump, name: name, outcome: outcome, marks: kept, snapshot.geometry, snapshot.drawing)
            return
        }
        let there = dump.arranged(on: screen, assuming: question.assumptions)
        let (geometry, drawing) = (WindowGeometry(there.tree), there.drawing(of: there.tree))
        self.init(of: there, name: name, outcome: outcome, marks: kept, geometry, drawing)
    }
}
