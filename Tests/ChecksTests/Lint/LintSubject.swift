import DumpFormats
@testable import Checks
@testable import ViewHierarchy

/// Small dumps to check, and what is found about them.
enum LintSubject {
    /// A dump in Vitrine's own JSON of which everything is said: an iPhone 8 whose window holds some views.
    static func dump(_ subviews: String, size: (Int, Int) = (375, 667), scale: Int = 2) throws -> Dump {
        let complete = [
            "alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled", "autoresizesSubviews",
            "autoresizingMask", "tag", "text", "identifier", "label", "value", "controller",
        ]
        let text = """
            {"vitrine": 1, "device": {"width": \(size.0), "height": \(size.1), "scale": \(scale)},
             "complete": [\(complete.map { "\"\($0)\"" }.joined(separator: ", "))],
             "windows": [{"class": "UIWindow", "frame": [0, 0, \(size.0), \(size.1)],
                "autoresizingMask": ["flexibleWidth", "flexibleHeight"],
                "attributes": {"backgroundColor": "systemBackgroundColor"}, "subviews": [\(subviews)]}]}
            """
        return try DumpReader.read(Array(text.utf8))
    }

    /// A view in that JSON.
    static func view(_ className: String, _ frame: [Double], _ members: String = "", _ inside: String = "") -> String {
        let numbers = frame.map { "\($0)" }.joined(separator: ", ")
        let more = members.isEmpty ? "" : ", " + members
        return "{\"class\": \"\(className)\", \"frame\": [\(numbers)]\(more), \"subviews\": [\(inside)]}"
    }

    /// The source of WebDriverAgent around some elements.
    static func elements(_ xml: String) throws -> Dump {
        let text = """
            <XCUIElementTypeApplication type="XCUIElementTypeApplication" name="App" label="App" enabled="true" \
            visible="true" x="0" y="0" width="390" height="844"><XCUIElementTypeWindow \
            type="XCUIElementTypeWindow" enabled="true" visible="true" x="0" y="0" width="390" height="844">\(xml)\
            </XCUIElementTypeWindow></XCUIElementTypeApplication>
            """
        return try DumpReader.read(Array(text.utf8))
    }

    /// An element of WebDriverAgent's source.
    static func element(
        _ type: String,
        _ attributes: String,
        _ frame: (Int, Int, Int, Int),
        _ inside: String = ""
    ) -> String {
        let name = "XCUIElementType\(type)"
        let place = "x=\"\(frame.0)\" y=\"\(frame.1)\" width=\"\(frame.2)\" height=\"\(frame.3)\""
        return "<\(name) type=\"\(name)\" enabled=\"true\" visible=\"true\" \(place) \(attributes)>\(inside)</\(name)>"
    }

    /// What is found by a rule.
    static func findings(_ rule: String, _ dump: Dump, devices: [Device] = []) throws -> [ReportedFinding] {
        try HierarchyLint.findings(in: dump, devices: devices).filter { $0.rule == rule }
    }
}
