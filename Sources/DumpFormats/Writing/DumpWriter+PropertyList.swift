public import ViewHierarchy
import FoundationEssentials
import JSON
public import PropertyList

extension DumpWriter {
    /// The dump as an XML property list with the structure of Vitrine's JSON, which reads back as the same dump.
    ///
    /// Pictures become data. A property list has no null: where a view was said to have no value for a property, that is
    /// lost.
    /// - Throws: ``PropertyListError`` with code `tooDeep` for views nested deeper than such lists are read.
    public static func propertyList(_ dump: Dump) throws(PropertyListError) -> [UInt8] {
        var limits = JSONLimits.dump
        limits.maximumBytes = .max
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: vitrineJSON(dump), limits: limits)
        } catch {
            throw PropertyListError(.tooDeep, error.message)
        }
        // No deeper than the JSON reader lets a document be.
        return try PropertyListWriter.xml(value(document.root))
    }

    private static func value(_ node: JSONNode) -> PropertyListValue {
        switch node.kind {
        case .bool: return .bool(node.boolValue ?? false)
        case .integer: return .integer(node.integerValue ?? 0)
        case .number: return .real(node.doubleValue ?? 0)
        case .string: return .string(node.stringValue ?? "")
        case .array: return .array(node.elements.map(value))
        case .object:
            var members: [String: PropertyListValue] = [:]
            node.forEachMember { name, member in
                guard !member.isNull else { return }
                let bytes = name == "screenshot" ? member.stringValue.flatMap { Data(base64Encoded: $0) } : nil
                members[name] = bytes.map { .data($0) } ?? value(member)
            }
            return .dictionary(members)
        case .null: return .string("")
        }
    }
}
