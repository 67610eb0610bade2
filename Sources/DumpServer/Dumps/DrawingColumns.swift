import JSON
import Drawing
import ViewHierarchy

/// The display lists of views, as `views?shape=columns&fields=drawing` and `layout` tell them: what painters draw, with
/// every colour and every outline once.
///
/// A primitive is an array that begins with its kind: `0` a rectangle (x, y, width, height, radius or four of them, fill,
/// stroke, width of the line), `1` an outline (its number, x, y, scale, fill, stroke, width of the line), `2` a line of
/// text (text, x, baseline, width, size, weight, colour), `3` the view's own picture (x, y, width, height), `4` a shadow
/// (x, y, width, height, radius, colour, how far it is moved right and down, standard deviation of its blur). Colours are
/// numbers of `paints`, -1 for none; points in the view's own coordinates. `cuts` has the views that cut off what is in
/// them at round corners, each with the radius.
struct DrawingColumns {
    private let drawing: ScreenDrawing
    private let tree: ViewTree
    /// The root that was laid out and the screen of its device, whose own parts lie over it; nil for the dump as it is.
    var device: (root: Int, screen: SystemScreen)?
    private var paints = Interned<DynamicColor>()
    private var paths = Interned<String>()

    init(_ drawing: ScreenDrawing, of tree: ViewTree) {
        self.drawing = drawing
        self.tree = tree
    }

    /// Writes the member `drawing` with the lists of some views, which are given by their positions.
    mutating func write(_ views: some Collection<Int>, to writer: inout JSONWriter) {
        var shown: [(view: Int, list: ViewDrawing)] = []
        for view in views {
            let list = drawing.drawing(of: view)
            if !list.isEmpty { shown.append((view, list)) }
        }
        writer.key("drawing")
        writer.beginObject()
        writer.member("appearance", drawing.appearance?.rawValue)
        writer.member("ios", drawing.design.rawValue)
        writer.member("at", shown.map(\.view))
        writer.key("lists")
        writer.beginArray()
        for entry in shown { write(entry.list, to: &writer) }
        writer.endArray()
        writer.key("cuts")
        writer.beginArray()
        for view in views {
            let radius = drawing.cutCorners(of: view)
            guard radius > 0 else { continue }
            writer.beginArray()
            writer.integer(view)
            writer.numbers([radius])
            writer.endArray()
        }
        writer.endArray()
        writer.key("system")
        writer.beginArray()
        for root in tree.roots.suffix(1) {
            let parts = device.map { drawing.systemParts(of: $0.root, on: $0.screen) } ?? drawing.systemParts(of: root)
            for primitive in parts.primitives { write(primitive, to: &writer) }
        }
        writer.endArray()
        writeTables(to: &writer)
        writer.endObject()
    }

    /// Writes a list that belongs to no view as an object of its own: `system` has its primitives.
    static func write(_ list: ViewDrawing, to writer: inout JSONWriter) {
        var columns = DrawingColumns(ScreenDrawing(ViewTree()), of: ViewTree())
        writer.beginObject()
        writer.key("system")
        columns.write(list, to: &writer)
        columns.writeTables(to: &writer)
        writer.endObject()
    }

    /// Writes the colours and outlines that the lists before name by number.
    private func writeTables(to writer: inout JSONWriter) {
        writer.key("paints")
        writer.beginArray()
        for color in paints.values {
            writer.beginArray()
            writer.string(color.light.css)
            if color.light != color.dark { writer.string(color.dark.css) }
            writer.endArray()
        }
        writer.endArray()
        writer.member("paths", paths.values)
    }

    private mutating func write(_ list: ViewDrawing, to writer: inout JSONWriter) {
        writer.beginArray()
        for primitive in list.primitives { write(primitive, to: &writer) }
        writer.endArray()
    }

    private mutating func write(_ primitive: DrawingPrimitive, to writer: inout JSONWriter) {
        writer.beginArray()
        switch primitive {
        case .rect(let rect, let radii, let fill, let stroke, let lineWidth):
            writer.integer(0)
            writer.numbers([rect.minX, rect.minY, rect.size.width, rect.size.height])
            if radii.isUniform {
                writer.numbers([radii.topLeft])
            } else {
                writer.beginArray()
                writer.numbers([radii.topLeft, radii.topRight, radii.bottomRight, radii.bottomLeft])
                writer.endArray()
            }
            writer.integer(number(of: fill))
            writer.integer(number(of: stroke))
            writer.numbers([lineWidth])
        case .path(let path, let origin, let scale, let fill, let stroke, let lineWidth):
            writer.integer(1)
            writer.integer(paths.number(of: path))
            writer.numbers([origin.x, origin.y, scale])
            writer.integer(number(of: fill))
            writer.integer(number(of: stroke))
            writer.numbers([lineWidth])
        case .text(let run):
            writer.integer(2)
            writer.string(run.text)
            writer.numbers([run.origin.x, run.origin.y, run.width, run.size])
            writer.integer(run.weight)
            writer.integer(number(of: run.color))
        case .picture(let rect):
            writer.integer(3)
            writer.numbers([rect.minX, rect.minY, rect.size.width, rect.size.height])
        case .shadow(let rect, let radius, let color, let offset, let blur):
            writer.integer(4)
            writer.numbers([rect.minX, rect.minY, rect.size.width, rect.size.height, radius])
            writer.integer(number(of: color))
            writer.numbers([offset.x, offset.y, blur])
        }
        writer.endArray()
    }

    private mutating func number(of color: DynamicColor?) -> Int { color.map { paints.number(of: $0) } ?? -1 }
}

extension DrawingColumns {
    /// Writes the member `colors`: the attributes of a view that are colours by themselves.
    static func writeColors(of view: Int, in tree: ViewTree, to writer: inout JSONWriter) {
        writer.key("colors")
        writer.beginObject()
        var seen: Set<String> = []
        for attribute in tree.attributes(of: view) where seen.insert(attribute.name).inserted {
            guard let color = ColorText(attribute.value).color else { continue }
            writer.key(attribute.name)
            writer.beginObject()
            writer.member("light", color.light.css)
            writer.member("dark", color.dark.css)
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes the member `guesses`.
    static func write(_ guesses: [DrawingGuess], to writer: inout JSONWriter) {
        writer.key("guesses")
        writer.beginArray()
        for guess in guesses {
            writer.beginObject()
            writer.member("property", guess.property)
            writer.member("value", guess.value)
            writer.member("reason", guess.reason)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension RGBA {
    /// `#rrggbb`, with two more digits where something shines through.
    fileprivate var css: String {
        guard alpha < 1 else { return hexadecimal }
        let digits = String(UInt8((min(max(alpha, 0), 1) * 255).rounded()), radix: 16)
        return hexadecimal + (digits.count < 2 ? "0" + digits : digits)
    }
}

extension JSONWriter {
    /// Numbers rounded to thousandths: no painter tells finer ones apart.
    fileprivate mutating func numbers(_ values: [Double]) {
        for value in values { number((value * 1_000).rounded() / 1_000) }
    }
}
