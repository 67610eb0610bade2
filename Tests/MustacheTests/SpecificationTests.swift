import Foundation
import JSON
import TestSupport
import Testing

@testable import Mustache

/// The tests of mustache's specification, which `script/setup --test` fetches.
@Suite("mustache's specification", .enabled(if: Specification.isThere, "script/setup --test fetches it"))
struct SpecificationTests {
    @Test(
        "every example of a module renders as it should",
        arguments: ["comments", "delimiters", "interpolation", "inverted", "partials", "sections"]
    )
    func examples(of module: String) throws {
        let examples = try Specification.examples(of: module)
        #expect(examples.count >= 10)
        for example in examples {
            let templates = try TemplateSet(example.partials.merging(["": example.template]) { first, _ in first })
            let rendered = try #require(templates.render("", with: [example.data.templateValue]))
            #expect(String(decoding: rendered, as: UTF8.self) == example.expected, "\(example.name)")
        }
    }
}

private enum Specification {
    struct Example {
        let name: String
        let template: String
        let partials: [String: String]
        let data: JSONValue
        let expected: String
    }

    static let folder = Fixtures.repository.appending(path: ".venv/share/mustache")
    static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func examples(of module: String) throws -> [Example] {
        let bytes = try Data(contentsOf: folder.appending(path: "\(module).json"))
        let tests = try #require(JSONValue(parsing: [UInt8](bytes))["tests"]?.arrayValue)
        return try tests.map { test in
            Example(
                name: test["name"]?.stringValue ?? "",
                template: try #require(test["template"]?.stringValue),
                partials: Dictionary(
                    uniqueKeysWithValues: (test["partials"]?.objectValue ?? []).map {
                        ($0.name, $0.value.stringValue ?? "")
                    }
                ),
                data: test["data"] ?? .null,
                expected: try #require(test["expected"]?.stringValue)
            )
        }
    }
}

/// The data of an example: its members are what a template can name.
private struct Members: TemplateContext {
    let members: [TemplateName: TemplateValue]

    func value(named name: TemplateName) -> TemplateValue? { members[name] }
}

extension JSONValue {
    fileprivate var templateValue: TemplateValue {
        switch self {
        case .null: .nothing
        case .bool(let flag): .flag(flag)
        case .integer(let number): .text(String(number))
        case .number(let number): .text(String(number))
        case .string(let text): .text(text)
        case .array(let values): .list(values.map(\.templateValue))
        case .object(let members):
            .context(
                Members(
                    members: Dictionary(members.map { (TemplateName($0.name), $0.value.templateValue) }) { $1 }
                )
            )
        }
    }
}
