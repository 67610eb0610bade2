import TestSupport
import ViewHierarchy

/// Arrangements of many views that try the sweeps.
enum ExposureShape: String, CaseIterable, Sendable {
    case tiles, rows, staircase, nested, scattered, lattice, rotated

    /// A window with so many opaque views.
    func tree(_ count: Int) -> ViewTree {
        var builder = ViewTreeBuilder()
        var random = SeededGenerator(seed: 1)
        let side = 1_000.0
        builder.append(Self.cover(Rect(x: 0, y: 0, width: side, height: side)), depth: 0)
        for number in 1..<count {
            let n = Double(number)
            let step = side / Double(count)
            var depth = 1
            var cover: ViewDescription
            switch self {
            case .tiles:
                let columns = Double(count).squareRoot().rounded(.up)
                let (row, column) = ((n / columns).rounded(.down), n.truncatingRemainder(dividingBy: columns))
                let width = side / columns
                cover = Self.cover(Rect(x: column * width, y: row * width, width: width, height: width))
            case .rows: cover = Self.cover(Rect(x: 0, y: n * step, width: side, height: step))
            case .staircase:
                cover = Self.cover(Rect(x: n * step / 2, y: n * step / 2, width: side / 2, height: side / 2))
            case .nested:
                let width = side - n * step
                cover = Self.cover(Rect(x: step / 2, y: step / 2, width: width, height: width))
                depth = number
            case .scattered:
                cover = Self.cover(
                    Rect(
                        x: .random(in: 0..<side, using: &random),
                        y: .random(in: 0..<side, using: &random),
                        width: .random(in: 0..<5, using: &random),
                        height: .random(in: 0..<5, using: &random)
                    )
                )
            case .lattice:
                cover = Self.cover(
                    number % 2 == 0
                        ? Rect(x: n * step, y: 0, width: step / 2, height: side)
                        : Rect(x: 0, y: n * step, width: side, height: step / 2)
                )
            case .rotated:
                cover = Self.cover(
                    Rect(
                        x: .random(in: 0..<side, using: &random),
                        y: .random(in: 0..<side, using: &random),
                        width: 4,
                        height: 8
                    )
                )
                cover.transform = Transform(rotation: n)
            }
            builder.append(cover, depth: depth)
        }
        return builder.build()
    }

    private static func cover(_ frame: Rect) -> ViewDescription {
        var view = ViewDescription(className: "UIView", frame: frame)
        view.attributes = [.init("backgroundColor", "UIExtendedGrayColorSpace 1 1")]
        return view
    }
}
