import Testing
import ViewHierarchy

@Suite("Tags and descendants")
struct TagTests {
    /// 0 holds 1 and 3; 1 holds 2. 4 is another root.
    private let views = tree(
        (0, view(0, 0, 9, 9) { $0.tag = 1 }),
        (1, view(0, 0, 9, 9)),
        (2, view(0, 0, 9, 9) { $0.tag = 7 }),
        (1, view(0, 0, 9, 9) { $0.tag = 7 }),
        (0, view(0, 0, 9, 9) { $0.tag = -3 })
    )

    @Test("the receiver itself comes first, then depth first from back to front")
    func order() {
        #expect(views.viewWithTag(1, in: 0) == 0)
        #expect(views.viewWithTag(7, in: 0) == 2)
        #expect(views.viewWithTag(7, in: 3) == 3)
    }

    @Test("only the receiver and what is below it is searched; without one, all roots")
    func range() {
        #expect(views.viewWithTag(1, in: 1) == nil)
        #expect(views.viewWithTag(-3, in: 0) == nil)
        #expect(views.viewWithTag(-3) == 4 && views.viewWithTag(7) == 2)
        #expect(views.viewWithTag(1, in: 9) == nil && views.viewWithTag(8) == nil)
    }

    @Test("a view without a tag of its own has the tag 0")
    func zero() {
        #expect(views.viewWithTag(0, in: 0) == 1)
        #expect(views.viewWithTag(0, in: 1) == 1)
        #expect(views.viewWithTag(0, in: 4) == nil)
    }

    @Test("a view is a descendant of itself and of its superviews, of no other")
    func descendants() {
        #expect(views.isDescendant(2, of: 2) && views.isDescendant(2, of: 1) && views.isDescendant(2, of: 0))
        #expect(!views.isDescendant(1, of: 2) && !views.isDescendant(3, of: 1) && !views.isDescendant(4, of: 0))
        #expect(!views.isDescendant(9, of: 0) && !views.isDescendant(0, of: 9) && !views.isDescendant(-1, of: -1))
    }
}
