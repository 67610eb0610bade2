// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What recorded tests use of XCTest's user interface tests, which XCTest has on Apple's systems alone. Each call is said as a line
// of JSON.

import Foundation

@MainActor private func say(_ words: any Sendable...) {
    let data = try? JSONSerialization.data(withJSONObject: words, options: .withoutEscapingSlashes)
    print(data.map { String(decoding: $0, as: UTF8.self) } ?? "none")
}

public struct CGVector: Sendable {
    public static let zero = CGVector(dx: 0, dy: 0)
    public var dx: Double
    public var dy: Double
    public init(dx: Double, dy: Double) { (self.dx, self.dy) = (dx, dy) }
}

open class XCTestCase {
    public init() {}
}

/// The properties are all that XCTest has, so that another one does not compile.
@MainActor public class XCUIElement {
    init() {}
    public var firstMatch: XCUIElement { self }
    public var exists: Bool { true }
    public func tap() { say("click") }
    public func typeText(_ text: String) { say("type", text) }
    public func coordinate(withNormalizedOffset offset: CGVector) -> XCUICoordinate { XCUICoordinate(x: 0, y: 0) }

    public var touchBars: XCUIElementQuery { XCUIElementQuery("touchBars") }
    public var groups: XCUIElementQuery { XCUIElementQuery("groups") }
    public var windows: XCUIElementQuery { XCUIElementQuery("windows") }
    public var sheets: XCUIElementQuery { XCUIElementQuery("sheets") }
    public var drawers: XCUIElementQuery { XCUIElementQuery("drawers") }
    public var alerts: XCUIElementQuery { XCUIElementQuery("alerts") }
    public var dialogs: XCUIElementQuery { XCUIElementQuery("dialogs") }
    public var buttons: XCUIElementQuery { XCUIElementQuery("buttons") }
    public var radioButtons: XCUIElementQuery { XCUIElementQuery("radioButtons") }
    public var radioGroups: XCUIElementQuery { XCUIElementQuery("radioGroups") }
    public var checkBoxes: XCUIElementQuery { XCUIElementQuery("checkBoxes") }
    public var disclosureTriangles: XCUIElementQuery { XCUIElementQuery("disclosureTriangles") }
    public var popUpButtons: XCUIElementQuery { XCUIElementQuery("popUpButtons") }
    public var comboBoxes: XCUIElementQuery { XCUIElementQuery("comboBoxes") }
    public var menuButtons: XCUIElementQuery { XCUIElementQuery("menuButtons") }
    public var toolbarButtons: XCUIElementQuery { XCUIElementQuery("toolbarButtons") }
    public var popovers: XCUIElementQuery { XCUIElementQuery("popovers") }
    public var keyboards: XCUIElementQuery { XCUIElementQuery("keyboards") }
    public var keys: XCUIElementQuery { XCUIElementQuery("keys") }
    public var navigationBars: XCUIElementQuery { XCUIElementQuery("navigationBars") }
    public var tabBars: XCUIElementQuery { XCUIElementQuery("tabBars") }
    public var tabGroups: XCUIElementQuery { XCUIElementQuery("tabGroups") }
    public var toolbars: XCUIElementQuery { XCUIElementQuery("toolbars") }
    public var statusBars: XCUIElementQuery { XCUIElementQuery("statusBars") }
    public var tables: XCUIElementQuery { XCUIElementQuery("tables") }
    public var tableRows: XCUIElementQuery { XCUIElementQuery("tableRows") }
    public var tableColumns: XCUIElementQuery { XCUIElementQuery("tableColumns") }
    public var outlines: XCUIElementQuery { XCUIElementQuery("outlines") }
    public var outlineRows: XCUIElementQuery { XCUIElementQuery("outlineRows") }
    public var disclosedChildRows: XCUIElementQuery { XCUIElementQuery("disclosedChildRows") }
    public var browsers: XCUIElementQuery { XCUIElementQuery("browsers") }
    public var collectionViews: XCUIElementQuery { XCUIElementQuery("collectionViews") }
    public var sliders: XCUIElementQuery { XCUIElementQuery("sliders") }
    public var pageIndicators: XCUIElementQuery { XCUIElementQuery("pageIndicators") }
    public var progressIndicators: XCUIElementQuery { XCUIElementQuery("progressIndicators") }
    public var activityIndicators: XCUIElementQuery { XCUIElementQuery("activityIndicators") }
    public var segmentedControls: XCUIElementQuery { XCUIElementQuery("segmentedControls") }
    public var pickers: XCUIElementQuery { XCUIElementQuery("pickers") }
    public var pickerWheels: XCUIElementQuery { XCUIElementQuery("pickerWheels") }
    public var switches: XCUIElementQuery { XCUIElementQuery("switches") }
    public var toggles: XCUIElementQuery { XCUIElementQuery("toggles") }
    public var links: XCUIElementQuery { XCUIElementQuery("links") }
    public var images: XCUIElementQuery { XCUIElementQuery("images") }
    public var icons: XCUIElementQuery { XCUIElementQuery("icons") }
    public var searchFields: XCUIElementQuery { XCUIElementQuery("searchFields") }
    public var scrollViews: XCUIElementQuery { XCUIElementQuery("scrollViews") }
    public var scrollBars: XCUIElementQuery { XCUIElementQuery("scrollBars") }
    public var staticTexts: XCUIElementQuery { XCUIElementQuery("staticTexts") }
    public var textFields: XCUIElementQuery { XCUIElementQuery("textFields") }
    public var secureTextFields: XCUIElementQuery { XCUIElementQuery("secureTextFields") }
    public var datePickers: XCUIElementQuery { XCUIElementQuery("datePickers") }
    public var textViews: XCUIElementQuery { XCUIElementQuery("textViews") }
    public var menus: XCUIElementQuery { XCUIElementQuery("menus") }
    public var menuItems: XCUIElementQuery { XCUIElementQuery("menuItems") }
    public var menuBars: XCUIElementQuery { XCUIElementQuery("menuBars") }
    public var menuBarItems: XCUIElementQuery { XCUIElementQuery("menuBarItems") }
    public var maps: XCUIElementQuery { XCUIElementQuery("maps") }
    public var webViews: XCUIElementQuery { XCUIElementQuery("webViews") }
    public var incrementArrows: XCUIElementQuery { XCUIElementQuery("incrementArrows") }
    public var decrementArrows: XCUIElementQuery { XCUIElementQuery("decrementArrows") }
    public var timelines: XCUIElementQuery { XCUIElementQuery("timelines") }
    public var ratingIndicators: XCUIElementQuery { XCUIElementQuery("ratingIndicators") }
    public var valueIndicators: XCUIElementQuery { XCUIElementQuery("valueIndicators") }
    public var splitGroups: XCUIElementQuery { XCUIElementQuery("splitGroups") }
    public var splitters: XCUIElementQuery { XCUIElementQuery("splitters") }
    public var relevanceIndicators: XCUIElementQuery { XCUIElementQuery("relevanceIndicators") }
    public var colorWells: XCUIElementQuery { XCUIElementQuery("colorWells") }
    public var helpTags: XCUIElementQuery { XCUIElementQuery("helpTags") }
    public var mattes: XCUIElementQuery { XCUIElementQuery("mattes") }
    public var dockItems: XCUIElementQuery { XCUIElementQuery("dockItems") }
    public var rulers: XCUIElementQuery { XCUIElementQuery("rulers") }
    public var rulerMarkers: XCUIElementQuery { XCUIElementQuery("rulerMarkers") }
    public var grids: XCUIElementQuery { XCUIElementQuery("grids") }
    public var levelIndicators: XCUIElementQuery { XCUIElementQuery("levelIndicators") }
    public var cells: XCUIElementQuery { XCUIElementQuery("cells") }
    public var layoutAreas: XCUIElementQuery { XCUIElementQuery("layoutAreas") }
    public var layoutItems: XCUIElementQuery { XCUIElementQuery("layoutItems") }
    public var handles: XCUIElementQuery { XCUIElementQuery("handles") }
    public var otherElements: XCUIElementQuery { XCUIElementQuery("otherElements") }
    public var statusItems: XCUIElementQuery { XCUIElementQuery("statusItems") }
    public var tabs: XCUIElementQuery { XCUIElementQuery("tabs") }
}

@MainActor public final class XCUIApplication: XCUIElement {
    public override init() {
        super.init()
        say("begin", "")
    }
    public init(bundleIdentifier: String) {
        super.init()
        say("begin", bundleIdentifier)
    }
    public func activate() { say("activate") }
}

@MainActor public final class XCUIElementQuery {
    private let name: String
    init(_ name: String) { self.name = name }
    public var firstMatch: XCUIElement { XCUIElement() }
    public var allElementsBoundByIndex: [XCUIElement] {
        say("all", name)
        return [XCUIElement(), XCUIElement()]
    }
    public subscript(key: String) -> XCUIElement {
        say("find", name, key)
        return XCUIElement()
    }
    public func element(boundBy index: Int) -> XCUIElement {
        say("find", name, index)
        return XCUIElement()
    }
}

@MainActor public final class XCUICoordinate {
    private let x: Double
    private let y: Double
    init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    public func withOffset(_ offset: CGVector) -> XCUICoordinate { XCUICoordinate(x: x + offset.dx, y: y + offset.dy) }
    public func tap() { say("tap", x, y) }
    public func press(forDuration duration: TimeInterval, thenDragTo other: XCUICoordinate) {
        say("swipe", x, y, other.x, other.y)
    }
}

@MainActor public final class XCUIDevice {
    public enum Button { case home }
    public static let shared = XCUIDevice()
    public func press(_ button: Button) { say("home") }
}
