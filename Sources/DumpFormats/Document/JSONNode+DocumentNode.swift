import FoundationEssentials
import JSON

extension JSONNode: DocumentNode {
    var isArray: Bool { kind == .array }
    var isObject: Bool { kind == .object }
    var secondsSince1970: Double? { nil }

    var members: [(name: String, value: JSONNode)] {
        var members: [(name: String, value: JSONNode)] = []
        members.reserveCapacity(memberCount)
        forEachMember { members.append((name: $0, value: $1)) }
        return members
    }

    var bytes: [UInt8]? {
        guard let text = stringValue, let data = Data(base64Encoded: text, options: .ignoreUnknownCharacters) else {
            return nil
        }
        return [UInt8](data)
    }

    var verbatim: String {
        stringValue ?? String(decoding: JSONValue(self).serialized(), as: UTF8.self)
    }
}
