import Diagnostics
import ObjectArchives
import PropertyList
import ViewHierarchy

/// A compiled storyboard: the Info.plist of a `.storyboardc`, which names a nib for each controller. The nibs are the parts
/// beside it, under the names of their files.
enum CompiledStoryboardFormat: FormatReader {
    static let facts = FormatFacts(
        .storyboardc,
        .list,
        [
            .init(
                .certain,
                "It names the nibs of the controllers of a storyboard.",
                any: "UIViewControllerIdentifiersToNibNames"
            )
        ],
        otherwise: FormatSigns(.none, "It is no list with UIViewControllerIdentifiersToNibNames."),
        losses: .lostRuntime
    )

    static func signs(in input: DumpInput) -> FormatSigns {
        let signs = facts.signs(in: input)
        return signs.confidence > .none && nibNames(in: input) == nil ? facts.otherwise : signs
    }

    static func read(_ input: DumpInput) throws(DumpError) -> Dump {
        guard let names = nibNames(in: input) else { throw .other(facts.otherwise.reason) }
        let entry = (try? input.propertyList.get())?["UIStoryboardDesignatedEntryPointIdentifier"]?.stringValue
        let strings = try InterfaceStrings(beside: input)
        var reader = CompiledStoryboardReader(input, texts: strings.texts)
        return strings.noted(in: try reader.read(names, entry: entry))
    }

    /// The names of nibs by the identifiers of controllers.
    private static func nibNames(in input: DumpInput) -> [String: String]? {
        guard let list = try? input.propertyList.get() else { return nil }
        return list["UIViewControllerIdentifiersToNibNames"]?.dictionaryValue?.compactMapValues(\.stringValue)
    }
}

/// Reads the scenes of a compiled storyboard: a controller is in the nib that the list names, its view in the nib that the
/// controller names. Each nib is read once at most.
private struct CompiledStoryboardReader {
    /// A controller, and the identifiers under which the list names its nib.
    private struct Scene {
        var nib: String
        var identifiers: [String]
        var isInitial: Bool

        var identifier: String { identifiers.first ?? nib }
    }

    private let input: DumpInput
    private let texts: [String: String]
    private var assembler: TreeAssembler
    /// The parts that were read.
    private var used: Set<Int> = []
    private var scenes: [StoryboardScene] = []

    init(_ input: DumpInput, texts: [String: String]) {
        self.input = input
        self.texts = texts
        assembler = TreeAssembler(limits: input.limits)
    }

    mutating func read(_ names: [String: String], entry: String?) throws(DumpError) -> Dump {
        for scene in Self.scenes(names, entry: entry) { try read(scene) }
        let all = input.parts.places(endingWith: ".nib")
        let first = assembler.report.entries.first { $0.severity != .info }?.message ?? ""
        let rest = all.filter { !used.contains($0) }.compactMap { input.parts.title(at: $0) }
        let listed = rest.prefix(5).map(DumpParts.shown).joined(separator: ", ") + (rest.count > 5 ? " and more" : "")
        if rest.count == 1 { assembler.report.add(.otherNib, [listed]) }
        if rest.count > 1 { assembler.report.add(.otherNibs, ["\(rest.count)", listed]) }
        var dump = try assembler.finish(
            CompiledStoryboardFormat.facts,
            orThrow: DumpError(
                .unreadable,
                all.isEmpty
                    ? "This is the list of a compiled storyboard; its nibs must come with it, each as a part of its name."
                    : "No nib of the compiled storyboard holds a view. \(first)"
            )
        )
        dump.namedParts = Set(all)
        scenes.markReachable()
        dump.scenes = scenes
        return dump
    }

    /// The scenes by their nibs, the one that the app starts with first.
    private static func scenes(_ names: [String: String], entry: String?) -> [Scene] {
        var scenes: [String: Scene] = [:]
        for (identifier, nib) in names.sorted(by: { $0.key < $1.key }) {
            scenes[nib, default: Scene(nib: nib, identifiers: [], isInitial: false)].identifiers.append(identifier)
            if identifier == entry { scenes[nib]?.isInitial = true }
        }
        return scenes.values.sorted { ($0.isInitial ? 0 : 1, $0.identifier) < ($1.isInitial ? 0 : 1, $1.identifier) }
    }

    private mutating func read(_ scene: Scene) throws(DumpError) {
        guard let nib = archive(named: scene.nib, of: scene) else { return }
        let controller = Self.controller(in: nib)
        let first = assembler.count
        defer { note(scene, controller, first) }
        let describe: (inout ViewDescription) -> Void = { Self.describe(scene, controller, &$0) }
        if let name = controller?[.uiNibName]?.string, let view = archive(named: name, of: scene) {
            if try NibReader(view, file: name).append(to: assembler, describeRoot: describe) { return }
        }
        if try NibReader(nib, file: scene.nib).append(to: assembler, describeRoot: describe) { return }
        let segues = Self.segues(of: controller)
        let leads = segues.isEmpty ? "" : " It leads on: \(segues.prefix(12).joined(separator: "; "))."
        let className = Self.className(of: controller) ?? "a controller"
        let shown = DumpParts.shown(scene.identifier)
        assembler.report.add(.sceneWithoutView, [shown, className, leads])
    }

    /// The objects of a nib that has not been read yet; nil, and told in the report, where there are none.
    private mutating func archive(named name: String, of scene: Scene) -> ObjectArchive? {
        let shown = DumpParts.shown(name + ".nib")
        guard let place = input.parts.place(named: name + ".nib"), let bytes = input.parts.bytes(at: place) else {
            assembler.report.add(.missingNib, [shown, DumpParts.shown(scene.identifier)])
            return nil
        }
        guard used.insert(place).inserted else {
            assembler.report.add(.repeatedNib, [shown, DumpParts.shown(scene.identifier)])
            return nil
        }
        do throws(DumpError) {
            return try NibFormat.archive(of: DumpInput(bytes, limits: input.limits)).localized(with: texts)
        } catch {
            assembler.report.add(.unreadableNib, [shown, error.message])
            return nil
        }
    }

    /// Notes a scene whose views, where it has any, begin with one.
    private mutating func note(_ scene: Scene, _ controller: ArchivedNode?, _ first: Int) {
        var noted = StoryboardScene(
            id: scene.identifier,
            className: Self.className(of: controller) ?? "UIViewController"
        )
        noted.name = controller?[.uiNavigationItem]?[.uiTitle]?.string ?? controller?[.uiTitle]?.string
        noted.storyboardIdentifier = scene.identifiers.first
        noted.isInitial = scene.isInitial
        noted.root = assembler.count > first ? first : nil
        noted.segues = Self.templates(of: controller).map { segue in
            StoryboardScene.Segue(
                kind: Self.kind(of: segue.className),
                identifier: segue[.uiIdentifier]?.string,
                destination: segue[.uiDestinationViewControllerIdentifier]?.string
            )
        }
        scenes.append(noted)
    }

    // MARK: Controllers

    private static func controller(in archive: ObjectArchive) -> ArchivedNode? {
        NibFormat.objects(of: archive).first { node in
            (node[.uiOriginalClassName]?.string ?? node.className).hasSuffix("Controller")
                || node[.uiNibName] != nil || node[.uiStoryboardSegueTemplates] != nil
        }
    }

    private static func className(of controller: ArchivedNode?) -> String? {
        guard let controller else { return nil }
        return controller[.uiClassName]?.string ?? controller[.uiOriginalClassName]?.string ?? controller.className
    }

    private static func describe(_ scene: Scene, _ controller: ArchivedNode?, _ view: inout ViewDescription) {
        view.keep(ViewTree.sceneAttribute, scene.identifier)
        if scene.isInitial { view.keep("initialViewController", "YES") }
        for identifier in scene.identifiers { view.keep("controller.storyboardIdentifier", identifier) }
        guard let controller else { return }
        if let name = className(of: controller) { view.say(.controller, .text(name)) }
        if let title = controller[.uiTitle]?.string { view.keep("controller.title", title) }
        if let title = controller[.uiNavigationItem]?[.uiTitle]?.string { view.keep("navigationItem.title", title) }
        for segue in segues(of: controller) { view.keep("controller.segue", segue) }
    }

    /// What the template of a segue makes, as storyboards have it: `show` of `UIStoryboardShowSegueTemplate`.
    private static func kind(of template: String) -> String {
        let name = template.replacing("UIStoryboard", with: "").replacing("SegueTemplate", with: "")
        return name.isEmpty ? template : name.prefix(1).lowercased() + name.dropFirst()
    }

    private static func templates(of controller: ArchivedNode?) -> ArraySlice<ArchivedNode> {
        (controller?[.uiStoryboardSegueTemplates]?.elements ?? []).prefix(200)
    }

    /// What leads from a controller to others, in words: `UIStoryboardShowSegueTemplate → Detail, identifier “show”`.
    private static func segues(of controller: ArchivedNode?) -> [String] {
        templates(of: controller).map { segue in
            let destination = segue[.uiDestinationViewControllerIdentifier]?.string ?? "nothing"
            let identifier = segue[.uiIdentifier]?.string.map { ", identifier “\($0)”" } ?? ""
            return "\(segue.className) → \(destination)\(identifier)"
        }
    }
}
