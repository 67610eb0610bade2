import Diagnostics
package import Locators
import ViewHierarchy

/// The element that an action was done on, as scripts find it again.
package struct LiveElement: Sendable, Hashable {
    /// The short name of its type, such as `Button`.
    package let type: String
    /// The identifier, else the label.
    package let name: String?
    /// The best locator for Appium; nil where none finds it alone.
    package let locator: Locator?
    /// Whether any change of the screen's structure breaks the locator.
    package let isFragile: Bool
    /// Its place among the elements of its type.
    let index: Int
    /// Whether its name finds it alone among the elements of its type.
    let isNamed: Bool

    /// An element of a dump.
    package init(_ element: Int, in tree: ElementTree) {
        let tag = tree.tag(of: element)
        let alike = tree.indices.filter { tree.tag(of: $0) == tag }
        let name = tree.name(of: element).flatMap { $0.isEmpty ? nil : $0 }
        type = tree.type(of: element)
        index = alike.firstIndex(of: element) ?? 0
        isNamed =
            name.map { name in alike.count { tree.name(of: $0)?.utf8.elementsEqual(name.utf8) ?? false } == 1 } ?? false
        self.name = name
        let best = tree.allSuggestions(for: element).filter(\.isUnique).max { one, other in
            let (first, second) = (one.score(right: 1, of: 1), other.score(right: 1, of: 1))
            return one.isFragile != other.isFragile ? one.isFragile : first < second
        }
        locator = best?.locator
        isFragile = best?.isFragile ?? false
    }

    /// The same from what is known.
    init(type: String, name: String?, locator: Locator?, isFragile: Bool = false, index: Int = 0, isNamed: Bool = true)
    {
        (self.type, self.name, self.locator) = (type, name, locator)
        (self.isFragile, self.index, self.isNamed) = (isFragile, index, isNamed)
    }
}

/// One action that was done, with the element that it was done on.
package struct LiveStep: Sendable, Hashable {
    package let action: LiveAction
    package let element: LiveElement?

    package init(_ action: LiveAction, on element: LiveElement?) { (self.action, self.element) = (action, element) }

    /// What was done, for people: `Tap Button “Stop”`.
    package var words: String {
        let what = element.map { " \($0.type)\($0.name.map { " “\($0.prefix(60))”" } ?? "")" }
        switch action {
        case .tap(let point): return "Tap\(what ?? " at \(ScriptWriter.words(of: point))")"
        case .swipe(let from, let to, _):
            return "Swipe from \(ScriptWriter.words(of: from)) to \(ScriptWriter.words(of: to))"
        case .type(let text): return "Type “\(text.prefix(60))”\(what.map { " into" + $0 } ?? "")"
        case .home: return "Press home"
        case .alert(let isAccepted): return isAccepted ? "Accept the alert" : "Dismiss the alert"
        }
    }
}

/// A language in which recorded actions are written as a test.
package enum ScriptLanguage: String, Sendable, CaseIterable {
    case swift, python, java, javascript

    /// What people call it.
    package var title: String {
        switch self {
        case .swift: "Swift (XCUITest)"
        case .python: "Python (Appium)"
        case .java: "Java (Appium)"
        case .javascript: "JavaScript (WebdriverIO)"
        }
    }

    /// The actions as a test that does them again.
    /// - Parameters:
    ///   - app: the bundle identifier of the app; nil where it is not known.
    ///   - server: the address of the server that a test of Appium asks.
    package func script(of steps: [LiveStep], app: String?, server: String) -> String {
        let writer = ScriptWriter(language: self, steps: steps, app: app, server: server)
        return writer.script
    }

    /// A text as a literal of the language. Characters that are not seen, or that turn the direction of what follows them,
    /// are written as escapes, so that a literal says what it holds.
    package func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where Self.isUnseen(scalar): literal += escape(scalar)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    private func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        func padded(_ count: Int) -> String { String(repeating: "0", count: max(0, count - digits.count)) + digits }
        switch self {
        case .swift, .javascript: return "\\u{\(digits)}"
        case .python: return scalar.value > 0xFFFF ? "\\U\(padded(8))" : "\\u\(padded(4))"
        case .java:
            // In Java \u000a ends the line, whatever it stands in (JLS, section 3.3); an octal escape does not.
            if scalar.value < 0x100 { return "\\" + Self.octal(scalar.value) }
            return String(scalar).utf16.map { unit in
                let digits = String(unit, radix: 16)
                return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }.joined()
        }
    }

    private static func octal(_ value: UInt32) -> String {
        let digits = String(value, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    fileprivate static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // The joiner within emoji and the mark of direction are one category; the joiner alone changes nothing.
        case .format: scalar.value != 0x200D
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}

/// Writes recorded actions as a test.
struct ScriptWriter {
    let language: ScriptLanguage
    let steps: [LiveStep]
    let app: String?
    let server: String

    var script: String {
        var lines = head
        for (index, step) in steps.enumerated() {
            lines.append("\(indent)\(language == .python ? "#" : "//") \(index + 1). \(Self.comment(step.words))")
            lines += statements(of: step).map { $0.isEmpty ? $0 : indent + $0 }
        }
        if steps.isEmpty, language == .python { lines.append(indent + "pass") }
        return (lines + foot).joined(separator: "\n") + "\n"
    }

    static func words(of point: Point) -> String { "(\(NumberText.short(point.x)), \(NumberText.short(point.y)))" }

    /// A text that ends no comment: Java reads escapes there, too.
    private static func comment(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { ScriptLanguage.isUnseen($0) || $0 == "\\" ? " " : $0 }
            )
        )
    }

    private func quoted(_ text: String) -> String { language.literal(text) }

    private var indent: String {
        switch language {
        case .python: "    "
        case .swift, .java: "        "
        case .javascript: "  "
        }
    }

    private func uses(_ test: (LiveAction) -> Bool) -> Bool { steps.contains { test($0.action) } }

    // MARK: Around the actions

    private var head: [String] {
        switch language {
        case .swift:
            return [
                "import XCTest", "", "final class RecordedTests: XCTestCase {", "    @MainActor",
                "    func testRecording() {",
                "        let app = XCUIApplication(\(app.map { "bundleIdentifier: \(quoted($0))" } ?? ""))",
                "        app.activate()",
            ]
        case .python:
            return [
                "from appium import webdriver", "from appium.options.ios import XCUITestOptions",
                "from appium.webdriver.common.appiumby import AppiumBy", "", "options = XCUITestOptions()",
                "options.no_reset = True",
            ] + (app.map { ["options.bundle_id = \(quoted($0))"] } ?? []) + [
                "driver = webdriver.Remote(\(quoted(server)), options=options)", "try:",
            ]
        case .java:
            return [
                "import io.appium.java_client.AppiumBy;", "import io.appium.java_client.ios.IOSDriver;",
                "import io.appium.java_client.ios.options.XCUITestOptions;", "import java.net.URI;",
                "import java.time.Duration;", "import java.util.List;", "import java.util.Map;",
                "import org.openqa.selenium.interactions.PointerInput;",
                "import org.openqa.selenium.interactions.Sequence;", "", "public class Recording {",
                "    public static void main(String[] arguments) throws Exception {",
                "        var options = new XCUITestOptions().setNoReset(true);",
            ] + (app.map { ["        options.setBundleId(\(quoted($0)));"] } ?? []) + [
                "        var driver = new IOSDriver(URI.create(\(quoted(server))).toURL(), options);"
            ]
        case .javascript:
            return [
                "import { remote } from \"webdriverio\";", "", "const server = new URL(\(quoted(server)));",
                "const driver = await remote({", "  protocol: server.protocol.slice(0, -1), hostname: server.hostname,",
                "  port: Number(server.port), path: server.pathname,", "  capabilities: {",
                "    platformName: \"iOS\", \"appium:automationName\": \"XCUITest\", \"appium:noReset\": true,",
            ] + (app.map { ["    \"appium:bundleId\": \(quoted($0)),"] } ?? []) + ["  },", "});", "try {"]
        }
    }

    private var foot: [String] {
        switch language {
        case .swift:
            var lines = ["    }"]
            if uses({ if case .alert = $0 { true } else { false } }) {
                lines += [
                    "", "    /// The buttons of the alert that is open, of the app or of the system.", "    @MainActor",
                    "    private func alertButtons(of app: XCUIApplication) -> [XCUIElement] {",
                    "        let system = XCUIApplication(bundleIdentifier: \"com.apple.springboard\")",
                    "        let alert = system.alerts.firstMatch.exists ? system.alerts.firstMatch : app.alerts.firstMatch",
                    "        return alert.buttons.allElementsBoundByIndex", "    }",
                ]
            }
            return lines + ["}"]
        case .python: return ["finally:", "    driver.quit()"]
        case .java: return ["        driver.quit();", "    }", "}"]
        case .javascript: return ["} finally {", "  await driver.deleteSession();", "}"]
        }
    }

    // MARK: Actions

    private func statements(of step: LiveStep) -> [String] {
        switch step.action {
        case .tap(let point):
            if let found = step.element.flatMap(element) { return [tap(found)] }
            return [tap(at: point)]
        case .swipe(let from, let to, let seconds): return swipe(from, to, seconds)
        case .type(let text): return type(text, into: step.element.flatMap(element))
        case .home: return [home]
        case .alert(let isAccepted): return [alert(isAccepted)]
        }
    }

    private func tap(_ element: String) -> String {
        switch language {
        case .swift: "\(element).tap()"
        case .python: "\(element).click()"
        case .java: "\(element).click();"
        case .javascript: "await \(element).click();"
        }
    }

    private func tap(at point: Point) -> String {
        let (x, y) = (NumberText.short(point.x), NumberText.short(point.y))
        return switch language {
        case .swift: "\(coordinate(point)).tap()"
        case .python: "driver.execute_script(\"mobile: tap\", {\"x\": \(x), \"y\": \(y)})"
        case .java: "driver.executeScript(\"mobile: tap\", Map.of(\"x\", \(x), \"y\", \(y)));"
        case .javascript: "await driver.execute(\"mobile: tap\", { x: \(x), y: \(y) });"
        }
    }

    private func coordinate(_ point: Point) -> String {
        "app.coordinate(withNormalizedOffset: .zero)"
            + ".withOffset(CGVector(dx: \(NumberText.short(point.x)), dy: \(NumberText.short(point.y))))"
    }

    private func swipe(_ from: Point, _ to: Point, _ seconds: Double) -> [String] {
        let milliseconds = Int((seconds * 1_000).rounded())
        let (x1, y1) = (NumberText.short(from.x), NumberText.short(from.y))
        let (x2, y2) = (NumberText.short(to.x), NumberText.short(to.y))
        switch language {
        case .swift:
            return ["\(coordinate(from))", "    .press(forDuration: 0.05, thenDragTo: \(coordinate(to)))"]
        case .python: return ["driver.swipe(\(x1), \(y1), \(x2), \(y2), \(milliseconds))"]
        case .java:
            let (a, b) = ("\(whole(from.x)), \(whole(from.y))", "\(whole(to.x)), \(whole(to.y))")
            let finger = "new PointerInput(PointerInput.Kind.TOUCH, \"finger\")"
            return [
                "{", "    var finger = \(finger);", "    var origin = PointerInput.Origin.viewport();",
                "    driver.perform(List.of(new Sequence(finger, 0)",
                "        .addAction(finger.createPointerMove(Duration.ZERO, origin, \(a)))",
                "        .addAction(finger.createPointerDown(0))",
                "        .addAction(finger.createPointerMove(Duration.ofMillis(\(milliseconds)), origin, \(b)))",
                "        .addAction(finger.createPointerUp(0))));", "}",
            ]
        case .javascript:
            return [
                "await driver.action(\"pointer\", { parameters: { pointerType: \"touch\" } })",
                "  .move(\(whole(from.x)), \(whole(from.y))).down()",
                "  .move({ x: \(whole(to.x)), y: \(whole(to.y)), duration: \(milliseconds) }).up().perform();",
            ]
        }
    }

    /// A place in whole points, which is what some clients take.
    private func whole(_ number: Double) -> String { String(Int(number.rounded())) }

    private func type(_ text: String, into element: String?) -> [String] {
        let text = quoted(text)
        switch language {
        case .swift:
            guard let element else { return ["app.typeText(\(text))"] }
            return ["\(element).tap()", "\(element).typeText(\(text))"]
        case .python: return ["\(element ?? "driver.switch_to.active_element").send_keys(\(text))"]
        case .java: return ["\(element ?? "driver.switchTo().activeElement()").sendKeys(\(text));"]
        case .javascript:
            return ["await \(element ?? "driver.$(await driver.getActiveElement())").addValue(\(text));"]
        }
    }

    private var home: String {
        switch language {
        case .swift: "XCUIDevice.shared.press(.home)"
        case .python: "driver.execute_script(\"mobile: pressButton\", {\"name\": \"home\"})"
        case .java: "driver.executeScript(\"mobile: pressButton\", Map.of(\"name\", \"home\"));"
        case .javascript: "await driver.execute(\"mobile: pressButton\", { name: \"home\" });"
        }
    }

    /// WebDriverAgent takes the last button to accept, and the first one to dismiss.
    private func alert(_ isAccepted: Bool) -> String {
        let verb = isAccepted ? "accept" : "dismiss"
        return switch language {
        case .swift: "alertButtons(of: app).\(isAccepted ? "last" : "first")?.tap()"
        case .python: "driver.switch_to.alert.\(verb)()"
        case .java: "driver.switchTo().alert().\(verb)();"
        case .javascript: "await driver.\(verb)Alert();"
        }
    }

    // MARK: Elements

    /// What finds an element; nil where nothing does.
    private func element(_ element: LiveElement) -> String? {
        guard language != .swift else { return query(for: element) }
        guard let locator = element.locator, !element.isFragile else { return nil }
        let text = locator.text
        switch (language, locator.strategy) {
        case (.python, .identifier): return "driver.find_element(AppiumBy.ACCESSIBILITY_ID, \(quoted(text)))"
        case (.python, .predicate): return "driver.find_element(AppiumBy.IOS_PREDICATE, \(quoted(text)))"
        case (.python, .classChain): return "driver.find_element(AppiumBy.IOS_CLASS_CHAIN, \(quoted(text)))"
        case (.python, .className): return "driver.find_element(AppiumBy.CLASS_NAME, \(quoted(text)))"
        case (.python, .xpath): return "driver.find_element(AppiumBy.XPATH, \(quoted(text)))"
        case (.java, .identifier): return "driver.findElement(AppiumBy.accessibilityId(\(quoted(text))))"
        case (.java, .predicate): return "driver.findElement(AppiumBy.iOSNsPredicateString(\(quoted(text))))"
        case (.java, .classChain): return "driver.findElement(AppiumBy.iOSClassChain(\(quoted(text))))"
        case (.java, .className): return "driver.findElement(AppiumBy.className(\(quoted(text))))"
        case (.java, .xpath): return "driver.findElement(AppiumBy.xpath(\(quoted(text))))"
        case (.javascript, .identifier): return "driver.$(\(quoted("~" + text)))"
        case (.javascript, .predicate): return "driver.$(\(quoted("-ios predicate string:" + text)))"
        case (.javascript, .classChain): return "driver.$(\(quoted("-ios class chain:" + text)))"
        case (.javascript, .className), (.javascript, .xpath): return "driver.$(\(quoted(text)))"
        default: return nil
        }
    }

    /// A query of XCTest: by the name where that is enough, else by the place among the elements of the type.
    private func query(for element: LiveElement) -> String? {
        guard let property = Self.queries[element.type] else { return nil }
        guard element.isNamed, let name = element.name else {
            return "app.\(property).element(boundBy: \(element.index))"
        }
        return "app.\(property)[\(quoted(name))]"
    }

    /// The properties of `XCUIElementTypeQueryProvider` by the types that they find.
    private static let queries: [String: String] = {
        let regular = """
            ActivityIndicator Alert Button Cell CollectionView DatePicker Icon Image Key Keyboard Link Map Menu MenuItem \
            NavigationBar PageIndicator Picker PickerWheel Popover ProgressIndicator ScrollView SearchField SecureTextField \
            SegmentedControl Sheet Slider StaticText StatusBar Stepper TabBar Table TextField TextView Toggle Toolbar WebView \
            Window Tab
            """
        let plurals = regular.split(separator: " ").map { type in
            (String(type), type.prefix(1).lowercased() + type.dropFirst() + "s")
        }
        return Dictionary(plurals + [("Switch", "switches"), ("Other", "otherElements"), ("CheckBox", "checkBoxes")]) {
            first,
            _ in first
        }
    }()
}
