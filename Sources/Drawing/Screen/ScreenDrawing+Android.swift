import ViewHierarchy

/// What the common classes of Android show, on screens that dumps measure in pixels.
extension ScreenDrawing {
    /// Whether a view is one of Android's own classes.
    func isAndroid(_ index: Int) -> Bool { tree.className(of: index).hasPrefix(ViewRole.androidPrefix) }

    /// Draws what Android draws otherwise than UIKit, and tells whether nothing is left to draw.
    func drawAndroid(_ index: Int, _ role: ViewRole, _ bounds: Rect, _ drawing: inout ViewDrawing) -> Bool {
        let size = bounds.size
        switch role {
        case .toggle:
            let isOn = flag(.checked, of: index) ?? false
            if flag(.checked, of: index) == nil { drawing.guess("state", "off", "The dump tells nothing about it.") }
            let track = Rect(x: 0, y: size.height * 0.2, width: size.width, height: size.height * 0.6)
            let fill = isOn ? SystemColor.systemBlue.withAlpha(0.5) : SystemColor.systemFill
            drawing.rect(track, radius: track.size.height / 2, fill: fill)
            let side = min(size.height, size.width / 2) * 0.9
            let x = isOn ? size.width - side : 0
            let knob = Rect(x: x, y: (size.height - side) / 2, width: side, height: side)
            drawing.rect(
                knob,
                radius: side / 2,
                fill: isOn ? SystemColor.systemBlue : .white,
                stroke: SystemColor.separator
            )
            drawing.guess("look", "a switch", "The dump does not say how it is drawn.")
            return true
        case .textField:
            drawing.guess("look", "a line below", "The dump does not say how the field is drawn.")
            let line = max(1, size.height / 60)
            drawing.rect(
                Rect(x: 0, y: size.height - line, width: size.width, height: line),
                fill: SystemColor.separator
            )
            return false
        default: return false
        }
    }

    /// The size of a text on a screen of so many pixels: what its frame was made for, else that of most texts, of which some
    /// 26 characters fit the width of a phone.
    func androidTextSize(of index: Int, _ role: ViewRole) -> Double {
        let (screen, area) = (tree.frame(of: 0).size, tree.bounds(of: index).size)
        let usual = max(8, min(screen.width, screen.height) / 26)
        guard usual.isFinite, area.isFinite else { return SystemFont.usualSize }
        guard role == .label, let text = tree.text(of: index), area.width > 0 else { return usual }
        let width = SystemFont.width(of: text)
        for lines in 1...12 {
            let size = area.height / (1.3 * Double(lines))
            guard size <= 2.5 * usual else { continue }
            guard size >= 0.5 * usual else { break }
            // So many lines, and not fewer.
            let isFull = lines == 1 || width * size > 0.6 * Double(lines - 1) * area.width
            if isFull, width * size <= Double(lines) * area.width * 1.08 { return size }
        }
        return usual
    }
}
