import Diagnostics
import ViewHierarchy

/// Compares the views of two trees one by one.
struct ViewComparison {
    /// Differences of opacity, and of the entries of transforms and anchor points, that count as none.
    private static let ratioTolerance = 1e-4
    /// Attributes that mean nothing to the app: the text of a debugger that repeats the others, and what is for those who look
    /// at the canvas of Interface Builder.
    static let passing: Set<String> = [
        "debugDescription", "canvasLocation", "userLabel", "controller.userLabel", "colorLabel",
    ]
    /// Attributes that are objects, and not what a dump of another format could say.
    private static let objects: Set<String> = ["layer", "gestureRecognizers", "animations"]

    private let former: ViewTree
    private let new: ViewTree
    private let match: TreeMatch
    private let tolerance: Double
    private let formerPlaces: WindowGeometry
    private let newPlaces: WindowGeometry
    /// The properties that both dumps say of some view, in the order of the table.
    private let compared: [ViewProperty]
    private let comparedSet: PropertySet
    /// The attributes that both dumps have.
    private let attributes: Set<String>
    private let reordered: Set<Int>
    /// Whether both are of interface files, which leave usual priorities out.
    private let isInterface: Bool
    /// What only one of the dumps says.
    let unsaid: [String]
    /// Whether a place or a size differed by no more than the tolerance.
    private(set) var isWithinTolerance = false

    init(_ former: ViewTree, _ new: ViewTree, _ match: TreeMatch, tolerance: Double, isOneFormat: Bool) {
        (self.former, self.new, self.match, self.tolerance) = (former, new, match, tolerance)
        (formerPlaces, newPlaces) = (WindowGeometry(former), WindowGeometry(new))
        let (one, other) = (former.saidByAny, new.saidByAny)
        let candidates = ViewProperty.all.filter { $0.group != .identity || $0.name == "controller" }
        let isSaid = { (property: ViewProperty) in
            property.group == .place
                || (isOneFormat
                    ? one.contains(property) || other.contains(property)
                    : one.contains(property) && other.contains(property))
        }
        // The corner and the size of the frame tell of both places; what is left of bounds is where a view has scrolled to.
        compared = candidates.filter { isSaid($0) && $0 != .frame && $0 != .center }
        comparedSet = PropertySet(compared)
        let (names, otherNames) = (Self.attributeNames(former), Self.attributeNames(new))
        attributes = isOneFormat ? names.union(otherNames) : names.intersection(otherNames)
        isInterface = former.isInterface && new.isInterface
        reordered = Self.reordered(former, new, match)
        let properties = candidates.filter { !isSaid($0) && one.contains($0) != other.contains($0) }.map(\.name)
        let isAll = isOneFormat || former.count == 0 || new.count == 0
        let others = names.symmetricDifference(otherNames).subtracting(Self.objects)
        unsaid = isAll ? [] : properties + others.sorted()
    }

    private static func attributeNames(_ tree: ViewTree) -> Set<String> {
        Set(tree.attributeNames).subtracting(passing)
    }

    /// What is not the same about a view; nil when all is.
    mutating func change(before: Int?, after: Int?) -> TreeDiff.Change? {
        guard let before, let after else {
            let frame = before.map(former.frame) ?? after.map(new.frame)
            return TreeDiff.Change(
                before: before,
                after: after,
                kinds: [before == nil ? .added : .removed],
                frames: before == nil ? (nil, frame) : (frame, nil),
                properties: []
            )
        }
        var kinds: [TreeDiff.Kind] = []
        let superview = former.superview(of: before)
        let superviewNow = new.superview(of: after)
        let isReparented =
            superview.flatMap { match.successor(of: $0) } != superviewNow || (superview == nil) != (superviewNow == nil)
        if isReparented { kinds.append(.reparented) }
        if reordered.contains(after) { kinds.append(.reordered) }
        let frames: (before: Rect?, after: Rect?) =
            isReparented
            ? (formerPlaces.windowFrame(of: before), newPlaces.windowFrame(of: after))
            : (former.frame(of: before), new.frame(of: after))
        if let one = frames.before, let other = frames.after {
            if !isSame(one.origin, other.origin) { kinds.append(.moved) }
            if !isSame(one.size.width, other.size.width, tolerance)
                || !isSame(one.size.height, other.size.height, tolerance)
            {
                kinds.append(.resized)
            }
            if one != other, one.isFinite, kinds.isEmpty { isWithinTolerance = true }
        } else if (frames.before == nil) != (frames.after == nil) {
            kinds.append(.moved)
        }
        let properties =
            classChanges(before, after) + propertyChanges(before, after) + layoutChanges(before, after)
            + attributeChanges(before, after)
        if !properties.isEmpty { kinds.append(.changed) }
        guard !kinds.isEmpty else { return nil }
        return TreeDiff.Change(before: before, after: after, kinds: kinds, frames: frames, properties: properties)
    }

    private func isSame(_ one: Double, _ other: Double, _ tolerance: Double) -> Bool {
        one == other || abs(one - other) <= tolerance || one.isNaN && other.isNaN
    }

    private func isSame(_ one: Point, _ other: Point) -> Bool {
        isSame(one.x, other.x, tolerance) && isSame(one.y, other.y, tolerance)
    }

    private func isSame(_ one: [Double], _ other: [Double], _ tolerance: Double) -> Bool {
        zip(one, other).allSatisfy { isSame($0, $1, tolerance) }
    }

    // MARK: Properties

    /// The class, unless only what each run names otherwise differs.
    private func classChanges(_ before: Int, _ after: Int) -> [TreeDiff.PropertyChange] {
        let (one, other) = (former.className(of: before), new.className(of: after))
        guard one != other, ClassName(one).readable != ClassName(other).readable else { return [] }
        return [.init(name: "class", isAttribute: false, before: .text(one), after: .text(other))]
    }

    private mutating func propertyChanges(_ before: Int, _ after: Int) -> [TreeDiff.PropertyChange] {
        let differing = former.properties(of: before, differingFrom: after, in: new)
        guard !differing.isDisjoint(with: comparedSet) else { return [] }
        return compared.compactMap { property in
            guard differing.contains(property) else { return nil }
            if property == .bounds {
                let (one, other) = (former.bounds(of: before).origin, new.bounds(of: after).origin)
                guard !isSame(one, other) else {
                    isWithinTolerance = isWithinTolerance || one != other && one.isFinite
                    return nil
                }
                return .init(name: "bounds", isAttribute: false, before: .point(one), after: .point(other))
            }
            let (one, other) = (property.value(of: before, in: former), property.value(of: after, in: new))
            guard one != other else { return nil }
            if isSame(one, other, of: property) {
                isWithinTolerance = isWithinTolerance || one?.isFinite ?? false
                return nil
            }
            // A default that a dump did not say is no fact.
            let isKnown = property.usual == nil || former.says(property, of: before)
            let isKnownNow = property.usual == nil || new.says(property, of: after)
            return .init(
                name: property.name,
                isAttribute: false,
                before: isKnown ? one : nil,
                after: isKnownNow ? other : nil
            )
        }
    }

    private func isSame(_ one: ViewPropertyValue?, _ other: ViewPropertyValue?, of property: ViewProperty) -> Bool {
        switch (one, other) {
        case (.number(let one), .number(let other)): isSame([one], [other], Self.ratioTolerance)
        case (.transform, .transform): isSame(one?.numbers ?? [], other?.numbers ?? [], Self.ratioTolerance)
        case (.point, .point), (.size, .size), (.rect, .rect):
            isSame(
                one?.numbers ?? [],
                other?.numbers ?? [],
                property == .anchorPoint ? Self.ratioTolerance : tolerance
            )
        default: false
        }
    }

    // MARK: Layout

    private func layoutChanges(_ before: Int, _ after: Int) -> [TreeDiff.PropertyChange] {
        let (one, other) = (former.layoutTraits(of: before), new.layoutTraits(of: after))
        let (traits, otherTraits) = (one ?? LayoutTraits(), other ?? LayoutTraits())
        var changes: [TreeDiff.PropertyChange] = []
        func note(_ name: String, _ one: ViewPropertyValue?, _ other: ViewPropertyValue?) {
            guard one != other else { return }
            changes.append(.init(name: name, isAttribute: false, before: one, after: other))
        }
        if traits != otherTraits {
            for (name, value) in LayoutTraits.compared {
                // An interface file leaves the usual out.
                let usual = isInterface ? LayoutTraits.usualPriority(name) : nil
                note(name, value(traits) ?? usual, value(otherTraits) ?? usual)
            }
            note(
                "stack/customSpacings",
                spacings(traits.stack) { former.index(ofID: $0).flatMap { match.successor(of: $0) } },
                spacings(otherTraits.stack) { new.index(ofID: $0) }
            )
        }
        let (issues, otherIssues) = (former.layoutIssues(of: before).words, new.layoutIssues(of: after).words)
        note("layoutIssues", issues.isEmpty ? nil : .text(issues), otherIssues.isEmpty ? nil : .text(otherIssues))
        return changes
    }

    /// The distances after arranged views, in the order of the new tree.
    private func spacings(_ stack: StackConfiguration?, _ index: (Int) -> Int?) -> ViewPropertyValue? {
        let known = (stack?.customSpacings ?? [:]).map { (index: index($0.key) ?? -1, spacing: $0.value) }
        let words = known.sorted { $0.index < $1.index }.map { index, spacing in
            "\(NumberText.told(spacing)) after \(index < 0 ? "a view that is gone" : new.name(of: index))"
        }
        return words.isEmpty ? nil : .text(words.joined(separator: ", "))
    }

    // MARK: Attributes

    private func attributeChanges(_ before: Int, _ after: Int) -> [TreeDiff.PropertyChange] {
        guard !attributes.isEmpty, !former.hasAttributes(of: before, equalTo: after, in: new) else { return [] }
        let (one, other) = (former.attributes(of: before), new.attributes(of: after))
        let (values, otherValues) = (words(of: one), words(of: other))
        var names = one.map(\.name) + other.map(\.name)
        var seen: Set<String> = []
        names.removeAll { !attributes.contains($0) || !seen.insert($0).inserted }
        // That a class has become one of the app's own, or no longer is, the class tells.
        let bases = (former.baseClass(of: before), new.baseClass(of: after))
        if bases.0 ?? former.className(of: before) == bases.1 ?? new.className(of: after) {
            names.removeAll { $0 == "baseClass" }
        }
        return names.compactMap { name in
            let (value, otherValue) = (values[name], otherValues[name])
            guard value != otherValue, !Self.areSameLines(value, otherValue, of: name) else { return nil }
            return .init(
                name: name,
                isAttribute: true,
                before: value.map { .text($0) },
                after: otherValue.map { .text($0) }
            )
        }
    }

    /// The values by their names, without the addresses of objects.
    private func words(of attributes: [ViewDescription.Attribute]) -> [String: String] {
        Dictionary(attributes.map { ($0.name, Self.text($0.value, of: $0.name)) }) { $0 + "\n" + $1 }
    }

    /// The value without addresses. Of a layer its class is left, and of gesture recognizers whether there are any: the text
    /// names the array in which they are.
    private static func text(_ value: String, of name: String) -> String {
        guard objects.contains(name), value.hasPrefix("<"), value.hasSuffix(">"),
            let address = value.firstRange(of: ": 0x"),
            value[address.upperBound...].dropLast().allSatisfy(\.isHexDigit)
        else { return withoutAddresses(value) }
        return name == "gestureRecognizers" ? "some" : String(value[..<address.lowerBound].dropFirst())
    }

    /// Whether it is the same lines in another order: objects of a running app are listed as they come.
    private static func areSameLines(_ one: String?, _ other: String?, of name: String) -> Bool {
        guard name == "constraint", let one, let other else { return false }
        return one.split(separator: "\n").sorted() == other.split(separator: "\n").sorted()
    }

    /// A text in which every address of an object is the same.
    static func withoutAddresses(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "0")), text.contains("0x") else { return text }
        var parts = text.components(cutAt: "0x")
        for index in parts.indices.dropFirst() {
            let digits = parts[index].prefix { $0.isHexDigit }
            if digits.utf8.count >= 3 { parts[index] = parts[index].dropFirst(digits.count) }
        }
        return parts.joined(separator: "0x")
    }

    // MARK: Order

    /// The views of the new tree that do not follow the others of their superview as they did: those that are not in the
    /// longest run of subviews in their former order.
    private static func reordered(_ former: ViewTree, _ new: ViewTree, _ match: TreeMatch) -> Set<Int> {
        var found: Set<Int> = []
        func look(_ views: [Int], former superview: Int?) {
            let kept = views.compactMap { view -> (view: Int, place: Int)? in
                guard let old = match.predecessor(of: view), former.superview(of: old) == superview else { return nil }
                return former.subviewIndex(of: old).map { (view, $0) }
            }
            guard zip(kept, kept.dropFirst()).contains(where: { $0.place > $1.place }) else { return }
            let run = Set(longestRun(kept.map(\.place)))
            for (position, entry) in kept.enumerated() where !run.contains(position) { found.insert(entry.view) }
        }
        look(new.roots, former: nil)
        for view in new.indices {
            if let old = match.predecessor(of: view) { look(new.subviews(of: view), former: old) }
        }
        return found
    }

    /// The positions of a longest ascending run, found by the last element of the best run of each length.
    static func longestRun(_ places: [Int]) -> [Int] {
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: places.count)
        for (position, place) in places.enumerated() {
            let length = ends.end(ofFirst: { places[$0] < place })
            if length > 0 { previous[position] = ends[length - 1] }
            if length == ends.count { ends.append(position) } else { ends[length] = position }
        }
        var run: [Int] = []
        var next = ends.last ?? -1
        while next >= 0 {
            run.append(next)
            next = previous[next]
        }
        return run.reversed()
    }
}

extension String {
    /// The parts between the places where a word stands.
    fileprivate func components(cutAt word: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while let place = rest.firstRange(of: word) {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }
}
