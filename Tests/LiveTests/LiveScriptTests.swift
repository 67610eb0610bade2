import DumpFormats
import Foundation
import JSON
import Locators
import TestSupport
import Testing
import ViewHierarchy

@testable import Live

/// The vectors are `Tests/Fixtures/vectors/live-<language>.txt`: the same recording in each language. With `VITRINE_RECORD` in
/// the environment they are written anew, and the test fails.
@Suite("Recorded tests")
struct LiveScriptTests {
    /// Every action, on every kind of element.
    private let recording: [LiveStep] = [
        LiveStep(
            .tap(Point(x: 20, y: 40.5)),
            on: LiveElement(type: "Button", name: "stop", locator: Locator(.identifier, "stop"))
        ),
        LiveStep(
            .tap(Point(x: 1, y: 2)),
            on: LiveElement(
                type: "Cell",
                name: "A \"b\" \\(c)",
                locator: Locator(.predicate, "name == \"A \\\"b\\\"\""),
                index: 3,
                isNamed: false
            )
        ),
        LiveStep(
            .type("Grüße\n\u{202E}\u{1} ${x} 🕑"),
            on: LiveElement(
                type: "TextField",
                name: nil,
                locator: Locator(.classChain, "**/XCUIElementTypeTextField[2]"),
                index: 1
            )
        ),
        LiveStep(.type("more"), on: nil),
        LiveStep(
            .tap(Point(x: 5, y: 6)),
            on: LiveElement(type: "Switch", name: "On", locator: Locator(.xpath, "//*[@name='On']"))
        ),
        LiveStep(
            .tap(Point(x: 7, y: 8)),
            on: LiveElement(type: "Other", name: nil, locator: Locator(.xpath, "/a[1]/b[2]"), isFragile: true, index: 9)
        ),
        LiveStep(
            .tap(Point(x: 7, y: 8)),
            on: LiveElement(type: "Slider", name: "Volume", locator: Locator(.className, "XCUIElementTypeSlider"))
        ),
        LiveStep(.tap(Point(x: 9, y: 10)), on: nil),
        LiveStep(.swipe(from: Point(x: 10, y: 300), to: Point(x: 12.5, y: 20), seconds: 0.25), on: nil),
        LiveStep(.home, on: nil), LiveStep(.alert(isAccepted: true), on: nil),
        LiveStep(.alert(isAccepted: false), on: nil),
    ]

    @Test("say the same in every language", arguments: ScriptLanguage.allCases)
    func vectors(language: ScriptLanguage) throws {
        let script = language.script(of: recording, app: "org.example.Clock", server: "http://127.0.0.1:4723")
        let url = Fixtures.url("vectors/live-\(language.rawValue).txt")
        if ProcessInfo.processInfo.environment["VITRINE_RECORD"] != nil {
            try Data(script.utf8).write(to: url)
            Issue.record("The script is recorded: look at what changed, then run the test without VITRINE_RECORD.")
        }
        #expect(script == (try String(contentsOf: url, encoding: .utf8)))
    }

    @Test("a text of the screen is one literal, whatever is in it", arguments: ScriptLanguage.allCases)
    func literals(language: ScriptLanguage) {
        let texts = [
            "\"", "\\", "\\\"", "a\nb\rc\td", "\u{0}\u{1F}\u{7F}\u{85}", "\u{2028}\u{202E}", "\\u000a", "\u{FEFF}é",
        ]
        for text in texts {
            let literal = language.literal(text)
            #expect(literal.hasPrefix("\"") && literal.hasSuffix("\"") && literal.count >= 2)
            // No quote ends it early, nothing unseen is in it, and no line ends.
            let inside = literal.dropFirst().dropLast()
            var isEscaped = false
            for scalar in inside.unicodeScalars {
                #expect(isEscaped || scalar != "\"")
                #expect(scalar.value >= 0x20 && scalar.value != 0x7F && scalar.value != 0x85)
                #expect(!(0x2028...0x202E).contains(scalar.value))
                isEscaped = !isEscaped && scalar == "\\"
            }
            #expect(!isEscaped)
        }
        // Java would end the line at it, even in a literal.
        #expect(!ScriptLanguage.java.literal("\u{85}\u{1}").contains("\\u"))
    }

    @Test("no text of the screen ends a comment", arguments: ScriptLanguage.allCases)
    func comments(language: ScriptLanguage) {
        let evil = "x\\u000aevil();\n\u{2028}evil()"
        let element = LiveElement(type: "Button", name: evil, locator: Locator(.identifier, "x"))
        let script = language.script(
            of: [LiveStep(.tap(Point(x: 1, y: 1)), on: element)],
            app: nil,
            server: "http://h:1"
        )
        let comments = script.split(separator: "\n").filter { $0.contains("1. Tap") }
        #expect(comments.count == 1 && !comments[0].contains("\\"))
    }

    @Test("an element is found by the best locator that finds it alone, and by XCTest by name or place")
    func elements() throws {
        let xml = """
            <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="Clock" x="0" y="0" width="100" height="100">
            <XCUIElementTypeButton name="stop" label="Stop" x="0" y="0" width="10" height="10"/>
            <XCUIElementTypeButton label="Lap" name="Lap" x="0" y="20" width="10" height="10"/>
            <XCUIElementTypeButton label="Lap" name="Lap" x="0" y="40" width="10" height="10"/>
            </XCUIElementTypeApplication>
            """
        let tree = ElementTree(try DumpReader.read(Array(xml.utf8), format: .webDriverAgentXML))
        let stop = LiveElement(1, in: tree)
        #expect(stop.locator == Locator(.identifier, "stop") && !stop.isFragile && stop.isNamed && stop.name == "stop")
        let lap = LiveElement(3, in: tree)
        #expect(lap.locator != nil && !lap.isNamed && lap.index == 2)
        let script = ScriptLanguage.swift.script(
            of: [LiveStep(.tap(Point(x: 1, y: 1)), on: stop), LiveStep(.tap(Point(x: 1, y: 41)), on: lap)],
            app: nil,
            server: ""
        )
        #expect(
            script.contains("app.buttons[\"stop\"].tap()") && script.contains("app.buttons.element(boundBy: 2).tap()")
        )
    }

    @Test(
        "an action is read whole, or every fault is told",
        arguments: [
            (#"{"type":"tap","x":1,"y":2}"#, 0), (#"{"type":"tap","view":3}"#, 0), (#"{"type":"home"}"#, 0),
            (#"{"type":"swipe","from":{"x":1,"y":2},"to":{"x":3,"y":4}}"#, 0), (#"{"type":"type","text":"a"}"#, 0),
            (#"{"type":"type","text":"a","view":1}"#, 0), (#"{"type":"alert","action":"dismiss"}"#, 0),
            (#"{}"#, 1), (#"{"type":"pinch"}"#, 1), (#"{"type":"tap"}"#, 1),
            (#"{"type":"tap","x":1,"y":2,"view":3}"#, 1),
            (#"{"type":"tap","x":1e9,"y":2}"#, 1), (#"{"type":"type","text":""}"#, 1), (#"{"type":"alert"}"#, 1),
            (#"{"type":"home","x":1}"#, 1), (#"{"type":"swipe","from":{"x":1},"to":{"x":3,"y":4}}"#, 1),
            (#"{"type":"tap","view":-1}"#, 1), (#"{"type":"type","text":"a\u0000b"}"#, 1),
        ]
    )
    func actions(body: String, faults: Int) throws {
        var reader = MemberReader()
        let command = LiveCommand(JSONPlace(try JSONValue(parsing: Array(body.utf8))), &reader)
        #expect((command == nil) == (faults > 0) && reader.faults.isEmpty == (faults == 0))
    }
}
