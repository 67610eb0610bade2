@testable import Web
import Foundation
import JSON
import TestSupport
import Testing

@testable import WebDriver

/// What the standard lets pass and what not, row by row; `Tests/API` sends the same rows over the wire.
@Suite("WebDriver: the rows of the standard")
struct WebDriverVectorTests {
    private let vectors: JSONValue

    init() throws {
        vectors = try JSONValue(parsing: Array(Data(contentsOf: Fixtures.url("vectors/webdriver.json"))))
    }

    private func rows(_ value: JSONValue?) throws -> [JSONValue] { try #require(value?.arrayValue) }

    /// The value itself, or each of an array.
    private func each(_ value: JSONValue?) -> [JSONValue] { value?.arrayValue ?? [value].compactMap { $0 } }

    /// What a request for a session is refused with; nil where it is well formed.
    private func refusal(_ body: JSONValue) -> String? {
        do {
            _ = try WebDriverCapabilities.alternatives(body.objectValue ?? [])
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test("each capability takes what the standard lets it take, always and as an alternative")
    func capabilities() throws {
        var count = 0
        for row in try rows(vectors["capabilities"]) {
            let name = try #require(row["name"]?.stringValue)
            for (key, expected) in [("valid", nil), ("invalid", "invalid argument")] {
                for value in try rows(row[key]) {
                    let set = JSONValue.object([JSONMember(name: name, value: value)])
                    count += 1
                    for capabilities: JSONValue in [["alwaysMatch": set], ["firstMatch": [[:], set]]] {
                        #expect(refusal(["capabilities": capabilities]) == expected, "\(set)")
                    }
                }
            }
        }
        #expect(count > 240)
    }

    @Test("alternatives are merged as the standard has it, and older words refused as Appium does")
    func requests() throws {
        for row in try rows(vectors["requests"]) {
            let parts = try rows(row)
            #expect(refusal(parts[0]) == parts[1].stringValue, "\(parts[0])")
        }
    }

    /// Whether actions are well formed for a session that knows some sources.
    private func isWellFormed(_ actions: JSONValue, _ state: InputState = InputState()) -> Bool {
        var reader = MemberReader()
        let read = InputActions(&reader, JSONPlace(["actions": actions]), state)
        return read != nil && reader.faults.isEmpty
    }

    @Test("sources of actions are well formed or refused")
    func sources() throws {
        for (key, expected) in [("valid", true), ("invalid", false)] {
            for actions in try rows(vectors["sources"]?[key]) {
                #expect(isWellFormed(actions) == expected, "\(actions)")
            }
        }
        var reader = MemberReader()
        #expect(InputActions(&reader, JSONPlace([:]), InputState()) != nil && reader.faults.count == 1)
    }

    @Test("each member of an action takes what the standard lets it take")
    func items() throws {
        var count = 0
        for row in try rows(vectors["items"]) {
            for member in each(row["member"]) {
                let name = try #require(member.stringValue)
                for source in each(row["source"]) {
                    for type in row["item"]?["type"].map({ each($0) }) ?? [] {
                        for (key, expected) in [("valid", true), ("invalid", false)] {
                            for value in try rows(row[key]) {
                                var item = try #require(row["item"]?.objectValue)
                                item.removeAll { $0.name == "type" || $0.name == name }
                                if name != "type" { item.append(JSONMember(name: "type", value: type)) }
                                if value != "absent" { item.append(JSONMember(name: name, value: value)) }
                                let actions: JSONValue = [["type": source, "id": "a", "actions": [.object(item)]]]
                                count += 1
                                #expect(isWellFormed(actions) == expected, "\(actions)")
                            }
                        }
                    }
                }
            }
        }
        #expect(count > 500)
    }

    @Test("a command has an end to its actions, however many sources they are of")
    func tooMany() {
        func pauses(_ count: Int) -> JSONValue { .array(Array(repeating: ["type": "pause"], count: count)) }
        #expect(isWellFormed([["type": "none", "id": "a", "actions": pauses(1_000)]]))
        #expect(!isWellFormed([["type": "none", "id": "a", "actions": pauses(1_001)]]))
        let two: JSONValue = [
            ["type": "none", "id": "a", "actions": pauses(1_000)], ["type": "key", "id": "b", "actions": pauses(1)],
        ]
        #expect(!isWellFormed(two))
    }

    @Test("a source keeps its kind from command to command until it is released, and there is an end to them")
    func kinds() throws {
        var state = InputState()
        state.sources["a"] = .init(kind: .init(type: .pointer, pointer: "touch"))
        func source(_ id: String, _ type: String, _ pointer: String = "touch") -> JSONValue {
            [
                [
                    "type": .string(type), "id": .string(id), "actions": [],
                    "parameters": ["pointerType": .string(pointer)],
                ]
            ]
        }
        #expect(isWellFormed(source("a", "pointer"), state))
        #expect(!isWellFormed(source("a", "pointer", "mouse"), state))
        #expect(!isWellFormed(source("a", "key"), state))
        #expect(isWellFormed(source("b", "key"), state))
        for number in 1..<InputState.maximumSources {
            state.sources["\(number)"] = .init(kind: .init(type: .key))
        }
        #expect(isWellFormed(source("a", "pointer"), state))
        #expect(!isWellFormed(source("b", "key"), state))
    }

    @Test("keys of WebDriver do in a field what they are for, or are refused; none is typed as a character")
    func keys() throws {
        for row in try rows(vectors["keys"]) {
            let text = try #require(row["text"]?.stringValue)
            let typed = try #require(row["typed"]?.stringValue)
            let result = try? TypedKeys.text(text, typing: typed, isLong: row["long"] == true)
            #expect(result == row["result"]?.stringValue, "\(row)")
        }
        for value in UInt32(0xE000)...0xE05D {
            let key = String(try #require(Unicode.Scalar(value)))
            let result = try? TypedKeys.text("", typing: key, isLong: true)
            #expect(result?.unicodeScalars.contains { (0xE000...0xF8FF).contains($0.value) } != true, "\(value)")
        }
    }
}
