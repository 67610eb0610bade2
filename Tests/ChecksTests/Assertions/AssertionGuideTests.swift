import DumpFormats
import Testing

@testable import Checks

@Suite("The guide to assertions")
struct AssertionGuideTests {
    @Test(
        "every expectation of its table passes or fails in the words that stand there",
        arguments: AssertionGuide.page.examples
    )
    func examples(example: AssertionGuide.Example) throws {
        let passing = try AssertionGuide.page.results(example.view, example.passing)
        #expect(!passing.isEmpty && passing.allSatisfy { $0.outcome == .passed }, "\(passing.map(\.message))")
        let failing = try AssertionGuide.page.results(example.view, example.failing)
        let wrong = failing.first { !$0.isPassed }
        #expect(wrong.map { $0.message == "\($0.path): \(example.message)" } ?? false, "\(failing.map(\.message))")
    }

    @Test("it shows every word, passing and failing")
    func words() {
        var shown: Set<String> = []
        for example in AssertionGuide.page.examples {
            for text in [example.passing, example.failing] { shown.insert(String(text.prefix { $0 != ":" })) }
        }
        #expect(shown == Set(RuleWord.allCases.map(\.rawValue)))
    }

    @Test("its document holds for its screen")
    func document() throws {
        let report = try AssertionGuide.report(AssertionGuide.page.block("yaml"), of: try AssertionGuide.page.dump())
        #expect(report.isPassed, "\(report.results.filter { !$0.isPassed }.map(\.message))")
        #expect(report.results.map(\.device).contains("ipad-9-7:landscape"))
        #expect(report.results.contains { $0.name == "The title" && $0.word == "text" && $0.device == nil })
    }
}
