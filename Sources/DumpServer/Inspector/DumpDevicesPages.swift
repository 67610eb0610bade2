import AutoLayout
import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import JSON
import Services
import ViewHierarchy
import Web

/// `/dumps/{dump}/devices`: a screen of the dump on several devices side by side, and what constraints make of it there.
struct DumpDevicesPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let query = LayoutAssumptions.textParameters.union(["scene", "device", "orientation"])
        router.get("/dumps/{dump}/devices", query: query) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let question = DevicesQuestion(&query, request, for: snapshot)
            try query.finish()
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            return try services.pages.page(
                DumpDevicesPage(snapshot: snapshot, path: address, question: question),
                title: "Devices · \(snapshot.summary.name) · Vitrine",
                for: request,
                alternate: "/api/v1\(address)/matrix" + question.matrixItems,
                crumbs: [.init(name: snapshot.summary.name, address: address), .init(name: "Devices")]
            )
        }
    }
}

/// What is to be seen: which screen of a dump, on which devices, held how.
struct DevicesQuestion: Sendable {
    /// The devices that are shown where none is chosen: the smallest and largest phones and pads, and the usual ones.
    static let usual = ["iphone-5s", "iphone-8", "iphone-17", "iphone-17-pro-max", "ipad-9-7", "ipad-pro-13"]

    /// The roots that are screens.
    let screens: [Int]
    /// The index of the root that is shown; nil where none is a screen.
    private(set) var root: Int?
    /// The devices, in the order of the list of all, each once.
    private(set) var devices: [Device]
    private(set) var held = HeldWays.portrait
    /// What is assumed of texts.
    private(set) var assumptions = LayoutAssumptions()

    /// Reads `scene`, `device`, which a form repeats for each, and `orientation`; faults are noted in the query.
    init(_ query: inout QueryReader, _ request: Request, for snapshot: DumpSnapshot) {
        let tree = snapshot.dump.tree
        let screens = tree.roots.filter { tree.isScreen($0) }
        self.screens = screens
        root = tree.firstScene.flatMap { screens.contains($0) ? $0 : nil } ?? screens.first
        if let scene = query.view("scene", in: tree) {
            root = scene
            if !screens.contains(scene) { query.refuse("scene", "“scene” takes the id of a root that is a screen.") }
        }
        held = query.choice("orientation") ?? .portrait
        assumptions = LayoutAssumptions(texts: &query, for: snapshot)
        let ids = request.query.filter { $0.name == "device" }.map(\.value)
        let named = ids.filter { $0 != "all" }.compactMap { query.device($0, in: "device") }
        let chosen = Set((ids.isEmpty ? Self.usual.compactMap { Device(id: $0) } : named).map(\.id))
        devices = Device.all.filter { ids.contains("all") || chosen.contains($0.id) }
    }
}

extension DevicesQuestion {
    /// The parameters that ask the API for the same devices.
    fileprivate var matrixItems: String {
        let address = PageAddress("").adding("devices", devices.map(\.id).joined(separator: ","))
            .adding("orientations", held.orientations.map(\.rawValue).joined(separator: ","))
            .adding("languages", assumptions.texts.language)
            .adding("textSizes", assumptions.texts.textSize?.rawValue)
        return assumptions.texts.growth == 0
            ? address.text : address.adding("text", NumberText.short(assumptions.texts.growth * 100)).text
    }
}

/// The page of a screen on several devices.
struct DumpDevicesPage: Page {
    static let template = "pages/dump-devices"
    /// The width of the widest picture, and the most pixels for a point, so that pictures are in proportion.
    private static let (widest, largestScale) = (336.0, 0.4)

    let snapshot: DumpSnapshot
    let path: String
    let question: DevicesQuestion
    private let held: [HeldDevice]
    private let matrix: DeviceMatrix?

    init(snapshot: DumpSnapshot, path: String, question: DevicesQuestion) {
        (self.snapshot, self.path, self.question) = (snapshot, path, question)
        let tree = snapshot.dump.tree
        let held = question.root == nil ? [] : HeldDevice.all(question.devices, question.held.orientations)
        self.held = held
        matrix = question.root.flatMap { root in
            tree.saysConstraints
                ? DeviceMatrix(
                    tree,
                    roots: [root],
                    screens: held,
                    assuming: question.assumptions,
                    namesContents: false
                ) : nil
        }
    }

    private var tree: ViewTree { snapshot.dump.tree }

    /// How many findings a check of the dump has, in words; nil for one that no page checks without being asked.
    private var findings: String? {
        guard tree.count <= DumpLint.maximumViewsOfPages else { return nil }
        return snapshot.lint.findings.count.counted("finding")
    }

    /// Whether the page waits for a check on each device.
    private var isChecked: Bool { tree.count * held.count <= DumpLint.maximumViewsOfPages }

    /// The devices that are shown: those that were laid out.
    private var pictures: [DevicePicture] {
        guard let root = question.root, let id = tree.id(at: root) else { return [] }
        let width = held.map(\.size.width).max() ?? 1
        let shown: [(HeldDevice, AutoLayoutResult?)] =
            matrix.map { $0.rows.flatMap { $0.layouts.map { ($0.screen, $0.result) } } } ?? held.map { ($0, nil) }
        return shown.map { screen, result in
            DevicePicture(
                screen: screen,
                result: result,
                name: name(of: root),
                scene: tree.hasScenes ? id : nil,
                root: id,
                path: path,
                assumptions: question.assumptions,
                scale: min(Self.largestScale, Self.widest / width),
                unsafe: unsafe(screen, result, root),
                tree: tree,
                findings: isChecked ? snapshot.findings(about: root, on: screen, question.assumptions) : nil
            )
        }
    }

    /// What lies under the system's own parts on a device, or may, in sentences.
    private func unsafe(_ screen: HeldDevice, _ solved: AutoLayoutResult?, _ root: Int) -> [String] {
        let surroundings = screen.situation.surroundings(of: tree.bounds(of: root).size)
        let layout = solved.map { tree.laidOut($0) } ?? tree.laidOut(root, in: surroundings)
        let undecided = solved == nil ? layout.warnings.filter { $0.code == "layout.undecided" } : []
        return (layout.unsafeViews(from: tree, of: root, in: surroundings) + undecided).map(\.message)
    }

    /// A root as people know it: by its controller where the file names one.
    private func name(of root: Int) -> String { tree.controller(of: root) ?? tree.name(of: root) }

    private var scenes: [Option] {
        guard question.screens.count > 1 else { return [] }
        return question.screens.map { root in
            Option(
                value: tree.id(at: root).map(String.init) ?? "",
                name: "\(name(of: root)) · view \(tree.id(at: root) ?? root)",
                isChosen: root == question.root
            )
        }
    }

    /// How long texts can be taken for; empty where nobody asks.
    private var texts: [Option] {
        let chosen = question.assumptions.texts.growth
        let usual = LayoutAssumptions.usualGrowths
        return (usual.contains(chosen) ? usual : usual + [chosen]).map { growth in
            Option(
                value: NumberText.short(growth * 100),
                name: LayoutAssumptions.growthWords(growth),
                isChosen: growth == chosen
            )
        }
    }

    /// The languages that texts can be taken from, the dump's own first, and the pseudo languages.
    private var languages: [Option] {
        let chosen = question.assumptions.texts.language
        let pseudo = PseudoLanguage.allCases.map { ($0.rawValue, $0.title) }
        return ([("", "as stored")] + snapshot.languages.names.map { ($0, $0) } + pseudo).map {
            Option(value: $0.0, name: $0.1, isChosen: $0.0 == chosen ?? "")
        }
    }

    /// The sizes that fonts can follow, that of the dump first.
    private var textSizes: [Option] {
        let chosen = question.assumptions.texts.textSize
        return [Option(value: "", name: "as stored", isChosen: chosen == nil)]
            + TextSize.allCases.map { Option(value: $0.rawValue, name: $0.name, isChosen: $0 == chosen) }
    }

    private func options(_ idiom: Device.Idiom) -> [Option] {
        Device.all.filter { $0.idiom == idiom }.map { device in
            Option(
                value: device.id,
                name: device.name,
                isChosen: question.devices.contains(device),
                size: device.portrait.size
            )
        }
    }

    static let members: Members<Self> = [
        "name": .text { $0.snapshot.summary.name }, "dumpPath": .text { $0.path },
        "saysConstraints": .flag { $0.tree.saysConstraints }, "hasScreen": .flag { $0.question.root != nil },
        "hasScenes": .flag { !$0.scenes.isEmpty }, "scenes": .list { $0.scenes },
        "texts": .list { $0.texts }, "languages": .list { $0.languages }, "textSizes": .list { $0.textSizes },
        "phones": .list { $0.options(.phone) }, "pads": .list { $0.options(.pad) },
        "chosen": .number { $0.question.devices.count }, "isOneChosen": .flag { $0.question.devices.count == 1 },
        "isPortrait": .flag { $0.question.held == .portrait },
        "isLandscape": .flag { $0.question.held == .landscape }, "isBoth": .flag { $0.question.held == .both },
        "allHref": .text { page in
            PageAddress(page.path + "/devices")
                .adding("scene", page.question.root.flatMap { page.tree.id(at: $0) }.map(String.init))
                .adding("device", "all").adding("orientation", page.question.held.rawValue)
                .adding(page.question.assumptions.textItems).text
        },
        "pictures": .list { $0.pictures }, "omissions": .texts { $0.matrix?.omissions ?? [] },
        "findings": .text { $0.findings },
        "lintHref": .text { page in
            let ids = page.question.devices.map(\.id).joined(separator: ",")
            return PageAddress(page.path + "/lint").adding("devices", ids)
                .adding(page.question.assumptions.textItems).text
        },
    ]

    /// Something to choose in the form.
    private struct Option: PageModel {
        let value: String
        let name: String
        let isChosen: Bool
        var size: Size?

        static let members: Members<Self> = [
            "value": .text { $0.value }, "name": .text { $0.name }, "isChosen": .flag { $0.isChosen },
            "size": .part { $0.size.map { Extent(size: $0) } },
        ]
    }
}

/// `/api/v1/dumps/{dump}/matrix`: what a check finds on each screen of a dump, on each device, in each language and text size.
struct MatrixRoutes: RouteGroup {
    /// So many screens and languages are checked for a request, of so many views together.
    private static let (maximumChecks, maximumViews) = (240, 600_000)

    let services: Services

    func add(to router: inout Router) {
        let query: Set = [
            "scenes", "devices", "orientations", "languages", "textSizes", "text", "limit", "after",
        ]
        router.get("/api/v1/dumps/{dump}/matrix", query: query) { request, path in
            let snapshot = try services.snapshot(of: try path.required("dump"))
            var query = QueryReader(request)
            let cells = Self.cells(&query, snapshot)
            let range = PageRange(&query)
            try query.finish()
            let address = "/dumps/\(snapshot.summary.id.pathSegment)"
            let found = cells.concurrentMap { $0.counts(in: snapshot) }
            let all = zip(cells, found).map { (cell: $0, counts: $1) }
                .sorted { one, other in other.counts.lexicographicallyPrecedes(one.counts) }
            var writer = JSONWriter()
            writer.beginObject()
            let next = writer.part("cells", of: all, range) { $1.cell.write(to: &$0, $1.counts, address, snapshot) }
            writer.end(total: all.count, next: next)
            return .json(writer.finish())
        }
    }

    /// What is asked for, in the order of scenes, devices, languages and text sizes; faults are noted in the query.
    private static func cells(_ query: inout QueryReader, _ snapshot: DumpSnapshot) -> [Cell] {
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
        let names = named.isEmpty ? DevicesQuestion.usual : named
        let devices = named == ["all"] ? Device.all : names.compactMap { query.device($0, in: "devices") }
        let held = query.names("orientations").compactMap { name -> Orientation? in
            let orientation = Orientation(rawValue: name)
            if orientation == nil { query.refuse("orientations", "“orientations” takes portrait and landscape.") }
            return orientation
        }
        var assumed = [LayoutAssumptions(texts: &query, for: snapshot)]
        let languages = query.names("languages")
        if !languages.isEmpty {
            assumed = languages.map { language in
                var assumptions = assumed[0]
                assumptions.readLanguage(language, snapshot.languages, &query, in: "languages")
                return assumptions
            }
        }
        let sizes = query.names("textSizes")
        if !sizes.isEmpty {
            assumed = assumed.flatMap { assumed in
                sizes.map { size in
                    var assumptions = assumed
                    assumptions.readTextSize(size, &query, in: "textSizes")
                    return assumptions
                }
            }
        }
        let places = HeldDevice.all(devices, held.isEmpty ? [.portrait] : held)
        let checks = places.count * assumed.count
        guard checks <= maximumChecks, checks * tree.count <= maximumViews else {
            query.refuse(
                "devices",
                "That is \(checks) checks of \(tree.count) views; at most \(maximumChecks) are made, of \(maximumViews) views "
                    + "together. Name fewer devices, languages or text sizes."
            )
            return []
        }
        return scenes.flatMap { scene in
            places.flatMap { screen in
                assumed.map { Cell(scene: scene, screen: screen, assumptions: $0) }
            }
        }
    }

    /// A screen of the dump on a device.
    private struct Cell: Sendable {
        let scene: Int
        let screen: HeldDevice
        let assumptions: LayoutAssumptions

        /// How many findings of each severity are about the scene, the worst first.
        func counts(in snapshot: DumpSnapshot) -> [Int] {
            let findings = snapshot.findings(about: scene, on: screen, assumptions)
            return Diagnostic.Severity.allCases.map { severity in findings.count { $0.severity == severity } }
        }

        func write(to writer: inout JSONWriter, _ counts: [Int], _ path: String, _ snapshot: DumpSnapshot) {
            let tree = snapshot.dump.tree
            let id = tree.id(at: scene)
            func address(_ start: String) -> PageAddress {
                PageAddress(start).adding("view", tree.hasScenes ? id.map(String.init) : nil)
                    .adding("device", screen.device.id).adding("orientation", screen.orientation.rawValue)
            }
            let solver = tree.saysConstraints ? "constraints" : "masks"
            writer.member("scene", id)
            writer.member("device", screen.device.id)
            writer.member("orientation", screen.orientation.rawValue)
            writer.member("language", assumptions.texts.language)
            writer.member("textSize", assumptions.texts.textSize?.rawValue)
            writer.object("findings") { writer in
                for (severity, count) in zip(Diagnostic.Severity.allCases, counts) {
                    writer.member(severity.rawValue, count)
                }
            }
            writer.member("worst", zip(Diagnostic.Severity.allCases, counts).first { $0.1 > 0 }?.0.rawValue)
            writer.member("href", address(path).adding(assumptions.textItems).text)
            writer.member(
                "picture",
                address("/api/v1\(path)/wireframe.svg").adding("solver", solver).adding("style", "screen")
                    .adding(assumptions.textItems).text
            )
        }
    }
}

extension DumpSnapshot {
    /// What a check finds about a root on a screen: all of it where there is no other root that is a screen.
    fileprivate func findings(
        about root: Int,
        on screen: HeldDevice,
        _ assumptions: LayoutAssumptions
    ) -> [ReportedFinding] {
        let tree = dump.tree
        let isAlone = tree.roots.count { tree.isScreen($0) } == 1
        let views = tree.subtree(of: root)
        return lint(on: screen, assuming: assumptions).findings.filter { finding in
            isAlone || finding.view.flatMap { tree.index(ofID: $0) }.map(views.contains) ?? false
        }
    }
}
