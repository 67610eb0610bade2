import BenchmarkSupport
import ViewHierarchy

/// Arrangements of what people read and touch, which the rules of lint look at.
enum ControlShapes {
    private static let classes = ["UIButton", "UILabel", "UIImageView", "UISwitch", "UIView", "UIView", "UIScrollView"]

    /// Buttons, all of them in one place.
    static func pile(_ count: Int, _ builder: inout ViewTreeBuilder) {
        for number in 1..<count {
            var button = view("UIButton", Rect(x: 100, y: 100, width: 200, height: 40))
            button.identifier = "button \(number)"
            builder.append(button, depth: 1)
        }
    }

    /// Buttons one below the other, each reaching a little over the one before and into the window from below.
    static func column(_ count: Int, _ builder: inout ViewTreeBuilder) {
        let step = 1_000 / Double(count)
        for number in 1..<count {
            var button = view(
                "UIButton",
                Rect(x: 100, y: Double(number) * step, width: 200, height: max(8, 2 * step))
            )
            button.identifier = "button \(number)"
            builder.append(button, depth: 1)
        }
    }

    /// Controls, texts, pictures and boxes anywhere in one another, many of them out of their superviews and covered.
    static func tangle(_ count: Int, _ builder: inout ViewTreeBuilder) {
        var random = Random()
        var depth = 0
        while builder.count < count {
            depth = min(1 + Int(random.next(Double(depth + 1))), 30)
            let name = classes[Int(random.next(Double(classes.count) - 0.001))]
            let frame = Rect(
                x: random.next(600) - 100,
                y: random.next(600) - 100,
                width: random.next(200),
                height: random.next(120)
            )
            var view = view(name, frame)
            view.clipsToBounds = random.next(4) < 1
            view.isHidden = random.next(50) < 1
            view.isUserInteractionEnabled = random.next(20) > 1
            if random.next(30) < 1 { view.transform = Transform(rotation: random.next(3)) }
            if name == "UILabel" {
                view.text = "Text \(Int(random.next(1_000))) of a label"
                view.attributes.append(.init("textColor", "UIExtendedGrayColorSpace 0.6 1"))
                view.attributes.append(.init("font", "<UICTFont: 0x60> font-family: \"Helvetica\"; font-size: 17.00pt"))
            }
            if random.next(3) < 1 { view.attributes.append(.init("backgroundColor", "UIExtendedGrayColorSpace 1 1")) }
            if random.next(2) < 1 { view.identifier = "view \(Int(random.next(Double(count))))" }
            builder.append(view, depth: depth)
        }
    }

    private static func view(_ className: String, _ frame: Rect) -> ViewDescription {
        var view = ViewDescription(className: className, frame: frame)
        view.autoresizingMask = AutoresizingMask(rawValue: 63)
        view.address = "0x600000a0"
        return view
    }
}
