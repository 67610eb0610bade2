import AutoLayout
import Catalog
import Diagnostics
import Drawing
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Services
import Shapes
import ViewHierarchy
import Web

/// What another size makes of a dump, `/api/v1/dumps/{dump}/layout` and `…/wireframe.svg`, and the screens in whose
/// situations it can be laid out, `/api/v1/devices`.
struct LayoutRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/dumps/{dump}"
        router.get(
            base + "/layout",
            query: LayoutRequest.parameters.union(["limit", "after", "shape", "changed", "drawing", "ios"])
                .union(LayoutAssumptions.constantParameters)
        ) {
            try layout(try $1.required("dump"), $0)
        }
        let looks: Set = ["root", "highlight", "style", "appearance", "ios", "screenshot", "missing"]
        router.get(base + "/wireframe.svg", query: LayoutRequest.parameters.union(looks)) {
            try wireframe(try $1.required("dump"), $0)
        }
        router.get("/api/v1/devices", query: []) { _, _ in .json(Self.devices()) }
    }

    private func layout(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        var query = QueryReader(request)
        var layout = LayoutRequest(&query, for: snapshot)
        layout.readConstants(&query, for: tree)
        let onlyChanged = query.bool("changed") ?? false
        let isColumns = query.choice("shape", of: ["objects", "columns"]) == "columns"
        if isColumns { query.refuse(["limit", "after"], besides: "shape=columns") }
        let isDrawn = query.bool("drawing") ?? false
        if isDrawn, !isColumns { query.refuse("drawing", "“drawing” needs “shape=columns”.") }
        let design: SystemDesign? = query.choice("ios")
        let range = PageRange(&query)
        try query.finish()
        let surroundings = layout.surroundings(in: tree)
        let result = layout.result(for: snapshot)
        let geometry = result.windowGeometry
        let cover = layout.cover(over: result, of: tree, geometry)
        let reworded = layout.reworded(result, of: tree)
        let views = onlyChanged ? layout.shown(result, of: tree) : Array(tree.indices)
        return .json(reservingCapacity: min(views.count, isColumns ? .max : range.limit) * 200 + 1_000) { writer in
            if isColumns {
                writer.member("shape", "columns")
                writer.member("revision", snapshot.summary.revision)
            }
            writer.member("size", result.tree.bounds(of: layout.view).size)
            writer.member("rule", layout.rule.rawValue)
            writer.member("solver", layout.solver.rawValue)
            writer.member("device", surroundings.device?.id)
            writer.member("orientation", surroundings.orientation?.rawValue)
            writer.member("safeArea", surroundings.safeArea)
            writer.member("screen", layout.screen(surroundings, in: result.tree))
            writer.member("keyboard", cover, in: result.tree, isDrawn: isColumns, design)
            var next: Int?
            if isColumns {
                writer.member("moved", result.changed.count)
                LayoutColumns(result: result, views: views, reworded: reworded).write(to: &writer)
                if isDrawn {
                    let resized = views.filter { view in
                        result.tree.bounds(of: view).size != tree.bounds(of: view).size
                            || result.tree.reworded.contains(view)
                    }
                    var columns = DrawingColumns(
                        snapshot.dump.drawing(of: result.tree, design: design),
                        of: result.tree
                    )
                    columns.device = SystemScreen(surroundings).map { (layout.view, $0) }
                    columns.write(resized, to: &writer)
                }
            } else {
                next = Self.write(views, range, of: result, geometry, Set(reworded), to: &writer)
            }
            writer.member("warnings", layout.warnings(about: result, of: tree, cover))
            writer.member("total", tree.count)
            if !isColumns { writer.member("next", next.map(String.init)) }
        }
    }

    private static func write(
        _ views: [Int],
        _ range: PageRange,
        of result: LayoutResult,
        _ geometry: WindowGeometry,
        _ reworded: Set<Int>,
        to writer: inout JSONWriter
    ) -> Int? {
        writer.part("views", of: views, range) { writer, index in
            writer.member("id", result.tree.id(at: index))
            writer.member("frame", result.tree.frame(of: index))
            writer.member("windowFrame", geometry.windowFrame(of: index))
            writer.member("changed", result.isChanged(index))
            writer.member("certainty", result.certainty(of: index).rawValue)
            if reworded.contains(index) { writer.member("text", result.tree.text(of: index)) }
        }
    }

    private func wireframe(_ id: String, _ request: Request) throws -> Response {
        let snapshot = try services.snapshot(of: id)
        let tree = snapshot.dump.tree
        var query = QueryReader(request)
        let layout = LayoutRequest(&query, for: snapshot)
        // What is resized is drawn, unless a view inside it is asked for.
        let asked = query.view("root", in: tree).flatMap { tree.id(at: $0) } ?? query.integer("view")
        let isOverScreenshot = query.bool("screenshot") ?? false
        // Of scenes one is drawn: they would cover each other.
        let shown = isOverScreenshot ? snapshot.summary.shownScene : nil
        let drawnView = asked ?? shown ?? tree.firstScene.flatMap { tree.id(at: $0) }
        var options = WireframeOptions(view: drawnView, title: snapshot.summary.name)
        options.highlighted = Set(query.integers("highlight", atMost: 1_000) ?? [])
        options.style = query.choice("style") ?? WireframeOptions.style(suiting: snapshot.dump)
        options.appearance = query.choice("appearance")
        (options.device, options.design) = (snapshot.dump.device, query.choice("ios"))
        if let said = query.string("missing") {
            if let missing = LetterRanges(hexadecimal: said) {
                options.missing = missing
            } else {
                query.refuse("missing", "“missing” takes up to 64 ranges of code points such as “0590-05FF,4E00-9FFF”.")
            }
        }
        if isOverScreenshot, layout.isChange || drawnView != shown {
            query.refuse(
                "screenshot",
                "“screenshot” shows the whole screen as it was, or its scene, without another “root” or “view” and without a layout."
            )
        }
        try query.finish()
        if isOverScreenshot {
            guard let picture = try services.catalog.screenshot(of: id), let kind = PictureFormat(detectedIn: picture),
                let pixels = kind.pixels(in: picture)
            else { throw Problem.notFound("The dump “\(id)” has no screenshot.") }
            let size = Size(width: Double(pixels.width), height: Double(pixels.height))
            options.screenshot = .init(href: DumpWriter.dataURI(picture), size: size)
            options.showsLabels = false
        }
        if options.style == .screen { options.pictures = snapshot.dump.embeddedPictures }
        guard layout.isChange else {
            // What the revision has prepared already serves, unless some of its pictures have no room in the SVG.
            let isPrepared = options.style == .screen && options.pictures.count == snapshot.dump.pictures.count
            let drawing = isPrepared ? snapshot.drawing(options.design) : nil
            return Self.picture(Wireframe.svg(of: tree, options: options, drawing: drawing))
        }
        let result = layout.result(for: snapshot)
        options.systemScreen = SystemScreen(layout.surroundings(in: tree))
        options.keyboard = drawnView == nil ? layout.cover(over: result, of: tree, result.windowGeometry)?.frame : nil
        return Self.picture(Wireframe.svg(of: result.tree, options: options))
    }

    private static let serverTiming = HTTPField.Name("Server-Timing")

    /// A picture, with a word to the page's script where it has letters that some machines have no font for: only then is it
    /// worth the script's asking for another one with bars in their place (`missing`).
    private static func picture(_ svg: [UInt8]) -> Response {
        var response = Response.data(svg, type: "image/svg+xml")
        if let serverTiming, hasDoubtfulLetters(svg) { response.headers[serverTiming] = "letters" }
        return response
    }

    /// Whether UTF-8 has characters from U+0250 on, where scripts begin that not every font has. The quotes, dashes and dots of
    /// U+2000 to U+203F are none of them.
    private static func hasDoubtfulLetters(_ text: [UInt8]) -> Bool {
        for (index, byte) in text.enumerated() where byte >= 0xC9 {
            let next = index + 1 < text.count ? text[index + 1] : 0
            if byte == 0xC9 ? next >= 0x90 : !(byte == 0xE2 && next == 0x80) { return true }
        }
        return false
    }

    // MARK: Devices

    private static func devices() -> [UInt8] {
        JSONWriter.object(reservingCapacity: Device.all.count * 600) { writer in
            writer.list("devices", Device.all) { writer, device in
                write(device, to: &writer)
            }
        }
    }

    private static func write(_ device: Device, to writer: inout JSONWriter) {
        writer.member("id", device.id)
        writer.member("name", device.name)
        writer.member("models", device.models)
        writer.member("width", device.portrait.size.width)
        writer.member("height", device.portrait.size.height)
        writer.member("scale", device.scale)
        writer.member("idiom", device.idiom.rawValue)
        writer.member("homeIndicator", device.hasHomeIndicator)
        writer.member("inCallBar", device.hasInCallBar)
        writeScreen(.portrait, of: device, to: &writer)
        writer.key("landscape")
        writer.beginObject()
        writeScreen(.landscape, of: device, to: &writer)
        writer.endObject()
    }

    private static func writeScreen(_ orientation: Orientation, of device: Device, to writer: inout JSONWriter) {
        let screen = device.screen(orientation)
        writer.member("statusBar", screen.statusBarHeight)
        writer.member("safeArea", screen.safeArea)
        writer.member("keyboard", screen.keyboardHeight)
        writer.list("splitViews", device.splitViews(orientation)) { writer, part in
            writer.member("part", part.rawValue)
            if let width = device.splitViewWidth(part, orientation) { writer.member("width", width) }
        }
    }
}

extension LayoutRequest {
    /// After so many text fields under the keyboard the rest is only counted.
    private static let maximumFields = 100

    /// The views that are shown otherwise than in the dump: those that moved, and those that say something else or in another
    /// font.
    func shown(_ result: LayoutResult, of tree: ViewTree) -> [Int] {
        let reworded = result.tree.reworded.filter { !result.isChanged($0) }
        return reworded.isEmpty ? result.changed : (result.changed + reworded).sorted()
    }

    /// The views whose text is another than in the dump, in tree order.
    func reworded(_ result: LayoutResult, of tree: ViewTree) -> [Int] {
        result.tree.reworded.filter { result.tree.text(of: $0) != tree.text(of: $0) }.sorted()
    }

    /// The screen in window coordinates: the window, or where the root is the app's own view, what is around that too.
    /// Nil when a view inside a window is laid out.
    func screen(_ surroundings: Surroundings, in tree: ViewTree) -> Rect? {
        guard tree.superview(of: view) == nil else { return nil }
        let origin = tree.bounds(of: view).origin
        let top = tree.isWindow(view) ? 0 : surroundings.takenAtTop
        return Rect(origin: Point(x: origin.x, y: origin.y - top), size: surroundings.size)
    }

    /// What is not known of a layout, what is wrong in it, and what cannot be typed into.
    func warnings(about result: LayoutResult, of tree: ViewTree, _ cover: KeyboardCover?) -> [Diagnostic] {
        let fields = cover?.views.filter(\.takesText) ?? []
        var covered = fields.prefix(Self.maximumFields).map { field in
            let words = field.isWhole ? "is under the keyboard" : "is partly under the keyboard"
            let message = "\(result.tree.name(of: field.view)) \(words), so not all of it is visible while typing."
            return Diagnostic(.warning, "layout.covered", message, view: result.tree.id(at: field.view))
        }
        if fields.count > Self.maximumFields {
            let rest = fields.count - Self.maximumFields
            covered.append(
                Diagnostic(.info, "layout.moreWarnings", "\(rest) further fields under the keyboard are not listed.")
            )
        }
        let unsafe = isChange ? result.unsafeViews(from: tree, of: view, in: surroundings(in: tree)) : []
        return covered + result.warnings + unsafe + result.regressions(from: tree)
    }
}

extension JSONWriter {
    /// How many of the covered views are listed.
    private static var maximumCovered: Int { 1_000 }

    /// Writes the keyboard and what it covers; null without one.
    ///
    /// - Parameters:
    ///   - isDrawn: Whether painters are told how it looks.
    ///   - design: Whose keyboard it is, where somebody chose.
    fileprivate mutating func member(
        _ name: String,
        _ cover: KeyboardCover?,
        in tree: ViewTree,
        isDrawn: Bool,
        _ design: SystemDesign?
    ) {
        key(name)
        guard let cover else { return null() }
        beginObject()
        member("frame", cover.frame)
        key("covered")
        beginArray()
        for covered in cover.views.prefix(Self.maximumCovered) {
            beginObject()
            member("view", tree.id(at: covered.view))
            member("whole", covered.isWhole)
            member("takesText", covered.takesText)
            endObject()
        }
        endArray()
        member("total", cover.views.count)
        if isDrawn {
            key("drawing")
            DrawingColumns.write(ScreenDrawing.keyboard(cover.frame.size, for: tree, design: design), to: &self)
        }
        endObject()
    }
}
