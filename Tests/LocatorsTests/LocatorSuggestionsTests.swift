import DumpFormats
import Foundation
import Testing
import TestSupport
@testable import Locators
@testable import ViewHierarchy

@Suite("Suggested locators")
struct LocatorSuggestionsTests {
    private func texts(_ element: Int, in tree: ElementTree) -> [String: String] {
        var texts: [String: String] = [:]
        for suggestion in tree.suggestions(for: element) {
            texts[suggestion.locator.strategy.rawValue] = suggestion.locator.text.replacing(
                "XCUIElementType",
                with: "~"
            )
        }
        return texts
    }

    private func tree(_ xml: String) throws -> ElementTree {
        let full = xml.replacing("~", with: "XCUIElementType")
        return ElementTree(try DumpReader.read(Array(full.utf8), format: .webDriverAgentXML))
    }

    @Test("are the shortest that find the element alone, in each dialect")
    func shortest() throws {
        let tree = try Orchard.tree()
        #expect(
            texts(8, in: tree) == [
                "identifier": "ripe", "predicate": "name == \"ripe\"", "classChain": "**/*[`name == \"ripe\"`]",
                "xpath": "//*[@name=\"ripe\"]",
                "className": "~Switch",
            ]
        )
        // The name alone finds the bar too.
        let trees = texts(3, in: tree)
        #expect(trees["predicate"] == "value == \"Trees\"" || trees["predicate"] == "label == \"Trees\"")
        #expect(trees["identifier"] == "Trees" && trees["className"] == nil)
        #expect(tree.suggestions(for: 3).first { $0.locator.strategy == .identifier }?.hits == 2)
    }

    @Test("an element that nothing tells apart is found below one that has a name, or counted")
    func structure() throws {
        let tree = try tree(
            """
            <~Application width="9" height="9" x="0" y="0"><~Window name="main" x="0" y="0" width="9" height="9">
            <~Other x="0" y="0" width="9" height="9"><~Image x="0" y="0" width="9" height="9"/></~Other>
            <~Other x="0" y="0" width="9" height="9"><~Image x="0" y="0" width="9" height="9"/><~Image x="0" y="0" width="9" height="9"/>
            </~Other></~Window></~Application>
            """
        )
        let found = tree.suggestions(for: 6)
        #expect(found.allSatisfy { $0.isUnique || $0.locator.strategy == .predicate })
        let xpath = try #require(found.first { $0.locator.strategy == .xpath })
        #expect(xpath.locator.text == "(//XCUIElementTypeImage)[3]" && xpath.risks == [.index])
        let chain = try #require(found.first { $0.locator.strategy == .classChain })
        #expect(chain.locator.text == "**/XCUIElementTypeImage[3]" && chain.score(right: 1, of: 1) == 70)
        // The window is the only one, but its name is there to be found by.
        let window = try #require(tree.suggestions(for: 1).first { $0.locator.strategy == .classChain })
        #expect(window.locator.text == "**/*[`name == \"main\"`]")
    }

    @Test("the absolute XPath goes by a place at each step, finds the element alone, is fragile and comes last")
    func absolute() throws {
        let tree = try Orchard.tree()
        for (element, text) in [
            (0, "/~Application"), (1, "/~Application/~Window[1]"),
            (8, "/~Application/~Window[1]/~Table[1]/~Cell[1]/~Switch[1]"),
            (9, "/~Application/~Window[1]/~Table[1]/~Cell[2]"),
        ] {
            let path = try #require(tree.absolutePath(to: element))
            #expect(path.locator == Locator(.xpath, text.replacing("~", with: "XCUIElementType")))
            #expect(path.isFragile && path.isUnique)
            #expect(try path.locator.elements(in: tree) == [element])
            #expect(tree.allSuggestions(for: element).last == path)
            #expect(tree.allSuggestions(for: element).count { $0.isFragile } == 1)
        }
        #expect(tree.absolutePath(to: 8)?.risks == [.index, .steps(4)])
        #expect(tree.absolutePath(to: 99) == nil)
        // One that is longer than locators are is none.
        var builder = ViewTreeBuilder()
        for depth in 0..<400 { builder.append(ViewDescription(className: "UIView", frame: .zero), depth: depth) }
        let deep = ElementTree(Dump(format: .recursiveDescription, tree: builder.build()))
        #expect(deep.absolutePath(to: 400) == nil && deep.absolutePath(to: 40) != nil)
    }

    @Test("texts are escaped as each dialect wants it")
    func escaping() throws {
        let name = "it's \"5`\\ o'clock\" & <x>"
        let xml = name.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
        let tree = try tree(
            """
            <~Application x="0" y="0" width="9" height="9"><~Button name="\(xml)" x="0" y="0" width="9" height="9"/>
            <~Button name="other" x="0" y="0" width="9" height="9"/></~Application>
            """
        )
        for suggestion in tree.suggestions(for: 1) {
            #expect(suggestion.isUnique, "\(suggestion.locator)")
            #expect(try suggestion.locator.elements(in: tree) == [1])
        }
        #expect(tree.suggestions(for: 1).count == 4)
    }

    @Test("the score says in how many dumps they hold, less what speaks against them")
    func score() {
        let locator = Locator(.xpath, "//*")
        func score(_ risks: [LocatorSuggestion.Risk], _ right: Int, _ held: Int) -> Int {
            LocatorSuggestion(locator: locator, hits: 1, risks: risks).score(right: right, of: held)
        }
        #expect(score([], 3, 3) == 100 && score([], 1, 4) == 25 && score([], 0, 0) == 0)
        #expect(score([.text], 1, 1) == 80 && score([.digits], 1, 1) == 85 && score([.index], 1, 1) == 70)
        #expect(score([.steps(2)], 1, 1) == 80 && score([.steps(9)], 1, 1) == 70)
        #expect(score([.index, .text, .steps(4)], 1, 2) == 0)
    }

    @Test("identifiers with digits and texts that people read cost points")
    func risks() throws {
        let tree = try tree(
            """
            <~Application x="0" y="0" width="9" height="9"><~Button name="row-17" label="Row" x="0" y="0" width="9" height="9"/>
            <~Button name="Pay" label="Pay" x="0" y="0" width="9" height="9"/></~Application>
            """
        )
        #expect(tree.suggestions(for: 1).first?.risks == [.digits])
        #expect(tree.suggestions(for: 2).first?.risks == [.text])
    }

    @Test("the same element in another dump is that with its identifier, or at its place below one")
    func counterparts() throws {
        let tree = try Orchard.tree()
        for element in tree.indices { #expect(tree.counterparts(of: element, in: tree) == [element]) }
        let other = try self.tree(
            """
            <~Application x="0" y="0" width="9" height="9"><~Window x="0" y="0" width="9" height="9">
            <~Switch name="ripe" label="Reif" x="0" y="0" width="9" height="9"/></~Window></~Application>
            """
        )
        #expect(tree.counterparts(of: 8, in: other) == [2])
        #expect(tree.counterparts(of: 9, in: other) == [])
        #expect(tree.counterparts(of: 1, in: other) == [1])
    }

    @Test("every element of a real screen has one that finds it alone", .enabled(if: Corpus.root != nil))
    func corpus() throws {
        let root = try #require(Corpus.root)
        let file = root.appending(path: "dumps/wda-xml/codeskyblue__uiautodev__source.xml")
        let tree = ElementTree(try DumpReader.read([UInt8](try Data(contentsOf: file))))
        for element in stride(from: 0, to: tree.count, by: 9) {
            let found = tree.suggestions(for: element)
            #expect(found.contains { $0.isUnique && $0.locator.strategy == .xpath }, "\(element)")
            for suggestion in found {
                let elements = try suggestion.locator.elements(in: tree)
                #expect(elements.contains(element) && elements.count == suggestion.hits)
            }
        }
    }
}
