import ViewHierarchy

/// Controls, drawn in the proportions that UIKit gives them; a frame of another size scales tracks, never knobs or lines.
extension ScreenDrawing {
    // Switch

    func drawSwitch(_ index: Int, _ whole: Rect, _ drawing: inout ViewDrawing) {
        let bounds = isElement(index) ? switchPlace(of: index, whole, &drawing) : whole
        let size = bounds.size
        let isWide = isModern && size.height <= 29
        let (isOn, reason) = switchState(of: index)
        if let reason { drawing.guess("state", isOn ? "on" : "off", reason) }
        let on =
            color(.onTintColor, of: index)
            ?? (SystemColor.named("systemGreen", modern: isModern) ?? SystemColor.systemGreen)
        drawing.rect(bounds, radius: size.height / 2, fill: isOn ? on : SystemColor.secondarySystemFill)
        let knob =
            isWide
            ? Size(width: 37, height: 24)
            : Size(width: min(27, max(4, size.height - 4)), height: min(27, max(4, size.height - 4)))
        let x = bounds.minX + (isOn ? size.width - 2 - knob.width : 2)
        let place = Rect(x: x, y: bounds.center.y - knob.height / 2, width: knob.width, height: knob.height)
        let thumb = color(.thumbTintColor, of: index) ?? .white
        drawing.rect(
            place,
            radius: knob.height / 2,
            fill: thumb,
            stroke: DynamicColor(white: 0, alpha: 0.08),
            lineWidth: 0.5
        )
    }

    /// What the dump says, else where the image of the knob is: left of the track's middle is off.
    private func switchState(of index: Int) -> (isOn: Bool, reason: String?) {
        if let said = flag(.on, .isOn, of: index) { return (said, nil) }
        switch (tree.value(of: index) ?? text(.value, of: index))?.lowercased() {
        case "1", "on", "true", "yes": return (true, nil)
        case "0", "off", "false", "no": return (false, nil)
        default: break
        }
        let knob = parts(of: index).first { part in
            let size = tree.frame(of: part).size
            return roles[part] == .image && size.width >= 36 && size.width <= 60 && size.height >= 22
                && size.height < size.width + 1
        }
        guard let knob else { return (false, "The dump tells nothing about it.") }
        return (tree.frame(of: knob).origin.x > 0, "Read from the place of the knob.")
    }

    // Slider

    func drawSlider(_ index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let size = bounds.size
        let middle = size.height / 2
        let share = sliderShare(of: index, size, &drawing)
        let track = isModern ? 6.0 : 4
        let knob = isModern ? Size(width: 37, height: 24) : Size(width: 28, height: 28)
        let height = size.height < 8 ? 8 : knob.height
        let width = knob.width * height / knob.height
        let x = share * max(0, size.width - width)
        let whole = Rect(x: 2, y: middle - track / 2, width: size.width - 4, height: track)
        drawing.rect(whole, radius: track / 2, fill: SystemColor.systemFill)
        let filled = Rect(x: 2, y: whole.minY, width: max(0, x + width / 2 - 2), height: track)
        drawing.rect(filled, radius: track / 2, fill: color(.minimumTrackTintColor, of: index) ?? tint(of: index))
        let thumb = Rect(x: x, y: middle - height / 2, width: width, height: height)
        drawing.rect(
            thumb,
            radius: height / 2,
            fill: color(.thumbTintColor, of: index) ?? .white,
            stroke: DynamicColor(white: 0, alpha: 0.18),
            lineWidth: 1
        )
    }

    /// How far along its track the thumb is, from its image or from the value.
    private func sliderShare(of index: Int, _ size: Size, _ drawing: inout ViewDrawing) -> Double {
        let thumb = parts(of: index).last { part in
            let frame = tree.frame(of: part)
            guard frame.size.width >= 20, frame.size.width <= 44, frame.size.height >= 20 else { return false }
            return roles[part] == .image || tree.className(of: part).hasSuffix("_UILiquidLensView")
        }
        if let thumb, case let room = size.width - tree.frame(of: thumb).size.width, room > 0 {
            drawing.guess("value", "by its thumb", "Read from the place of the thumb.")
            return min(max(tree.frame(of: thumb).origin.x / room, 0), 1)
        }
        let words = tree.value(of: index) ?? text(.value, of: index)
        let isPercent = words?.hasSuffix("%") ?? false
        if let words, let value = Double(isPercent ? String(words.dropLast()) : words), value.isFinite {
            let low = number(.minimumValue, .minValue, of: index) ?? 0
            let high = number(.maximumValue, .maxValue, of: index) ?? 1
            if isPercent { return min(max(value / 100, 0), 1) }
            if number(.minimumValue, .minValue, of: index) == nil {
                drawing.guess("range", "0 to 1", "The dump tells the value but not its range.")
            }
            return high > low ? min(max((value - low) / (high - low), 0), 1) : 0
        }
        drawing.guess("value", "in the middle", "The dump tells nothing about it.")
        return 0.5
    }
}
