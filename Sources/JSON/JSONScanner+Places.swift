extension JSONScanner {
    /// The next byte; nil at the end.
    var next: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// Passes over the four characters that RFC 8259, section 2 calls white space.
    mutating func skipWhiteSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    /// An error about the current place.
    func failure(_ code: JSONError.Code, _ message: String) -> JSONError {
        JSONError(code, message, at: offset, in: bytes)
    }

    /// An error that says that the text ends too early.
    func truncated() -> JSONError {
        JSONError(.truncated, "The JSON text ends in the middle of a value.", at: bytes.count, in: bytes)
    }

    /// An error about a byte that the grammar does not allow here.
    func unexpected(_ byte: UInt8, wanted: String) -> JSONError {
        if byte == 0 { return failure(.nullCharacter, "NUL bytes are not allowed.") }
        let found = (0x21...0x7E).contains(byte) ? "“\(Character(Unicode.Scalar(byte)))”" : "byte \(byte)"
        return failure(.syntax, "Expected \(wanted), found \(found).")
    }
}
