import DumpFormats
import Testing
@testable import Locators
@testable import ViewHierarchy

@Suite("Locators that are meant to hurt")
struct LocatorLimitsTests {
    /// A tree of so many views, each the subview of the one before up to a depth.
    private func tree(_ count: Int, depth: Int) -> ElementTree {
        var builder = ViewTreeBuilder()
        for index in 0..<count {
            var view = ViewDescription(className: "UIView", frame: Rect(x: 0, y: 0, width: 1, height: 1))
            view.identifier = String(repeating: "a", count: 200)
            builder.append(view, depth: index % depth)
        }
        return ElementTree(Dump(format: .recursiveDescription, tree: builder.build()))
    }

    private func kind(_ strategy: Locator.Strategy, _ text: String, in tree: ElementTree) -> LocatorError.Kind? {
        do throws(LocatorError) {
            _ = try Locator(strategy, text).elements(in: tree, budget: WorkBudget(400_000))
            return nil
        } catch {
            return error.kind
        }
    }

    @Test(
        "expressions that take the square of the tree end with a clear error",
        arguments: [
            "//*[count(preceding::*)=10]", "//*[count(//*)=1]", "//*[.//*[.//*[.//*]]]", "//*[@name=//@name and 0]",
            "//*[contains(concat(@name,@name,@name,@name),'aaaaaaaaaaaaaaab')]",
            "//*[matches(@name,'(a*)*(a*)*(a*)*b')]",
        ]
    )
    func work(text: String) { #expect(kind(.xpath, text, in: tree(2_000, depth: 40)) == .tooMuchWork) }

    @Test(
        "what libxml2 takes the square of the set for is linear",
        arguments: ["//*//*//*//*", "//* | //*", "//* = //*", "//*/ancestor::*"]
    )
    func linear(text: String) {
        let tree = tree(2_000, depth: 40)
        #expect([nil, .noElements].contains(kind(.xpath, text, in: tree)))
    }

    @Test("texts that nest deeply are refused, and long rows are not")
    func depth() {
        let tree = tree(3, depth: 3)
        func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
        for (strategy, text) in [
            (Locator.Strategy.xpath, times(2_000, "(") + "1" + times(2_000, ")")),
            (.xpath, times(900, "*[") + "1" + times(900, "]")), (.xpath, times(900, "not(") + "1" + times(900, ")")),
            (.predicate, times(3_000, "(") + "index == 1" + times(3_000, ")")),
            (.predicate, "name IN " + times(3_000, "{") + times(3_000, "}")),
            (.xpath, "//*[matches(@name,'" + times(500, "(") + "a" + times(500, ")") + "')]"),
            (.predicate, times(900, "abs(") + "1" + times(900, ")") + " == 1"),
            (.predicate, times(2_000, "(") + "1" + times(2_000, ")") + " == 1"),
            (.predicate, "index == 1" + times(2_000, "+1")), (.predicate, "index == 2" + times(900, "**2")),
        ] {
            #expect(kind(strategy, text, in: tree) == .syntax)
        }
        for (strategy, text) in [
            (Locator.Strategy.xpath, "//*[1" + times(2_000, "+1") + "]"), (.xpath, "//*[" + times(3_000, "-") + "1]"),
            (.xpath, times(1_500, "../") + "*"), (.xpath, "//*[1" + times(1_000, " or 1") + "]"),
            (.predicate, times(1_500, "NOT ") + "index == 1"), (.predicate, "index == " + times(2_000, "-") + "1"),
            (.predicate, "index == 1" + times(190, "+1")),
            (.predicate, "index == 1" + times(500, " OR index == 1")),
        ] {
            #expect(kind(strategy, text, in: tree) != .syntax)
        }
        #expect(kind(.xpath, times(9_000, "a"), in: tree) == .tooLong)
        // What is allowed can also be worked out.
        #expect(kind(.xpath, "//*[" + times(44, "not(") + "1" + times(44, ")") + "]", in: tree) == nil)
        #expect(kind(.xpath, times(46, "*[") + "1" + times(46, "]"), in: tree) == nil)
        #expect(kind(.predicate, times(60, "(") + "index == 1" + times(60, ")"), in: tree) == nil)
        #expect(kind(.predicate, "name IN " + times(60, "{") + times(60, "}"), in: tree) == nil)
        #expect(kind(.classChain, "*" + times(300, "/*"), in: tree) == .syntax)
    }

    @Test("damaged locators are read or refused, never more")
    func mutations() {
        let tree = tree(12, depth: 4)
        var state: UInt64 = 7
        func random(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % max(limit, 1)
        }
        let samples: [(Locator.Strategy, String)] = [
            (
                .xpath,
                "//*[@name='a' and position() < last()]/ancestor::*[2] | (//*)[matches(@x, '^[a-z]{2,3}(b|c)*$', 'i')]"
            ),
            (
                .xpath,
                "//*[substring(@name, -1, 1 div 0) = translate(@a, 'ab', 'c') or count(tokenize(@b, '\\s+')) >= 3.5]"
            ),
            (
                .predicate,
                "name ==[cd] \"a\\u00e9\" AND NOT (rect.x BETWEEN {0, -20.5e1} OR label.length > 0x1F) || value LIKE '?*'"
            ),
            (.predicate, "(index + 0b11) * -2 ** 2 / length(name) > modulus:by:(index, 0) OR sum({1, index}) == 0o7"),
            (.classChain, "**/XCUIElementTypeOther[`name == \"a``b\"`][$index > 1$]/*[-1]/**/XCUIElementTypeCell"),
        ]
        let alphabet = Array("()[]{}'\"`$@/*.|\\-+=<>!&,:#0a9 \u{0}é👍“".unicodeScalars)
        for (strategy, sample) in samples {
            for _ in 0..<600 {
                var scalars = Array(sample.unicodeScalars)
                for _ in 0..<(1 + random(6)) where !scalars.isEmpty {
                    let place = random(scalars.count)
                    switch random(4) {
                    case 0: scalars.remove(at: place)
                    case 1: scalars[place] = alphabet[random(alphabet.count)]
                    case 2: scalars.insert(alphabet[random(alphabet.count)], at: place)
                    default: scalars = Array(scalars.prefix(place))
                    }
                }
                var text = ""
                text.unicodeScalars.append(contentsOf: scalars)
                do throws(LocatorError) {
                    let found = try Locator(strategy, text).elements(in: tree, budget: WorkBudget(200_000))
                    #expect(found == found.sorted() && found.allSatisfy(tree.indices.contains))
                } catch {
                    #expect((error.offset ?? 0) <= text.utf16.count)
                }
            }
        }
    }

    @Test("a search that nobody waits for any more ends before its budget")
    func cancelled() async {
        let spent = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            let budget = WorkBudget()
            var steps = 0
            while (try? budget.spend(1_000)) != nil { steps += 1_000 }
            return steps
        }.value
        #expect(spent < WorkBudget.usual / 10)
    }
}
