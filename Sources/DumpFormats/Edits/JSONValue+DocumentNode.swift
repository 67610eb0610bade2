import FoundationEssentials
import JSON

extension JSONValue: DocumentNode {
    var arrayCount: Int { arrayValue?.count ?? 0 }
    var isNull: Bool { self == .null }
    var isArray: Bool { kind == .array }
    var isObject: Bool { kind == .object }
    var secondsSince1970: Double? { nil }
    var verbatim: String { stringValue ?? String(decoding: serialized(), as: UTF8.self) }

    var bytes: [UInt8]? {
        stringValue.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }.map { [UInt8]($0) }
    }

    func element(at index: Int) -> JSONValue? {
        guard let elements = arrayValue, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    var members: [(name: String, value: JSONValue)] { (objectValue ?? []).map { ($0.name, $0.value) } }
}
