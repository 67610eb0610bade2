import AutoLayout
import Catalog
import Checks
import Diagnostics
import DumpFormats
import HTTP
import HTTPTypes
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
            var response = try services.pages.page(
                DumpDevicesPage(snapshot: snapshot, path: address, question: question),
                title: "Devices · \(snapshot.summary.name) · Vitrine",
                for: request,
                alternate: "/api/v1\(address)/matrix" + question.matrixItems(in: snapshot.dump.tree),
                crumbs: [.init(name: snapshot.summary.name, address: address), .init(name: "Devices")]
            )
            if question.refusal != nil { response.status = .badRequest }
            return response
        }
    }
}

/// What is to be seen: which screen of a dump, on which devices, held how.
struct DevicesQuestion: Sendable {
    /// The roots that are screens.
    let screens: [Int]
    /// The indexes of the roots that are shown; none where none is a screen.
    private(set) var scenes: [Int] = []
    /// The devices, in the order of the list of all, each once.
    private(set) var devices: [MatrixDevice]
    private(set) var held = HeldWays.portrait
    /// The devices, held in each way.
    private(set) var places: [HeldDevice] = []
    /// Why that is too much, and what to narrow; nil where it is not.
    private(set) var refusal: String?
    /// What is assumed of texts, for each language and each text size.
    private(set) var variants = [LayoutAssumptions()]

    /// Reads `orientation`, and `scene`, `device`, `language` and `textSize`, which a form repeats for each; faults are noted in
    /// the query.
    init(_ query: inout QueryReader, _ request: Request, for snapshot: DumpSnapshot) {
        let tree = snapshot.dump.tree
        let screens = tree.roots.filter { tree.isScreen($0) }
        self.screens = screens
        func values(_ name: String) -> [String] { request.query.filter { $0.name == name }.map(\.value) }
        let first = tree.firstScene.flatMap { screens.contains($0) ? $0 : nil } ?? screens.first
        let wanted = values("scene")
        let roots = wanted.filter { $0 != "all" }.map { Int($0).flatMap { tree.index(ofID: $0) } ?? -1 }
        if !roots.allSatisfy(screens.contains) {
            query.refuse("scene", "“scene” takes the id of a root that is a screen, or all.")
        }
        let shown = Set(roots)
        scenes = wanted.contains("all") ? screens : screens.filter { shown.contains($0) }
        if scenes.isEmpty { scenes = first.map { [$0] } ?? [] }
        held = query.choice("orientation") ?? .portrait
        variants = LayoutAssumptions(texts: &query, for: snapshot, speaks: false).varied(
            languages: ("language", values("language")),
            textSizes: ("textSize", values("textSize")),
            of: snapshot.languages,
            &query
        )
        let ids = values("device")
        devices = MatrixDevice.named(ids.isEmpty ? MatrixDevice.usual : ids, &query, in: "device")
        let orientations = held.orientations
        places = devices.flatMap { $0.held(orientations) }
        refusal = extent(tree).refusal(draws: true)
    }

    /// How much is asked for.
    func extent(_ tree: ViewTree) -> MatrixExtent {
        MatrixExtent(scenes: scenes.count, places: places.count, variants: variants.count, views: tree.count)
    }

    /// The screens that are shown, in the order of scenes, devices, languages and text sizes.
    var cells: [MatrixCell] { refusal == nil ? MatrixCell.all(scenes, places, variants) : [] }
}

extension DevicesQuestion {
    /// The parameters that ask the API for the same.
    fileprivate func matrixItems(in tree: ViewTree) -> String {
        func list(_ values: [String?]) -> String? {
            var seen: Set<String> = []
            let all = values.compactMap(\.self).filter { seen.insert($0).inserted }
            return all.isEmpty ? nil : all.joined(separator: ",")
        }
        return PageAddress("").adding("scenes", list(scenes.map { tree.id(at: $0).map(String.init) }))
            .adding("devices", list(devices.map(\.id)))
            .adding("orientations", list(held.orientations.map(\.rawValue)))
            .adding("languages", list(variants.map { $0.texts.language ?? (variants.count > 1 ? "" : nil) }))
            .adding("textSizes", list(variants.map { $0.texts.textSize?.rawValue ?? (variants.count > 1 ? "" : nil) }))
            .adding(variants[0].unvariedItems).text
    }
}

/// The page of a screen on several devices.
struct DumpDevicesPage: Page {
    static let template = "pages/dump-devices"

    let snapshot: DumpSnapshot
    let path: String
    let question: DevicesQuestion
    private let cells: [MatrixCell]
    /// What constraints make of each screen, where the page waits for it.
    private let layouts: [MatrixCell: AutoLayoutResult]
    private let omissions: [String]
    /// Whether the page waits for a check of each screen; else its script asks for one after the other.
    private let isChecked: Bool

    init(snapshot: DumpSnapshot, path: String, question: DevicesQuestion) {
        (self.snapshot, self.path, self.question) = (snapshot, path, question)
        cells = question.cells
        let tree = snapshot.dump.tree
        // All scenes are checked at once.
        isChecked = tree.count * question.extent(tree).checks <= DumpLint.maximumViewsOfPages
        var (layouts, omissions): ([MatrixCell: AutoLayoutResult], [String]) = ([:], [])
        if tree.saysConstraints, isChecked {
            for variant in question.variants {
                let matrix = DeviceMatrix(
                    tree,
                    roots: question.scenes,
                    screens: question.places,
                    assuming: variant,
                    namesContents: false
                )
                omissions += matrix.omissions
                for row in matrix.rows {
                    for layout in row.layouts {
                        layouts[MatrixCell(scene: row.root, screen: layout.screen, assumptions: variant)] =
                            layout.result
                    }
                }
            }
        }
        (self.layouts, self.omissions) = (layouts, omissions)
    }

    private var tree: ViewTree { snapshot.dump.tree }

    /// How many findings a check of the dump has, in words; nil for one that no page checks without being asked.
    private var findings: String? {
        guard tree.count <= DumpLint.maximumViewsOfPages else { return nil }
        return snapshot.lint.findings.count.counted("finding")
    }

    /// The screens, the worst first where all are checked.
    private var pictures: [DevicePicture] {
        let checked = isChecked ? CheckedCell.all(cells, in: snapshot).sorted(by: CheckedCell.isWorse) : nil
        return (checked?.map(\.cell) ?? cells).enumerated().map { place, cell in
            let result = layouts[cell]
            return DevicePicture(
                cell: cell,
                result: result,
                name: tree.screenName(of: cell.scene),
                isNamed: question.scenes.count > 1,
                path: path,
                unsafe: isChecked ? unsafe(cell.screen, result, cell.scene) : [],
                tree: tree,
                findings: checked?[place].findings
            )
        }
    }

    /// What lies under the system's own parts on a device, or may.
    private func unsafe(_ screen: HeldDevice, _ solved: AutoLayoutResult?, _ root: Int) -> [Diagnostic] {
        let surroundings = screen.situation.surroundings(of: tree.bounds(of: root).size)
        let layout = solved.map { tree.laidOut($0) } ?? tree.laidOut(root, in: surroundings)
        let undecided = solved == nil ? layout.warnings.filter { $0.code == "layout.undecided" } : []
        return layout.unsafeViews(from: tree, of: root, in: surroundings) + undecided
    }

    private var scenes: [FormOption] {
        guard question.screens.count > 1 else { return [] }
        return question.screens.map { root in
            FormOption(
                value: tree.id(at: root).map(String.init) ?? "",
                name: "\(tree.screenName(of: root)) · view \(tree.id(at: root) ?? root)",
                isChosen: question.scenes.contains(root)
            )
        }
    }

    static let members: Members<Self> = [
        "name": .text { $0.snapshot.summary.name }, "dumpPath": .text { $0.path },
        "saysConstraints": .flag { $0.tree.saysConstraints }, "saysMasks": .flag { $0.tree.saysMasks },
        "hasScreen": .flag { !$0.question.scenes.isEmpty },
        "hasScenes": .flag { !$0.scenes.isEmpty }, "scenes": .list { $0.scenes },
        "texts": .list { FormOption.growths(chosen: $0.question.variants[0].texts.growth) },
        "languages": .list { page in
            let chosen = Set(page.question.variants.map { $0.texts.language ?? "" })
            return FormOption.languages(page.snapshot.languages.names, chosen: chosen)
        },
        "textSizes": .list { FormOption.textSizes(chosen: Set($0.question.variants.map(\.texts.textSize))) },
        "groups": .list { page in MatrixDevice.Group.allCases.map { DeviceGroup($0, chosen: page.question.devices) } },
        "refusal": .text { $0.question.refusal },
        "chosen": .number { $0.question.devices.count }, "isOneChosen": .flag { $0.question.devices.count == 1 },
        "isPortrait": .flag { $0.question.held == .portrait },
        "isLandscape": .flag { $0.question.held == .landscape }, "isBoth": .flag { $0.question.held == .both },
        "allHref": .text { page in
            var address = PageAddress(page.path + "/devices")
            for scene in page.question.scenes {
                address = address.adding("scene", page.tree.id(at: scene).map(String.init))
            }
            return address.adding("device", "all").adding("orientation", page.question.held.rawValue)
                .adding(page.question.variants[0].textItems).text
        },
        "pictures": .list { $0.pictures }, "omissions": .texts { $0.omissions },
        "cellCount": .number { $0.cells.count }, "isOneCell": .flag { $0.cells.count == 1 },
        "isPending": .flag { !$0.isChecked },
        "chosenScenes": .number { $0.question.scenes.count },
        "chosenLanguages": .number { Set($0.question.variants.map(\.texts.language)).count },
        "chosenSizes": .number { Set($0.question.variants.map(\.texts.textSize)).count },
        "isOneLanguage": .flag { Set($0.question.variants.map(\.texts.language)).count == 1 },
        "isOneSize": .flag { Set($0.question.variants.map(\.texts.textSize)).count == 1 },
        "htmlHref": .text { $0.export(as: "html") }, "junitHref": .text { $0.export(as: "junit") },
        "findings": .text { $0.findings },
        "lintHref": .text { page in
            let ids = page.deviceIDs
            return PageAddress(page.path + "/lint").adding("devices", ids)
                .adding(page.question.variants[0].textItems).text
        },
    ]

    /// The devices, each once, for what knows no parts of screens.
    private var deviceIDs: String {
        var ids: [String] = []
        for device in question.devices where !ids.contains(device.device.id) { ids.append(device.device.id) }
        return ids.joined(separator: ",")
    }

    /// The same screens as a file.
    private func export(as format: String) -> String {
        let items = question.matrixItems(in: tree)
        return "/api/v1\(path)/matrix\(items)\(items.isEmpty ? "?" : "&")format=\(format)"
    }
}

/// Devices of a form that are alike.
private struct DeviceGroup: PageModel {
    let group: MatrixDevice.Group
    let options: [FormOption]

    init(_ group: MatrixDevice.Group, chosen: [MatrixDevice]) {
        self.group = group
        options = group.devices.map { device in
            // Of parts of a screen the size is that of a window held sideways, where every part is known.
            let held = device.held(device.part == nil ? [.portrait] : [.landscape]).first
            return FormOption(value: device.id, name: device.name, isChosen: chosen.contains(device), size: held?.size)
        }
    }

    static let members: Members<Self> = [
        "title": .text { $0.group.title }, "value": .text { $0.group.rawValue }, "devices": .list { $0.options },
    ]
}

/// Something to choose in a form.
struct FormOption: PageModel {
    let value: String
    let name: String
    let isChosen: Bool
    var size: Size?

    static let members: Members<Self> = [
        "value": .text { $0.value }, "name": .text { $0.name }, "isChosen": .flag { $0.isChosen },
        "size": .part { $0.size.map { Extent(size: $0) } },
    ]

    /// How long texts can be taken for.
    static func growths(chosen: Double) -> [FormOption] {
        let usual = LayoutAssumptions.usualGrowths
        return (usual.contains(chosen) ? usual : usual + [chosen]).map { growth in
            FormOption(
                value: NumberText.short(growth * 100),
                name: LayoutAssumptions.growthWords(growth),
                isChosen: growth == chosen
            )
        }
    }

    /// The languages that texts can be taken from, the dump's own first, and the pseudo languages.
    static func languages(_ names: [String], chosen: Set<String>) -> [FormOption] {
        let pseudo = PseudoLanguage.allCases.map { ($0.rawValue, $0.title) }
        return ([("", "as stored")] + names.map { ($0, $0) } + pseudo).map {
            FormOption(value: $0.0, name: $0.1, isChosen: chosen.contains($0.0))
        }
    }

    /// The sizes that fonts can follow, that of the dump first.
    static func textSizes(chosen: Set<TextSize?>) -> [FormOption] {
        [FormOption(value: "", name: "as stored", isChosen: chosen.contains(nil))]
            + TextSize.allCases.map { FormOption(value: $0.rawValue, name: $0.name, isChosen: chosen.contains($0)) }
    }
}
