import AppBundles
import AutoLayout
import Catalog
import Checks
import Diagnostics
import Drawing
import DumpFormats
import Foundation
import HTTP
import HTTPTypes
import Services
import ViewHierarchy
import Web

/// `/dumps/{dump}/board` and `/apps/{app}/board`: every scene of a storyboard, or of all interfaces of an app, as Interface
/// Builder's canvas has them.
struct BoardPages: RouteGroup {
    /// So many interfaces are opened for one board.
    private static let maximumOpened = 100

    let services: Services

    func add(to router: inout Router) {
        let parameters = LayoutAssumptions.textParameters.union(BoardQuestion.parameters)
        router.get("/dumps/{dump}/board", query: parameters) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let question = BoardQuestion(&query, [snapshot])
            try query.finish()
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            let file = BoardFile(snapshot, question.looks(of: 0))
            return try services.pages.page(
                BoardPage(
                    [file],
                    question,
                    chosen: question.scene.map { Self.scene($0, in: snapshot.dump.tree) },
                    scripts: scripts
                ),
                title: "Board · \(snapshot.summary.name) · Vitrine",
                for: request,
                alternate: PageAddress("/api/v1\(address)/scenes").adding(file.looks.items).text,
                crumbs: [.init(name: snapshot.summary.name, address: address), .init(name: "Board")]
            )
        }
        router.get("/apps/{app}/board", query: parameters.subtracting(["text.{view}"])) { request, path in
            try board(of: try services.catalog.app(try path.required("app")), request)
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

    /// What the page's script imports: asked for behind a hundred pictures, it would come after them.
    private var scripts: [String] { services.modules.reached(from: "pages/board.js") }

    /// What is asked for; of the id of a view that of its root.
    private static func scene(_ asked: String, in tree: ViewTree) -> String {
        let root = Int(asked).flatMap { tree.index(ofID: $0) }.flatMap { tree.root(of: $0) }
        return root.flatMap { tree.id(at: $0) }.map(String.init) ?? asked
    }

    private func board(of app: CatalogApp, _ request: Request) throws -> Response {
        let dumps = try services.catalog.dumpIDs()
        let interfaces = app.interfaces.map { ($0, services.catalog.check($0, of: app).dump) }
        let opened = try interfaces.compactMap { interface, dump -> (name: String, snapshot: DumpSnapshot)? in
            guard let dump, dumps.contains(dump) else { return nil }
            return (interface.name, try services.snapshot(of: dump))
        }
        var query = QueryReader(request)
        let question = BoardQuestion(&query, opened.map(\.snapshot))
        try query.finish()
        let files = opened.enumerated().map { place, file in
            BoardFile(file.snapshot, question.looks(of: place), file: file.name)
        }
        var page = BoardPage(files, question, chosen: question.scene, scripts: scripts)
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

/// How the scenes of a board are to be shown.
struct BoardQuestion: Sendable {
    /// The query parameters besides those of texts; the script alone reads what part of the board is seen.
    static let parameters: Set = ["scene", "ios", "zoom", "x", "y"]

    /// The scene that is chosen.
    let scene: String?
    let design: SystemDesign?
    /// The languages of all files, each once.
    let languages: [String]
    /// What is assumed of the texts of each file.
    private let assumptions: [LayoutAssumptions]

    /// Reads the parameters for the files of a board. A language that only some of them have leaves the others as they are;
    /// faults are noted in the query.
    init(_ query: inout QueryReader, _ files: [DumpSnapshot]) {
        scene = query.string("scene")
        // A form that leaves it open sends an empty one.
        design = query.string("ios") == "" ? nil : query.choice("ios")
        var names: [String] = []
        for name in files.flatMap(\.languages.names) where !names.contains(name) { names.append(name) }
        languages = names
        let wanted = query.string("language") ?? ""
        let speakers = files.map { $0.languages.language(matching: wanted) != nil }
        let isOfSome = speakers.contains(true)
        assumptions = zip(files, speakers).map { file, speaks in
            guard isOfSome, !speaks else { return LayoutAssumptions(texts: &query, for: file) }
            var silent = LayoutAssumptions(texts: &query, for: file, speaks: false)
            if let size = query.string("textSize"), !size.isEmpty { silent.readTextSize(size, &query, in: "textSize") }
            return silent
        }
    }

    /// How the scenes of one of the files are shown.
    func looks(of file: Int) -> SceneLooks {
        SceneLooks(assumptions.indices.contains(file) ? assumptions[file] : LayoutAssumptions(), design: design)
    }

    /// What is assumed of texts, as the form says it: of the first file whose language is another one.
    var asked: LayoutAssumptions {
        assumptions.first { $0.texts.language != nil } ?? assumptions.first ?? LayoutAssumptions()
    }
}

/// A dump on a board.
struct BoardFile: Sendable {
    /// Why a board does not say what a check finds.
    enum Silence: Sendable { case isLarge, isOfNoDevice }

    let path: String
    /// The name of its file; nil where the board has only one.
    let file: String?
    let board: SceneBoard
    let looks: SceneLooks
    private(set) var findings: SceneFindings?
    private(set) var silence: Silence?

    init(_ snapshot: DumpSnapshot, _ looks: SceneLooks, file: String? = nil) {
        path = "/dumps/\(snapshot.summary.id.pathSegment)"
        (self.looks, self.file) = (looks, file)
        board = SceneBoard(of: snapshot.dump)
        let tree = snapshot.dump.tree
        guard tree.count <= DumpLint.maximumViewsOfPages else {
            silence = .isLarge
            return
        }
        guard !looks.assumptions.isEmpty else {
            findings = SceneFindings(snapshot.lint.findings, in: tree)
            return
        }
        guard let screen = AskedScreen(assumptions: looks.assumptions).judged(of: tree) else {
            silence = .isOfNoDevice
            return
        }
        findings = SceneFindings(snapshot.lint(on: screen, assuming: looks.assumptions).findings, in: tree)
    }

    /// The page of its findings.
    var lintAddress: String { PageAddress(path + "/lint").adding(looks.assumptions.textItems).text }
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
    private let silences: Set<BoardFile.Silence>
    private let question: BoardQuestion

    private let scripts: [String]

    init(_ shown: [BoardFile], _ question: BoardQuestion, chosen: String?, scripts: [String]) {
        self.scripts = scripts
        silences = Set(shown.compactMap(\.silence))
        self.question = question
        var top = 0.0
        /// By file, the numbers of its scenes by their ids.
        var allNumbers: [[String: Int]] = []
        for file in shown {
            let spread = file.board.spread
            let area = spread.dropFirst().reduce(spread.first?.frame ?? .zero) { $0.union($1.frame) }
            let shift = Point(x: -area.minX, y: top - area.minY)
            if let name = file.file {
                let href = PageAddress(file.path + "/board").adding(file.looks.items).text
                files.append(File(name: name, href: href, y: top - Self.gap / 2))
            }
            let numbers = Dictionary(spread.enumerated().map { ($1.scene.id, scenes.count + $0) }) { one, _ in one }
            allNumbers.append(numbers)
            for placed in spread {
                scenes.append(
                    Scene(
                        number: scenes.count,
                        placed: placed,
                        frame: Rect(origin: placed.frame.origin + shift, size: placed.frame.size),
                        href: file.looks.href(of: placed.scene, in: file.path, isOnly: file.board.scenes.count == 1),
                        picture: file.looks.picture(of: placed.scene, in: file.path),
                        lintHref: file.lintAddress,
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
        "scripts": .texts { $0.scripts }, "app": .text { $0.app }, "isApp": .flag { $0.app != nil },
        "unopened": .number { $0.unopened > 0 ? $0.unopened : nil },
        "isOneUnopened": .flag { $0.unopened == 1 }, "unreadable": .number { $0.unreadable > 0 ? $0.unreadable : nil },
        "isOneUnreadable": .flag { $0.unreadable == 1 },
        "count": .part { Count($0.scenes.count) },
        "hasScenes": .flag { !$0.scenes.isEmpty }, "isLarge": .flag { $0.silences.contains(.isLarge) },
        "isOfNoDevice": .flag { $0.silences.contains(.isOfNoDevice) },
        "languages": .list { page in
            FormOption.languages(page.question.languages, chosen: [page.question.asked.texts.language ?? ""])
        },
        "textSizes": .list { FormOption.textSizes(chosen: [$0.question.asked.texts.textSize]) },
        "texts": .list { FormOption.growths(chosen: $0.question.asked.texts.growth) },
        "systems": .list { page in
            [FormOption(value: "", name: "as the file", isChosen: page.question.design == nil)]
                + SystemDesign.allCases.map {
                    FormOption(value: $0.rawValue, name: $0.title, isChosen: $0 == page.question.design)
                }
        },
        "words": .list { page in
            page.question.asked.unvariedItems.filter { $0.name != "text" }.map {
                FormOption(value: $0.value, name: $0.name, isChosen: true)
            }
        },
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
        let href: String?
        let picture: String?
        let lintHref: String
        let isChosen: Bool
        /// Nil where nobody looked.
        let counts: SeverityCounts?
        var segues: [Segue]
        /// The number of the scene that it stands for.
        var reference: Int?

        private func count(_ severity: Diagnostic.Severity) -> Int? {
            counts.map { $0[severity] }.flatMap { $0 > 0 ? $0 : nil }
        }

        static let members: Members<Self> = [
            "number": .number { $0.number }, "id": .text { $0.placed.scene.id }, "name": .text { $0.placed.name },
            "className": .text { $0.placed.scene.className }, "isChosen": .flag { $0.isChosen },
            "x": .text { NumberText.short($0.frame.minX) }, "y": .text { NumberText.short($0.frame.minY) },
            "width": .text { NumberText.short($0.frame.size.width) },
            "height": .text { NumberText.short($0.frame.size.height) },
            "href": .text { $0.href }, "src": .text { $0.picture },
            "isInitial": .flag { $0.placed.scene.isInitial }, "isUnreachable": .flag { !$0.placed.scene.isReachable },
            "identifier": .text { $0.placed.scene.storyboardIdentifier },
            "isContainer": .flag { $0.placed.scene.showsOtherScenes },
            "isReference": .flag { $0.placed.scene.reference != nil },
            "storyboard": .text { $0.placed.scene.reference?.storyboard }, "reference": .number { $0.reference },
            "errors": .number { $0.count(.error) }, "warnings": .number { $0.count(.warning) },
            "infos": .number { $0.count(.info) },
            "segues": .list { $0.segues },
            "lintHref": .text { $0.lintHref },
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
