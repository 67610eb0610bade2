import Testing

@testable import Diagnostics

@Suite("Text for terminals")
struct TerminalTextTests {
    /// Of C0, DEL, C1 and the direction of text.
    private static let controls =
        "\u{0}\u{7}\u{1b}\u{7f}\u{80}\u{9b}\u{9f}\u{61c}" + "\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}"

    @Test("controls are dots, whatever they combine with")
    func controls() {
        #expect(Self.controls.terminalSafe == String(repeating: "·", count: Self.controls.unicodeScalars.count))
        #expect("\u{1b}\u{301}[2J".terminalSafe == "·\u{301}[2J" && "é🎉 مرحبا".terminalSafe == "é🎉 مرحبا")
    }

    @Test("lines become one, or stay lines", arguments: ["\n", "\t", "\r", "\u{2028}", "\u{2029}", "\r\n"])
    func lines(separator: String) {
        let kept = ["\n": "a\nb", "\t": "a\tb", "\r\n": "a \nb"][separator] ?? "a b"
        #expect("a\(separator)b".terminalSafeLines == kept)
        #expect(!"a\(separator)b".terminalSafe.unicodeScalars.contains { $0.isTerminalControl })
    }

    @Test("a name loses controls and spare blanks")
    func names() {
        #expect(" Stop\u{1b}[31m\n\u{202e}watch\u{9b} ".cleanedName == "Stop [31m watch")
        #expect(Self.controls.cleanedName.isEmpty && "Wörld  Clock".cleanedName == "Wörld Clock")
    }
}
