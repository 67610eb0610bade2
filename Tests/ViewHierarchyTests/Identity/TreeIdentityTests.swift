@testable import ViewHierarchy
import Testing
import TreeTesting
import TestSupport

@Suite("Ids of views over versions")
struct TreeIdentityTests {
    private let former = tree("UIWindow @1\n  UIView @2\n    UILabel “Rome” @3\n  UISwitch @4\n")

    @Test("views that stay keep their ids, and new ones get the next free ones")
    func following() {
        let plain = TreeIdentity(former)
        #expect(plain.isPlain && plain.ids == [0, 1, 2, 3] && plain.next == 4)
        let new = tree(
            "UIWindow @1\n  UIButton @9\n  UISwitch @4\n  UIView @2\n    UILabel “Rome” @3\n    UIImageView @8\n"
        )
        let second = plain.followed(by: new)
        #expect(second.ids == [0, 4, 3, 1, 2, 5] && second.next == 6 && !second.isPlain)
        // Ids of views that are gone are not given again.
        let third = second.followed(by: tree("UIWindow @1\n  UIButton @7\n"))
        #expect(third.ids == [0, 4] && third.next == 6)
        #expect(third.followed(by: tree("UIWindow @1\n  UIDatePicker @7\n")).ids == [0, 6])
    }

    @Test("an id that a mark names, or that an edit has given, is not given to another view")
    func sparing() {
        let new = tree("UIWindow @1\n  UIDatePicker @9\n")
        #expect(TreeIdentity(former).followed(by: new, sparing: [40]).ids == [0, 41])
        #expect(TreeIdentity(former).followed(by: new, next: 90).ids == [0, 90])
    }

    @Test("however often a dump is replaced, its ids stay small, and marks keep their views")
    func reuse() {
        var identity = TreeIdentity(former)
        for _ in 0..<3 {
            identity = identity.followed(by: tree("UIWindow @1\n  UIButton @9\n"), sparing: [5], next: 2_000_000)
        }
        #expect(identity.ids[0] == 0 && identity.next < 10 && !identity.ids.contains(5))
        #expect(Set(identity.ids).count == 2)
    }

    @Test("an identity comes back from its bytes, and what is none is refused")
    func bytes() {
        for identity in [
            TreeIdentity(former), TreeIdentity(former).followed(by: randomTree(300, seed: 3)), TreeIdentity(ViewTree()),
        ] {
            #expect(TreeIdentity(bytes: identity.bytes) == identity)
        }
        let bytes = TreeIdentity(former).bytes
        #expect(TreeIdentity(bytes: []) == nil)
        #expect(TreeIdentity(bytes: Array(bytes.dropLast())) == nil)
        #expect(TreeIdentity(bytes: [2] + bytes.dropFirst()) == nil)
        var twice = bytes
        twice[9] = twice[5]
        #expect(TreeIdentity(bytes: twice) == nil)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<500 {
            var broken = bytes
            broken[Int.random(in: 0..<broken.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            _ = TreeIdentity(bytes: broken)?.followed(by: former)
        }
    }
}
