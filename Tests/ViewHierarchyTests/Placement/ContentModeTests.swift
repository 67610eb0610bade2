import Testing

@testable import ViewHierarchy

@Suite("Content modes")
struct ContentModeTests {
    private static let content = Size(width: 50, height: 20)
    private static let bounds = Rect(x: 10, y: 30, width: 200, height: 100)
    private static let aspectModes: [ContentMode] = [.scaleAspectFit, .scaleAspectFill]

    /// What Apple's descriptions of `UIView.ContentMode` say of content of 50 by 20.
    @Test(
        "each mode places content as Apple describes it",
        arguments: zip(
            ContentMode.allCases,
            [
                Rect(x: 10, y: 30, width: 200, height: 100),  // scaleToFill
                Rect(x: 10, y: 40, width: 200, height: 80),  // scaleAspectFit
                Rect(x: -15, y: 30, width: 250, height: 100),  // scaleAspectFill
                Rect(x: 10, y: 30, width: 200, height: 100),  // redraw
                Rect(x: 85, y: 70, width: 50, height: 20),  // center
                Rect(x: 85, y: 30, width: 50, height: 20),  // top
                Rect(x: 85, y: 110, width: 50, height: 20),  // bottom
                Rect(x: 10, y: 70, width: 50, height: 20),  // left
                Rect(x: 160, y: 70, width: 50, height: 20),  // right
                Rect(x: 10, y: 30, width: 50, height: 20),  // topLeft
                Rect(x: 160, y: 30, width: 50, height: 20),  // topRight
                Rect(x: 10, y: 110, width: 50, height: 20),  // bottomLeft
                Rect(x: 160, y: 110, width: 50, height: 20),  // bottomRight
            ]
        )
    )
    func modes(_ mode: ContentMode, _ expected: Rect) {
        #expect(mode.rect(content: Self.content, in: Self.bounds) == expected)
    }

    @Test("raw values and names are UIKit's")
    func names() {
        #expect(ContentMode.allCases.map(\.rawValue) == Array(0...12))
        #expect(ContentMode(rawValue: 7) == .left && ContentMode(name: "scaleAspectFill") == .scaleAspectFill)
        #expect(ContentMode(name: "stretch") == nil)
    }

    @Test("the aspect modes keep a tall picture's shape too")
    func tall() {
        let picture = Size(width: 30, height: 90)
        let bounds = Rect(x: 0, y: 0, width: 60, height: 60)
        #expect(
            ContentMode.scaleAspectFit.rect(content: picture, in: bounds) == Rect(x: 20, y: 0, width: 20, height: 60)
        )
        #expect(
            ContentMode.scaleAspectFill.rect(content: picture, in: bounds) == Rect(x: 0, y: -60, width: 60, height: 180)
        )
    }

    @Test("the side that decides is met exactly")
    func exact() {
        for side in 1...200 {
            let rect = ContentMode.scaleAspectFit.rect(
                content: Size(width: 49, height: 1),
                in: Rect(x: 0, y: 0, width: Double(side), height: 1_000)
            )
            #expect(rect?.size.width == Double(side))
        }
    }

    @Test("content larger than the bounds hangs over, and half points stay")
    func overhang() {
        let bounds = Rect(x: 0, y: 0, width: 10, height: 10)
        let content = Size(width: 15, height: 11)
        #expect(ContentMode.center.rect(content: content, in: bounds)?.origin == Point(x: -2.5, y: -0.5))
        #expect(ContentMode.bottomRight.rect(content: content, in: bounds)?.origin == Point(x: -5, y: -1))
    }

    @Test(
        "the aspect modes draw nothing of content without a positive size",
        arguments: [(0, 20), (50, 0), (0, 0), (-5, 20), (50, -1), (.nan, 20), (50, .infinity)]
    )
    func degenerate(_ width: Double, _ height: Double) {
        for mode in Self.aspectModes {
            #expect(mode.rect(content: Size(width: width, height: height), in: Self.bounds) == nil)
        }
    }

    @Test("modes that fill the bounds do not look at the content")
    func contentDoesNotCount() {
        let odd = Size(width: .nan, height: -1)
        #expect(ContentMode.scaleToFill.rect(content: odd, in: Self.bounds) == Self.bounds)
        #expect(ContentMode.redraw.rect(content: .zero, in: Self.bounds) == Self.bounds)
    }

    @Test("empty content has a place in the modes that do not scale, content that is not finite has none")
    func emptyContent() {
        #expect(ContentMode.center.rect(content: .zero, in: Self.bounds) == Rect(x: 110, y: 80, width: 0, height: 0))
        for mode in ContentMode.allCases where mode != .scaleToFill && mode != .redraw {
            #expect(mode.rect(content: Size(width: .infinity, height: 1), in: Self.bounds) == nil)
        }
    }

    @Test("empty bounds leave nothing of what fits in, and nothing is divided by zero")
    func emptyBounds() {
        let line = Rect(x: 5, y: 5, width: 0, height: 40)
        #expect(ContentMode.scaleAspectFit.rect(content: Self.content, in: line)?.size == .zero)
        #expect(ContentMode.scaleAspectFill.rect(content: Self.content, in: line)?.size == Size(width: 100, height: 40))
        #expect(
            ContentMode.center.rect(content: Self.content, in: .zero) == Rect(x: -25, y: -10, width: 50, height: 20)
        )
    }

    @Test("bounds that are not finite have no content, negative ones the content of their area")
    func oddBounds() {
        let negative = Rect(x: 210, y: 130, width: -200, height: -100)
        for mode in ContentMode.allCases {
            #expect(mode.rect(content: Self.content, in: Rect(x: 0, y: .nan, width: 10, height: 10)) == nil)
            #expect(mode.rect(content: Self.content, in: Rect(x: 0, y: 0, width: .infinity, height: 10)) == nil)
            #expect(
                mode.rect(content: Self.content, in: negative) == mode.rect(content: Self.content, in: Self.bounds)
            )
        }
        #expect(
            ContentMode.scaleAspectFit.rect(
                content: Size(width: .leastNonzeroMagnitude, height: 1e300),
                in: Self.bounds
            ) != nil
        )
        #expect(
            ContentMode.scaleAspectFill.rect(
                content: Size(width: .leastNonzeroMagnitude, height: 1e300),
                in: Self.bounds
            ) == nil
        )
    }
}
