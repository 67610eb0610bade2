import Catalog
import Checks
import Diagnostics
import FoundationEssentials
import PropertyList
import Services
import Shapes
import ViewHierarchy
import Web

/// A step in the film of a timeline.
struct TimelineStep: PageModel {
    /// The longer side of the little picture, in points.
    private static let side = 88.0

    private let number: Int
    private let page: TimelinePage

    init(_ number: Int, on page: TimelinePage) { (self.number, self.page) = (number, page) }

    private var dump: DumpSummary { page.timeline.dumps[number] }
    private var step: Timeline.Step { page.timeline.views.steps[number] }

    private var thumbnail: Size {
        let longest = max(dump.size.width, dump.size.height)
        let factor = longest.isFinite && longest > 0 ? Self.side / longest : 0
        return Size(width: (dump.size.width * factor).rounded(), height: (dump.size.height * factor).rounded())
    }

    private func count(_ count: Int) -> Int? { count > 0 ? count : nil }

    static let members: Members<Self> = [
        "number": .number { $0.number + 1 }, "name": .text { $0.dump.name },
        "href": .text { $0.page.address(step: $0.number, track: $0.page.track) },
        "current": .flag { $0.number == $0.page.step }, "date": .text { Instant.words($0.dump.moment) },
        "picture": .text { DiffPicture.address(of: $0.dump, showsPixels: $0.dump.hasScreenshot) },
        "thumbnail": .part { Extent(size: $0.thumbnail) },
        "summary": .text { $0.number > 0 ? $0.step.summary : "the first" },
        "added": .number { $0.count($0.step.count(.added)) }, "removed": .number { $0.count($0.step.count(.removed)) },
        "other": .number { row in
            row.count(row.step.changes.count { $0.before != nil && $0.after != nil })
        },
        "lane": .part { row in row.page.track.map { TimelineLane(moment: $0.moments[row.number]) } },
    ]
}

/// Whether a view is there in a step, is seen, and has changed.
struct TimelineLane: PageModel {
    let moment: ViewTrack.Moment

    /// `seen`, `unseen` or `absent`, as style sheets call it.
    private var state: String { moment.visibility.map { $0.isSeen ? "seen" : "unseen" } ?? "absent" }

    static let members: Members<Self> = [
        "state": .text { $0.state }, "label": .text { $0.moment.visibility?.label ?? "Not there" },
        "changed": .flag { !$0.moment.kinds.isEmpty },
    ]
}

extension DiffCount {
    /// Whether a view is seen, where that is all there is to say of it.
    init(_ visibility: ViewVisibility) {
        self.init(kind: visibility.isSeen ? "seen" : "unseen", label: visibility.label, count: 1)
    }
}

/// The history of a view: what it is, its frames as lines, and a row for each step.
struct TimelineHistory: PageModel {
    private let track: ViewTrack
    private let page: TimelinePage
    private let tree: ViewTree
    private let index: Int

    init?(_ track: ViewTrack, on page: TimelinePage) {
        // What it is called: in this step, else when it was last there.
        let here = track.moments[page.step]
        guard let named = here.index == nil ? track.last : here, let index = named.index else { return nil }
        (self.track, self.page, self.index) = (track, page, index)
        tree = page.timeline.views.steps[named.step].tree
    }

    /// In which steps something became of it, by what that was.
    private var events: [Event] {
        Timeline.Kind.allCases.compactMap { kind in
            let steps = track.steps(kind)
            return steps.isEmpty ? nil : Event(kind: kind, steps: steps, page: page)
        }
    }

    static let members: Members<Self> = [
        "icon": .text { ViewKind(className: $0.tree.classTitle(of: $0.index).readable).icon },
        "class": .text { $0.tree.classTitle(of: $0.index).shown },
        "text": .text { ViewRow.short($0.tree.text(of: $0.index) ?? $0.tree.label(of: $0.index)) },
        "identifier": .text { ViewRow.short($0.tree.identifier(of: $0.index)) },
        "isHere": .flag { $0.track.moments[$0.page.step].index != nil },
        "isSame": .flag { $0.track.isEmpty }, "events": .list { $0.events },
        "closeHref": .text { $0.page.address(step: $0.page.step, track: nil) },
        "charts": .list { history in
            TimelineChart.Quantity.allCases.compactMap { TimelineChart($0, of: history.track, at: history.page.step) }
        },
        "moments": .list { history in
            history.track.moments.map { Moment(moment: $0, page: history.page) }
        },
    ]

    /// What became of the view, and in which steps.
    private struct Event: PageModel {
        let kind: Timeline.Kind
        let steps: [Int]
        let page: TimelinePage

        static let members: Members<Self> = [
            "kind": .text { $0.kind.rawValue }, "label": .text { $0.kind.label },
            "steps": .list { event in event.steps.map { StepLink(step: $0, page: event.page) } },
        ]
    }

    /// A step as a link.
    private struct StepLink: PageModel {
        let step: Int
        let page: TimelinePage

        static let members: Members<Self> = [
            "number": .number { $0.step + 1 }, "href": .text { $0.page.address(step: $0.step, track: $0.page.track) },
        ]
    }

    /// The view in one step.
    private struct Moment: PageModel {
        let moment: ViewTrack.Moment
        let page: TimelinePage

        static let members: Members<Self> = [
            "number": .number { $0.moment.step + 1 }, "name": .text { $0.page.timeline.dumps[$0.moment.step].name },
            "href": .text { $0.page.address(step: $0.moment.step, track: $0.page.track) },
            "current": .flag { $0.moment.step == $0.page.step }, "lane": .part { TimelineLane(moment: $0.moment) },
            "place": .text { $0.moment.windowFrame.map { ViewPropertyValue.point($0.origin).words } },
            "size": .text { $0.moment.windowFrame.map { ViewPropertyValue.size($0.size).words } },
            "hasKinds": .flag { !$0.moment.kinds.isEmpty }, "kinds": .list { $0.moment.kinds.map { DiffCount($0) } },
            "lines": .list { ($0.moment.difference.map { DiffWords.lines(of: $0) } ?? []).map { DiffLine(words: $0) } },
        ]
    }
}

/// One number of a view's frame in the window over the steps, as a line: broken where the view is not there, and faint where
/// it is not seen.
struct TimelineChart: PageModel {
    /// What is drawn.
    enum Quantity: String, CaseIterable {
        case x, y, width, height

        func value(of frame: Rect) -> Double {
            switch self {
            case .x: frame.origin.x
            case .y: frame.origin.y
            case .width: frame.size.width
            case .height: frame.size.height
            }
        }
    }

    /// From one step to the next, or a step alone.
    private struct Piece: PageModel {
        let from: Point
        let to: Point
        let isSeen: Bool

        static let members: Members<Self> = [
            "x1": .decimal { $0.from.x }, "y1": .decimal { $0.from.y }, "x2": .decimal { $0.to.x },
            "y2": .decimal { $0.to.y }, "seen": .flag { $0.isSeen },
        ]
    }

    private let quantity: Quantity
    private let span: ClosedRange<Double>
    private let pieces: [Piece]
    private let last: Int
    private let step: Int

    /// Nil for a number that is the same in all steps.
    init?(_ quantity: Quantity, of track: ViewTrack, at step: Int) {
        let values = track.moments.map { $0.windowFrame.map(quantity.value) }
        let known = values.compactMap(\.self)
        guard let low = known.min(), let high = known.max(), low < high else { return nil }
        (self.quantity, self.step) = (quantity, step)
        span = low...high
        last = track.moments.count - 1
        func point(_ number: Int, _ value: Double) -> Point {
            // The higher the number, the further up; y goes down, as on the screen.
            let share = (value - low) / (high - low)
            return Point(x: Double(number), y: quantity == .y ? share : 1 - share)
        }
        var pieces: [Piece] = []
        for (number, moment) in track.moments.enumerated() {
            guard let value = values[number] else { continue }
            let here = point(number, value)
            let isSeen = moment.visibility?.isSeen ?? false
            let before = number > 0 ? values[number - 1].map { point(number - 1, $0) } : nil
            pieces.append(Piece(from: before ?? here, to: here, isSeen: isSeen))
        }
        self.pieces = pieces
    }

    static let members: Members<Self> = [
        "name": .text { $0.quantity.rawValue }, "least": .text { NumberText.short($0.span.lowerBound) },
        "most": .text { NumberText.short($0.span.upperBound) }, "last": .number { $0.last },
        "step": .number { $0.step }, "pieces": .list { $0.pieces },
    ]
}

/// Where a view is over the steps, on the screen.
enum TimelineTrail {
    /// The way from step to step; nil where it stays in one place.
    static func trail(of track: ViewTrack, on page: TimelinePage) -> DiffPicture.Trail? {
        let stops = track.moments.compactMap { moment in
            moment.windowFrame.map { frame in
                DiffPicture.Trail.Stop(
                    number: moment.step + 1,
                    middle: Point(x: frame.origin.x + frame.size.width / 2, y: frame.origin.y + frame.size.height / 2),
                    href: page.address(step: moment.step, track: track),
                    isCurrent: moment.step == page.step
                )
            }
        }
        guard stops.contains(where: { $0.middle != stops[0].middle }) else { return nil }
        return DiffPicture.Trail(stops: stops)
    }
}

/// A screen with views marked on it that are not the same.
struct DiffPicture: PageModel {
    /// A view on the screen that is not the same.
    struct Mark: PageModel {
        let rect: Rect
        let kind: DiffCount
        let key: String
        let href: String
        let isChosen: Bool
        /// Whether it is of a view that a constraint relates: it is seen while that is chosen.
        var isTie = false
        /// Whether it lies in a view that is marked alike: only the outermost is filled, so that what is under them is seen.
        var isInside = false
        /// What the view is called.
        let view: String

        private var name: String { "\(kind.label): \(view)" }

        static let members: Members<Self> = [
            "x": .text { NumberText.told($0.rect.origin.x) }, "y": .text { NumberText.told($0.rect.origin.y) },
            "width": .text { NumberText.told($0.rect.size.width) },
            "height": .text { NumberText.told($0.rect.size.height) }, "kind": .text { $0.kind.kind },
            "key": .text { $0.key }, "href": .text { $0.href }, "chosen": .flag { $0.isChosen },
            "name": .text { $0.name }, "tie": .flag { $0.isTie }, "inside": .flag { $0.isInside },
        ]
    }

    private let summary: DumpSummary
    private let title: String
    private let href: String
    private let box: Rect
    /// How wide it is drawn beside a picture of another size, as a share of the wider one; nil where both have one size.
    var share: Double?
    private let showsPixels: Bool
    private let marks: [Mark]
    private let trail: Trail?
    /// The id of the root that is drawn alone.
    private let scene: Int?

    /// - Parameters:
    ///   - scene: The root that is drawn, by its index; nil draws the first scene, or all roots that are none.
    ///   - title: What stands before the name of the dump.
    ///   - href: Where the name leads; the dump's own page where nothing is given.
    ///   - trail: Where a view was on other screens.
    ///   - marks: Makes the marks, of places on the part of the tree that is drawn.
    init(
        of tree: ViewTree,
        _ summary: DumpSummary,
        scene: Int? = nil,
        title: String,
        href: String? = nil,
        trail: Trail? = nil,
        _ marks: (WindowGeometry) -> [Mark]
    ) {
        self.summary = summary
        self.title = title
        self.href = href ?? "/dumps/\(summary.id.pathSegment)"
        self.trail = trail
        self.scene = scene.flatMap(tree.id)
        // Of scenes one is drawn.
        let scene = scene ?? tree.firstScene
        showsPixels = summary.hasScreenshot && scene == nil
        let geometry = WindowGeometry(tree, root: scene)
        let frames = (scene.map { [$0] } ?? tree.roots).compactMap { geometry.windowFrame(of: $0) }.filter {
            !$0.isEmpty
        }
        box = frames.dropFirst().reduce(frames.first ?? Rect(x: 0, y: 0, width: 1, height: 1)) { $0.union($1) }
        self.marks = marks(geometry).filter(\.rect.isFinite)
    }

    /// The size of what is drawn, in points.
    var size: Size { box.size }

    static let members: Members<Self> = [
        "share": .text { $0.share.map { "\(NumberText.told($0 * 100))%" } },
        "dimensions": .text { picture in
            guard picture.share != nil else { return nil }
            return "\(NumberText.told(picture.size.width)) × \(NumberText.told(picture.size.height))"
        },
        "title": .text { $0.title }, "name": .text { $0.summary.name }, "address": .text { $0.href },
        "picture": .text { Self.address(of: $0.summary, showsPixels: $0.showsPixels, scene: $0.scene) },
        "width": .text { NumberText.told($0.box.size.width) },
        "height": .text { NumberText.told($0.box.size.height) },
        "box": .text {
            [$0.box.minX, $0.box.minY, $0.box.size.width, $0.box.size.height].map(NumberText.told)
                .joined(separator: " ")
        },
        "marks": .list { $0.marks }, "trail": .part { $0.trail },
    ]

    /// The address of the picture of a dump, or of one of its roots.
    static func address(of dump: DumpSummary, showsPixels: Bool = false, scene: Int? = nil) -> String {
        PageAddress("/api/v1/dumps/\(dump.id.pathSegment)/wireframe.svg")
            .adding("screenshot", showsPixels ? "true" : nil).adding("view", scene.map(String.init)).text
    }

    /// The way of a view over several screens, from middle to middle.
    struct Trail: PageModel {
        /// Where the view is in the steps that have it.
        struct Stop: PageModel {
            let number: Int
            let middle: Point
            let href: String
            let isCurrent: Bool

            static let members: Members<Self> = [
                "number": .number { $0.number }, "x": .text { NumberText.short($0.middle.x) },
                "y": .text { NumberText.short($0.middle.y) }, "href": .text { $0.href },
                "current": .flag { $0.isCurrent },
            ]
        }

        let stops: [Stop]

        static let members: Members<Self> = [
            "points": .text { trail in
                trail.stops.map { "\(NumberText.short($0.middle.x)),\(NumberText.short($0.middle.y))" }
                    .joined(separator: " ")
            },
            "stops": .list { $0.stops },
        ]
    }
}

/// What a property was and is.
struct DiffLine: PageModel {
    let words: DiffWords

    static let members: Members<Self> = [
        "name": .text { $0.words.name }, "before": .text { $0.words.before }, "after": .text { $0.words.after },
    ]
}

/// How many views are of one kind.
struct DiffCount: PageModel {
    /// The kind as style sheets call it.
    let kind: String
    let label: String
    let count: Int

    init(_ kind: TreeDiff.Kind, _ count: Int = 1) { self.init(kind: kind.rawValue, label: kind.label, count: count) }

    init(_ kind: Timeline.Kind, _ count: Int = 1) { self.init(kind: kind.rawValue, label: kind.label, count: count) }

    init(kind: String, label: String, count: Int) {
        (self.kind, self.label, self.count) = (kind, label, count)
    }

    static let members: Members<Self> = [
        "kind": .text { $0.kind }, "count": .number { $0.count }, "label": .text { $0.label },
    ]
}
