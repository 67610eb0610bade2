extension String {
    /// The text percent-encoded as one segment of a path (RFC 3986, section 3.3): slashes and all marks included.
    var pathSegment: String {
        var encoded = ""
        for byte in utf8 {
            switch byte {
            case 48...57, 65...90, 97...122, 45, 46, 95, 126: encoded.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                encoded += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return encoded
    }
}
