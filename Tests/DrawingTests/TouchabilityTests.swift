@testable import ViewHierarchy
@testable import AutoLayout
import TreeTesting
import Testing

@testable import Drawing

@Suite("Touchability")
struct TouchabilityTests {
    private typealias Obstacle = TouchObstacle

    @Test("a view in the open has no obstacles")
    func free() {
        let tree = tree((0, view(0, 0, 100, 100)), (1, view(10, 10, 20, 20)))
        let touch = Touchability(of: 1, in: tree)
        #expect(touch.isTouchable && touch.fraction == 1 && touch.ownFraction == 1 && touch.isExact)
        #expect(touch.obstacles == [])
    }

    @Test("states of the view and of its superviews keep all taps away and are named from the view out")
    func states() {
        let tree = tree(
            (0, view("UIWindow", 0, 0, 100, 100) { $0.isUserInteractionEnabled = false }),
            (1, view("UIScrollView", 0, 0, 100, 100) { $0.alpha = 0.005 }),
            (2, view("UIButton", 0, 0, 50, 50) { $0.isHidden = true })
        )
        let touch = Touchability(of: 2, in: tree)
        #expect(!touch.isTouchable && touch.fraction == 0 && touch.ownFraction == 0 && touch.isExact)
        #expect(
            touch.obstacles == [
                Obstacle(.hidden, view: 2, message: "The view is hidden."),
                Obstacle(
                    .transparent,
                    view: 1,
                    message: "Its superview UIScrollView (id 1) has alpha 0.005: below 0.01 a view takes no touches."
                ),
                Obstacle(
                    .interactionDisabled,
                    view: 0,
                    message: "Its ancestor UIWindow (id 0) has userInteractionEnabled = NO."
                ),
            ]
        )
    }

    @Test("what reaches out of a superview is not touched there, whether it is drawn or not")
    func outside() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view("Panel", 50, 0, 25, 100)),
            (2, view(0, 0, 100, 10)),
            (2, view(30, 0, 5, 10))
        )
        let touch = Touchability(of: 2, in: tree)
        #expect(touch.fraction == 0.25)
        #expect(touch.obstacles.map(\.kind) == [.outsideSuperview])
        #expect(
            touch.obstacles.first?.message
                == "75 % of it lies outside the bounds of its superview Panel (id 1), where no touch reaches it."
        )
        let beyond = Touchability(of: 3, in: tree)
        #expect(!beyond.isTouchable && beyond.obstacles.map(\.view) == [1])
        #expect(beyond.obstacles.first?.message.hasPrefix("All of it lies outside") == true)
    }

    @Test("a superview further up cuts off only what the nearer ones have left")
    func outsideTwice() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 80, 100)),
            (2, view(0, 0, 200, 100)),
            (3, view(0, 0, 160, 100))
        )
        let obstacles = Touchability(of: 3, in: tree).obstacles
        #expect(obstacles.map(\.view) == [1] && obstacles.allSatisfy { $0.kind == .outsideSuperview })
        #expect(obstacles.first?.message.hasPrefix("50 % of it lies outside the bounds of its ancestor") == true)
    }

    @Test("views in front are named, the one that takes most first, each by the sibling that holds it")
    func covered() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 100, 100)),
            (2, view("UIButton", 0, 0, 100, 100)),
            (2, view("Badge", 0, 0, 10, 100)),
            (1, view("Overlay", 40, 0, 60, 100) { $0.isOpaque = false }),
            (2, view(0, 0, 60, 100)),
            (1, view(0, 0, 100, 100) { $0.isUserInteractionEnabled = false }),
            (2, view(0, 0, 100, 100))
        )
        let touch = Touchability(of: 2, in: tree)
        #expect(isClose(touch.fraction ?? 0, 0.3) && touch.isTouchable)
        #expect(touch.obstacles.map(\.kind) == [.covered, .covered] && touch.obstacles.map(\.view) == [4, 3])
        #expect(
            touch.obstacles.first?.message == "Overlay (id 4) in front of the view takes the touches on 60 % of it."
        )
    }

    @Test("a sentence holds no more than the beginning of a long class name")
    func longName() {
        let name = String(repeating: "Overlay", count: 100_000)
        let tree = tree((0, view(0, 0, 10, 10)), (1, view(0, 0, 10, 10)), (1, view(name, 0, 0, 10, 10)))
        let message = Touchability(of: 1, in: tree).obstacles.first?.message ?? ""
        #expect(message.hasPrefix("OverlayOverlay") && message.contains("… (id 2) in front") && message.count < 300)
    }

    @Test("what covers a view is told too when a state keeps all taps away")
    func coveredAndDisabled() {
        let tree = tree(
            (0, view(0, 0, 10, 10) { $0.isUserInteractionEnabled = false }),
            (1, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10))
        )
        let touch = Touchability(of: 1, in: tree)
        #expect(touch.fraction == 0 && touch.obstacles.map(\.kind) == [.interactionDisabled, .covered])
    }

    @Test("the keyboard's window takes nothing itself, what is in it does")
    func passThrough() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (0, view("UITextEffectsWindow", 0, 0, 100, 100)),
            (1, view(0, 60, 100, 40))
        )
        let touch = Touchability(of: 0, in: tree)
        #expect(isClose(touch.fraction ?? 0, 0.6) && touch.obstacles.map(\.view) == [1])
        #expect(Touchability(of: 1, in: tree).ownFraction == 0)
        #expect(Touchability(of: 1, in: tree).obstacles.map(\.kind) == [.passThrough])
        #expect(isClose(Touchability(of: 1, in: tree).fraction ?? 0, 0.4))
    }

    @Test("a view without area or place cannot be touched and says why")
    func noArea() {
        let tree = tree(
            (0, view(0, 0, 100, 100)),
            (1, view(0, 0, 0, 44)),
            (1, view("Lost", .nan, 0, 10, 10)),
            (2, view(0, 0, 10, 10))
        )
        let flat = Touchability(of: 1, in: tree)
        #expect(flat.fraction == nil && !flat.isTouchable && flat.obstacles.map(\.kind) == [.zeroSize])
        let lost = Touchability(of: 3, in: tree)
        #expect(lost.fraction == nil && lost.obstacles.map(\.kind) == [.notPlaced] && lost.obstacles[0].view == 2)
        #expect(Touchability(of: 9, in: tree).obstacles.isEmpty)
    }

    @Test("obstacles are named by id, which an edit does not change")
    func ids() throws {
        var tree = tree(
            (0, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10)),
            (1, view(0, 0, 10, 10))
        )
        _ = try tree.apply(.sendToBack(view: 3))
        let index = try #require(tree.index(ofID: 3))
        #expect(Touchability(of: index, in: tree).obstacles.map(\.view) == [2])
    }

    @Test("a very deep tree names so many obstacles and no more")
    func deep() {
        let tree = chain(50_000, of: view(0, 0, 10, 10) { $0.isUserInteractionEnabled = false })
        #expect(Touchability(of: 49_999, in: tree).obstacles.count == Touchability.maximumObstacles)
    }
}
