import Foundation
import Locators
import TestSupport
import Testing

@testable import DumpServer

@Suite("Locators in the search field")
struct LocatorQueryTests {
    private struct Case: Decodable {
        var query: String
        var parameter: String?
        var text: String?
        var start: Int?
    }

    @Test("are told from words by the rule that the page's script has too")
    func typed() throws {
        let cases = try JSONDecoder().decode([Case].self, from: Data(Fixtures.bytes("vectors/locators.json")))
        #expect(cases.count > 10)
        for each in cases {
            let typed = Locator.typed(each.query)
            #expect(typed?.locator.strategy.rawValue == each.parameter, "\(each.query)")
            #expect(typed?.locator.text == each.text && typed?.start == each.start, "\(each.query)")
        }
    }

    @Test("the parameters of the API are the names of the dialects")
    func parameters() {
        for (name, strategy) in LocatorQuery.parameters { #expect(strategy.rawValue == name) }
        #expect(Locator.Strategy.identifier.appiumName == "accessibility id")
    }
}
