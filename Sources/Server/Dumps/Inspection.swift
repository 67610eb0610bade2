import Diagnostics
public import DumpFormats
import JSON
public import ViewHierarchy

/// A dump read once, to be printed in one of the forms that the command line offers.
public struct Inspection: Sendable {
    private let dump: Dump
    private let result: LayoutResult?

    private var tree: ViewTree { result?.tree ?? dump.tree }

    /// Reads a dump and, when a size is given, lays its first root out at that size.
    public init(of bytes: [UInt8], resizedTo size: Size? = nil, limits: DumpLimits = .standard) throws(DumpError) {
        let dump = try DumpReader.read(bytes, limits: limits)
        self.dump = dump
        result = size.flatMap { size in dump.tree.roots.first.map { dump.tree.laidOut(resizing: $0, to: size) } }
    }

    /// What was lost, guessed or wrong, a sentence each.
    public var notes: [String] {
        (dump.report + (result?.warnings ?? [])).map { note in
            let line = note.line.map { "line \($0): " } ?? ""
            let view = note.view.map { "view \($0): " } ?? ""
            return "\(note.severity.rawValue): \(line)\(view)\(note.message)"
        }
    }

    /// A line for each view, as `format=text` of the API.
    public var text: [UInt8] { Array(TreeText.text(of: tree).utf8) }

    /// The views as the API's list of all of them, with a line break at the end.
    public var json: [UInt8] {
        let views = ViewWriter(tree: tree, geometry: WindowGeometry(tree))
        return views.list(of: Array(tree.indices)) + [10]
    }

    /// The wireframe as SVG.
    public var wireframe: [UInt8] {
        Wireframe.svg(of: tree, options: WireframeOptions(title: dump.name))
    }
}
