import AppBundles
import AutoLayout
import Catalog
import Checks
import Diagnostics
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
        router.get("/api/v1/dumps/{dump}/scenes", query: ["where", "limit", "after"]) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            var scenes = SceneBoard(of: snapshot.dump).scenes
            if let words = query.string("where") {
                do throws(ViewSearchError) {
                    scenes = try Self.scenes(scenes, matching: words, in: snapshot)
                } catch {
                    query.refuse("where", "At character \(error.offset + 1): \(error.message)")
                }
            }
            let range = PageRange(&query)
            try query.finish()
            let findings = SceneFindings(snapshot)
            var writer = JSONWriter()
            writer.beginObject()
            let next = writer.part("scenes", of: scenes, range) { $0.members(of: $1, findings[$1.index]) }
            writer.end(total: scenes.count, next: next)
            return .json(writer.finish())
        }
    }

    /// The scenes whose names, identifiers or classes have the words, or one of whose views is found by them.
    private static func scenes(
        _ scenes: [PlacedScene],
        matching words: String,
        in snapshot: DumpSnapshot
    ) throws(ViewSearchError) -> [PlacedScene] {
        let tree = snapshot.dump.tree
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

/// `/dumps/{dump}/board` and `/apps/{app}/board`: every scene of a storyboard, or of all interfaces of an app, as Interface
/// Builder's canvas has them.
struct BoardPages: RouteGroup {
    /// So many interfaces are opened for one board.
    private static let maximumOpened = 100

    let services: Services

    func add(to router: inout Router) {
        router.get("/dumps/{dump}/board", query: ["scene"]) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            let query = QueryReader(request)
            let scene = query.string("scene")
            try query.finish()
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            return try services.pages.page(
                BoardPage([BoardFile(snapshot)], chosen: scene.map { Self.scene($0, in: snapshot.dump.tree) }),
                title: "Board · \(snapshot.summary.name) · Vitrine",
                for: request,
                alternate: "/api/v1\(address)/scenes",
                crumbs: [.init(name: snapshot.summary.name, address: address), .init(name: "Board")]
            )
        }
        router.get("/apps/{app}/board", query: ["scene"]) { request, path in
            let query = QueryReader(request)
            let scene = query.string("scene")
            try query.finish()
            return try board(of: try services.catalog.app(try path.required("app")), scene, request)
        }
        router.on(.post, "/apps/{app}/board", query: []) { _, path in
            let app = try services.catalog.app(try path.required("app"))
            let dumps = try services.catalog.dumpIDs()
            let unopened = app.interfaces.filter { interface in
                services.catalog.check(interface, of: app).dump.map { !dumps.contains($0) } ?? false
            }
            for interface in unopened.prefix(Self.maximumOpened) {
                _ = try await services.uploads.pass { try services.catalog.openInterface(interface.path, of: app) }
            }
            return .redirect(to: "/apps/\(app.id.pathSegment)/board")
        }
    }

    /// What is asked for; of the id of a view that of its root.
    private static func scene(_ asked: String, in tree: ViewTree) -> String {
        let root = Int(asked).flatMap { tree.index(ofID: $0) }.flatMap { tree.root(of: $0) }
        return root.flatMap { tree.id(at: $0) }.map(String.init) ?? asked
    }

    private func board(of app: CatalogApp, _ scene: String?, _ request: Request) throws -> Response {
        let dumps = try services.catalog.dumpIDs()
        let interfaces = app.interfaces.map { ($0, services.catalog.check($0, of: app).dump) }
        let files = try interfaces.compactMap { interface, dump -> BoardFile? in
            guard let dump, dumps.contains(dump) else { return nil }
            return BoardFile(try services.snapshot(of: dump), file: interface.name)
        }
        var page = BoardPage(files, chosen: scene)
        let shape = AppShape(app, languages: request.languages)
        page.app = shape.address
        page.unreadable = interfaces.count { $1 == nil }
        page.unopened = interfaces.count - page.unreadable - files.count
        return try services.pages.page(
            page,
            title: "Board · \(shape.name) · Vitrine",
            for: request,
            alternate: "/api/v1\(shape.address)/interfaces",
            crumbs: [.init(name: shape.name, address: shape.address), .init(name: "Board")]
        )
    }
}

/// A dump on a board.
struct BoardFile: Sendable {
    let path: String
    /// The name of its file; nil where the board has only one.
    let file: String?
    let board: SceneBoard
    let findings: SceneFindings?

    init(_ snapshot: DumpSnapshot, file: String? = nil) {
        path = "/dumps/\(snapshot.summary.id.pathSegment)"
        self.file = file
        board = SceneBoard(of: snapshot.dump)
        findings = snapshot.dump.tree.count <= DumpLint.maximumViewsOfPages ? SceneFindings(snapshot) : nil
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

    init(_ snapshot: DumpSnapshot) {
        let tree = snapshot.dump.tree
        for finding in snapshot.lint.findings {
            let root = finding.view.flatMap { tree.index(ofID: $0) }.flatMap { tree.root(of: $0) }
            guard let root = root ?? (tree.roots.count == 1 ? tree.roots.first : nil) else { continue }
            counts[root, default: SeverityCounts()].add(finding)
        }
    }

    /// Those about the views below a root, or about the file if it has no other root; none for a scene without views.
    subscript(root: Int?) -> SeverityCounts { root.flatMap { counts[$0] } ?? SeverityCounts() }
}

/// The board with the scenes of one dump, or of several.
struct BoardPage: Page {
    static let template = "pages/board"
    /// Points between the scenes of two files.
    private static let gap = 240.0

    /// The address of the app whose interfaces are shown; nil for those of one dump.
    var app: String?
    /// How many interfaces of the app are not on the board, because nobody has opened them.
    var unopened = 0
    /// How many cannot be opened.
    var unreadable = 0
    private var files: [File] = []
    private var scenes: [Scene] = []
    private let isComplete: Bool

    init(_ shown: [BoardFile], chosen: String?) {
        isComplete = shown.allSatisfy { $0.findings != nil }
        var top = 0.0
        /// By file, the numbers of its scenes by their ids.
        var allNumbers: [[String: Int]] = []
        for file in shown {
            let spread = file.board.spread
            let area = spread.dropFirst().reduce(spread.first?.frame ?? .zero) { $0.union($1.frame) }
            let shift = Point(x: -area.minX, y: top - area.minY)
            if let name = file.file {
                files.append(File(name: name, href: file.path + "/board", y: top - Self.gap / 2))
            }
            let numbers = Dictionary(spread.enumerated().map { ($1.scene.id, scenes.count + $0) }) { one, _ in one }
            allNumbers.append(numbers)
            for placed in spread {
                scenes.append(
                    Scene(
                        number: scenes.count,
                        placed: placed,
                        frame: Rect(origin: placed.frame.origin + shift, size: placed.frame.size),
                        path: file.path,
                        hasScenes: file.board.scenes.count > 1,
                        isChosen: chosen == placed.scene.id
                            || chosen != nil && chosen == placed.scene.root.map(String.init),
                        counts: file.findings?[placed.index],
                        segues: placed.scene.segues.map { segue in
                            Segue(segue: segue, target: segue.destination.flatMap { numbers[$0] })
                        }
                    )
                )
            }
            top += area.size.height + Self.gap
        }
        for index in scenes.indices {
            for place in scenes[index].segues.indices {
                scenes[index].segues[place].name = scenes[index].segues[place].target.map { scenes[$0].placed.name }
            }
            guard let reference = scenes[index].placed.scene.reference else { continue }
            scenes[index].reference = reference.target(in: shown, allNumbers)
        }
    }

    static let members: Members<Self> = [
        "app": .text { $0.app }, "isApp": .flag { $0.app != nil },
        "unopened": .number { $0.unopened > 0 ? $0.unopened : nil },
        "isOneUnopened": .flag { $0.unopened == 1 }, "unreadable": .number { $0.unreadable > 0 ? $0.unreadable : nil },
        "isOneUnreadable": .flag { $0.unreadable == 1 },
        "count": .part { Count($0.scenes.count) },
        "hasScenes": .flag { !$0.scenes.isEmpty }, "isComplete": .flag { $0.isComplete },
        "files": .list { $0.files }, "scenes": .list { $0.scenes },
        "unreachable": .number { page in
            let count = page.scenes.count { !$0.placed.scene.isReachable }
            return count > 0 ? count : nil
        },
    ]

    /// The name of a file on the board.
    private struct File: PageModel {
        let name: String
        let href: String
        let y: Double

        static let members: Members<Self> = [
            "name": .text { $0.name }, "href": .text { $0.href }, "y": .text { NumberText.short($0.y) },
        ]
    }

    /// A segue in the list of a scene, to the scene of a number on the board.
    private struct Segue: PageModel {
        let segue: StoryboardScene.Segue
        let target: Int?
        var name: String?

        static let members: Members<Self> = [
            "kind": .text { $0.segue.relationship ?? $0.segue.kind }, "identifier": .text { $0.segue.identifier },
            "target": .number { $0.target }, "name": .text { $0.name },
            "isRelationship": .flag { $0.segue.relationship != nil },
        ]
    }

    /// A scene on the board.
    private struct Scene: PageModel {
        let number: Int
        let placed: PlacedScene
        let frame: Rect
        let path: String
        /// Whether the inspector has to be told which scene to show.
        let hasScenes: Bool
        let isChosen: Bool
        /// Nil where nobody looked.
        let counts: SeverityCounts?
        var segues: [Segue]
        /// The number of the scene that it stands for.
        var reference: Int?

        private var root: String? { placed.scene.root.map(String.init) }

        private func count(_ severity: Diagnostic.Severity) -> Int? {
            counts.map { $0[severity] }.flatMap { $0 > 0 ? $0 : nil }
        }

        static let members: Members<Self> = [
            "number": .number { $0.number }, "id": .text { $0.placed.scene.id }, "name": .text { $0.placed.name },
            "className": .text { $0.placed.scene.className }, "isChosen": .flag { $0.isChosen },
            "x": .text { NumberText.short($0.frame.minX) }, "y": .text { NumberText.short($0.frame.minY) },
            "width": .text { NumberText.short($0.frame.size.width) },
            "height": .text { NumberText.short($0.frame.size.height) },
            "href": .text { scene in
                scene.root.map { PageAddress(scene.path).adding("view", scene.hasScenes ? $0 : nil).text }
            },
            "src": .text { scene in
                guard !scene.placed.scene.showsOtherScenes else { return nil }
                return scene.root.map {
                    PageAddress("/api/v1\(scene.path)/wireframe.svg").adding("root", $0).adding("style", "screen").text
                }
            },
            "isInitial": .flag { $0.placed.scene.isInitial }, "isUnreachable": .flag { !$0.placed.scene.isReachable },
            "identifier": .text { $0.placed.scene.storyboardIdentifier },
            "isContainer": .flag { $0.placed.scene.showsOtherScenes },
            "isReference": .flag { $0.placed.scene.reference != nil },
            "storyboard": .text { $0.placed.scene.reference?.storyboard }, "reference": .number { $0.reference },
            "errors": .number { $0.count(.error) }, "warnings": .number { $0.count(.warning) },
            "infos": .number { $0.count(.info) },
            "segues": .list { $0.segues },
            "lintHref": .text { $0.path + "/lint" },
        ]
    }
}

extension StoryboardScene.Reference {
    /// The number of the scene that it stands for among those of several files; nil where none of them has it.
    fileprivate func target(in files: [BoardFile], _ numbers: [[String: Int]]) -> Int? {
        guard let storyboard else { return nil }
        for (file, numbers) in zip(files, numbers) where file.file?.split(separator: ".").first == storyboard[...] {
            let found = file.board.scenes.first { placed in
                identifier.map { $0 == placed.scene.storyboardIdentifier } ?? placed.scene.isInitial
            }
            if let found { return numbers[found.scene.id] }
        }
        return nil
    }
}
