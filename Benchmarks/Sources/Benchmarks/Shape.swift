import BenchmarkSupport
import ViewHierarchy

/// Arrangements of views, from what apps have to what is hardest to measure.
enum Shape: String, CaseIterable {
    /// A window with a long list that is scrolled: five views to a row, nearly all rows out of sight.
    case screen
    /// A window full of opaque tiles, all of them in sight.
    case tiles
    /// Each view inside the one before, a little smaller.
    case nested
    /// Opaque views that overlap like steps.
    case staircase
    /// Small opaque views anywhere.
    case scattered
    /// Small views anywhere, each turned by another angle.
    case rotated
    /// Crossing bars: as many openings as the square of their number.
    case lattice
    /// Buttons, all of them in one place.
    case pile
    /// Buttons in a column, each over a part of the one before.
    case column
    /// Controls, texts and boxes anywhere in one another, some of them turned, many covered.
    case tangle

    private static let side = 1_000.0

    /// A window with so many views.
    func tree(_ count: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        builder.append(Self.view("UIWindow", 0, 0, Self.side, Self.side), depth: 0)
        switch self {
        case .screen: Self.list(count, &builder)
        case .pile: ControlShapes.pile(count, &builder)
        case .column: ControlShapes.column(count, &builder)
        case .tangle: ControlShapes.tangle(count, &builder)
        case .tiles: Self.tiles(count, &builder)
        case .nested:
            for number in 1..<count {
                let step = Self.side / Double(count)
                let side = Self.side - Double(number) * step
                builder.append(Self.view("UIView", step / 2, step / 2, side, side), depth: number)
            }
        case .staircase:
            for number in 1..<count {
                let place = Double(number) * Self.side / Double(count) / 2
                builder.append(Self.view("UIView", place, place, Self.side / 2, Self.side / 2), depth: 1)
            }
        case .scattered, .rotated:
            var random = Random()
            for number in 1..<count {
                var view = Self.view(
                    "UIView",
                    random.next(Self.side),
                    random.next(Self.side),
                    1 + random.next(8),
                    1 + random.next(8)
                )
                if self == .rotated { view.transform = Transform(rotation: Double(number)) }
                builder.append(view, depth: 1)
            }
        case .lattice:
            for number in 1..<count {
                let step = Self.side / Double(count)
                let place = Double(number) * step
                builder.append(
                    number % 2 == 0
                        ? Self.view("UIView", place, 0, step / 2, Self.side)
                        : Self.view("UIView", 0, place, Self.side, step / 2),
                    depth: 1
                )
            }
        }
        return builder.build()
    }

    private static func list(_ count: Int, _ builder: inout ViewTreeBuilder) {
        var table = view("UITableView", 0, 64, side, side - 64)
        table.clipsToBounds = true
        table.contentOffset = Point(x: 0, y: 500)
        builder.append(table, depth: 1)
        var row = 0.0
        while builder.count + 4 < count {
            var cell = view("UITableViewCell", 0, row * 44, side, 44)
            cell.autoresizingMask = .flexibleWidth
            builder.append(cell, depth: 2)
            var content = view("UITableViewCellContentView", 0, 0, side, 43.5, color: nil)
            content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            builder.append(content, depth: 3)
            var picture = view("UIImageView", 16, 8, 28, 28, color: nil)
            picture.isUserInteractionEnabled = false
            builder.append(picture, depth: 4)
            var label = view("UILabel", 60, 11, side - 140, 21, color: "UIExtendedGrayColorSpace 0 0")
            label.text = "Row \(Int(row))"
            label.isUserInteractionEnabled = false
            label.autoresizingMask = .flexibleWidth
            builder.append(label, depth: 4)
            var button = view("UIButton", side - 60, 5, 44, 34, color: nil)
            button.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
            builder.append(button, depth: 4)
            row += 1
        }
    }

    private static func tiles(_ count: Int, _ builder: inout ViewTreeBuilder) {
        let columns = Int(Double(count).squareRoot().rounded(.up))
        let width = side / Double(columns)
        for number in 0..<count - 1 {
            let (row, column) = number.quotientAndRemainder(dividingBy: columns)
            builder.append(view("UIView", Double(column) * width, Double(row) * width, width, width), depth: 1)
        }
    }

    private static func view(
        _ className: String,
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        color: String? = "UIExtendedGrayColorSpace 1 1"
    ) -> ViewDescription {
        var view = ViewDescription(className: className, frame: Rect(x: x, y: y, width: width, height: height))
        // All six flexible, as a rotated screen would have it at worst.
        view.autoresizingMask = AutoresizingMask(rawValue: 63)
        view.address = "0x600000a0"
        if let color { view.attributes.append(.init("backgroundColor", color)) }
        view.attributes.append(.init("layer", "<CALayer: 0x600000b0>"))
        return view
    }
}

/// A tree in the form of `-[UIView recursiveDescription]`.
enum DescriptionText {
    static func text(of tree: ViewTree) -> String {
        var text = ""
        for index in tree.indices {
            let depth = tree.depth(of: index)
            for level in 0..<depth { text += level == 0 ? "   | " : "   | " }
            let frame = tree.frame(of: index)
            text += "<\(tree.className(of: index)): \(tree.address(of: index) ?? "0x0"); frame = ("
            text += "\(frame.origin.x) \(frame.origin.y); \(frame.size.width) \(frame.size.height))"
            if let label = tree.text(of: index) { text += "; text = '\(label)'" }
            let mask = tree.autoresizingMask(of: index)
            let tokens = AutoresizingMask.names.filter { mask.contains($0.flag) }.map(\.token)
            if !tokens.isEmpty { text += "; autoresize = \(tokens.joined(separator: "+"))" }
            let transform = tree.transform(of: index)
            if !transform.isIdentity {
                text += "; transform = [\(transform.a), \(transform.b), \(transform.c), \(transform.d), 0, 0]"
            }
            if !tree.flags(of: index).contains(.userInteractionEnabled) { text += "; userInteractionEnabled = NO" }
            for attribute in tree.attributes(of: index) { text += "; \(attribute.name) = \(attribute.value)" }
            text += ">\n"
        }
        return text
    }
}
