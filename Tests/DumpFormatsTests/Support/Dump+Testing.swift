import Diagnostics
import DumpFormats
import ViewHierarchy

/// Short ways to read dumps that tests write.
extension Dump {
    /// Reads a text; one line for each argument.
    static func reading(_ lines: String..., limits: DumpLimits = .standard) throws -> Dump {
        try DumpReader.read(Array(lines.joined(separator: "\n").utf8), limits: limits)
    }

    /// The entries of the report that are about this dump and not about its format.
    var findings: [Diagnostic] { report.filter { !$0.code.hasPrefix("lost.") } }

    /// Their codes.
    var codes: [String] { findings.map(\.code) }

    /// The class of each view, indented by depth.
    var outline: [String] {
        tree.indices.map { String(repeating: ".", count: tree.depth(of: $0)) + tree.className(of: $0) }
    }
}

extension ViewTree {
    /// The value of a view's first attribute of that name.
    func attribute(_ name: String, of index: Int) -> String? {
        attributes(of: index).first { $0.name == name }?.value
    }
}
