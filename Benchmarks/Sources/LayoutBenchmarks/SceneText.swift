import BenchmarkSupport

/// Storyboards of made-up scenes: a header with a picture and texts, a form in a stack view, cards of texts, and a button.
struct SceneText {
    private var random = Random()
    private var count = 0
    private var constraints = ""
    /// How many views and constraints all scenes have.
    private(set) var views = 0
    private(set) var rules = 0

    private static let words = [
        "Account", "Your orders", "Notifications", "Price", "Delivered on Monday", "More", "Sign in",
    ]

    /// A storyboard of so many scenes.
    mutating func storyboard(_ scenes: Int) -> String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" version="3.0" toolsVersion="21701" \
            targetRuntime="iOS.CocoaTouch" useAutolayout="YES" useTraitCollections="YES" useSafeAreas="YES">
            <device id="retina4_7" orientation="portrait" appearance="light"/>
            <scenes>

            """
        for number in 0..<scenes {
            text += "<scene sceneID=\"scene-\(number)\"><objects>"
            text += "<viewController id=\"controller-\(number)\" sceneMemberID=\"viewController\">"
            text += root() + "</viewController></objects></scene>\n"
        }
        return text + "</scenes></document>"
    }

    private mutating func root() -> String {
        let (root, safe) = (name(), name())
        var parts: [(text: String, id: String)] = [header()]
        parts.append(form())
        for _ in 0..<1 + Int(random.next(2.999)) { parts.append(card()) }
        constraints = ""
        var above: String?
        for part in parts {
            pin(part.id, sides: safe, 16)
            tie(part.id, "top", above ?? safe, above == nil ? "top" : "bottom", above == nil ? 20 : 12)
            above = part.id
        }
        let button = name()
        let text = parts.map(\.text).joined() + control("button", button, (20, 617, 335, 30), "buttonType=\"system\"")
        pin(button, sides: safe, 20)
        tie(safe, "bottom", button, "bottom", 20)
        tie(button, "top", above ?? safe, "bottom", 12, "relation=\"greaterThanOrEqual\"")
        views += 1
        return """
            <view key="view" contentMode="scaleToFill" id="\(root)"><rect key="frame" x="0.0" y="0.0" width="375" height="667"/>\
            <autoresizingMask key="autoresizingMask" widthSizable="YES" heightSizable="YES"/><subviews>\(text)</subviews>\
            <viewLayoutGuide key="safeArea" id="\(safe)"/><constraints>\(constraints)</constraints></view>
            """
    }

    /// A picture of 60 points, a title and a line below it, and a button at the end.
    private mutating func header() -> (text: String, id: String) {
        constraints = ""
        let (own, image, title, line, more) = (name(), name(), name(), name(), name())
        length(image, "width", 60)
        tie(image, "height", image, "width", 0)
        tie(image, "leading", own, "leading", 8)
        tie(image, "top", own, "top", 8)
        tie(own, "bottom", image, "bottom", 8, "relation=\"greaterThanOrEqual\"")
        tie(title, "leading", image, "trailing", 8)
        tie(title, "top", own, "top", 12)
        tie(more, "leading", title, "trailing", 8)
        tie(own, "trailing", more, "trailing", 8)
        tie(more, "centerY", title, "centerY", 0)
        tie(line, "top", title, "bottom", 4)
        tie(line, "leading", title, "leading", 0)
        tie(own, "trailing", line, "trailing", 8, "relation=\"greaterThanOrEqual\"")
        tie(own, "bottom", line, "bottom", 8, "relation=\"greaterThanOrEqual\"")
        let parts =
            control("imageView", image, (8, 8, 60, 60)) + label(title, 76, 12, hugging: 250)
            + label(line, 76, 37) + control("button", more, (299, 8, 36, 30), "horizontalHuggingPriority=\"252\"")
        return (box(own, (16, 40, 343, 76), parts), own)
    }

    /// Fields and switches in rows of a stack.
    private mutating func form() -> (text: String, id: String) {
        constraints = ""
        let own = name()
        let rows = 2 + Int(random.next(2.999))
        var text = ""
        for row in 0..<rows {
            let (line, title, field) = (name(), name(), name())
            let isSwitch = random.next(1) < 0.4
            text += """
                <stackView opaque="NO" contentMode="scaleToFill" alignment="center" spacing="8" \
                translatesAutoresizingMaskIntoConstraints="NO" id="\(line)">\
                <rect key="frame" x="0.0" y="\(row * 42)" width="343" height="34"/><subviews>
                """
            text += label(title, 0, 6, hugging: 251)
            text +=
                isSwitch
                ? control("switch", field, (294, 1, 51, 31))
                : control("textField", field, (100, 0, 243, 34), "horizontalHuggingPriority=\"248\"")
            if !isSwitch { length(field, "width", 80, "relation=\"greaterThanOrEqual\"") }
            length(field, "height", isSwitch ? 31 : 34, "priority=\"999\"")
            text += "</subviews><constraints>\(constraints)</constraints></stackView>"
            constraints = ""
            views += 1
        }
        views += 1
        let stack = """
            <stackView opaque="NO" contentMode="scaleToFill" axis="vertical" spacing="8" \
            translatesAutoresizingMaskIntoConstraints="NO" id="\(own)">\
            <rect key="frame" x="16" y="128" width="343" height="\(rows * 42 - 8)"/><subviews>\(text)</subviews></stackView>
            """
        return (stack, own)
    }

    /// Two texts side by side, of which one gives way, a third below, and a bar.
    private mutating func card() -> (text: String, id: String) {
        constraints = ""
        let (own, left, right, below, bar) = (name(), name(), name(), name(), name())
        tie(left, "leading", own, "leadingMargin", 0)
        tie(left, "top", own, "topMargin", 0)
        tie(right, "leading", left, "trailing", 8, "relation=\"greaterThanOrEqual\"")
        tie(own, "trailingMargin", right, "trailing", 0)
        tie(right, "firstBaseline", left, "firstBaseline", 0)
        tie(below, "leading", own, "leadingMargin", 0)
        tie(own, "trailingMargin", below, "trailing", 0)
        tie(below, "top", left, "bottom", 6)
        tie(bar, "top", below, "bottom", 10)
        tie(bar, "leading", below, "leading", 0)
        tie(bar, "width", own, "width", 0, "multiplier=\"0.5\"")
        tie(own, "bottomMargin", bar, "bottom", 4)
        let parts =
            label(left, 8, 8, hugging: 251) + label(right, 250, 8, hugging: 252, resistance: 751)
            + label(below, 8, 35) + control("progressView", bar, (8, 66, 171, 4), "progress=\"0.5\"")
        return (box(own, (16, 300, 343, 82), parts), own)
    }

    // MARK: Elements

    private mutating func name() -> String {
        count += 1
        return "v\(count)"
    }

    private mutating func box(_ id: String, _ frame: (Int, Int, Int, Int), _ parts: String) -> String {
        views += 1
        return
            "<view contentMode=\"scaleToFill\" translatesAutoresizingMaskIntoConstraints=\"NO\" id=\"\(id)\">\(rect(frame))"
            + "<subviews>\(parts)</subviews><constraints>\(constraints)</constraints></view>"
    }

    private mutating func control(
        _ element: String,
        _ id: String,
        _ frame: (Int, Int, Int, Int),
        _ more: String = ""
    ) -> String {
        views += 1
        return "<\(element) opaque=\"NO\" contentMode=\"scaleToFill\" \(more) "
            + "translatesAutoresizingMaskIntoConstraints=\"NO\" id=\"\(id)\">\(rect(frame))</\(element)>"
    }

    private mutating func label(_ id: String, _ x: Int, _ y: Int, hugging: Int = 251, resistance: Int = 750) -> String {
        views += 1
        let text = Self.words[Int(random.next(Double(Self.words.count) - 0.001))]
        return """
            <label opaque="NO" userInteractionEnabled="NO" contentMode="left" horizontalHuggingPriority="\(hugging)" \
            verticalHuggingPriority="251" horizontalCompressionResistancePriority="\(resistance)" text="\(text)" \
            lineBreakMode="tailTruncation" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)">\
            <rect key="frame" x="\(x)" y="\(y)" width="\(text.count * 8)" height="20.5"/>\
            <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
            """
    }

    private func rect(_ frame: (x: Int, y: Int, width: Int, height: Int)) -> String {
        "<rect key=\"frame\" x=\"\(frame.x)\" y=\"\(frame.y)\" width=\"\(frame.width)\" height=\"\(frame.height)\"/>"
    }

    // MARK: Constraints

    private mutating func pin(_ view: String, sides other: String, _ constant: Int) {
        tie(view, "leading", other, "leading", constant)
        tie(other, "trailing", view, "trailing", constant)
    }

    private mutating func tie(
        _ first: String,
        _ attribute: String,
        _ second: String,
        _ other: String,
        _ constant: Int,
        _ more: String = ""
    ) {
        constraints += "<constraint firstItem=\"\(first)\" firstAttribute=\"\(attribute)\" secondItem=\"\(second)\" "
        constraints += "secondAttribute=\"\(other)\" constant=\"\(constant)\" \(more) id=\"\(name())\"/>"
        rules += 1
    }

    private mutating func length(_ view: String, _ attribute: String, _ constant: Int, _ more: String = "") {
        constraints += "<constraint firstItem=\"\(view)\" firstAttribute=\"\(attribute)\" constant=\"\(constant)\" "
        constraints += "\(more) id=\"\(name())\"/>"
        rules += 1
    }
}
