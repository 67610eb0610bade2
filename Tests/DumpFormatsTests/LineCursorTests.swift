@testable import DumpFormats
import Testing

@Suite("Lines")
struct LineCursorTests {
    @Test("lines are counted from 1 and end with LF, CR LF or CR")
    func lines() {
        var cursor = LineCursor(ByteText(Array("a\r\n\rbc\n\nd".utf8)))
        var lines: [TextLine] = []
        while let line = cursor.next() { lines.append(line) }
        #expect(lines.map(\.number) == [1, 2, 3, 4, 5])
        #expect(lines.map(\.range) == [0..<1, 3..<3, 4..<6, 7..<7, 8..<9])
    }
}
