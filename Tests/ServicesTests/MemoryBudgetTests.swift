import Foundation
import TestSupport
import Testing

@testable import Services

@Suite("Memory budget")
struct MemoryBudgetTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Fixtures.repository.appending(path: path), encoding: .utf8)
    }

    @Test("the table of the documentation has the parts and their sum, and the container gets that much")
    func table() throws {
        let budget = MemoryBudget()
        let lines = try Self.text("docs/deployment.md").split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasPrefix("| memory for |") })
        let rows = lines[(first + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let parts =
            budget.parts.map { ["\($0.name)", "\($0.bytes >> 20) MiB"] } + [["all of it", "\(budget.total >> 20) MiB"]]
        #expect(rows.map { Array($0.prefix(2)) } == parts)
        #expect(try Self.text("compose.yaml").contains("mem_limit: \(budget.total >> 20)m"))
    }
}
