/// What is known of the system font of iOS: how high its lines are, and the size of a text in a frame made for it.
///
/// The height of a line is 1.193359 times the size, rounded up to a pixel; its ascent is 0.952148 of the size. Both are
/// what frames of labels in real dumps show. How wide its letters are is ``TextFont``'s to say.
package enum SystemFont {
    /// The height of a line of size 1.
    package static let lineHeight = 1.193359
    /// How far the baseline lies below the top of a line of size 1.
    package static let ascent = 0.952148
    /// The size of labels that nothing is known of (`UIFont.labelFontSize`).
    package static let usualSize = 17.0

    /// Where a size that is not said comes from.
    package enum Inference: Sendable, Hashable {
        /// The frame is as high as one line of it.
        case oneLine
        /// The frame is as high as so many lines of it.
        case lines(Int)
        /// The frame leaves room; the usual size of such views, or what fits.
        case usual
    }

    /// The size of a text in a frame that it may have been made for.
    ///
    /// - Parameters:
    ///   - isCut: Whether the dump cut the text, so that its width says nothing.
    ///   - usual: The size that such a view has when its frame does not tell.
    package static func size(
        of text: String,
        isCut: Bool,
        in size: Size,
        usual: Double = usualSize
    ) -> (size: Double, lines: Int, inference: Inference) {
        let height = size.height
        guard height.isFinite, height > 0 else { return (usual, 1, .usual) }
        let measured = TextFont.Advances(of: text)
        if let one = oneLineSize(height) ?? wholeSize(height, width: size.width, measured) {
            let width = measured.width(at: one)
            if isCut || !(one > 28 && width < 0.55 * size.width) {
                // Far more text than a line of that size holds stands in several smaller lines.
                if !(width > 1.7 * size.width) || height < 20 { return (one, 1, .oneLine) }
            }
        }
        for lines in 2...12 {
            guard let found = linesSize(height, lines) else { continue }
            let needed = measured.width(at: found) / max(size.width, 1)
            if isCut || (needed > Double(lines) - 1.25 && needed <= Double(lines) + 0.1) {
                return (found, lines, .lines(lines))
            }
        }
        return fitting(measured.width(at: usual) / max(usual, 1), in: size, usual)
    }

    /// Room is left: the usual size, smaller where the text does not fit.
    private static func fitting(
        _ widthAtOne: Double,
        in size: Size,
        _ usual: Double
    ) -> (size: Double, lines: Int, inference: Inference) {
        let tallest = min(usual, max(6, size.height / lineHeight))
        let room = Int((size.height / (tallest * lineHeight) + 0.05).rounded(.down))
        let lines = max(1, min(room, 40))
        let fits = size.width * Double(lines) / max(widthAtOne, 0.01)
        return (lines > 1 ? tallest : max(min(tallest, fits), min(tallest, 9)), lines, .usual)
    }

    /// The integer size whose line, on a grid of halves or thirds of a point, is exactly this high.
    private static func oneLineSize(_ height: Double) -> Double? {
        let size = (height / lineHeight + 1e-4).rounded(.down)
        guard (6...96).contains(size) else { return nil }
        let line = size * lineHeight
        let isWhole = height == height.rounded() && height <= 24
        let matches = [2, 3].contains { scale in abs((line * scale).rounded(.up) / scale - height) < 0.02 }
        return matches || isWhole ? size : nil
    }

    /// Older layouts round frames up to whole points, in both directions: where the width agrees, so does the size.
    private static func wholeSize(_ height: Double, width: Double, _ text: TextFont.Advances) -> Double? {
        let size = (height / lineHeight + 1e-4).rounded(.down)
        guard (20...96).contains(size), (size * lineHeight).rounded(.up) == height, width > 0,
            (0.85...1.15).contains(text.width(at: size) / width)
        else { return nil }
        return size
    }

    private static func linesSize(_ height: Double, _ lines: Int) -> Double? {
        let count = Double(lines)
        let largest = (height / count / lineHeight + 1e-4).rounded(.down)
        // Lines of text styles stand farther apart than plain ones, so the size may be one less.
        for size in [largest, largest - 1] where (10...28).contains(size) {
            let line = size * lineHeight
            for scale in [2.0, 3] {
                func onGrid(_ length: Double) -> Double { (length * scale).rounded(.up) / scale }
                let styled = leading[Int(size)].map { onGrid(line + (count - 1) * $0) }
                for candidate in [onGrid(line * count), onGrid(line) * count, styled ?? -1]
                where abs(candidate - height) < 0.05 { return size }
            }
        }
        return nil
    }

    /// The distance of lines of the text styles, by size (Human Interface Guidelines, Typography, size L).
    private static let leading: [Int: Double] = [
        34: 41, 28: 34, 22: 28, 20: 25, 17: 22, 16: 21, 15: 20, 13: 18, 12: 16, 11: 13,
    ]
}
