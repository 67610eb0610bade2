import Diagnostics
import DumpFormats
import Testing
@testable import AutoLayout
@testable import Checks
@testable import ViewHierarchy

@Suite("Rules about what constraints make of a dump")
struct SolvedRuleTests {
    /// Screens of 320, 375 and 414 points.
    private static let phones = ["iphone-5s", "iphone-8", "iphone-8-plus"].compactMap { Device(id: $0) }

    /// A view of a xib: its id, class, frame, and what else is said of it.
    private struct Subject {
        var id: String
        var element = "view"
        var frame: [Int]
        var attributes = ""
        var inside = ""
    }

    /// A xib for an iPhone 8 with a root `r`. Constraints are `first.attribute second.attribute constant`, or
    /// `first.attribute constant` for lengths, upside down where the first is the root.
    private static func dump(_ views: [Subject], _ constraints: [String], document: String = "") throws -> Dump {
        let subviews = views.map { view in
            let sides = zip(["x", "y", "width", "height"], view.frame).map { "\($0)=\"\($1)\"" }
            return """
                <\(view.element) id="\(view.id)" translatesAutoresizingMaskIntoConstraints="NO" \(view.attributes)>\
                <rect key="frame" \(sides.joined(separator: " "))/>\(view.inside)</\(view.element)>
                """
        }
        let lines = constraints.enumerated().map { number, text in
            let words = text.split(separator: " ").map { $0.split(separator: ".").map(String.init) }
            let second = words[1].count == 2 ? "secondItem=\"\(words[1][0])\" secondAttribute=\"\(words[1][1])\"" : ""
            let constant = words.last.flatMap { $0.count == 1 ? $0.first : nil } ?? "0"
            return """
                <constraint firstItem="\(words[0][0])" firstAttribute="\(words[0][1])" \(second) constant="\(constant)" \
                id="c\(number)"/>
                """
        }
        let text = """
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" toolsVersion="22505" \
            useAutolayout="YES"><device id="retina4_7" orientation="portrait"/><objects><view id="r">\
            <rect key="frame" x="0" y="0" width="375" height="667"/><subviews>\(subviews.joined())</subviews>\
            <constraints>\(lines.joined())</constraints></view></objects>\(document)</document>
            """
        return try DumpReader.read(Array(text.utf8))
    }

    private static func button(_ id: String, _ frame: [Int]) -> Subject {
        Subject(id: id, element: "button", frame: frame, inside: "<state key=\"normal\" title=\"Go\"/>")
    }

    private static func label(_ frame: [Int], _ text: String) -> Subject {
        Subject(
            id: "a",
            element: "label",
            frame: frame,
            attributes: "text=\"\(text)\"",
            inside: "<fontDescription key=\"fontDescription\" type=\"system\" pointSize=\"17\"/>"
        )
    }

    /// What is said about layout: rules and, where they are not of the canvas, the screens.
    private static func found(
        _ dump: Dump,
        _ devices: [Device] = [],
        _ texts: TextAssumptions = TextAssumptions()
    ) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        var assumptions = LayoutAssumptions()
        assumptions.texts = texts
        for finding in try HierarchyLint.findings(in: dump, devices: devices, assuming: assumptions)
        where finding.rule.hasPrefix("layout.") {
            guard case .texts(let screens)? = finding.details.first(where: { $0.name == "devices" })?.value else {
                found[finding.rule] = []
                continue
            }
            found[finding.rule] = screens.filter { $0.hasSuffix("portrait") }
        }
        return found
    }

    // MARK: The canvas

    @Test("constraints that cannot hold together on the canvas are an error, once, whatever devices are named")
    func conflict() throws {
        let dump = try Self.dump(
            [Self.button("a", [10, 0, 100, 50])],
            ["a.leading r.leading 10", "r.trailing a.trailing 10", "a.width 100", "a.top r.top", "a.height 50"]
        )
        let findings = try LintSubject.findings("layout.conflict", dump, devices: Self.phones)
        #expect(findings.count == 1 && findings.first?.severity == .error && findings.first?.view == 1)
        #expect(findings.first?.message.contains("These 3 required constraints cannot all hold (width)") == true)
        #expect(findings.first?.details.isEmpty == true)
    }

    @Test("a view that nothing places is ambiguous, one whose constraints decide it is not")
    func ambiguous() throws {
        let decided = ["a.leading r.leading 10", "a.width 100", "a.height 50", "a.top r.top"]
        let views = [Self.button("a", [10, 0, 100, 50])]
        #expect(try Self.found(Self.dump(views, Array(decided.dropLast()))) == ["layout.ambiguous": []])
        #expect(try Self.found(Self.dump(views, decided), Self.phones) == [:])
        var known = views
        known[0].attributes = "ambiguous=\"YES\""
        #expect(try Self.found(Self.dump(known, Array(decided.dropLast()))) == [:])
    }

    @Test("a stored frame that the file's constraints contradict is stale, unless the file says so itself")
    func stale() throws {
        let constraints = ["a.leading r.leading 10", "a.width 100", "a.height 50", "a.top r.top"]
        var view = Self.button("a", [10, 0, 102, 50])
        let findings = try LintSubject.findings("layout.stale", Self.dump([view], constraints))
        #expect(
            findings.map(\.message) == [
                "UIButton “Go” is at 10, 0, 102 × 50 in the file, but its constraints put it at 10, 0, 100 × 50."
            ]
        )
        view.frame[2] = 101
        #expect(try Self.found(Self.dump([view], constraints)) == [:])
        view.frame[2] = 102
        view.attributes = "misplaced=\"YES\""
        #expect(try Self.found(Self.dump([view], constraints)) == [:])
    }

    // MARK: Devices

    @Test("a screen that only fits its canvas is told once, with the widths where it breaks")
    func fixedWidth() throws {
        let fixed = try Self.dump(
            [Self.button("a", [10, 0, 355, 50])],
            ["a.leading r.leading 10", "r.trailing a.trailing 10", "a.width 355", "a.top r.top", "a.height 50"]
        )
        #expect(try Self.found(fixed) == [:])
        let others = ["iphone-5s portrait", "iphone-8-plus portrait"]
        #expect(
            try Self.found(fixed, Self.phones) == ["layout.conflict": others, "layout.fixedWidth": others]
        )
        let flexible = try Self.dump(
            [Self.button("a", [10, 0, 355, 50])],
            ["a.leading r.leading 10", "r.trailing a.trailing 10", "a.top r.top", "a.height 50"]
        )
        #expect(try Self.found(flexible, Self.phones) == [:])
    }

    @Test("what leaves the screen, is cut, overlaps or loses its area on a device is told with the devices")
    func places() throws {
        let size = ["a.width 40", "a.height 50", "a.top r.top"]
        let narrow = ["iphone-5s portrait"]
        let outside = try Self.dump([Self.button("a", [330, 0, 40, 50])], ["a.leading r.leading 330"] + size)
        #expect(try Self.found(outside, Self.phones) == ["layout.offScreen": narrow])
        let cut = try Self.dump([Self.button("a", [300, 0, 40, 50])], ["a.leading r.leading 300"] + size)
        #expect(try Self.found(cut, Self.phones) == ["layout.newlyClipped": narrow])
        let following = try Self.dump([Self.button("a", [325, 0, 40, 50])], ["r.trailing a.trailing 10"] + size)
        #expect(try Self.found(following, Self.phones) == [:])
        let pair = try Self.dump(
            [Self.button("a", [0, 0, 170, 50]), Self.button("b", [205, 0, 170, 50])],
            ["a.leading r.leading", "r.trailing b.trailing", "b.width 170", "b.height 50", "b.top r.top"]
                + ["a.width 170"] + size.dropFirst()
        )
        #expect(try Self.found(pair, Self.phones) == ["layout.newOverlap": narrow])
        let squeezed = try Self.dump(
            [Self.button("a", [160, 0, 55, 50])],
            ["a.leading r.leading 160", "r.trailing a.trailing 160"] + size.dropFirst()
        )
        #expect(try Self.found(squeezed, Self.phones)["layout.collapsed"] == narrow)
    }

    @Test("a text of one line that fits the canvas and not a device is told; one of several lines is not")
    func cut() throws {
        let text = "Everything that is cooked here this evening, we hope"
        let constraints = ["a.leading r.leading 2", "r.trailing a.trailing 2", "a.top r.top", "a.height 50"]
        let label = Self.label([2, 0, 371, 50], text)
        #expect(try Self.found(Self.dump([label], constraints), Self.phones) == ["layout.cut": ["iphone-5s portrait"]])
        var several = label
        several.attributes += " numberOfLines=\"2\""
        #expect(try Self.found(Self.dump([several], constraints), Self.phones) == [:])
    }

    @Test("longer texts and other words are tried on the devices, against the canvas as the file has it")
    func texts() throws {
        let constraints = ["a.leading r.leading 2", "r.trailing a.trailing 2", "a.top r.top", "a.height 50"]
        let dump = try Self.dump([Self.label([2, 0, 371, 50], "Everything that is cooked here")], constraints)
        #expect(try Self.found(dump, Self.phones) == [:])
        var texts = TextAssumptions()
        texts.growth = 0.9
        #expect(try Self.found(dump, Self.phones, texts)["layout.cut"]?.first == "iphone-5s portrait")
        texts.growth = 0
        texts.words[1] = dump.tree.words("Everything that is cooked here this evening, we hope", for: 1)
        let long = try Self.found(dump, Self.phones, texts)
        #expect(long.keys.sorted() == ["layout.cut"] && long["layout.cut"]?.first == "iphone-5s portrait")
        texts.words[1] = dump.tree.words("Eggs", for: 1)
        #expect(try Self.found(dump, Self.phones, texts) == [:])
        // A button without a width of its own grows over the edge.
        let pushed = ["a.leading r.leading 250", "a.top r.top"]
        let button = try Self.dump([Self.button("a", [250, 0, 60, 30])], pushed)
        #expect(try Self.found(button, Self.phones) == [:])
        texts.words = [:]
        texts.growth = 0.3
        #expect(try Self.found(button, Self.phones, texts)["layout.newlyClipped"] == ["iphone-5s portrait"])
        #expect(try Self.found(button, [], texts) == [:])
        // What is cut by an estimate with the file's own words too is no news.
        let wide = try Self.dump([Self.button("a", [270, 0, 60, 30])], ["a.leading r.leading 270", "a.top r.top"])
        texts.growth = 0.1
        #expect(try Self.found(wide, Self.phones, texts)["layout.newlyClipped"] == nil)
        texts.growth = 0.9
        #expect(try Self.found(button, Self.phones, texts)["layout.newlyClipped"] == ["iphone-5s portrait"])
    }

    @Test("panels that wait outside the canvas may wait elsewhere on a device")
    func parked() throws {
        let parked = try Self.dump(
            [Self.button("a", [360, 0, 40, 50])],
            ["a.leading r.leading 360", "a.width 40", "a.height 50", "a.top r.top"]
        )
        #expect(try Self.found(parked, Self.phones) == [:])
    }
}
