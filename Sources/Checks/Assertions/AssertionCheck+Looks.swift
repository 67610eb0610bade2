import Locators
import ViewHierarchy

/// Words about what is seen, touched and read.
extension AssertionCheck {
    // MARK: Seen and touched

    func visible(_ range: RuleRange?, _ view: Int) -> AssertionVerdict {
        // In front of a view lie its own subviews too.
        if let doubt = scene.doubt(about: view, from: view + 1) { return .uncertain(scene.words(ofDoubt: doubt)) }
        let seen = scene.visibleFraction(of: view)
        return shared(seen, "visible", range)
    }

    func touchableShare(_ range: RuleRange, _ view: Int) -> AssertionVerdict {
        if let doubt = scene.doubt(about: view, from: scene.tree.subtree(of: view).upperBound) {
            return .uncertain(scene.words(ofDoubt: doubt))
        }
        return shared(scene.touchableFraction(of: view), "touchable", range)
    }

    /// Half a per cent is no difference. A share that is not exact is the most that it can be.
    private func shared(
        _ measured: (fraction: Double, isExact: Bool),
        _ adjective: String,
        _ range: RuleRange?
    ) -> AssertionVerdict {
        let words = RuleRange.words(measured.fraction, .percent)
        guard let range else {
            guard measured.fraction > 0 else { return .failed("0% \(adjective), expected more") }
            return measured.isExact ? .passed : .unknown("how much is \(adjective) cannot be known: rotated views")
        }
        let isMost = range.contains(measured.fraction, tolerance: range == RuleRange(0, unit: .percent) ? 0 : 0.005)
        let isBelow = range.lower.map { measured.fraction < $0 } ?? false
        if !measured.isExact, isMost || !isBelow {
            return .unknown("at most \(words) \(adjective): how much cannot be known where views are rotated")
        }
        guard !isMost else { return .passed }
        let expected = range.upper == nil ? RuleRange.words(range.lower ?? 0, .percent) : range.expected
        return .failed("\(words) \(adjective), expected \(expected)")
    }

    func touchable(_ isExpected: Bool, _ view: Int) throws(LocatorError) -> AssertionVerdict {
        let tree = scene.tree
        if let doubt = scene.doubt(about: view, from: tree.subtree(of: view).upperBound) {
            return .uncertain(scene.words(ofDoubt: doubt))
        }
        guard let frame = scene.windowFrame(of: view) else { return .unknown("place unknown in this dump") }
        let center = Point(x: (frame.minX + frame.maxX) / 2, y: (frame.minY + frame.maxY) / 2)
        let test = tree.hitTest(center, in: tree.hasScenes ? tree.root(of: view) : nil)
        try budget.spend(20 * test.steps.count)
        let hit = test.view
        let isReached = hit.map(tree.subtree(of: view).contains) ?? false
        guard isReached != isExpected else { return .passed }
        let point = "(\(RuleRange.words(center.x)),\(RuleRange.words(center.y)))"
        let name = hit.map { tree.name(of: $0) } ?? "nothing"
        return .failed("touch at \(point) reaches \(isReached && hit == view ? "it" : name)")
    }

    // MARK: Flags

    func flag(_ word: RuleWord, _ isExpected: Bool, _ view: Int) -> AssertionVerdict {
        let flags = scene.tree.flags(of: view)
        let element = scene.elements.element(ofView: view)
        let value: Bool? =
            switch word {
            case .hidden: says("hidden", view) ? flags.isHidden : nil
            case .userInteractionEnabled: says(word.rawValue, view) ? flags.isUserInteractionEnabled : nil
            case .enabled: element.flatMap { scene.elements.flag(ElementFlag.enabled, of: $0) }
            case .selected: element.flatMap { scene.elements.flag(ElementFlag.selected, of: $0) }
            default: nil
            }
        guard let value else { return .unknown("\(word.rawValue) unknown in this dump") }
        return value == isExpected ? .passed : .failed("\(word.rawValue) is \(value), expected \(isExpected)")
    }

    // MARK: Texts

    func text(_ word: RuleWord, _ test: RuleTextTest, _ view: Int) throws(LocatorError) -> AssertionVerdict {
        let tree = scene.tree
        let element = scene.elements.element(ofView: view)
        let value: String? =
            switch word {
            case .text: self.text(of: view)
            case .label: element.flatMap(scene.elements.label)
            case .value: element.flatMap(scene.elements.value)
            case .identifier: tree.identifier(of: view)
            case .class: tree.className(of: view)
            default: nil
            }
        guard let value else {
            let isSaid = word == .text ? says("text", view) : says(word.rawValue, view)
            guard isSaid else { return .unknown("\(word.rawValue) unknown in this dump") }
            return .failed("\(word.rawValue) is missing, expected \(test.expected)")
        }
        guard try !holds(test, value) else { return .passed }
        let shown = value.count > 200 ? value.prefix(199) + "…" : value[...]
        return .failed("\(word.rawValue) is \"\(shown)\", expected \(test.expected)")
    }

    /// Letters count as they are written, accents and blanks too.
    private func holds(_ test: RuleTextTest, _ value: String) throws(LocatorError) -> Bool {
        try budget.spend(value.utf8.count)
        let (text, part) = (Array(value.utf8), Array(test.text.utf8))
        switch test.kind {
        case .is: return text == part
        case .contains: return part.isEmpty || text.firstRange(of: part) != nil
        case .startsWith: return text.starts(with: part)
        case .endsWith: return text.reversed().starts(with: part.reversed())
        case .matches: return try test.pattern?.isWhole(value, budget: budget) ?? false
        }
    }

    /// The text of a view: its own, else that of the only view inside it that has one, as buttons and cells have it.
    private func text(of view: Int) -> String? {
        textView(for: view).flatMap { scene.tree.text(of: $0) }
    }

    private func textView(for view: Int) -> Int? {
        let tree = scene.tree
        if tree.text(of: view) != nil { return view }
        var found: Int?
        for inner in tree.subtree(of: view).dropFirst().prefix(200) where tree.text(of: inner)?.isEmpty == false {
            guard found == nil else { return nil }
            found = inner
        }
        return found
    }

    // MARK: Colours

    func color(_ asked: RuleColor, _ view: Int) -> AssertionVerdict {
        let names = ["text": "text", "background": "background", "tint": "tint"]
        let subject = "\(names[asked.part.rawValue] ?? "") colour"
        let views = asked.part == .text ? [view] + (textView(for: view).map { [$0] } ?? []) : [view]
        let said = views.lazy.flatMap { view in asked.part.attributes.map { (view, $0) } }
            .compactMap { scene.tree.attribute($1, of: $0) }.first { !$0.isEmpty }
        guard let said, let color = ColorText(said).color else { return .unknown("\(subject) unknown in this dump") }
        let isLight = asked.appearance == .light
        let (own, its) = isLight ? (color.light, asked.color.light) : (color.dark, asked.color.dark)
        let pairs = [(own.red, its.red), (own.green, its.green), (own.blue, its.blue), (own.alpha, its.alpha)]
        guard pairs.contains(where: { abs($0 - $1) > RuleColor.tolerance }) else { return .passed }
        return .failed("\(subject) is \(Self.words(own)), expected \(Self.words(its))")
    }

    /// `#ff3b30`, with the alpha in per cent where something shines through.
    private static func words(_ color: RGBA) -> String {
        color.alpha >= 0.999 ? color.hexadecimal : "\(color.hexadecimal) at \(RuleRange.words(color.alpha, .percent))"
    }
}
