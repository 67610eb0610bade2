import Diagnostics
import Testing

@Suite("The order of a report")
struct SortedReportTests {
    private static func entry(
        _ severity: Diagnostic.Severity,
        _ code: String,
        says properties: String? = nil
    ) -> Diagnostic {
        var entry = Diagnostic(severity, code, code)
        entry.neverSaid = properties
        return entry
    }

    private let report = SortedReport([
        entry(.info, "lost.looks", says: "alpha, hidden"), entry(.info, "guessed.depth"), entry(.info, "lost.runtime"),
        entry(.warning, "lost.depth"), entry(.info, "lost.texts", says: "texts"), entry(.error, "broken.document"),
    ])

    @Test("what is wrong comes first, and what the dump cannot say apart from it")
    func order() {
        #expect(report.findings.map(\.code) == ["broken.document", "lost.depth", "guessed.depth"])
        #expect(report.losses.map(\.code) == ["lost.looks", "lost.runtime", "lost.texts"])
    }

    @Test("what no dump of the format says is one sentence")
    func folded() {
        #expect(
            report.foldedLosses.map(\.message) == ["lost.runtime", "This format never says: alpha, hidden, texts."]
        )
        #expect(SortedReport([Self.entry(.info, "lost.runtime")]).foldedLosses.map(\.code) == ["lost.runtime"])
        #expect(SortedReport([]).foldedLosses.isEmpty)
    }
}
