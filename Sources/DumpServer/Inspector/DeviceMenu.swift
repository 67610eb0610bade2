import AutoLayout
import Checks
import Diagnostics
import DumpFormats
import Services
import ViewHierarchy
import Web

/// The situations in which the dump can be laid out: screens, orientation, status bar, keyboard. The page's script draws
/// the same.
struct DeviceMenu: PageModel {
    private let state: InspectorState
    private let surroundings: Surroundings
    private let ownSize: Size

    /// Nil for a dump without a root to lay out.
    init?(_ state: InspectorState) {
        let scene = state.dump.tree.scene(of: state.selected)
        guard let root = scene ?? state.dump.tree.roots.first else { return nil }
        ownSize = state.dump.tree.bounds(of: root).size
        guard ownSize.isFinite, ownSize.width > 0, ownSize.height > 0 else { return nil }
        self.state = state
        surroundings = state.screen.situation.surroundings(of: ownSize)
    }

    private var isLandscape: Bool { surroundings.orientation == .landscape }
    private var situation: Situation { state.screen.situation }
    private var assumptions: LayoutAssumptions { state.screen.assumptions }
    /// The device that is chosen, or every one of this size.
    private var name: String? {
        situation.device?.name
            ?? Device.names(
                ofSize: surroundings.size,
                scale: isOwnSize ? state.dump.device?.scale : nil
            )
    }
    private var isOwnSize: Bool { situation.width == nil && situation.height == nil }

    static let members: Members<Self> = [
        "name": .text { $0.name }, "isOwnSize": .flag { $0.isOwnSize },
        "size": .part { Extent(size: $0.surroundings.size) }, "icon": .text { $0.icon },
        "reset": .part { $0.reset }, "hasTexts": .flag { !$0.texts.isEmpty }, "texts": .list { $0.texts },
        "textWords": .text { $0.textWords }, "languages": .list { $0.languages }, "growths": .text { $0.growths },
        "textSizes": .list { $0.textSizes },
        "languageNames": .text { $0.state.languages.joined(separator: " ") },
        "pseudoLanguageNames": .text { _ in PseudoLanguage.allCases.map(\.rawValue).joined(separator: " ") },
        "textSizeNames": .text { _ in TextSize.allCases.map(\.rawValue).joined(separator: " ") },
        "ownSize": .part { Extent(size: $0.ownSize) },
        "ownName": .text { Device.names(ofSize: $0.ownSize, scale: $0.state.dump.device?.scale) },
        "hasSplits": .flag { !$0.splits.isEmpty }, "splits": .list { $0.splits },
        "phones": .list { $0.screens(.phone) }, "pads": .list { $0.screens(.pad) },
        "dumpPath": .text { $0.state.path }, "selected": .number { $0.state.selectedID },
        "isEven": .flag { $0.state.layout?.rule == .even },
        "hasConstraints": .flag { $0.state.dump.tree.saysConstraints },
        "isByMasks": .flag { $0.state.layout?.solver == .masks },
        "turned": .part { menu in menu.choice { menu.turn(&$0.situation) } },
        "isLandscape": .flag { $0.isLandscape },
        "normalBar": .part { menu in menu.choice { $0.situation.statusBar = .normal } },
        "inCallBar": .part { menu in
            menu.surroundings.device?.hasInCallBar == true ? menu.choice { $0.situation.statusBar = .inCall } : nil
        },
        "hiddenBar": .part { menu in menu.choice { $0.situation.statusBar = .hidden } },
        "noKeyboard": .part { menu in menu.keyboard(.hidden) },
        "keyboard": .part { menu in menu.keyboard(.covering) },
        "resizing": .part { menu in menu.keyboard(.resizing) },
    ]

    /// The dump as it is, texts included.
    private var reset: Choice {
        Choice(address: state.address(AskedScreen()), isCurrent: !situation.isChange)
    }

    /// What is assumed of texts, as the button says it.
    private var textWords: String {
        Self.title(assumptions.textWords ?? "texts " + LayoutAssumptions.growthWords(0))
    }

    /// How much longer texts can be taken for, in percent, for the script.
    private var growths: String {
        LayoutAssumptions.usualGrowths.map { NumberText.short($0 * 100) }.joined(separator: " ")
    }

    /// The languages that texts can be taken from, the dump's own first, and the pseudo languages.
    private var languages: [Choice] {
        let pseudo = PseudoLanguage.allCases.map { ($0.rawValue, $0.title) }
        return ([(nil, "As stored")] + state.languages.map { ($0, $0) } + pseudo).map { language, words in
            var item = choice { $0.assumptions = assumptions.speaking(language) }
            item.words = words
            item.isCurrent = language == assumptions.texts.language
            return item
        }
    }

    /// The sizes that fonts can follow, that of the dump first.
    private var textSizes: [Choice] {
        ([nil] + TextSize.allCases).map { size in
            var item = choice { $0.assumptions.texts.textSize = size }
            item.words = size?.name ?? "Size as stored"
            return item
        }
    }

    /// How long texts can be taken for; empty for a dump that shows none.
    private var texts: [Choice] {
        let tree = state.dump.tree
        guard ViewProperty.named("text").map(tree.saidByAny.contains) ?? false else { return [] }
        return LayoutAssumptions.usualGrowths.map { growth in
            var item = choice { $0.assumptions.texts.growth = growth }
            item.words = "Texts " + LayoutAssumptions.growthWords(growth)
            return item
        }
    }

    private static func title(_ words: String) -> String { words.prefix(1).uppercased() + words.dropFirst() }

    private var icon: String {
        surroundings.device?.idiom == .pad ? "pad" : isLandscape ? "phone-landscape" : "phone"
    }

    /// The screens of a kind, held as this one is and with the same bar and keyboard.
    private func screens(_ idiom: Device.Idiom) -> [Choice] {
        Device.all.filter { $0.idiom == idiom }.map { device in
            var item = choice {
                ($0.situation.device, $0.situation.splitView) = (device, nil)
                ($0.situation.width, $0.situation.height) = (nil, nil)
                $0.situation.orientation = isLandscape ? .landscape : nil
            }
            item.device = device
            item.isCurrent = device == surroundings.device
            return item
        }
    }

    /// The parts of the screen that a window can have on the device that was asked for, all of it first; empty where none is
    /// known.
    private var splits: [Choice] {
        guard let device = situation.device, let held = surroundings.orientation else { return [] }
        let parts = device.splitViews(held)
        guard !parts.isEmpty else { return [] }
        return ([nil] + parts).map { part in
            var item = choice { $0.situation.splitView = part }
            item.words = Self.title(part?.name ?? "the whole screen")
            let screen = device.screen(held).size
            let width = part.flatMap { device.splitViewWidth($0, held) } ?? screen.width
            item.extent = Size(width: width, height: screen.height)
            return item
        }
    }

    /// A keyboard, where the device and with it the height of the keyboard is known.
    private func keyboard(_ keyboard: Situation.Keyboard) -> Choice? {
        surroundings.device == nil ? nil : choice { $0.situation.keyboard = keyboard }
    }

    private func choice(_ change: (inout AskedScreen) -> Void) -> Choice {
        var screen = state.screen
        change(&screen)
        return Choice(address: state.address(screen), isCurrent: screen == state.screen)
    }

    /// The situation after a quarter turn; back in the dump's own orientation nothing is asked for any more.
    private func turn(_ situation: inout Situation) {
        guard isOwnSize else {
            (situation.width, situation.height) = (surroundings.size.height, surroundings.size.width)
            return
        }
        let own = Situation().surroundings(of: ownSize).orientation
        let turned = surroundings.orientation?.turned
        situation.orientation = turned == (situation.device == nil ? own : .portrait) ? nil : turned
        // Upright there are no halves.
        if !situation.surroundings(of: ownSize).isSplit { situation.splitView = nil }
    }

    /// A link to another situation.
    private struct Choice: PageModel {
        var device: Device?
        var words: String?
        /// How large the screen is then; nil takes that of the device.
        var extent: Size?
        let address: String
        var isCurrent: Bool

        static let members: Members<Self> = [
            "name": .text { $0.device?.name ?? $0.words }, "address": .text { $0.address },
            "current": .flag { $0.isCurrent },
            "size": .part { choice in (choice.extent ?? choice.device?.portrait.size).map { Extent(size: $0) } },
        ]
    }
}

/// What another size does to the dump: who moves, and what is wrong then.
struct WhatIf: PageModel {
    /// How many warnings are listed.
    private static let maximumWarnings = 100

    private let state: InspectorState
    private let layout: LayoutRequest
    private let result: LayoutResult
    private let warnings: [Diagnostic]
    private let cover: KeyboardCover?

    /// Nil for the dump's own layout.
    init?(_ state: InspectorState) {
        guard let result = state.result, let layout = state.layout else { return nil }
        (self.state, self.layout, self.result) = (state, layout, result)
        cover = state.cover
        warnings = layout.warnings(about: result, of: state.dump.tree, cover)
    }

    static let members: Members<Self> = [
        "size": .part { Extent(size: $0.result.tree.bounds(of: $0.layout.view).size) },
        "moved": .number { $0.result.changed.count }, "total": .number { $0.result.tree.count },
        "isByMasks": .flag { $0.layout.solver == .masks }, "saysMasks": .flag { $0.state.dump.tree.saysMasks },
        "isEven": .flag { $0.layout.rule == .even }, "situation": .text { $0.layout.screen.words },
        "hasWarnings": .flag { !$0.warnings.isEmpty }, "isOneWarning": .flag { $0.warnings.count == 1 },
        "warnings": .number { $0.warnings.count },
        "listed": .number { $0.warnings.count > maximumWarnings ? maximumWarnings : nil },
        "findings": .list { model in
            model.warnings.prefix(maximumWarnings).map { FindingRow($0, in: model.state) }
        },
        "uncertain": .part { model in Uncertain(model.result) },
        "isCovering": .flag { $0.cover != nil },
        "covered": .number { $0.cover.map(\.views.count) }, "hasCovered": .flag { $0.cover?.views.isEmpty == false },
        "coveredViews": .list { model in
            (model.cover?.views ?? []).prefix(maximumWarnings).map {
                CoveredRow(covered: $0, row: ViewRow($0.view, model.state))
            }
        },
        "resetHref": .text { $0.state.address(AskedScreen()) },
    ]

    /// How many views are known in part only or not at all; nil where everything is known.
    private struct Uncertain: PageModel {
        private let counts: [LayoutCertainty: Int]

        init?(_ result: LayoutResult) {
            counts = Dictionary(grouping: result.uncertain, by: result.certainty(of:)).mapValues(\.count)
            guard !counts.isEmpty else { return nil }
        }

        static let members: Members<Self> = [
            "none": .number { $0.counts[.none] }, "partial": .number { $0.counts[.partial] },
            "both": .flag { $0.counts[.none] != nil && $0.counts[.partial] != nil },
            "undetermined": .number { $0.counts[.undetermined] }, "byText": .number { $0.counts[.dependsOnText] },
            "bothSolved": .flag { $0.counts[.undetermined] != nil && $0.counts[.dependsOnText] != nil },
        ]
    }

    /// A view under the keyboard.
    private struct CoveredRow: PageModel {
        let covered: CoveredView
        let row: ViewRow

        static let members: Members<Self> = [
            "view": .part { $0.row }, "whole": .flag { $0.covered.isWhole },
        ]
    }
}

/// A screen of a dump on a device: its picture, and what is wrong or not known about it there.
struct DevicePicture: PageModel {
    /// How large the picture of a screen is, in pixels: screens of a kind are in proportion, and as large as can be judged.
    static func size(of screen: HeldDevice) -> Size {
        let scale =
            switch (screen.device.idiom, screen.orientation) {
            case (.phone, .portrait): 0.6
            case (.phone, .landscape): 0.46
            case (.pad, .portrait): 0.4
            case (.pad, .landscape): 0.32
            }
        return Size(width: (screen.size.width * scale).rounded(), height: (screen.size.height * scale).rounded())
    }

    /// So many sentences of a kind are listed.
    private static let maximumListed = 5

    let cell: MatrixCell
    /// What constraints make of it; nil where masks alone lay it out, and where nobody waits for it.
    let result: AutoLayoutResult?
    /// What the screen is called.
    let name: String
    /// Whether there are other screens.
    let isNamed: Bool
    let path: String
    /// What lies under the system's own parts, or may.
    let unsafe: [Diagnostic]
    let tree: ViewTree
    /// What a check finds on it; nil where it takes too long for a page.
    let findings: [ReportedFinding]?

    private var screen: HeldDevice { cell.screen }

    /// How many findings of each severity there are; none where nobody looked.
    var counts: SeverityCounts { SeverityCounts(findings ?? []) }

    private var size: String { "\(NumberText.short(screen.size.width)) × \(NumberText.short(screen.size.height))" }

    private var alt: String { "\(name) on \(cell.words), \(size) points" }

    /// What the API counts on this screen.
    private var countsAddress: String {
        let texts = cell.assumptions.texts
        return PageAddress("/api/v1\(path)/matrix").adding("scenes", tree.id(at: cell.scene).map(String.init))
            .adding("devices", cell.device.id).adding("orientations", screen.orientation.rawValue)
            .adding("languages", texts.language).adding("textSizes", texts.textSize?.rawValue)
            .adding(cell.assumptions.unvariedItems).text
    }

    /// What constraints leave open.
    private var choices: [Remark] {
        (result?.ambiguous ?? []).map { index in
            let isCounted = counts("layout.ambiguous", index)
            guard case .undetermined(let words)? = result?.certainty(of: index) else {
                return Remark(text: tree.name(of: index), isCounted: isCounted)
            }
            return Remark(text: "\(tree.name(of: index)): \(words)", isCounted: isCounted)
        }
    }

    /// Whether the findings that are counted have a rule's about a view or one that holds it; true where none are counted.
    private func counts(_ rule: String, _ index: Int?) -> Bool {
        guard let findings, let index else { return findings == nil }
        let views = ([index] + tree.superviews(of: index)).compactMap { tree.id(at: $0) }
        return findings.contains { finding in finding.rule == rule && views.contains { finding.isAbout($0) } }
    }

    /// What is said of a screen; it carries a sign only where the number beside it counts it.
    private struct Remark: PageModel {
        let text: String
        let isCounted: Bool

        static let members: Members<Self> = ["text": .text { $0.text }, "isCounted": .flag { $0.isCounted }]
    }

    private func others(_ count: Int) -> Int? { count > Self.maximumListed ? count - Self.maximumListed : nil }

    static let members: Members<Self> = [
        "key": .text { $0.cell.key(in: $0.tree) }, "sceneName": .text { $0.isNamed ? $0.name : nil },
        "device": .text { $0.screen.device.name }, "orientation": .text { $0.screen.orientation.rawValue },
        "texts": .text { $0.cell.assumptions.textWords }, "countsHref": .text { $0.countsAddress },
        "size": .text { $0.size }, "part": .text { $0.screen.splitView?.name },
        "isUpright": .flag { $0.screen.device.idiom == .phone && $0.screen.orientation == .portrait },
        "src": .text { $0.cell.picture($0.path, in: $0.tree, marking: $0.findings ?? []) },
        "href": .text { $0.cell.href($0.path, in: $0.tree) }, "alt": .text { $0.alt },
        "isPending": .flag { $0.findings == nil },
        "worst": .text { $0.counts.worst?.rawValue },
        "width": .number { Int(size(of: $0.screen).width) }, "height": .number { Int(size(of: $0.screen).height) },
        "findings": .text { $0.findings.map { FindingsReport.words($0) } },
        "findingCount": .number { $0.findings?.count },
        "isDecided": .flag { ($0.result?.conflicts.isEmpty ?? false) && $0.choices.isEmpty },
        "conflicts": .list { picture in
            (picture.result?.conflicts ?? []).prefix(maximumListed).map { conflict in
                let view = picture.tree.subject(of: conflict) ?? picture.cell.scene
                return Remark(text: conflict.sentence, isCounted: picture.counts("layout.conflict", view))
            }
        },
        "otherConflicts": .number { $0.others($0.result?.conflicts.count ?? 0) },
        "choices": .list { Array($0.choices.prefix(maximumListed)) },
        "otherChoices": .number { $0.others($0.choices.count) },
        "hasFindings": .flag { $0.result != nil || !$0.unsafe.isEmpty },
        "unsafe": .list { picture in
            picture.unsafe.prefix(maximumListed).map { remark in
                let view = remark.view.flatMap { picture.tree.index(ofID: $0) }
                return Remark(text: remark.message, isCounted: picture.counts("place.unsafeArea", view))
            }
        },
        "otherUnsafe": .number { $0.others($0.unsafe.count) },
        "byContents": .text { picture in
            guard let count = picture.result?.tally.byContents, count > 0 else { return nil }
            return "\(count.counted("frame")) \(count == 1 ? "depends" : "depend") on contents"
        },
        "omissions": .texts { $0.result?.omissions ?? [] },
    ]
}
