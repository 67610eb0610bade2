import DumpFormats
@testable import Checks
@testable import ViewHierarchy
import Testing

/// Moments of one screen: a label moves, vanishes and comes back; a button hides with what is in it; a banner changes its
/// superview. Addresses differ each time.
enum Moments {
    static let texts = [
        """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
           | <UIView: 0x2; frame = (0 20; 320 360); layer = <CALayer: 0x92>>
           |    | <UILabel: 0x3; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
           |    | <UILabel: 0x4; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
           | <UIButton: 0x5; frame = (40 400; 80 40); layer = <CALayer: 0x95>>
           |    | <UIImageView: 0x6; frame = (4 4; 20 20); layer = <CALayer: 0x96>>
           | <UILabel: 0x7; frame = (200 400; 60 20); text = 'Bern'; layer = <CALayer: 0x97>>
        """,
        """
        <UIWindow: 0x11; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
           | <UIView: 0x12; frame = (0 20; 320 360); layer = <CALayer: 0x92>>
           |    | <UILabel: 0x13; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
           |    | <UILabel: 0x14; frame = (10 70; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
           | <UIButton: 0x15; frame = (40 400; 80 40); hidden = YES; layer = <CALayer: 0x95>>
           |    | <UIImageView: 0x16; frame = (4 4; 20 20); layer = <CALayer: 0x96>>
           | <UILabel: 0x17; frame = (200 400; 60 20); text = 'Bern'; layer = <CALayer: 0x97>>
        """,
        """
        <UIWindow: 0x21; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
           | <UIView: 0x22; frame = (0 20; 320 360); layer = <CALayer: 0x92>>
           |    | <UILabel: 0x23; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
           |    | <UILabel: 0x27; frame = (200 380; 60 20); text = 'Bern'; layer = <CALayer: 0x97>>
           | <UIButton: 0x25; frame = (40 400; 80 40); hidden = YES; layer = <CALayer: 0x95>>
           |    | <UIImageView: 0x26; frame = (4 4; 20 20); layer = <CALayer: 0x96>>
        """,
        """
        <UIWindow: 0x31; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
           | <UIView: 0x32; frame = (0 20; 320 360); layer = <CALayer: 0x92>>
           |    | <UILabel: 0x34; frame = (10 40; 100 20); text = 'Oslo'; layer = <CALayer: 0x94>>
           |    | <UILabel: 0x33; frame = (10 10; 100 20); text = 'Rome'; layer = <CALayer: 0x93>>
           |    | <UILabel: 0x37; frame = (200 380; 60 20); text = 'Bern'; layer = <CALayer: 0x97>>
           | <UIButton: 0x35; frame = (40 400; 80 40); layer = <CALayer: 0x95>>
           |    | <UIImageView: 0x36; frame = (4 4; 20 20); layer = <CALayer: 0x96>>
        """,
    ]

    static func trees(_ texts: [String] = texts) throws -> [ViewTree] {
        try texts.map { try DumpReader.read(Array($0.utf8)).tree }
    }
}

@Suite("Views over a timeline")
struct TimelineTests {
    /// What became of the views of each step, a line for each view: `Oslo: moved`.
    private func changes(_ timeline: Timeline) -> [[String]] {
        timeline.steps.map { step in
            step.changes.map { change in
                let (tree, index) = change.after.map { (step.tree, $0) } ?? (step.diff?.former, change.before ?? -1)
                let name = tree?.text(of: index) ?? tree?.className(of: index) ?? "?"
                return "\(name): \(change.kinds.map(\.rawValue).joined(separator: ", "))"
            }
        }
    }

    /// The history of the first view of a class or with a text: its place or `–`, what is seen of it, what became of it.
    private func history(_ name: String, of timeline: Timeline, in step: Int = 0) throws -> [String] {
        let tree = timeline.steps[step].tree
        let index = try #require(tree.indices.first { tree.text(of: $0) == name || tree.className(of: $0) == name })
        return try #require(timeline.track(of: index, in: step)).moments.map { moment in
            let place = moment.windowFrame.map { "\(Int($0.origin.x)),\(Int($0.origin.y))" } ?? "–"
            return ([place, moment.visibility?.rawValue ?? "–"] + moment.kinds.map(\.rawValue)).joined(separator: " ")
        }
    }

    @Test(
        "each step says what became of the views since the one before; what is inside a view that hides is not listed"
    )
    func steps() throws {
        let timeline = Timeline(try Moments.trees())
        #expect(
            changes(timeline) == [
                [], ["Oslo: moved", "UIButton: changed, hidden"], ["Oslo: removed", "Bern: reparented"],
                ["Oslo: added, returned", "UIButton: changed, shown"],
            ]
        )
        #expect(timeline.steps[3].summary == "1 added, 1 returned, 1 changed, 1 shown")
        #expect(timeline.steps[0].summary == "nothing differs" && timeline.steps[0].diff == nil)
        #expect(!timeline.isEmpty && timeline.viewCount == 27)
    }

    @Test("a view has one history, by whatever step it is asked for: where it moved, hid, vanished and came back")
    func tracks() throws {
        let timeline = Timeline(try Moments.trees())
        let oslo = ["10,60 visible", "10,90 visible moved", "– – removed", "10,60 visible added returned"]
        #expect(try history("Oslo", of: timeline) == oslo)
        #expect(try history("Oslo", of: timeline, in: 3) == oslo)
        #expect(
            try history("UIButton", of: timeline) == [
                "40,400 visible", "40,400 hidden changed hidden", "40,400 hidden", "40,400 visible changed shown",
            ]
        )
        // Hidden and shown with the button.
        #expect(
            try history("UIImageView", of: timeline) == [
                "44,404 visible", "44,404 hiddenAbove hidden", "44,404 hiddenAbove", "44,404 visible shown",
            ]
        )
        // In the window it stays where it is.
        #expect(try history("Bern", of: timeline)[2] == "200,400 visible reparented")
        let track = try #require(timeline.track(of: 3, in: 0))
        #expect(track.steps(.moved) == [1] && track.steps(.removed) == [2] && track.steps(.returned) == [3])
        #expect(track.first?.step == 0 && track.last?.step == 3 && !track.isEmpty)
        #expect(track.moments[1].frame == Rect(x: 10, y: 70, width: 100, height: 20) && track.moments[2].text == nil)
        #expect(timeline.track(of: 0, in: 0)?.isEmpty == true)
        #expect(timeline.track(of: 7, in: 0) == nil && timeline.track(of: -1, in: 0) == nil)
        #expect(timeline.track(of: 0, in: 4) == nil && timeline.track(of: 0, in: -1) == nil)
    }

    @Test("a whole screen that went comes back with all its views, those without words by their places")
    func screens() throws {
        let other = "<UIWindow: 0x41; frame = (0 0; 320 480); layer = <CALayer: 0x91>>"
        let timeline = Timeline(try Moments.trees([Moments.texts[0], other, other, Moments.texts[1]]))
        #expect(timeline.steps.map { $0.count(.returned) } == [0, 0, 0, 6])
        #expect(try history("UIImageView", of: timeline)[3].hasSuffix("added returned"))
        #expect(try history("Oslo", of: timeline)[3] == "10,90 visible added returned")
    }

    @Test("a view that could be several of those that went is a new one")
    func doubts() throws {
        func screen(_ views: String...) -> String {
            let lines = views.enumerated().map { number, view in
                "   | <UIView: 0x\(number + 2); frame = (0 0; 9 9); layer = <CALayer: 0x92>>\n   |    | <\(view)"
                    + "; layer = <CALayer: 0x93>>"
            }
            return (["<UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>"] + lines).joined(
                separator: "\n"
            )
        }
        let label = "UILabel: 0x7; frame = (0 0; 9 9); text = 'Again'"
        let one = screen("UISwitch: 0x8; frame = (0 0; 9 9)", label)
        let timeline = Timeline(try Moments.trees([screen(label, label), screen(), screen(), one]))
        // Two labels went that say the same; the superview of the one that comes is that of the second.
        #expect(timeline.steps[3].count(.returned) == 3 && timeline.steps[3].count(.added) == 4)
    }

    @Test("why a view is not seen")
    func visibility() throws {
        let text = """
            <UIWindow: 0x1; frame = (0 0; 320 480); layer = <CALayer: 0x91>>
               | <UIView: 0x2; frame = (0 0; 100 100); alpha = 0; layer = <CALayer: 0x92>>
               |    | <UILabel: 0x3; frame = (0 0; 50 20); text = 'Faint'; layer = <CALayer: 0x93>>
               | <UILabel: 0x4; frame = (400 0; 50 20); text = 'Far'; layer = <CALayer: 0x94>>
               | <UILabel: 0x5; frame = (10 10; 0 20); text = 'Thin'; layer = <CALayer: 0x94>>
               | <UILabel: 0x6; frame = (200 200; 50 20); text = 'Under'; layer = <CALayer: 0x94>>
               | <UIView: 0x7; frame = (180 180; 100 100); opaque = YES; backgroundColor = UIExtendedSRGBColorSpace 1 0 0 1; layer = <CALayer: 0x92>>
               | <UILabel: 0x8; frame = (nan 0; 50 20); text = 'Nowhere'; layer = <CALayer: 0x94>>
            """
        let step = try #require(Timeline(try Moments.trees([text])).steps.first)
        let expected: [ViewVisibility] = [
            .visible, .transparent, .transparent, .outside, .empty, .covered, .visible, .nowhere,
        ]
        #expect(step.tree.indices.map(step.visibility) == expected.map(Optional.some))
        #expect(step.visibility(of: 8) == nil && Set(ViewVisibility.allCases.map(\.label)).count == 8)
        #expect(ViewVisibility.allCases.filter(\.isSeen) == [.visible])
    }

    @Test("nothing and one dump are timelines, and nothing becomes of what stays")
    func small() throws {
        #expect(Timeline([]).isEmpty && Timeline([]).steps.isEmpty && Timeline([]).track(of: 0, in: 0) == nil)
        let one = try Moments.trees()[0]
        let timeline = Timeline([one, one, ViewTree(), one])
        #expect(timeline.steps[1].changes.isEmpty && timeline.steps[2].count(.removed) == 7)
        #expect(timeline.steps[3].count(.returned) == 7)
        #expect(Timeline([one]).isEmpty)
    }

    @Test("as many steps as are allowed, with half of a thousand views going and coming back each time")
    func large() {
        let count = 1_000
        func screen(_ step: Int) -> ViewTree {
            var builder = ViewTreeBuilder()
            builder.append(
                ViewDescription(className: "UIWindow", frame: Rect(x: 0, y: 0, width: 9, height: 9)),
                depth: 0
            )
            for number in 1..<count where number < count / 2 || step.isMultiple(of: 2) {
                var view = ViewDescription(
                    className: "UILabel",
                    frame: Rect(x: 0, y: Double(step), width: 9, height: 9)
                )
                view.texts.text = number.isMultiple(of: 3) ? "same" : "row \(number)"
                builder.append(view, depth: 1 + number % 2)
            }
            return builder.build()
        }
        let timeline = Timeline((0..<Timeline.maximumSteps).map(screen))
        #expect(timeline.steps.count == 100)
        #expect(timeline.steps[2].count(.returned) > count / 3)
        #expect(timeline.track(of: 1, in: 99)?.steps(.moved).count == 99)
    }
}
