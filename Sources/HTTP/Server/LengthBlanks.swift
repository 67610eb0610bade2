internal import CMicroHTTPD

/// Puts the blanks behind the number of a `Content-Length` in front of it.
///
/// They are no part of the value (RFC 9110, section 5.5), but before 0.9.77 the library takes those behind it for one that is
/// malformed, before anybody else is asked. When it has read a request line, the rest of the head nearly always lies behind that
/// in its memory as it came; a length that comes later is left to it.
enum LengthBlanks {
    /// Whether this library needs that.
    static let isNeeded = cmhd_checks_lines() == 0

    private static let name = Array("content-length:".utf8)
    /// What stands between the target and the fields: a space, the version, and the end of the line.
    private static let restOfLine = " HTTP/1.1\r\n".utf8.count

    /// Looks at the fields behind a target in the library's memory.
    /// - Parameters:
    ///   - target: where the target begins; its line has been read.
    ///   - count: how many bytes from there may be looked at. What has not been received is NUL.
    static func moveForward(behind target: UnsafeMutableRawPointer, count: Int) {
        let bytes = UnsafeMutableRawBufferPointer(start: target, count: count)
        guard let end = bytes.firstIndex(of: 0) else { return }
        var line = end + restOfLine
        while line < bytes.count, let feed = bytes[line...].firstIndex(where: { $0 == 0x0A || $0 == 0 }),
            bytes[feed] != 0
        {
            let isEmpty = feed == line || feed == line + 1 && bytes[line] == 0x0D
            guard !isEmpty else { return }
            trim(bytes, line..<(bytes[feed - 1] == 0x0D ? feed - 1 : feed))
            line = feed + 1
        }
    }

    private static func trim(_ bytes: UnsafeMutableRawBufferPointer, _ line: Range<Int>) {
        // A letter with the sixth bit is one of lower case, and a hyphen or colon with it is itself.
        guard line.count > name.count, zip(bytes[line], name).allSatisfy({ $0 | 0x20 == $1 }) else { return }
        let value = line.lowerBound + name.count..<line.upperBound
        guard let last = bytes[value].lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return }
        let text = Array(bytes[value.lowerBound...last])
        let blanks = value.count - text.count
        for place in value {
            bytes[place] = place < value.lowerBound + blanks ? 0x20 : text[place - value.lowerBound - blanks]
        }
    }
}
