import JSON
import ViewHierarchy

/// The canvas on which an interface file was drawn, as Vitrine's structure has it: the member `canvas` beside `windows`.
///
/// Without it a layout of what was a xib or a storyboard knows neither its safe areas nor its bars.
enum CanvasDocument {
    static let key = "canvas"

    fileprivate static let barNames: [(name: String, bar: SimulatedBars)] = [
        ("navigation", .navigation), ("largeTitle", .largeTitle), ("tab", .tab), ("toolbar", .toolbar),
        ("noStatusBar", .noStatusBar),
    ]
}

extension JSONWriter {
    /// Writes a canvas as an object; what is not known is left out.
    ///
    /// - Parameter number: The number by which a view is named, for its id; nil where it has none any more.
    mutating func canvas(_ canvas: LayoutCanvas, number: (Int) -> Int?) {
        beginObject()
        given("device", canvas.device) { $0.string($1) }
        given("landscape", canvas.isLandscape ? true : nil) { $0.bool($1) }
        given("width", canvas.size?.width) { $0.number($1) }
        given("height", canvas.size?.height) { $0.number($1) }
        given("scale", canvas.scale) { $0.number($1) }
        given("build", canvas.build) { $0.integer($1) }
        given("safeAreas", canvas.usesSafeAreas) { $0.bool($1) }
        given("widthClass", canvas.sizeClasses.width?.rawValue) { $0.string($1) }
        given("heightClass", canvas.sizeClasses.height?.rawValue) { $0.string($1) }
        let bars = canvas.bars.compactMap { id, bars in number(id).map { (view: $0, bars: bars) } }
        if !bars.isEmpty {
            key("bars")
            beginArray()
            for (view, bars) in bars.sorted(by: { $0.view < $1.view }) {
                beginObject()
                integerMember("view", view)
                key("names")
                beginArray()
                for (name, bar) in CanvasDocument.barNames where bars.contains(bar) { string(name) }
                endArray()
                endObject()
            }
            endArray()
        }
        endObject()
    }
}

extension LayoutDocumentReader {
    /// The canvas of a document; nil for what is no object.
    mutating func canvas(_ node: Node) -> LayoutCanvas? {
        let pointer = "/" + CanvasDocument.key
        guard let node = object(node, at: pointer) else { return nil }
        var canvas = LayoutCanvas()
        canvas.device = text(node, "device", at: pointer)
        canvas.isLandscape = flag(node, "landscape", at: pointer) ?? false
        if let width = length(node, "width", at: pointer), let height = length(node, "height", at: pointer) {
            canvas.size = Size(width: width, height: height)
        }
        canvas.scale = length(node, "scale", at: pointer).flatMap { (0.5...10).contains($0) ? $0 : nil }
        canvas.build = finite(node, "build", at: pointer).flatMap { Int(exactly: $0) }
        canvas.usesSafeAreas = flag(node, "safeAreas", at: pointer)
        canvas.sizeClasses = SizeClasses(
            width: choice(node, "widthClass", at: pointer),
            height: choice(node, "heightClass", at: pointer)
        )
        let bars: [Node] = node["bars"].map { Array($0.elements) } ?? []
        for (place, element) in bars.enumerated() {
            let pointer = "\(pointer)/bars/\(place)"
            guard let root = element["view"].flatMap({ values.integer($0) }).flatMap(view) else {
                problems.append((pointer, "bars need the number of a view; they were left out"))
                continue
            }
            let names = element["names"].map { $0.elements.compactMap(\.stringValue) } ?? []
            canvas.bars[root] = SimulatedBars(
                CanvasDocument.barNames.filter { names.contains($0.name) }.map(\.bar)
            )
        }
        return canvas
    }

    /// A length on a screen: above 0 and no longer than any.
    private mutating func length(_ node: Node, _ name: String, at pointer: String) -> Double? {
        guard let length = finite(node, name, at: pointer) else { return nil }
        if length > 0, length <= 100_000 { return length }
        problems.append(("\(pointer)/\(name)", "this is no length of a screen; it was left out"))
        return nil
    }
}
