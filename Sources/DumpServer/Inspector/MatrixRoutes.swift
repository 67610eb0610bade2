import AutoLayout
import Catalog
import Checks
import Diagnostics
import Drawing
import DumpFormats
import Foundation
import HTTP
import HTTPTypes
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/matrix`: what a check finds on each screen of a dump, on each device, in each language and text size.
struct MatrixRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let query: Set = [
            "scenes", "devices", "orientations", "languages", "textSizes", "text", "text.{view}", "format", "limit",
            "after",
        ]
        router.get("/api/v1/dumps/{dump}/matrix", query: query) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let format = query.choice("format", of: ["json", "html", "junit"]) ?? "json"
            let cells = Self.cells(&query, snapshot, draws: format == "html")
            if format != "json" { query.refuse(["limit", "after"], besides: "format") }
            let range = PageRange(&query)
            try query.finish()
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            let all = CheckedCell.all(cells, in: snapshot).sorted(by: CheckedCell.isWorse)
            switch format {
            case "html": return MatrixExport.html(all, of: snapshot)
            case "junit": return MatrixExport.junit(all, of: snapshot)
            default: break
            }
            var writer = JSONWriter()
            writer.beginObject()
            let next = writer.part("cells", of: all, range) {
                $1.write(to: &$0, address, snapshot.dump.tree)
            }
            writer.end(total: all.count, next: next)
            return .json(writer.finish())
        }
    }

    /// What is asked for, in the order of scenes, devices, languages and text sizes; faults are noted in the query.
    private static func cells(_ query: inout QueryReader, _ snapshot: DumpSnapshot, draws: Bool) -> [MatrixCell] {
        let tree = snapshot.dump.tree
        let screens = tree.roots.filter { tree.isScreen($0) }
        var scenes = screens
        let ids = query.names("scenes")
        if !ids.isEmpty {
            scenes = ids.compactMap { id in Int(id).flatMap { tree.index(ofID: $0) } }
            if scenes.count != ids.count || !scenes.allSatisfy(screens.contains) {
                query.refuse("scenes", "“scenes” takes the ids of roots that are screens, with commas between them.")
            }
        }
        let named = query.names("devices")
        let devices = MatrixDevice.named(named.isEmpty ? MatrixDevice.usual : named, &query, in: "devices")
        let held = query.names("orientations").compactMap { name -> Orientation? in
            let orientation = Orientation(rawValue: name)
            if orientation == nil { query.refuse("orientations", "“orientations” takes portrait and landscape.") }
            return orientation
        }
        // An empty word leaves what the dump has.
        func list(_ name: String) -> [String] {
            query.string(name)?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? []
        }
        let variants = LayoutAssumptions(texts: &query, for: snapshot, speaks: false).varied(
            languages: ("languages", list("languages")),
            textSizes: ("textSizes", list("textSizes")),
            of: snapshot.languages,
            &query
        )
        let places = devices.flatMap { $0.held(held.isEmpty ? [.portrait] : held) }
        let extent = MatrixExtent(
            scenes: scenes.count,
            places: places.count,
            variants: variants.count,
            views: tree.count
        )
        if let refusal = extent.refusal(draws: draws) {
            query.refuse("devices", refusal)
            return []
        }
        return MatrixCell.all(scenes, places, variants)
    }
}

/// A screen of a dump on a device, in a language and a text size.
struct MatrixCell: Sendable, Hashable {
    /// The index of the root.
    let scene: Int
    let screen: HeldDevice
    let assumptions: LayoutAssumptions

    /// The screens in the order of scenes, devices, languages and text sizes.
    static func all(_ scenes: [Int], _ places: [HeldDevice], _ variants: [LayoutAssumptions]) -> [MatrixCell] {
        scenes.flatMap { scene in
            places.flatMap { screen in
                variants.map { MatrixCell(scene: scene, screen: screen, assumptions: $0) }
            }
        }
    }

    /// What tells it from others: `12 iphone-17 portrait de xxxLarge`.
    func key(in tree: ViewTree) -> String {
        let parts = [
            tree.id(at: scene).map(String.init), screen.id, assumptions.texts.language,
            assumptions.texts.textSize?.rawValue,
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    /// What tells it from others, for people, without the scene: `iPhone 17, portrait, de, text size xxxLarge`.
    var words: String {
        let parts = [
            screen.device.name, screen.orientation.rawValue, screen.splitView?.name, assumptions.textWords,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// The inspector with this screen chosen.
    func href(_ path: String, in tree: ViewTree) -> String {
        let turned = screen.orientation == .landscape ? screen.orientation.rawValue : nil
        return PageAddress(path).adding("view", tree.hasScenes ? tree.id(at: scene).map(String.init) : nil)
            .adding("device", screen.device.id).adding("orientation", turned)
            .adding("splitView", screen.splitView?.rawValue).adding(assumptions.textItems).text
    }

    /// The picture that the API draws, with the views marked that findings are about.
    func picture(_ path: String, in tree: ViewTree, marking findings: [ReportedFinding]) -> String {
        let marks = marked(findings, in: tree)
        return PageAddress("/api/v1\(path)/wireframe.svg").adding("view", tree.id(at: scene).map(String.init))
            .adding("solver", tree.saysConstraints ? "constraints" : "masks").adding("style", "screen")
            .adding("device", screen.device.id).adding("orientation", screen.orientation.rawValue)
            .adding("splitView", screen.splitView?.rawValue).adding(assumptions.textItems)
            .adding("highlight", marks.isEmpty ? nil : marks.map(String.init).joined(separator: ",")).text
    }

    /// The views of so many findings are marked on a picture.
    private static let maximumMarked = 12

    /// The ids of the views that errors and warnings are about, the worst first, each once; the root itself is no part of it.
    fileprivate func marked(_ findings: [ReportedFinding], in tree: ViewTree) -> [Int] {
        var ids: [Int] = []
        for finding in findings where finding.severity.isAtLeast(.warning) {
            guard let view = finding.view, view != tree.id(at: scene), !ids.contains(view) else { continue }
            ids.append(view)
            if ids.count == Self.maximumMarked { break }
        }
        return ids
    }

    /// The device as a matrix names it.
    var device: MatrixDevice { MatrixDevice(device: screen.device, part: screen.splitView) }
}

/// A screen with what a check finds there.
struct CheckedCell: Sendable {
    let cell: MatrixCell
    let findings: [ReportedFinding]

    /// Checks screens on all cores: once on each device and with each texts, whose findings are those of all scenes.
    static func all(_ cells: [MatrixCell], in snapshot: DumpSnapshot) -> [CheckedCell] {
        let places = Dictionary(grouping: cells.indices) { MatrixCell.Place(cells[$0]) }
        let checked = Array(places).concurrentMap { place, indexes in
            let findings = snapshot.findings(on: place.screen, place.assumptions)
            return indexes.map { ($0, CheckedCell(cell: cells[$0], findings: findings[cells[$0].scene] ?? [])) }
        }
        return checked.flatMap { $0 }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    var counts: SeverityCounts { SeverityCounts(findings) }

    static func isWorse(_ one: CheckedCell, _ other: CheckedCell) -> Bool { one.counts.isWorse(than: other.counts) }

    fileprivate func write(to writer: inout JSONWriter, _ path: String, _ tree: ViewTree) {
        let counts = counts
        writer.member("scene", tree.id(at: cell.scene))
        writer.member("device", cell.screen.device.id)
        writer.member("orientation", cell.screen.orientation.rawValue)
        writer.member("splitView", cell.screen.splitView?.rawValue)
        writer.member("language", cell.assumptions.texts.language)
        writer.member("textSize", cell.assumptions.texts.textSize?.rawValue)
        writer.member("findings", counts)
        writer.member("worst", counts.worst?.rawValue)
        writer.member("href", cell.href(path, in: tree))
        writer.member("picture", cell.picture(path, in: tree, marking: findings))
    }
}

extension MatrixCell {
    /// Where a check judges all scenes at once.
    fileprivate struct Place: Hashable {
        let screen: HeldDevice
        let assumptions: LayoutAssumptions

        init(_ cell: MatrixCell) { (screen, assumptions) = (cell.screen, cell.assumptions) }
    }
}

/// The screens of a matrix as files.
enum MatrixExport {
    /// After so many bytes further pictures are left out of a file.
    private static let maximumBytes = 64 << 20

    /// JUnit's XML: a suite for each screen.
    static func junit(_ cells: [CheckedCell], of snapshot: DumpSnapshot) -> Response {
        let tree = snapshot.dump.tree
        var report = FindingsReport.ofLint()
        report.add(rules: HierarchyLint.rules)
        for checked in cells {
            let outcome = snapshot.lint(on: checked.cell.screen, assuming: checked.cell.assumptions).outcome
            report.add(
                checked.findings,
                suite: "\(tree.screenName(of: checked.cell.scene)) on \(checked.cell.words)",
                checks: outcome.judged,
                unjudged: outcome.unjudged
            )
        }
        return file(report.written(as: .junit), "application/xml", "xml", of: snapshot)
    }

    /// One page with every picture and every finding, without anything else that it needs.
    static func html(_ cells: [CheckedCell], of snapshot: DumpSnapshot) -> Response {
        let tree = snapshot.dump.tree
        var page = PrintedHTML(title: "\(snapshot.summary.name) on devices", style: style)
        let total = cells.reduce(0) { $0 + $1.findings.count }
        page.element("p", "\(cells.count.counted("screen")), \(total.counted("finding")); the worst first.")
        page.raw("<div class=\"cells\">\n")
        var left = 0
        for checked in cells {
            guard page.bytes.count <= maximumBytes else {
                left += 1
                continue
            }
            let size = DevicePicture.size(of: checked.cell.screen)
            page.raw(size.width > 266 ? "<figure class=\"wide\">" : "<figure>")
            page.raw(
                "<img alt=\"\" width=\"\(Int(size.width))\" height=\"\(Int(size.height))\" src=\"data:image/svg+xml;base64,"
            )
            page.raw(Data(picture(of: checked, in: snapshot)).base64EncodedString())
            page.raw("\">\n<figcaption>")
            page.element("h2", checked.cell.words)
            page.element("p class=\"dim\"", tree.screenName(of: checked.cell.scene))
            page.element("p", FindingsReport.words(checked.findings))
            page.raw("<ul>")
            for finding in checked.findings.prefix(20) {
                let severity = finding.severity.rawValue
                page.raw("<li><b class=\"\(severity)\">\(severity)</b> ")
                page.text(finding.message)
                page.raw("</li>\n")
            }
            if checked.findings.count > 20 { page.element("li", "and \(checked.findings.count - 20) more") }
            page.raw("</ul></figcaption></figure>\n")
        }
        page.raw("</div>\n")
        if left > 0 { page.element("p", "\(left.counted("further screen")) would make the file too large.") }
        return file(page.finished(), "text/html; charset=utf-8", "html", of: snapshot)
    }

    private static let style = """
        .cells { display: flex; flex-wrap: wrap; align-items: start; gap: 24px; margin-top: 16px }
        figure { flex: 0 0 auto; width: min(100%, 266px); break-inside: avoid } .wide { width: min(100%, 442px) }
        img { display: block; max-width: 100%; height: auto; border: 1px solid light-dark(#ccd, #445); border-radius: 6px }
        figcaption { color: inherit }
        h2 { margin: 8px 0 0; font-size: 13px } p, ul { margin: 0 } ul { padding: 0; list-style: none } li { margin-top: 4px }
        .error { color: light-dark(#a01b14, #ffb3ad) }
        @page { margin: 12mm }
        @media print { .cells { display: block; orphans: 1; widows: 1 } figure { display: inline-block; width: 56mm; margin: 0 4mm 6mm 0; \
        vertical-align: top } .wide { width: 86mm } }
        """

    private static func picture(of checked: CheckedCell, in snapshot: DumpSnapshot) -> [UInt8] {
        let (cell, tree) = (checked.cell, snapshot.dump.tree)
        var options = WireframeOptions(view: tree.id(at: cell.scene), title: tree.screenName(of: cell.scene))
        options.style = .screen
        options.appearance = .light
        options.highlighted = Set(cell.marked(checked.findings, in: tree))
        options.device = snapshot.dump.device
        options.pictures = snapshot.dump.embeddedPictures
        let surroundings = cell.screen.situation.surroundings(of: tree.bounds(of: cell.scene).size)
        let asked = AskedScreen(situation: cell.screen.situation, assumptions: cell.assumptions)
        let laidOut =
            tree.saysConstraints
            ? tree.laidOut(asked.solved(cell.scene, of: snapshot).result, besides: nil, saying: cell.assumptions.texts)
            : tree.laidOut(cell.scene, in: surroundings).saying(cell.assumptions.texts, below: cell.scene)
        options.systemScreen = SystemScreen(surroundings)
        return Wireframe.svg(of: laidOut.tree, options: options)
    }

    private static func file(_ bytes: [UInt8], _ type: String, _ ending: String, of snapshot: DumpSnapshot) -> Response
    {
        .data(bytes, type: type).saved(as: "\(snapshot.summary.fileName)-devices.\(ending)")
    }
}

extension DumpSnapshot {
    /// What a check finds about each root on a screen; where one root alone is a screen, all of it is about that.
    fileprivate func findings(on screen: HeldDevice, _ assumptions: LayoutAssumptions) -> [Int: [ReportedFinding]] {
        let tree = dump.tree
        let screens = tree.roots.filter { tree.isScreen($0) }
        let found = lint(on: screen, assuming: assumptions).findings
        if screens.count == 1 { return [screens[0]: found] }
        var byRoot: [Int: [ReportedFinding]] = [:]
        for finding in found {
            guard let view = finding.view, let root = tree.index(ofID: view).flatMap({ tree.root(of: $0) }) else {
                continue
            }
            byRoot[root, default: []].append(finding)
        }
        return byRoot
    }
}
