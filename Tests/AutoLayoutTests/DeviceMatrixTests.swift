import TestSupport
import Testing

@testable import AutoLayout
@testable import ViewHierarchy

@Suite("Screens on several devices")
struct DeviceMatrixTests {
    private static let phones = ["iphone-5s", "iphone-8"].compactMap { Device(id: $0) }

    private static func tree(_ size: String = "375x667") throws -> ViewTree {
        try #require(
            try LayoutVectors.read("case|R \(size);a:view;a.l=R.l+16;R.r=a.r+16;a.t=R.t;a.h=9|R=0,0,375,667").first
        ).tree
    }

    @Test("a screen is laid out on each device held each way, and on its canvas")
    func devices() throws {
        let matrix = DeviceMatrix(try Self.tree(), screens: HeldDevice.all(Self.phones))
        let row = try #require(matrix.rows.first)
        #expect(matrix.rows.count == 1 && matrix.omissions == [])
        #expect(row.canvas.frame(of: 1)?.size.width == 343)
        #expect(
            row.layouts.map(\.screen.id) == [
                "iphone-5s portrait", "iphone-5s landscape", "iphone-8 portrait", "iphone-8 landscape",
            ]
        )
        #expect(row.layouts.map { $0.result.frame(of: 1)?.size.width } == [288, 536, 343, 635])
        #expect(row.layouts.first?.result.tally.certain == 2)
    }

    @Test("what is no screen, such as a bar, has its canvas alone")
    func parts() throws {
        let tree = try Self.tree("375x44")
        #expect(!tree.isScreen(0))
        let row = try #require(DeviceMatrix(tree, screens: HeldDevice.all(Self.phones)).rows.first)
        #expect(row.layouts.isEmpty && row.canvas.frames.count == 2)
        #expect(try Self.tree("667x375").isScreen(0))
    }

    @Test("layouts beyond the number of views are left out, and it is said")
    func limits() throws {
        let screens = HeldDevice.all(Self.phones, [.portrait])
        // Two views on the canvas and on one device.
        let some = DeviceMatrix(try Self.tree(), screens: screens, maximumViews: 4)
        #expect(some.rows.first?.layouts.map(\.screen.device.id) == ["iphone-5s"])
        #expect(some.omissions.map { $0.hasPrefix("1 layout was left out") } == [true])
        let none = DeviceMatrix(try Self.tree(), screens: screens, maximumViews: 1)
        #expect(none.rows.isEmpty && none.omissions.map { $0.hasPrefix("1 root was left out") } == [true])
    }

    @Test("devices that give a screen the same are solved once")
    func sameScreens() throws {
        let device = try #require(Self.phones.first)
        let screen = HeldDevice(device, .portrait)
        let matrix = DeviceMatrix(try Self.tree(), screens: [screen, screen], maximumViews: 4)
        #expect(matrix.rows.first?.layouts.count == 2 && matrix.omissions == [])
    }

    @Test("a screen that goes on from the device before is as if laid out alone, whatever its views are")
    func goingOn() throws {
        let screens = HeldDevice.all(Array(Device.all.suffix(6)))
        var screensSeen = 0
        for tree in try Self.manyTrees() {
            for row in DeviceMatrix(tree, screens: screens).rows {
                screensSeen += row.layouts.count
                for layout in row.layouts {
                    let target = LayoutTarget(
                        layout.screen.situation.surroundings(of: tree.bounds(of: row.root).size),
                        of: tree
                    )
                    let alone = tree.autoLayout(of: row.root, for: target)
                    #expect(layout.result.difference(from: alone) == nil, "\(layout.screen.id)")
                }
            }
        }
        #expect(screensSeen > 300)
    }

    @Test("in a cancelled task no layout is begun, and it is said")
    func cancelled() async throws {
        let tree = try Self.tree()
        #expect(!DeviceMatrix(tree, screens: HeldDevice.all(Self.phones)).isGivenUp)
        let matrix = await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return DeviceMatrix(tree, screens: HeldDevice.all(Self.phones))
        }.value
        #expect(matrix.isGivenUp && matrix.rows.isEmpty && matrix.omissions == [])
    }

    /// The vectors of the rules, and a screen of margins, texts that break their lines, what has a choice, and a stack that
    /// shares by contents.
    private static func manyTrees() throws -> [ViewTree] {
        let views = """
            a:label 0,0,900,20 [lines="0"];b:view;c:stackView [distribution="fillProportionally"];\
            d:label in c 0,0,80,20;e:label in c 0,0,200,41 [lines="0"];f:view [preservesSuperviewLayoutMargins="YES"];\
            g:label in f 0,0,300,60 [lines="0"]
            """
        let rules = """
            a.l=R.lm;R.rm=a.r;a.t=S.t+8;b.l=a.l;b.t=a.b+8;b.h=20;b.w>=10;b.r<=R.r;c.l=S.l;S.r=c.r;c.t=b.b;\
            f.l=R.l;R.r=f.r;f.b=S.b;g.l=f.lm;f.rm=g.r;g.t=f.tm;f.bm=g.b
            """
        let vectors = String(decoding: try Fixtures.bytes("vectors/autolayout.txt"), as: UTF8.self)
        return try LayoutVectors.read(vectors + "\nscreen|R 375x667;\(views);\(rules)|R=0,0,375,667").map(\.tree)
    }
}

extension AutoLayoutResult {
    /// What is another in another result: words for people; nil where nothing is.
    func difference(from other: AutoLayoutResult) -> String? {
        guard views == other.views, frames.count == other.frames.count else { return "other views" }
        for (place, (own, frame)) in zip(frames, other.frames).enumerated() where own.isOther(than: frame, by: 1e-6) {
            return "view \(place) is at \(own), not at \(frame)"
        }
        if certainties != other.certainties { return "\(certainties), not \(other.certainties)" }
        if ambiguous != other.ambiguous { return "\(ambiguous) have a choice, not \(other.ambiguous)" }
        if conflicts.map(\.constraints) != other.conflicts.map(\.constraints) { return "other conflicts" }
        if constraints.map(\.state) != other.constraints.map(\.state) { return "other states" }
        let isSafe = safeArea == other.safeArea && omissions == other.omissions
        return isSafe && contentSizes.keys == other.contentSizes.keys ? nil : "other insets, contents or omissions"
    }
}
