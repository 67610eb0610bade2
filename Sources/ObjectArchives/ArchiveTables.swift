/// The objects, members and classes of an archive, each in one row of its own: what readers of archives fill.
///
/// Members and elements lie beside one another, so that an object is a few numbers and needs no dictionary.
struct ArchiveTables {
    /// All objects; references are places.
    var objects: [ObjectArchive.Object] = []
    /// The values at the top, with keys.
    var top = ObjectArchive.Run()
    /// The values of all members, elements and lists.
    var values: [ObjectArchive.Value] = []
    /// The numbers of the keys of the members, at the places of their values; -1 for elements.
    var keys: [Int32] = []
    /// The texts that no source holds.
    var texts: [String] = []
    /// The classes of the objects.
    var classes: [ObjectArchive.Class] = []
    /// The keys by number.
    var names = ArchiveKeys()

    /// An object with more members has them in order, so that one that is asked often costs no more than others.
    private static let longestSearch = 16

    /// Adds a value with the number of its key, or with -1.
    mutating func append(_ value: ObjectArchive.Value, key: Int32 = -1) {
        values.append(value)
        keys.append(key)
    }

    /// Takes away the values from a place to the end.
    mutating func removeValues(from first: Int) {
        values.removeLast(max(0, values.count - first))
        keys.removeLast(max(0, keys.count - first))
    }

    /// Adds a text.
    mutating func added(_ text: String) -> ObjectArchive.Value {
        texts.append(text)
        return .text(texts.count - 1)
    }

    /// The values from a place to the end.
    func run(from first: Int) -> ObjectArchive.Run { run(first..<max(first, values.count)) }

    /// The values of some places.
    func run(_ places: Range<Int>) -> ObjectArchive.Run {
        // No limit lets an archive have so many.
        guard let first = Int32(exactly: places.lowerBound), Int32(exactly: places.upperBound) != nil else {
            return ObjectArchive.Run()
        }
        return ObjectArchive.Run(first: first, count: Int32(truncatingIfNeeded: places.count))
    }

    /// The members from a place to the end, arranged for finding them.
    mutating func members(from first: Int) -> ObjectArchive.Run {
        if values.count &- first > Self.longestSearch { sort(from: first) }
        return run(from: first)
    }

    /// Whether members can stay as they are.
    static func isShort(_ count: Int) -> Bool { count <= longestSearch }

    /// Puts the members from a place to the end into the order of their keys; of equal keys the last one stays.
    private mutating func sort(from first: Int) {
        var members: [Int32: ObjectArchive.Value] = [:]
        for place in first..<values.count { members[keys[place]] = values[place] }
        removeValues(from: first)
        for key in members.keys.sorted() { append(members[key] ?? .nothing, key: key) }
    }

    /// What stands under a key of a run; of equal keys the last one counts. Finding it costs the same in an archive of
    /// any size.
    func value(of key: Int32, in run: ObjectArchive.Run) -> ObjectArchive.Value? {
        let places = run.places
        guard places.upperBound <= keys.count, places.upperBound <= values.count else { return nil }
        if Self.isShort(places.count) {
            // The places are held against the count once, above.
            let found = keys.withUnsafeBufferPointer { keys in places.last { keys[$0] == key } }
            return found.map { values[$0] }
        }
        var (low, high) = (places.lowerBound, places.upperBound)
        while low < high {
            let middle = (low &+ high) / 2
            if keys[middle] < key { low = middle &+ 1 } else { high = middle }
        }
        return low < places.upperBound && keys[low] == key ? values[low] : nil
    }
}

/// The keys that somebody asks archives for. Each has the same number in every archive, so that none is compared as text.
package enum ArchiveKey: Int32, CaseIterable, Sendable {
    // Keyed archives.
    case root, uid, classReference
    case objects, keys, string, bytes, data, doubleValue, integerValue, attributedString
    case rectValue, sizeValue, pointValue, edgeValue
    // Lookin.
    case hierarchyInfo, member1, member2, member3, member4, member5, member6, member7, member8
    case soloScreenshots, groupScreenshots, soloScreenshot, groupScreenshot, appBundleIdentifier, screenScale
    case viewObject, layerObject, hostViewControllerObject, subitems, classChainList, memoryAddress, oid
    case hidden, alpha, frame, bounds, backgroundColor, attributesGroupList, attrSections, attributes
    case eventHandlers, eventName, specialTrace, ivarTraces, hostClassName, ivarName
    case value, identifier, displayTitle
    case firstItem, firstAttribute, relation, secondItem, secondAttribute, multiplier, constant, priority, active
    case effective
    // Compiled nibs.
    case topLevelObjects, allObjects, desktopObjects, arrayElement
    case localizedKey, developmentText
    case uiClassName, uiOriginalClassName, uiBounds, uiCenter, uiSubviews, uiAutoresizingMask, uiHidden, uiOpaque
    case uiClipsToBounds, uiAutoresizeSubviews, uiUserInteractionDisabled, uiMultipleTouchEnabled, uiAlpha, uiTag
    case uiContentMode, uiText, uiContentSize, uiAccessibilityIdentifier, uiAccessibilityLabel
    case uiViewAutolayoutConstraints, uiFont, uiFontName, uiFontPointSize, uiImage, uiImageView, uiResourceName
    case uiButtonStatefulContent, uiTitle, uiSystemColorName, uiWhite, uiRed, uiGreen, uiBlue
    case uiNibName, uiStoryboardSegueTemplates, uiNavigationItem, uiDestinationViewControllerIdentifier, uiIdentifier
    case nsFirstItem, nsFirstAttribute, nsFirstAttributeV2, nsSecondItem, nsSecondAttribute, nsSecondAttributeV2
    case nsRelation, nsMultiplier, nsConstant, nsConstantV2, nsPriority

    /// The key as archives spell it.
    package var text: String {
        switch self {
        case .uid: "CF$UID"
        case .classReference: "$class"
        case .objects: "NS.objects"
        case .keys: "NS.keys"
        case .string: "NS.string"
        case .bytes: "NS.bytes"
        case .data: "NS.data"
        case .doubleValue: "NS.dblval"
        case .integerValue: "NS.intval"
        case .attributedString: "NSString"
        case .rectValue: "NS.rectval"
        case .sizeValue: "NS.sizeval"
        case .pointValue: "NS.pointval"
        case .edgeValue: "NS.edgeval"
        // Lookin numbers the members of a hierarchy, and of what it says of the app.
        case .member1: "1"
        case .member2: "2"
        case .member3: "3"
        case .member4: "4"
        case .member5: "5"
        case .member6: "6"
        case .member7: "7"
        case .member8: "8"
        case .topLevelObjects: "UINibTopLevelObjectsKey"
        case .allObjects: "UINibObjectsKey"
        case .desktopObjects: "IB.objectdata"
        case .arrayElement: "UINibEncoderEmptyKey"
        case .localizedKey: "NSKey"
        case .developmentText: "NSDev"
        default: Self.spelled("\(self)")
        }
    }

    /// A key with the prefix of its framework as Objective-C writes it.
    private static func spelled(_ name: String) -> String {
        name.hasPrefix("ui") || name.hasPrefix("ns") ? name.prefix(2).uppercased() + name.dropFirst(2) : name
    }

    /// The keys by their texts.
    fileprivate static let byText = [String: ArchiveKey](allCases.map { ($0.text, $0) }) { first, _ in first }
}

/// The keys of one archive, each with a number: those that somebody asks for have that of ``ArchiveKey``.
struct ArchiveKeys {
    /// The texts of the keys that nobody asks for, from the first number that is free.
    private var others: [String] = []
    private var numbers: [String: Int32] = [:]
    private static let firstFree = Int32(ArchiveKey.allCases.count)

    /// The number of a key.
    mutating func number(of text: String) -> Int32 {
        if let known = ArchiveKey.byText[text] { return known.rawValue }
        if let number = numbers[text] { return number }
        let number = Self.firstFree &+ Int32(truncatingIfNeeded: others.count)
        numbers[text] = number
        others.append(text)
        return number
    }

    /// The text of the key of that number; empty for one that the archive does not have.
    func text(of number: Int32) -> String {
        if let known = ArchiveKey(rawValue: number) { return known.text }
        let place = Int(number) &- Int(Self.firstFree)
        return others.indices.contains(place) ? others[place] : ""
    }

    /// Where each key stands in the order of their texts, by number.
    func ranks() -> [Int32] {
        let texts = ArchiveKey.allCases.map(\.text) + others
        var ranks = [Int32](repeating: 0, count: texts.count)
        for (rank, place) in texts.indices.sorted(by: { texts[$0] < texts[$1] }).enumerated() {
            ranks[place] = Int32(truncatingIfNeeded: rank)
        }
        return ranks
    }
}
