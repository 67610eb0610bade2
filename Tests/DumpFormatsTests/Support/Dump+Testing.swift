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

    /// Their codes, behind the line that each is about.
    var codesByLine: [String] { findings.map { "\($0.line.map(String.init) ?? "-") \($0.code)" } }

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

    /// What a dump says of a view beside its class and address, as far as it is not UIKit's default: its frame, bounds and
    /// center that do not follow from it, the other properties, and the attributes as they came.
    func facts(of index: Int) -> [String] {
        let follows = transform(of: index).isIdentity && bounds(of: index).origin == .zero
        let others: Set<ViewProperty> = follows ? [.className, .address, .center, .bounds] : [.className, .address]
        let values = ViewProperty.all.compactMap { property -> String? in
            guard !others.contains(property), says(property, of: index),
                let value = property.value(of: index, in: self), value != property.usual
            else { return nil }
            return "\(property.name) \(Self.plain(value))"
        }
        return values + attributes(of: index).map { "\($0.name)=\($0.value)" }
    }

    private static func plain(_ value: ViewPropertyValue) -> String {
        if case .text(let text) = value { return text }
        return value.numbers.isEmpty ? value.words : value.numbers.map(NumberText.short).joined(separator: " ")
    }
}
