import AutoLayout
import DumpFormats
import Testing
@testable import Checks
@testable import ViewHierarchy

@Suite("Rules about other devices")
struct DeviceRuleTests {
    private let small = Device.all.filter { $0.id == "iphone-5" || $0.portrait.size == Size(width: 320, height: 568) }

    private func view(_ frame: [Double], _ mask: String, _ more: String = "") -> String {
        LintSubject.view("UIButton", frame, "\"autoresizingMask\": [\(mask)]\(more)")
    }

    @Test("what leaves the window on a smaller screen is told with the screens")
    func offScreen() throws {
        let far = try LintSubject.dump(view([10, 600, 60, 60], "\"flexibleRightMargin\""))
        let found = try LintSubject.findings("layout.offScreen", far, devices: small)
        #expect(found.count == 1 && found.first?.view == 1)
        guard case .texts(let screens)? = found.first?.details.first?.value else {
            Issue.record("no screens")
            return
        }
        #expect(screens.contains { $0.hasSuffix(" portrait") } && screens.contains { $0.hasSuffix(" landscape") })
        let following = try LintSubject.dump(view([10, 600, 60, 60], "\"flexibleTopMargin\""))
        #expect(try LintSubject.findings("layout.offScreen", following, devices: small) == [])
    }

    @Test("what is cut, overlaps or shrinks to nothing there is told too")
    func others() throws {
        let wide = try LintSubject.dump(view([10, 10, 360, 60], "\"flexibleBottomMargin\""))
        #expect(try LintSubject.findings("layout.newlyClipped", wide, devices: small).count == 1)
        let narrow = try LintSubject.dump(view([100, 10, 30, 60], "\"flexibleWidth\""))
        #expect(try LintSubject.findings("layout.negativeSize", narrow, devices: small).count == 1)
        let pair =
            view([10, 10, 100, 60], "\"flexibleRightMargin\"") + ","
            + view([120, 10, 100, 60], "\"flexibleLeftMargin\"")
        #expect(try LintSubject.findings("layout.newOverlap", LintSubject.dump(pair), devices: small).count == 1)
        let apart =
            view([10, 10, 100, 60], "\"flexibleRightMargin\"") + ","
            + view([200, 10, 100, 60], "\"flexibleLeftMargin\"")
        #expect(try LintSubject.findings("layout.newOverlap", LintSubject.dump(apart), devices: small) == [])
        #expect(try LintSubject.findings("layout.negativeSize", LintSubject.dump(apart), devices: small) == [])
        #expect(try LintSubject.findings("layout.newlyClipped", LintSubject.dump(apart), devices: small) == [])
    }

    @Test("where masks are not said, or constraints place views, nothing is guessed")
    func unknown() throws {
        let elements = try LintSubject.elements(LintSubject.element("Button", "name=\"a\"", (10, 800, 40, 40)))
        let found = try HierarchyLint.findings(in: elements, devices: Device.all)
        #expect(found.filter { $0.rule.hasPrefix("layout.") }.map(\.rule) == ["layout.unknown"])
        let stack = LintSubject.view("UIStackView", [0, 500, 375, 160], "", view([10, 100, 60, 60], ""))
        let driven = try HierarchyLint.findings(in: try LintSubject.dump(stack), devices: small)
        #expect(!driven.contains { $0.rule == "layout.offScreen" && $0.view == 2 })
        #expect(driven.contains { $0.rule == "layout.unknown" })
        let plain = try LintSubject.dump(view([10, 10, 60, 60], "\"flexibleRightMargin\", \"flexibleWidth\""))
        #expect(try LintSubject.findings("layout.unknown", plain, devices: small) == [])
        #expect(try HierarchyLint.findings(in: plain).allSatisfy { !$0.rule.hasPrefix("layout.") })
    }

    @Test("on another screen the same rules judge the views as they lie there")
    func onScreen() throws {
        let phone = try #require(Device(id: "iphone-8"))
        let large = try #require(Device(id: "iphone-16"))
        func rules(_ dump: Dump, _ device: Device) throws -> [String] {
            try HierarchyLint.check(dump, on: HeldDevice(device, .portrait)).findings.map(\.rule)
                .filter { $0 != "label.missing" }
        }
        let following = try LintSubject.dump(view([10, 600, 60, 60], "\"flexibleTopMargin\""))
        #expect(try rules(following, phone) == [] && rules(following, small[0]) == [])
        // Its height grows with the screen: small here, large enough there.
        let growing = try LintSubject.dump(view([10, 10, 60, 42], "\"flexibleHeight\""))
        #expect(try rules(growing, phone) == ["touch.small"] && rules(growing, large) == [])
        let far = try LintSubject.dump(view([10, 600, 60, 60], "\"flexibleRightMargin\""))
        #expect(try rules(far, small[0]).contains("layout.offScreen"))
        // Half a point is a whole pixel of this screen and none of that one, to which a device would round it.
        let halved = try LintSubject.dump(view([10.5, 600.5, 60, 60], "\"flexibleTopMargin\""))
        #expect(try rules(halved, large) == [])
        // Nobody knows where an element lies on another screen.
        let elements = try LintSubject.elements(LintSubject.element("Button", "name=\"a\"", (10, 800, 40, 40)))
        #expect(try rules(elements, phone).contains("layout.unknown"))
    }
}
