import JSON
import Drawing
import Locators
import ViewHierarchy

/// What the words of `expect` take.
extension RuleReader {
    /// The argument of a word; nil where it cannot be understood, which is noted.
    mutating func expectation(_ word: RuleWord, _ place: JSONPlace) -> Expectation? {
        switch word {
        case .width, .height, .x, .y, .left, .top, .right, .bottom, .alpha:
            guard let measure = RuleMeasure(rawValue: word.rawValue) else { return nil }
            return range(place).map { .measure(measure, $0) }
        case .frame, .windowFrame: return frame(place, isInWindow: word == .windowFrame)
        case .inside: return inside(place)
        case .near: return near(place)
        case .aligned: return aligned(place)
        case .centered: return centered(place)
        case .spacing: return spacing(place)
        case .contains: return contains(place)
        case .visible: return visible(place)
        case .touchable: return touchable(place)
        case .hidden, .enabled, .selected, .userInteractionEnabled:
            return members.bool(place).map { .flag(word, $0) }
        case .text, .label, .value, .identifier, .class: return textTest(place).map { .text(word, $0) }
        case .color: return color(place)
        case .count: return range(place).map { .count($0) }
        case .exists, .absent:
            return members.bool(place).map { .count($0 == (word == .exists) ? RuleRange(from: 1) : RuleRange(0)) }
        }
    }

    // MARK: Ranges

    private mutating func range(_ place: JSONPlace) -> RuleRange? {
        if let number = place.value.doubleValue, number.isFinite, abs(number) <= RuleRange.greatest {
            return RuleRange(number)
        }
        if let range = place.value.stringValue.flatMap({ RuleRange($0) }) { return range }
        members.refuse(place, takes: "a number or a range such as 44, 8..12, 44.. or ..320")
        return nil
    }

    /// `75%`, which is that much or more, or a range of shares.
    private mutating func share(_ place: JSONPlace) -> RuleRange? {
        if let text = place.value.stringValue, let range = RuleRange(text, unit: .percent) {
            guard let lower = range.lower, lower == range.upper else { return range }
            return lower == 0 ? range : RuleRange(from: lower, unit: .percent)
        }
        members.refuse(place, takes: "true, false, a share such as 75%, or a range of them such as 10%..20%")
        return nil
    }

    private mutating func frame(_ place: JSONPlace, isInWindow: Bool) -> Expectation? {
        guard let elements = members.elements(place, count: 4, of: "numbers or ranges: x, y, width, height") else {
            return nil
        }
        var ranges: [RuleRange?] = []
        for element in elements {
            if element.value == .null {
                ranges.append(nil)
            } else if let range = range(element) {
                ranges.append(range)
            } else {
                return nil
            }
        }
        return .frame(ranges, isInWindow: isInWindow)
    }

    // MARK: Other views

    /// A reference alone, or as a member of an object with more.
    private mutating func reference(_ place: JSONPlace, _ name: String, _ more: [String]) -> ViewReference? {
        let isLocator = place.value.kind == .object && place[name] == nil && more.allSatisfy { place[$0] == nil }
        if place.value.stringValue != nil || isLocator { return view(place, isMeasure: true) }
        guard checkNames(of: place, [name] + more) else { return nil }
        return members.required(name, of: place).flatMap { view($0, isMeasure: true) }
    }

    private mutating func inside(_ place: JSONPlace) -> Expectation? {
        let edges: [RuleEdge] = [.left, .right, .top, .bottom]
        guard let other = reference(place, "of", edges.map(\.rawValue)) else { return nil }
        var parts: [Expectation.Part<RuleEdge, RuleRange>] = []
        for edge in edges {
            guard let member = place[edge.rawValue] else { continue }
            guard let range = range(member) else { return nil }
            parts.append(.init(name: edge, value: range))
        }
        if parts.isEmpty { parts = edges.map { .init(name: $0, value: RuleRange(from: 0)) } }
        return .inside(other, parts)
    }

    private mutating func near(_ place: JSONPlace) -> Expectation? {
        let directions = RuleDirection.allCases
        guard checkNames(of: place, ["of"] + directions.map(\.rawValue)),
            let other = members.required("of", of: place).flatMap({ view($0, isMeasure: true) })
        else { return nil }
        var parts: [Expectation.Part<RuleDirection, RuleRange>] = []
        for direction in directions {
            guard let member = place[direction.rawValue] else { continue }
            guard let range = range(member) else { return nil }
            parts.append(.init(name: direction, value: range))
        }
        guard !parts.isEmpty else {
            members.refuse(place, "“near” needs a direction: \(directions.map(\.rawValue).joined(separator: ", ")).")
            return nil
        }
        return .near(other, parts)
    }

    private mutating func aligned(_ place: JSONPlace) -> Expectation? {
        guard checkNames(of: place, ["to", "edge"]),
            let other = members.required("to", of: place).flatMap({ view($0, isMeasure: true) }),
            let edge = members.required("edge", of: place)
        else { return nil }
        let places = edge.value.stringValue != nil ? [edge] : members.elements(edge, of: "edges") ?? []
        var edges: [RuleEdge] = []
        for place in places.prefix(6) {
            guard let edge: RuleEdge = members.choice(place) else { return nil }
            edges.append(edge)
        }
        if edges.isEmpty, edge.value.kind == .array { members.refuse(edge, "“edge” names no edge.") }
        return edges.isEmpty ? nil : .aligned(other, edges)
    }

    private mutating func centered(_ place: JSONPlace) -> Expectation? {
        guard let other = reference(place, "in", ["axis"]) else { return nil }
        guard let member = place["axis"], member.value != "both" else { return .centered(other, RuleAxis.allCases) }
        return members.choice(member, of: ["x", "y", "both"]).flatMap(RuleAxis.init).map { .centered(other, [$0]) }
    }

    private mutating func spacing(_ place: JSONPlace) -> Expectation? {
        guard checkNames(of: place, ["axis", "equal"]), let axis = members.required("axis", of: place),
            let axis: RuleAxis = members.choice(axis)
        else { return nil }
        guard let equal = place["equal"], equal.value != true else { return .spacing(axis, nil) }
        return range(equal).map { .spacing(axis, $0) }
    }

    private mutating func contains(_ place: JSONPlace) -> Expectation? {
        guard let other = reference(place, "of", ["count"]) else { return nil }
        guard case .locator = other.target else {
            members.refuse(place, "A view contains what a locator finds, not “\(other.name)”.")
            return nil
        }
        guard let count = place["count"] else { return .contains(other, RuleRange(from: 1)) }
        return range(count).map { .contains(other, $0) }
    }

    // MARK: What is seen

    private mutating func visible(_ place: JSONPlace) -> Expectation? {
        if let isVisible = place.value.boolValue { return .visible(isVisible ? nil : RuleRange(0, unit: .percent)) }
        return share(place).map { .visible($0) }
    }

    private mutating func touchable(_ place: JSONPlace) -> Expectation? {
        if let isTouchable = place.value.boolValue { return .touchable(isTouchable) }
        return share(place).map { .touchableShare($0) }
    }

    // MARK: Texts and colours

    private mutating func textTest(_ place: JSONPlace) -> RuleTextTest? {
        if let text = place.value.stringValue { return RuleTextTest(kind: .is, text: text) }
        let kinds = RuleTextTest.Kind.allCases
        guard place.value.kind == .object else {
            members.refuse(
                place,
                takes: "a text in quotes, or one of \(kinds.map(\.rawValue).joined(separator: ", ")) with one"
            )
            return nil
        }
        guard checkNames(of: place, kinds.map(\.rawValue)) else { return nil }
        let given = kinds.filter { place[$0.rawValue] != nil }
        guard given.count == 1, let kind = given.first, let member = place[kind.rawValue] else {
            members.refuse(
                place,
                "A text is tested in one way, not \(given.count): \(kinds.map(\.rawValue).joined(separator: ", "))."
            )
            return nil
        }
        guard let text = members.text(member) else { return nil }
        var test = RuleTextTest(kind: kind, text: text)
        guard kind == .matches else { return test }
        do throws(Pattern.Failure) {
            test.pattern = try Pattern(text)
        } catch {
            members.refuse(member, "At character \(error.place + 1): \(error.message)")
            return nil
        }
        return test
    }

    private mutating func color(_ place: JSONPlace) -> Expectation? {
        guard checkNames(of: place, ["of", "is", "in"]), let part = members.required("of", of: place),
            let expected = members.required("is", of: place),
            let part: RuleColor.Part = members.choice(part), let text = members.text(expected)
        else { return nil }
        guard let color = ColorText(text).color else {
            members.refuse(expected, takes: "a colour such as #1d1d1f, rgba(0, 0, 0, 0.5) or systemBlue")
            return nil
        }
        var appearance: RuleColor.Appearance = .light
        if let member = place["in"] {
            guard let chosen: RuleColor.Appearance = members.choice(member) else { return nil }
            appearance = chosen
        }
        return .color(RuleColor(part: part, color: color, appearance: appearance))
    }
}
