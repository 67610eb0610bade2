import AutoLayout
import DumpFormats
import Testing
import ViewHierarchy

/// A log, and what is told of it.
struct ConflictCase: Sendable, CustomTestStringConvertible {
    let rule: String
    /// The bodies of the constraints; one that begins with ✗ is the one that UIKit broke.
    let lines: [String]
    /// The sum or the pair.
    let sum: String?
    /// What the first advice has to hold.
    let advice: String
    /// The views as they lie in each other.
    let views: String?

    init(_ rule: String, _ lines: [String], sum: String?, advice: String, views: String? = nil) {
        (self.rule, self.lines, self.sum, self.advice, self.views) = (rule, lines, sum, advice, views)
    }

    var testDescription: String { rule }

    /// The log as UIKit prints it.
    var log: String {
        let bodies = lines.enumerated().map { number, line in
            (line.hasPrefix("✗"), "<\(Self.object(line, number + 1))   (active\(Self.names(line)))>")
        }
        let list = bodies.map { "    \"\($0.1)\"" }.joined(separator: ",\n")
        let broken = bodies.first(where: \.0).map { "Will attempt to recover by breaking constraint\n\($0.1)\n" } ?? ""
        return "Unable to simultaneously satisfy constraints.\n(\n\(list)\n)\n\n\(broken)"
    }

    /// `h=` begins a mask; all else is a plain constraint.
    private static func object(_ line: String, _ number: Int) -> String {
        let body = line.drop { $0 == "✗" || $0 == " " }.prefix { $0 != "¦" }
        let kind = body.hasPrefix("h=") ? "NSAutoresizingMaskLayoutConstraint" : "NSLayoutConstraint"
        return "\(kind):0x60\(number) \(body)"
    }

    /// What stands behind ¦ are the names.
    private static func names(_ line: String) -> String {
        line.contains("¦") ? ", names: \(line.drop { $0 != "¦" }.dropFirst()) " : ""
    }
}

@Suite("Conflicts of a log, explained")
struct ConflictExplanationTests {
    private static func explain(_ text: String, in tree: ViewTree? = nil) throws -> [ConflictExplanation] {
        ConflictExplanation.all(of: try CompanionReader.read(Array(text.utf8)).conflicts, in: tree)
    }

    private static let cases = [
        ConflictCase(
            "a row that is too long",
            [
                "H:|-(12)-[UILabel:0xa1'Soup']¦'|':UIView:0xb1", "H:[UILabel:0xa1'Soup']-(10)-[UISwitch:0xa2]",
                "✗ UISwitch:0xa2.width == 150", "H:[UISwitch:0xa2]-(12)-|¦'|':UIView:0xb1",
                "UILabel:0xa1'Soup'.width >= 130", "UIView:0xb1.width == 300",
            ],
            sum: "12 + 130 + 10 + 150 + 12 = 314 in 300",
            advice: "let UISwitch be at most 136 wide",
            views: "UIView > UILabel “Soup”, UISwitch"
        ),
        ConflictCase(
            "the same as equations, in another order",
            [
                "UIView:0xb1.width == 300", "UISwitch:0xa2.trailing == UIView:0xb1.trailing - 12",
                "UILabel:0xa1'Soup'.width >= 130", "✗ UISwitch:0xa2.width == 150",
                "UILabel:0xa1'Soup'.leading == UIView:0xb1.leading + 12",
                "UISwitch:0xa2.leading == UILabel:0xa1'Soup'.trailing + 10", "H:|-(0)-[UIButton:0xa3]¦'|':UIView:0xb1",
            ],
            sum: "12 + 130 + 10 + 150 + 12 = 314 in 300",
            advice: "at most 136"
        ),
        ConflictCase(
            "a length asked for twice",
            ["UIButton:0xa1.height == 30", "✗ UIButton:0xa1.height >= 44"],
            sum: "44 and 30",
            advice: "remove one of them"
        ),
        ConflictCase(
            "a length that is too short for what is around it",
            [
                "V:|-(5)-[A:0xa1]¦'|':B:0xb1", "V:[A:0xa1]-(5)-|¦'|':B:0xb1", "A:0xa1.height <= 20",
                "✗ B:0xb1.height == 100",
            ],
            sum: "5 + 20 + 5 = 30 in 100",
            advice: "Lower “B is 100 high” to 999"
        ),
        ConflictCase(
            "nothing is less than 0 wide",
            [
                "H:|-(4)-[UIStackView:0xa1]¦'|':Shop.Bar:0xb1",
                "✗ UIStackView:0xa1.trailing == Shop.Bar:0xb1.trailing - 10",
                "'UIView-Encapsulated-Layout-Width' Shop.Bar:0xb1.width == 0",
            ],
            sum: "4 + 10 = 14 in 0",
            advice: "Bar is 0 wide for a moment"
        ),
        ConflictCase(
            "a temporary width",
            [
                "H:|-(5)-[UITextField:0xa1]¦'|':Bar:0xb1", "✗ H:[UITextField:0xa1]-(6)-|¦'|':Bar:0xb1",
                "'_UITemporaryLayoutWidth' Bar:0xb1.width == 0",
            ],
            sum: "5 + 6 = 11 in 0",
            advice: "while UIKit measures it"
        ),
        ConflictCase(
            "a row of a list that is measured",
            [
                "✗ UIImageView:0xa1.height == 100", "V:|-(8)-[UIImageView:0xa1]¦'|':UITableViewCellContentView:0xb1",
                "UIImageView:0xa1.bottom == UITableViewCellContentView:0xb1.bottom - 8",
                "'UIView-Encapsulated-Layout-Height' UITableViewCellContentView:0xb1.height == 116.333",
            ],
            sum: "8 + 100 + 8 = 116 in 116.333",
            advice: "Lower “UIImageView is 100 high” to 999"
        ),
        ConflictCase(
            "a mask on a view that constraints place",
            [
                "h=--& v=--& UILabel:0xa1.width == 70", "h=--& v=--& UILabel:0xa1.minX == 0¦'|':UIView:0xb1",
                "✗ H:|-(20)-[UILabel:0xa1]¦'|':UIView:0xb1",
            ],
            sum: nil,
            advice: "Set translatesAutoresizingMaskIntoConstraints to false on UILabel"
        ),
        ConflictCase(
            "a mask on the view around",
            ["h=-&- v=-&- Bar:0xb1.height == 0", "V:|-(9)-[A:0xa1]¦'|':Bar:0xb1", "✗ V:[A:0xa1]-(0)-|¦'|':Bar:0xb1"],
            sum: "9 in 0",
            advice: "Bar has no size yet"
        ),
        ConflictCase(
            "a view that a stack view hides",
            ["✗ UIView:0xa1.height == 44", "'UISV-hiding' UIView:0xa1.height == 0"],
            sum: "44 and 0",
            advice: "is hidden in a stack view"
        ),
        ConflictCase(
            "a stack view's spacing",
            [
                "'UISV-canvas-connection' UIStackView:0xb1.leading == A:0xa1.leading",
                "'UISV-canvas-connection' H:[B:0xa2]-(0)-|¦'|':UIStackView:0xb1",
                "'UISV-spacing' H:[A:0xa1]-(40)-[B:0xa2]", "✗ UIStackView:0xb1.width == 30",
            ],
            sum: "40 in 30",
            advice: "UIStackView is 30 wide"
        ),
        ConflictCase(
            "a center and an edge",
            [
                "A:0xa1.centerX == UIView:0xb1.centerX", "✗ H:|-(20)-[A:0xa1]¦'|':UIView:0xb1", "A:0xa1.width == 300",
                "UIView:0xb1.width == 320",
            ],
            sum: "2 × 20 + 300 = 340 in 320",
            advice: "the distance be at most 10"
        ),
        ConflictCase(
            "an aspect ratio",
            ["✗ A:0xa1.width == 1.5*A:0xa1.height", "A:0xa1.height == 100", "A:0xa1.width == 120"],
            sum: "1.5 × 100 = 150 in 120",
            advice: "A"
        ),
        ConflictCase(
            "safe area and margins, which the log has as guides",
            [
                "UILayoutGuide:0xc1'UIViewSafeAreaLayoutGuide'.bottom == UIButton:0xa1.bottom + 300",
                "✗ UIButton:0xa1.height == 25",
                "V:|-(400)-[UIButton:0xa1]¦'|':UIView:0xb1",
                "'UIViewSafeAreaLayoutGuide-bottom' V:[UILayoutGuide:0xc1'UIViewSafeAreaLayoutGuide']-(34)-|¦'|':UIView:0xb1",
                "UIView:0xb1.height == 667",
            ],
            sum: "400 + 25 + 300 + 34 = 759 in 667",
            advice: "No number in",
            views: "UIView > the safe area of UIView, UIButton"
        ),
        ConflictCase(
            "margins by attribute and by guide are the same",
            [
                "A:0xa1.top == B:0xb1.topMargin", "B:0xb1.bottomMargin == A:0xa1.bottom", "✗ A:0xa1.height == 50",
                "'UIView-topMargin-guide-constraint' V:|-(8)-[UILayoutGuide:0xc1'UIViewLayoutMarginsGuide']¦'|':B:0xb1",
                "'UIView-bottomMargin-guide-constraint' V:[UILayoutGuide:0xc1'UIViewLayoutMarginsGuide']-(8)-|¦'|':B:0xb1",
                "B:0xb1.height == 60",
            ],
            sum: "8 + 50 + 8 = 66 in 60",
            advice: "at most 44"
        ),
        ConflictCase(
            "margins that the log does not give",
            [
                "A:0xa1.top == B:0xb1.topMargin", "B:0xb1.bottomMargin == A:0xa1.bottom", "A:0xa1.height == 50",
                "B:0xb1.height == 60",
            ],
            sum: nil,
            advice: "Lower"
        ),
        ConflictCase(
            "a view overlaps its neighbor",
            [
                "H:|-(0)-[A:0xa1]¦'|':V:0xb1", "A:0xa1.width == 60", "H:[A:0xa1]-(-10)-[B:0xa2]",
                "✗ B:0xa2.width == 60",
                "H:[B:0xa2]-(0)-|¦'|':V:0xb1", "V:0xb1.width == 100",
            ],
            sum: "60 − 10 + 60 = 110 in 100",
            advice: "at most 50"
        ),
        ConflictCase(
            "views by their accessibility identifiers",
            [
                "H:|-(10)-[soup-label]¦soup-label:0xa1, '|':UIView:0xb1",
                "H:[soup-label]-(10)-|¦soup-label:0xa1, '|':UIView:0xb1",
                "✗ soup-label.width == 90¦soup-label:0xa1", "UIView:0xb1.width == 100",
            ],
            sum: "10 + 90 + 10 = 110 in 100",
            advice: "“soup-label”",
            views: "UIView > “soup-label”"
        ),
        ConflictCase(
            "an overlap where others leave none",
            [
                "V:|-(0)-[G:0xc1]¦'|':UIView:0xb1", "G:0xc1.height == 0", "✗ V:[G:0xc1]-(-20)-[Bar:0xa1]",
                "V:|-(0)-[Bar:0xa1]¦'|':UIView:0xb1",
            ],
            sum: "20 in 0",
            advice: "Change “Bar overlaps G by 20”"
        ),
        ConflictCase(
            "an edge that a stack view has by itself",
            [
                "H:[A:0xa1]-(0)-|¦'|':UIStackView:0xb1",
                "'UISV-canvas-connection' H:[B:0xa2]-(0)-|¦'|':UIStackView:0xb1",
                "✗ 'UISV-spacing' H:[A:0xa1]-(10)-[B:0xa2]",
            ],
            sum: "10 in 0",
            advice: "A stack view places its views by itself: remove “A and UIStackView share the trailing edge”"
        ),
        ConflictCase(
            "a mask above the view around it",
            [
                "h=--& v=--& A:0xa1.minY == - 0.5¦'|':UIView:0xb1", "h=--& v=--& A:0xa1.height == 2",
                "✗ A:0xa1.centerY == UIView:0xb1.centerY", "UIView:0xb1.height == 800",
            ],
            sum: "2 − 2 × 0.5 = 1 in 800",
            advice: "Set translatesAutoresizingMaskIntoConstraints to false on A"
        ),
        ConflictCase(
            "one of them is not needed",
            ["A:0xa1.width == 10", "A:0xa1.height == 5", "✗ A:0xa1.width == 20"],
            sum: "20 and 10",
            advice: "remove one"
        ),
    ]

    @Test("the sum, the advice and the views", arguments: cases)
    func explanations(of conflict: ConflictCase) throws {
        let told = try #require(try Self.explain(conflict.log).first)
        if let sum = conflict.sum { #expect(told.arithmetic?.text == sum) }
        #expect(told.advice.first?.text.contains(conflict.advice) == true, "\(told.advice.map(\.text))")
        let places = conflict.lines.indices.filter { conflict.lines[$0].hasPrefix("✗") }
        #expect(told.constraints.indices.filter { told.constraints[$0].isBroken } == places)
        guard let views = conflict.views else { return }
        let roots = told.items.indices.filter { told.items[$0].superview == nil }
        let words = roots.map { root in
            let inner = told.items.filter { $0.superview == root }.map(\.name).joined(separator: ", ")
            return "\(told.items[root].name) > \(inner)"
        }
        #expect(words == [views])
    }

    @Test("constraints in words, seen from the view inside")
    func words() throws {
        let lines = [
            "H:|-(16)-[A:0xa1]¦'|':V:0xb1": "A begins 16 after the leading edge of V",
            "V:[A:0xa1]-(>=9)-|¦'|':V:0xb1": "A ends at least 9 above the bottom edge of V",
            "V:[A:0xa1]-(8)-[B:0xa2]": "B is 8 below A", "H:[A:0xa1]-(8)-[B:0xa2]": "B begins 8 after A",
            "A:0xa1.width <= 30": "A is at most 30 wide", "A:0xa1.width == B:0xa2.width": "A is as wide as B",
            "A:0xa1.centerY == B:0xa2.centerY": "A and B share the vertical center",
            "A:0xa1.centerY == B:0xa2.centerY - 3": "A is centered 3 above the vertical center of B",
            "A:0xa1.width == 2*A:0xa1.height + 1": "Width of A = 2 × height of A + 1",
            "h=--& v=--& A:0xa1.minX == 7¦'|':V:0xb1": "Left edge of A is 7 from the left edge of V",
            "A:0xa1.bottom == B:0xa2.top - 4": "A is 4 above B",
        ]
        for (line, words) in lines {
            let told = try Self.explain(ConflictCase("", [line], sum: nil, advice: "").log)
            #expect(told.first?.constraints.first?.words == words)
        }
    }

    @Test("a conflict that came again is told once, also of other cells; another one by itself")
    func repetitions() throws {
        func log(_ address: String, _ width: Int) -> String {
            ConflictCase(
                "",
                [
                    "UILabel:0x\(address)'\(address)'.width == \(width)",
                    "✗ UILabel:0x\(address)'\(address)'.width >= 50",
                ],
                sum: nil,
                advice: ""
            ).log
        }
        let told = try Self.explain(log("a1", 20) + log("a2", 20) + log("a1", 30) + log("a1", 20))
        #expect(told.map(\.count) == [3, 1])
        #expect(told[0].lines.count == 3 && told[0].lines[0] == 1)
        #expect(told[0].constraints[1].takesPart == true)
    }

    @Test("views of the same name are numbered")
    func sameNames() throws {
        let log = ConflictCase(
            "",
            ["V:[UIView:0xa1]-(8)-[UIView:0xa2]", "UILabel:0xa3.width == 1"],
            sum: nil,
            advice: ""
        ).log
        #expect(try Self.explain(log).first?.items.map(\.name).sorted() == ["UILabel", "UIView 1", "UIView 2"])
    }

    @Test("a dump of the same run gives classes, names and who is in whom")
    func dump() throws {
        let tree = try DumpReader.read(
            Array(
                """
                <UIWindow: 0xb0; frame = (0 0; 300 500)>
                   | <Shop.Panel: 0xb1; frame = (0 0; 300 500)>
                   |    | <UIStackView: 0xb2; frame = (0 0; 300 50)>
                   |    |    | <UIButton: 0xa1; frame = (0 0; 90 50)>
                """.utf8
            )
        ).tree
        let log = ConflictCase(
            "",
            ["H:|-(0)-[soup]¦soup:0xa1, '|':UIStackView:0xb2", "soup.width == Shop.Panel:0xb1.width¦soup:0xa1"],
            sum: nil,
            advice: ""
        ).log
        let told = try #require(try Self.explain(log, in: tree).first)
        #expect(told.items.map(\.name) == ["UIButton “soup”", "UIStackView", "Panel"])
        #expect(told.items.map(\.view) == [3, 2, 1])
        #expect(told.items.map(\.superview) == [1, 2, nil])
    }

    @Test("of many conflicts the first are explained, and all that are the same as these counted")
    func many() throws {
        let log = (0..<300).map { number in
            ConflictCase("", ["A:0xa1.width == \(number % 150)", "✗ A:0xa1.width >= 500"], sum: nil, advice: "").log
        }
        let told = try Self.explain(log.joined())
        #expect(told.count == ConflictExplanation.maximumConflicts && told.allSatisfy { $0.count == 2 })
        let wide = (0..<4).map { number in
            ConflictCase("", (0..<180).map { "A:0xa1.width == \($0 + number)" }, sum: nil, advice: "").log
        }
        #expect(try Self.explain(wide.joined()).count == ConflictExplanation.maximumInAll / 180)
    }

    @Test("large and odd conflicts take no longer than their limits allow", arguments: [1, 60, 400])
    func limits(count: Int) throws {
        var lines: [String] = []
        for number in 0..<count { lines.append("H:[A:0xa\(number)]-(8)-[A:0xa\(number + 1)]") }
        lines += [
            "✗ A:0xa0.leading == A:0xa\(min(count, 90)).trailing", "A:0xa0.width == 1e300",
            "A:0xa0.width == 0.0000001*A:0xa1.width",
        ]
        let told = try #require(try Self.explain(ConflictCase("", lines, sum: nil, advice: "").log).first)
        #expect(told.constraints.count <= ConflictExplanation.maximumConstraints + 1)
    }
}
