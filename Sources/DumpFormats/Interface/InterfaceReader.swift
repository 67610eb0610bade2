import Diagnostics
import Markup
import ViewHierarchy

/// Reads the views of a `document` of Interface Builder: a xib of today or a storyboard.
///
/// An element is a view when its name is that of one or when it has a frame of its own. What Interface Builder leaves out
/// has the default of the format, which the file says by leaving it out.
struct InterfaceReader {
    let document: InterfaceDocument
    let resources: InterfaceResources
    let vocabulary: InterfaceVocabulary
    /// Texts of another language, by `<object's id>.<property>`.
    let strings: [String: String]
    var assembler: TreeAssembler
    private let format: DumpFormat
    /// The ids of the views by their elements.
    var views: [Int: Int] = [:]
    /// The views that are in no other one, in the order of the text.
    private var roots: [(element: Int, view: Int)] = []
    /// What size classes say of views and constraints, by the ids of their objects.
    var variations: [String: [LayoutVariation]] = [:]
    /// The sizes of the screen that the canvas shows.
    let canvas: InterfaceCanvas
    /// Whether it is an interface for watchOS.
    let isOfWatch: Bool
    /// Whether masks are translated into constraints unless a view says otherwise.
    let usesAutoLayout: Bool
    /// What the controllers say of the roots of their scenes, by the elements of these.
    private(set) var scenes: [Int: InterfaceScene] = [:]
    /// The names of outlets by the ids of the objects that they lead to.
    private var outlets: [String: [String]] = [:]
    private var skippedFrames = 0
    /// What constraints say, with the element of the first one that says it.
    var statements: [LayoutConstraint: Int] = [:]

    init(_ document: InterfaceDocument, _ format: DumpFormat, _ limits: DumpLimits, strings: [String: String]) {
        self.document = document
        self.format = format
        self.strings = strings
        resources = InterfaceResources(document)
        vocabulary = InterfaceVocabulary(document)
        canvas = InterfaceCanvas(document)
        isOfWatch = document.isOfWatch
        usesAutoLayout = !isOfWatch && document.flag("useAutolayout", of: 0) ?? false
        assembler = TreeAssembler(limits: limits)
    }

    /// Reads the whole file.
    mutating func read() throws(DumpError) -> Dump {
        readConnections()
        let found = InterfaceSceneReader(document).scenes()
        scenes = found.byRoot
        collectVariations()
        try readViews()
        readConstraints()
        // What a file that breaks off names may be in the lost part of it.
        if document.error == nil { checkConnections() }
        guard assembler.count > 0 else {
            let end = document.error.map { " The XML breaks off: \($0.message)" } ?? ""
            throw DumpError(.unreadable, "The interface file holds no view.\(end)", line: document.error?.line ?? 1)
        }
        for scene in found.withoutViews {
            assembler.report.add(.info, "interface.sceneWithoutView", scene.sentence(in: document), line: scene.line)
        }
        if skippedFrames > 0 {
            assembler.report.add(
                .info,
                "lost.sizeClasses",
                "\(skippedFrames) frames for other size classes were left out; the frames shown are those of the canvas."
            )
        }
        assembler.setCanvas(layoutCanvas())
        var dump = Dump(format: format, tree: assembler.build())
        dump.device = canvas.device
        dump.scenes = InterfaceSceneReader(document).described(views: views, strings: strings)
        dump.readObjects = document.objectReader(views: views)
        dump.report = assembler.report.finished(
            general: DumpReport.generalEntries(of: document, views: assembler.count)
        )
        return dump
    }

    /// The canvas, with the bars around its scenes.
    private func layoutCanvas() -> LayoutCanvas {
        let bars = InterfaceBars(document)
        var layout = canvas.layout
        for (element, view) in roots {
            let controller = scenes[element]?.controller
            let found = bars.bars(around: controller ?? element)
            if !found.isEmpty { layout.bars[view] = found }
        }
        return layout
    }

    // MARK: Views

    private mutating func readViews() throws(DumpError) {
        var open: [(element: Int, view: Int)] = []
        var next = 0
        let all = document.indices
        while all.contains(next) {
            let element = next
            next += 1
            while let last = open.last, document.end(of: last.element) <= element { open.removeLast() }
            let name = document.name(element)
            if name == "variation" {
                if document.child(of: element, "rect", key: "frame") != nil { skippedFrames += 1 }
                next = max(document.end(of: element), next)
                continue
            }
            if name == "resources" {
                next = max(document.end(of: element), next)
                continue
            }
            guard let className = className(of: element, name) else { continue }
            let superview = open.last
            let id = try append(element, name, className, superview: superview?.element, depth: open.count)
            views[element] = id
            if superview == nil { roots.append((element, id)) }
            open.append((element, id))
        }
    }

    /// UIKit's class of an element that is a view; nil for any other element.
    private func className(of element: Int, _ name: String) -> String? {
        if isOfWatch {
            let parent = document.parent(of: element).map(document.name) ?? ""
            return InterfaceClasses.watch(name, key: document.value("key", of: element), in: parent)
        }
        if let known = InterfaceClasses.view(name) {
            // A container may name a bar only to say that it has one.
            let isBar =
                (name == "navigationBar" || name == "toolbar" || name == "tabBar")
                && document.value("key", of: element) != nil
            return isBar && document.child(of: element, "rect", key: "frame") == nil ? nil : known
        }
        guard document.child(of: element, "rect", key: "frame") != nil else { return nil }
        return InterfaceClasses.guess(name)
    }

    private mutating func append(
        _ element: Int,
        _ name: String,
        _ className: String,
        superview: Int?,
        depth: Int
    ) throws(DumpError) -> Int {
        var view = ViewDescription(found: className)
        if let custom = document.value("customClass", of: element), !custom.isEmpty {
            let module = document.value("customModule", of: element).flatMap { $0.isEmpty ? nil : $0 }
            view.className = module.map { "\($0).\(custom)" } ?? custom
            view.keep("baseClass", className)
        }
        var frame = frame(of: element)
        if isOfWatch, superview == nil { frame = canvas.layout.size.map { Rect(origin: .zero, size: $0) } }
        view.frame = frame ?? .zero
        describe(element, name, into: &view)
        if superview == nil { describeScene(of: element, into: &view) }
        if let id = document.value("id", of: element) {
            for outlet in outlets[id] ?? [] { view.keep("outlet", outlet) }
            if !isInstalled(id) {
                view.keep("installed", "NO")
                view.say("hidden", .bool(true))
            }
        }
        let line = document.line(of: element)
        let id = try assembler.append(view, depth: depth, line: line, place: "Line \(line)")
        guard !isOfWatch else {
            if frame == nil { assembler.forgetPlace(of: id) }
            return id
        }
        let traits = layoutTraits(of: element, name, superview: superview)
        assembler.setLayout(traits, of: id)
        if frame == nil { assembler.reportNoFrame(.noFrameOnLine, [String(name.prefix(60))], of: id, line: line) }
        if InterfaceClasses.view(name) == nil {
            assembler.report.add(
                .warning,
                "interface.unknownElement",
                "Line \(line): \(name.prefix(60)) is no known element; it has a frame, so it became a \(className.prefix(60)).",
                view: id,
                line: line
            )
        }
        if traits.variations.contains(where: { $0.isIncluded != nil }), view.flags.contains(.hidden) {
            assembler.report.add(
                .info,
                "interface.notInstalled",
                "Line \(line): \(name) is not in the hierarchy in the size classes of the canvas; it is shown as hidden.",
                view: id,
                line: line
            )
        }
        return id
    }

    private mutating func frame(of element: Int) -> Rect? {
        guard let rect = document.child(of: element, "rect", key: "frame") else { return nil }
        // NaN and numbers beyond all screens are kept: the tree knows such frames.
        func number(_ name: String) -> Double? { document.value(name, of: rect).flatMap { Double($0) } }
        guard let x = number("x"), let y = number("y"), let width = number("width"), let height = number("height")
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    // MARK: Size classes

    /// Whether an object is there in the size classes of the canvas.
    func isInstalled(_ id: String) -> Bool {
        var isThere = true
        for variation in variations[id] ?? [] where canvas.layout.sizeClasses.matches(variation.traits) {
            isThere = variation.isIncluded ?? isThere
        }
        return isThere
    }

    /// Notes which subviews and constraints the variations of views include and leave out, the general ones first.
    private mutating func collectVariations() {
        for element in document.elements(named: "variation") {
            guard let traits = document.value("key", of: element) else { continue }
            for mask in document.children(of: element) where document.name(mask) == "mask" {
                for change in document.children(of: mask) {
                    guard let id = document.value("reference", of: change) else { continue }
                    var variation = LayoutVariation(traits: traits)
                    variation.isIncluded = document.name(change) == "include"
                    variations[id, default: []].append(variation)
                }
            }
        }
        for id in Array(variations.keys) { variations[id]?.sort { $0.specificity < $1.specificity } }
    }

    // MARK: Connections

    /// Notes what leads to each object: outlets of controllers and of the file's owner.
    private mutating func readConnections() {
        for element in document.indices {
            let kind = document.name(element)
            guard kind == "outlet" || kind == "outletCollection",
                let destination = document.value("destination", of: element),
                let property = document.value("property", of: element),
                let owner = document.parent(of: element).flatMap({ document.parent(of: $0) })
            else { continue }
            let name = document.value("customClass", of: owner) ?? InterfaceClasses.view(document.name(owner))
            outlets[destination, default: []].append("\(name ?? document.name(owner)).\(property)")
        }
    }

    /// Elements whose ids are those of devices and the like, and name no object.
    static let otherIDs: Set = ["device", "adaptation", "capability", "deployment", "plugIn"]

    /// Reports ids that two objects have, and connections to what is not there.
    private mutating func checkConnections() {
        for element in document.repeated {
            let name = document.name(element)
            guard let id = document.value("id", of: element), let former = document.byID[id],
                !Self.otherIDs.contains(name), !Self.otherIDs.contains(document.name(former))
            else { continue }
            let sentence =
                "This \(name) has the id \(id.prefix(40)), which is that of the \(document.name(former)) on line "
                + "\(document.line(of: former))."
            report("interface.repeatedID", element, sentence)
        }
        for element in [0] + document.elements(named: ["outlet", "outletCollection", "action", "segue"]) {
            let attribute = element == 0 ? "initialViewController" : "destination"
            guard let destination = document.value(attribute, of: element), document.byID[destination] == nil else {
                continue
            }
            let words = ["property", "selector", "identifier"].compactMap { document.value($0, of: element) }.first
            let name = "\(document.name(element))\(words.map { " \($0.prefix(80))" } ?? "")"
            let what = element == 0 ? "initial view controller" : name
            let sentence = "The \(what) leads to \(destination.prefix(40)), and no object of the file has that id."
            report("interface.missingDestination", element, sentence)
        }
    }

    /// Reports an error of an element, and of a view: if none is given, of the nearest one around it.
    mutating func report(_ code: String, _ element: Int, _ sentence: String, of view: Int? = nil) {
        var around: Int? = element
        while let next = around, views[next] == nil { around = document.parent(of: next) }
        let view = view ?? around.flatMap { views[$0] }
        assembler.report.add(.error, code, sentence, view: view, line: document.line(of: element))
    }
}

extension LayoutVariation {
    /// How many size classes it names.
    var specificity: Int { traits == "default" ? 0 : traits.split(separator: "-").count }
}
