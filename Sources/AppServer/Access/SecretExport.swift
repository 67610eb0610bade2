import Web
import HTTP
import HTTPTypes
import PropertyList
import Services

/// Values as a file: without what is secret to who asks, and saying so.
struct SecretExport {
    /// What the file holds.
    let values: [String: PropertyListValue]
    /// The keys that it leaves out, sorted.
    let withheld: [String]

    init(_ values: [String: PropertyListValue], _ secrets: SecretValues) {
        self.values = secrets.shown(values)
        withheld = secrets.withheld(from: values)
    }

    /// What is put into the name of the file, before its ending.
    var mark: String { withheld.isEmpty ? "" : ".without-secrets" }

    /// What the file itself says, where it can say anything; nil where it is complete.
    var note: String? {
        switch withheld.count {
        case 0: nil
        case 1: "1 secret value is left out."
        case let count: "\(count) secret values are left out."
        }
    }

    /// The values as an XML property list, with a comment that says how many are left out.
    func xml() throws -> [UInt8] {
        let bytes = try PropertyListWriter.xml(.dictionary(values))
        guard let note, let place = bytes.firstRange(of: Array("<plist".utf8))?.lowerBound else { return bytes }
        return bytes[..<place] + Array("<!-- \(note) -->\n".utf8) + bytes[place...]
    }

    /// The reply with the field that says how many values are left out; as it is where none is.
    func marking(_ response: Response) -> Response {
        var response = response
        if !withheld.isEmpty { response.headers[.redacted] = String(withheld.count) }
        return response
    }
}
