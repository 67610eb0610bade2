import AutoLayout
import Catalog
import Diagnostics
import DumpFormats
import HTTP
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
        if !assumptions.isEmpty, !tree.saysConstraints {
            LayoutAssumptions.refuseTexts(&query, as: LayoutAssumptions.textParameter(in: query) ?? "text")
        }
        let ids = request.query.filter { $0.name == "device" }.map(\.value)
        let named = ids.filter { $0 != "all" }.compactMap { query.device($0, in: "device") }
        let chosen = Set((ids.isEmpty ? Self.usual.compactMap { Device(id: $0) } : named).map(\.id))
        devices = Device.all.filter { ids.contains("all") || chosen.contains($0.id) }
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
                tree: tree
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
        guard tree.saysConstraints else { return [] }
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

    /// The languages that texts can be taken from, the dump's own first; empty where there are none.
    private var languages: [Option] {
        let names = snapshot.languages.names
        guard tree.saysConstraints, !names.isEmpty else { return [] }
        let chosen = question.assumptions.texts.language
        return [Option(value: "", name: "as stored", isChosen: chosen == nil)]
            + names.map { Option(value: $0, name: $0, isChosen: $0 == chosen) }
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
        "texts": .list { $0.texts }, "hasLanguages": .flag { !$0.languages.isEmpty },
        "languages": .list { $0.languages },
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
