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
import ViewHierarchy
import Web

/// `/api/v1/dumps/{dump}/scenes`: the scenes of a storyboard, where the canvas has them, and what leads from one to another.
struct SceneRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let query = LayoutAssumptions.textParameters.union(["device", "orientation", "ios", "where", "limit", "after"])
        router.get("/api/v1/dumps/{dump}/scenes", query: query) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let question = LintQuestion(&query, for: snapshot)
            let isOnDevice = ["device", "orientation"].contains { query.string($0) != nil }
            let screen = isOnDevice ? question.screen : nil
            let looks = SceneLooks(question.assumptions, design: query.choice("ios"), on: screen)
            let all = SceneBoard(of: snapshot.dump).scenes
            var scenes = all
            if let words = query.string("where") {
                do throws(ViewSearchError) {
                    scenes = try Self.scenes(scenes, matching: words, saying: question.assumptions.texts, in: snapshot)
                } catch {
                    query.refuse("where", "At character \(error.offset + 1): \(error.message)")
                }
            }
            let range = PageRange(&query)
            try query.finish()
            let findings = SceneFindings(question.everything(in: snapshot).findings, in: snapshot.dump.tree)
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            var writer = JSONWriter()
            writer.beginObject()
            let next = writer.part("scenes", of: scenes, range) { writer, placed in
                writer.members(of: placed, findings[placed.index])
                writer.member("href", looks.href(of: placed.scene, in: address, isOnly: all.count == 1))
                writer.member("picture", looks.picture(of: placed.scene, in: address))
            }
            writer.end(total: scenes.count, next: next)
            return .json(writer.finish())
        }
    }

    /// The scenes whose names, identifiers or classes have the words, or one of whose views is found by them.
    private static func scenes(
        _ scenes: [PlacedScene],
        matching words: String,
        saying texts: TextAssumptions,
        in snapshot: DumpSnapshot
    ) throws(ViewSearchError) -> [PlacedScene] {
        let said = snapshot.dump.tree
        let tree = said.roots.reduce(said) { $0.worded(texts, below: $1) }
        var filter = ViewFilter()
        filter.search = ViewSearch(words)
        let roots = Set(try filter.indexes(in: tree, snapshot.geometry).compactMap { tree.root(of: $0) })
        return scenes.filter { placed in
            placed.index.map(roots.contains) ?? false
                || [placed.name, placed.scene.className, placed.scene.storyboardIdentifier ?? ""].contains {
                    $0.localizedStandardContains(words)
                }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func members(of placed: PlacedScene, _ counts: SeverityCounts) {
        member("id", placed.scene.id)
        member("name", placed.name)
        member("class", placed.scene.className)
        member("root", placed.scene.root)
        member("frame", placed.frame)
        member("identifier", placed.scene.storyboardIdentifier)
        member("initial", placed.scene.isInitial)
        member("reachable", placed.scene.isReachable)
        if let reference = placed.scene.reference {
            object("reference") { writer in
                writer.member("storyboard", reference.storyboard)
                writer.member("identifier", reference.identifier)
            }
        }
        nested("segues", placed.scene.segues) { writer, segue in
            writer.beginObject()
            writer.member("to", segue.destination)
            writer.member("kind", segue.kind)
            writer.member("relationship", segue.relationship)
            writer.member("identifier", segue.identifier)
            writer.endObject()
        }
        member("findings", counts)
    }
}

/// With which texts and with the controls of which system scenes are shown, and on which device they are judged.
struct SceneLooks: Sendable {
    let assumptions: LayoutAssumptions
    let design: SystemDesign?
    /// The device that somebody asked for; nil for the canvas.
    private let screen: HeldDevice?

    init(
        _ assumptions: LayoutAssumptions = LayoutAssumptions(),
        design: SystemDesign? = nil,
        on screen: HeldDevice? = nil
    ) {
        (self.assumptions, self.design, self.screen) = (assumptions, design, screen)
    }

    /// The query parameters that ask for the same, in a fixed order.
    var items: [(name: String, value: String)] {
        let held = screen.map { [("device", $0.device.id), ("orientation", $0.orientation.rawValue)] } ?? []
        return held + assumptions.textItems + (design.map { [("ios", $0.rawValue)] } ?? [])
    }

    /// The inspector with a scene; nil for one without views.
    func href(of scene: StoryboardScene, in path: String, isOnly: Bool) -> String? {
        scene.root.map { PageAddress(path).adding("view", isOnly ? nil : String($0)).adding(items).text }
    }

    /// The picture that the API draws of a scene; nil for one that shows others, and without views.
    func picture(of scene: StoryboardScene, in path: String) -> String? {
        guard !scene.showsOtherScenes else { return nil }
        let name = screen == nil && assumptions.isEmpty ? "root" : "view"
        return scene.root.map {
            PageAddress("/api/v1\(path)/wireframe.svg").adding(name, String($0)).adding("style", "screen").adding(items)
                .text
        }
    }
}

/// How many findings there are of each severity.
struct SeverityCounts: Sendable, Hashable {
    private var counts: [Diagnostic.Severity: Int] = [:]

    init(_ findings: [ReportedFinding] = []) { for finding in findings { add(finding) } }

    mutating func add(_ finding: ReportedFinding) { counts[finding.severity, default: 0] += 1 }

    subscript(severity: Diagnostic.Severity) -> Int { counts[severity] ?? 0 }

    /// The worst severity that there is; nil where there is none.
    var worst: Diagnostic.Severity? { Diagnostic.Severity.allCases.first { self[$0] > 0 } }

    /// Whether there is more of the worst severity of which there is not as much in both.
    func isWorse(than other: SeverityCounts) -> Bool {
        let severity = Diagnostic.Severity.allCases.first { self[$0] != other[$0] }
        return severity.map { self[$0] > other[$0] } ?? false
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ counts: SeverityCounts) {
        object(name) { writer in
            for severity in Diagnostic.Severity.allCases { writer.member(severity.rawValue, counts[severity]) }
        }
    }
}

/// How many findings there are about each scene, by severity.
struct SceneFindings: Sendable {
    private var counts: [Int: SeverityCounts] = [:]

    init(_ findings: [ReportedFinding], in tree: ViewTree) {
        for finding in findings {
            let root = finding.view.flatMap { tree.index(ofID: $0) }.flatMap { tree.root(of: $0) }
            guard let root = root ?? (tree.roots.count == 1 ? tree.roots.first : nil) else { continue }
            counts[root, default: SeverityCounts()].add(finding)
        }
    }

    /// Those about the views below a root, or about the file if it has no other root; none for a scene without views.
    subscript(root: Int?) -> SeverityCounts { root.flatMap { counts[$0] } ?? SeverityCounts() }
}
