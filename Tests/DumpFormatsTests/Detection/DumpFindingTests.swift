import Diagnostics
import Testing

@testable import DumpFormats

@Suite("Findings of readers")
struct DumpFindingTests {
    @Test("each says how much it matters, its code and a sentence", arguments: DumpFinding.allCases)
    func table(finding: DumpFinding) throws {
        let parts = finding.rawValue.split(separator: " ", maxSplits: 2).map(String.init)
        #expect(Diagnostic.Severity(rawValue: parts[0]) != nil)
        #expect(parts[1].wholeMatch(of: /[a-z]+\.[a-zA-Z]+:/) != nil)
        #expect(parts[2].last == "." || parts[2].last == "%")
    }

    @Test("words and the line stand where the sentence has room for them")
    func words() {
        let found = Diagnostic(.longDescription, ["64"], view: 7, line: 3)
        let message =
            "Line 3 has a description of more than 64 bytes, which is the limit maximumLineBytes; the rest was dropped."
        let expected = Diagnostic(.warning, "limit.maximumLineBytes", message, view: 7, line: 3)
        #expect(found == expected)
        #expect(Diagnostic(.decoded, ["50 % of it # all"]).message == "50 % of it # all")
    }
}
