import ViewHierarchy

/// What tells one element from the others, and the locators that can be made of it.
struct ElementFacts {
    /// What an element can be told by.
    private enum Fact: Int, CaseIterable {
        case name, label, value, type

        var bit: Int { 1 << rawValue }
    }

    private let tree: ElementTree
    private let element: Int
    private let tag: String
    /// The texts of the element by fact; only what it has.
    private let texts: [Fact: String]
    /// How many elements are the same in each set of facts.
    private var counts = [Int](repeating: 0, count: 16)
    /// The place of the element among those that are the same in each set, counted from 1.
    private var places = [Int](repeating: 0, count: 16)
    /// Whether the name is an identifier and not a text that people read.
    private let hasIdentifier: Bool

    /// Looks at all elements once.
    init(_ element: Int, in tree: ElementTree) {
        self.tree = tree
        self.element = element
        tag = tree.tag(of: element)
        hasIdentifier = tree.identifier(of: element) != nil
        var texts: [Fact: String] = [.type: tag]
        for (fact, text) in [
            (Fact.name, tree.name(of: element)), (.label, tree.label(of: element)), (.value, tree.value(of: element)),
        ] {
            // A text that is too long makes no locator.
            if let text, !text.isEmpty, text.utf8.count <= 300 { texts[fact] = text }
        }
        self.texts = texts
        for other in tree.indices {
            var same = tree.tagNumbers[other] == tree.tagNumbers[element] ? Fact.type.bit : 0
            if let text = texts[.name], tree.name(of: other)?.isSame(as: text) == true { same |= Fact.name.bit }
            if let text = texts[.label], tree.label(of: other)?.isSame(as: text) == true { same |= Fact.label.bit }
            if let text = texts[.value], tree.value(of: other)?.isSame(as: text) == true { same |= Fact.value.bit }
            guard same != 0 else { continue }
            for set in 1..<16 where set & same == set {
                counts[set] += 1
                if other <= element { places[set] += 1 }
            }
        }
    }

    private func risks(_ set: Int, isCounted: Bool) -> [LocatorSuggestion.Risk] {
        var risks: [LocatorSuggestion.Risk] = []
        if isCounted { risks.append(.index) }
        if set & (Fact.label.bit | Fact.value.bit) != 0 || set & Fact.name.bit != 0 && !hasIdentifier {
            risks.append(.text)
        }
        if set & Fact.name.bit != 0, hasIdentifier, texts[.name]?.contains(where: \.isNumber) ?? false {
            risks.append(.digits)
        }
        return risks
    }

    /// The sets of facts that the element has and that tell it best from others, those with a name first.
    private var sets: [Int] {
        let have = texts.keys.reduce(0) { $0 | $1.bit }
        let all = (1..<16).filter { $0 & have == $0 }
        let alone = all.filter { counts[$0] == 1 }
        guard alone.isEmpty else {
            // More facts than are needed tell nothing more.
            return alone.filter { set in !alone.contains { $0 != set && $0 & set == $0 } }
        }
        // Of those that find the fewest.
        let least = all.map { counts[$0] }.min() ?? 0
        return all.filter { counts[$0] == least }.sorted { $0.nonzeroBitCount < $1.nonzeroBitCount }.prefix(2).map {
            $0
        }
    }

    private func facts(_ set: Int) -> [(fact: Fact, text: String)] {
        [Fact.type, .name, .label, .value].compactMap { fact in
            set & fact.bit == 0 ? nil : texts[fact].map { (fact, $0) }
        }
    }

    private func key(_ fact: Fact) -> String {
        switch fact {
        case .name: "name"
        case .label: "label"
        case .value: "value"
        case .type: "type"
        }
    }

    // MARK: Dialects

    private func candidate(
        _ strategy: Locator.Strategy,
        _ text: String,
        _ set: Int,
        isCounted: Bool = false
    ) -> LocatorCandidate {
        LocatorCandidate(
            locator: Locator(strategy, text),
            risks: risks(set, isCounted: isCounted),
            isNamed: hasIdentifier && set & Fact.name.bit != 0
        )
    }

    var identifiers: [LocatorCandidate] {
        texts[.name].map { [candidate(.identifier, $0, Fact.name.bit)] } ?? []
    }

    var classNames: [LocatorCandidate] {
        counts[Fact.type.bit] == 1 ? [LocatorCandidate(locator: Locator(.className, tag), risks: [])] : []
    }

    var predicates: [LocatorCandidate] {
        sets.map { candidate(.predicate, predicate($0), $0) }
    }

    private func predicate(_ set: Int) -> String {
        facts(set).map { "\(key($0.fact)) == \(LocatorText.predicate($0.text))" }.joined(separator: " AND ")
    }

    var chains: [LocatorCandidate] {
        var candidates: [LocatorCandidate] = []
        for set in sets {
            let others = set & ~Fact.type.bit
            let body = others == 0 ? "" : "[`\(predicate(others).replacing("`", with: "``"))`]"
            for step in ["*", tag] where set & Fact.type.bit == 0 || step == tag {
                candidates.append(candidate(.classChain, "**/\(step)\(body)", set))
            }
            let whole = set | Fact.type.bit
            guard counts[whole] > 1 else { continue }
            let text = "**/\(tag)\(body)[\(places[whole])]"
            candidates.append(candidate(.classChain, text, set, isCounted: true))
        }
        guard counts.dropFirst().filter({ $0 == 1 }).isEmpty else { return candidates }
        let path = path
        guard !path.steps.isEmpty else { return candidates }
        let anchor =
            path.anchor.map { "**/\(tree.tag(of: $0))[`\(anchorPredicate($0).replacing("`", with: "``"))`]/" } ?? ""
        let steps = path.steps.map { step in step.place.map { "\(step.tag)[\($0)]" } ?? step.tag }
        // A place in a chain picks one of all that are found, which here are children of one element.
        candidates.append(
            LocatorCandidate(
                locator: Locator(.classChain, anchor + steps.joined(separator: "/")),
                risks: pathRisks(path)
            )
        )
        return candidates
    }

    private func anchorPredicate(_ anchor: Int) -> String {
        "name == \(LocatorText.predicate(tree.name(of: anchor) ?? ""))"
    }

    var xpaths: [LocatorCandidate] {
        var candidates: [LocatorCandidate] = []
        for set in sets {
            let tests = facts(set & ~Fact.type.bit).map { "@\(key($0.fact))=\(LocatorText.xpath($0.text))" }
            let body = tests.isEmpty ? "" : "[\(tests.joined(separator: " and "))]"
            for step in ["*", tag] where set & Fact.type.bit == 0 || step == tag {
                candidates.append(candidate(.xpath, "//\(step)\(body)", set))
            }
            let whole = set | Fact.type.bit
            guard counts[whole] > 1 else { continue }
            let text = "(//\(tag)\(body))[\(places[whole])]"
            candidates.append(candidate(.xpath, text, set, isCounted: true))
        }
        guard counts.dropFirst().filter({ $0 == 1 }).isEmpty else { return candidates }
        let path = path
        guard !path.steps.isEmpty else { return candidates }
        let anchor =
            path.anchor.map { "//\(tree.tag(of: $0))[@name=\(LocatorText.xpath(tree.name(of: $0) ?? ""))]/" }
            ?? "/\(tree.tag(of: 0))/"
        let steps = path.steps.map { step in step.place.map { "\(step.tag)[\($0)]" } ?? step.tag }
        candidates.append(
            LocatorCandidate(
                locator: Locator(.xpath, anchor + steps.joined(separator: "/")),
                risks: pathRisks(path)
            )
        )
        return candidates
    }

    // MARK: Paths

    /// The way to the element from the nearest one above whose type and name no other has, or from the root.
    private struct Path {
        var anchor: Int?
        var steps: [(tag: String, place: Int?)]
        var isText: Bool
    }

    private func pathRisks(_ path: Path) -> [LocatorSuggestion.Risk] {
        var risks: [LocatorSuggestion.Risk] = []
        if path.steps.contains(where: { $0.place != nil }) { risks.append(.index) }
        if path.isText { risks.append(.text) }
        if !path.steps.isEmpty { risks.append(.steps(path.steps.count)) }
        return risks
    }

    private var path: Path {
        var steps: [(tag: String, place: Int?)] = []
        var above: [Int] = []
        var next = tree.parent(of: element)
        while let ancestor = next, above.count < 200 {
            above.append(ancestor)
            next = tree.parent(of: ancestor)
        }
        let anchor = uniqueAncestor(above)
        var current = element
        for ancestor in above {
            guard current != anchor else { break }
            let same = tree.children(of: ancestor).filter { tree.tagNumbers[$0] == tree.tagNumbers[current] }
            steps.append((tree.tag(of: current), same.count > 1 ? (same.firstIndex(of: current) ?? 0) + 1 : nil))
            current = ancestor
        }
        let isText = anchor.map { tree.identifier(of: $0) == nil } ?? false
        return Path(anchor: anchor, steps: steps.reversed(), isText: isText)
    }

    /// The nearest of some elements whose type and name no other element has; those with an identifier come first.
    private func uniqueAncestor(_ above: [Int]) -> Int? {
        struct Key: Hashable {
            var tag: Int32
            var name: ExactText
        }
        var counts: [Key: Int] = [:]
        var keys: [(element: Int, key: Key)] = []
        for ancestor in above {
            guard let name = tree.name(of: ancestor), !name.isEmpty, name.utf8.count <= 300 else { continue }
            let key = Key(tag: tree.tagNumbers[ancestor], name: ExactText(name))
            keys.append((ancestor, key))
            counts[key] = 0
        }
        guard !keys.isEmpty else { return nil }
        for other in tree.indices {
            guard let name = tree.name(of: other) else { continue }
            let key = Key(tag: tree.tagNumbers[other], name: ExactText(name))
            if let count = counts[key] { counts[key] = count + 1 }
        }
        let alone = keys.filter { counts[$0.key] == 1 }.map(\.element)
        return alone.first { tree.identifier(of: $0) != nil } ?? alone.first
    }
}

/// Texts as the dialects write them.
enum LocatorText {
    /// Between double quotes, with escapes.
    static func predicate(_ text: String) -> String {
        var written = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", "\"":
                written += "\\"
                written.unicodeScalars.append(scalar)
            case "\n": written += "\\n"
            case "\r": written += "\\r"
            case "\t": written += "\\t"
            default: written.unicodeScalars.append(scalar)
            }
        }
        return written + "\""
    }

    /// Between quotes that are not in it. XPath 1.0 has no escapes, so that a text with both is put together.
    static func xpath(_ text: String) -> String {
        guard text.contains("\"") else { return "\"\(text)\"" }
        guard text.contains("'") else { return "'\(text)'" }
        let parts = text.split(separator: "\"", omittingEmptySubsequences: false).map { "\"\($0)\"" }
        return "concat(\(parts.joined(separator: ", '\"', ")))"
    }
}

/// Which type of element XCUITest makes of a view of UIKit: what a dump of views looks like to a test.
///
/// XCTest decides by accessibility traits, which such dumps do not have, so that the class has to do: an element of a
/// system class is its counterpart; one of an app's own class is what it derives from, where the dump says it, or what
/// its name ends in (`PayButton`).
enum UIKitElement {
    /// The short name of the type: `Button`.
    static func type(className: String, baseClass: String?, isSecure: Bool) -> String {
        if className.hasPrefix(ElementType.prefix) { return String(className.dropFirst(ElementType.prefix.count)) }
        let name = className.split(separator: ".").last.map(String.init) ?? className
        let type = known[name] ?? baseClass.flatMap { known[$0] } ?? ownType(name, className) ?? "Other"
        return type == "TextField" && isSecure ? "SecureTextField" : type
    }

    /// What the name of an app's own class ends in. The prefixes of the system's classes prove that they are none.
    private static func ownType(_ name: String, _ className: String) -> String? {
        guard !["UI", "_UI", "NS", "WK", "MK", "CA"].contains(where: name.hasPrefix), !className.hasPrefix("android"),
            !className.hasPrefix("SwiftUI.")
        else { return nil }
        return suffixes.first { name.hasSuffix($0.suffix) }?.type
    }

    /// The types whose elements are accessible unless a dump says otherwise: UIKit's controls and texts.
    static let accessibleTypes: Set = [
        "Button", "StaticText", "TextField", "SecureTextField", "SearchField", "TextView", "Switch", "Slider",
        "PageIndicator", "ProgressIndicator", "ActivityIndicator", "Key", "MenuItem", "ColorWell", "PickerWheel",
        "Link",
    ]

    /// The types into which people type.
    static let textInputs: Set = ["TextField", "SecureTextField", "SearchField", "TextView"]

    private static let known: [String: String] = {
        var types: [String: String] = [:]
        for name in [
            "Application", "Window", "Button", "TextField", "TextView", "Switch", "Slider", "Stepper",
            "SegmentedControl", "DatePicker", "ColorWell", "CollectionView", "ScrollView", "NavigationBar", "TabBar",
            "Toolbar", "StatusBar", "Keyboard",
        ] {
            types["UI" + name] = name
        }
        let others: [(String, [String])] = [
            (
                "Button",
                [
                    "UIRoundedRectButton", "UINavigationButton", "UITabBarButton", "UISegment", "_UIButtonBarButton",
                    "_UIModernBarButton", "_UIAlertControllerActionView",
                ]
            ),
            ("StaticText", ["UILabel", "UIButtonLabel", "UITableViewLabel", "UITabBarButtonLabel"]),
            ("Image", ["UIImageView"]), ("SearchField", ["UISearchTextField", "UISearchBarTextField"]),
            ("PageIndicator", ["UIPageControl"]), ("ProgressIndicator", ["UIProgressView"]),
            ("ActivityIndicator", ["UIActivityIndicatorView"]), ("Picker", ["UIPickerView"]),
            ("PickerWheel", ["UIPickerTableView"]), ("Table", ["UITableView"]),
            ("Cell", ["UITableViewCell", "UICollectionViewCell", "UICollectionViewListCell"]),
            ("Alert", ["_UIAlertControllerView", "_UIAlertControllerPhoneTVMacView"]), ("Key", ["UIKBKeyView"]),
            ("MenuItem", ["_UIContextMenuCell"]), ("WebView", ["WKWebView", "UIWebView"]), ("Map", ["MKMapView"]),
        ]
        for (type, names) in others { for name in names { types[name] = type } }
        return types
    }()

    /// The longer ones first.
    private static let suffixes: [(suffix: String, type: String)] = [
        ("SegmentedControl", "SegmentedControl"), ("CollectionView", "CollectionView"),
        ("ProgressView", "ProgressIndicator"),
        ("NavigationBar", "NavigationBar"), ("ScrollView", "ScrollView"), ("PickerView", "Picker"),
        ("DatePicker", "DatePicker"), ("PageControl", "PageIndicator"), ("SearchField", "SearchField"),
        ("TextField", "TextField"), ("TableView", "Table"), ("ImageView", "Image"), ("TextView", "TextView"),
        ("WebView", "WebView"), ("Stepper", "Stepper"), ("Toolbar", "Toolbar"), ("Button", "Button"),
        ("Slider", "Slider"), ("TabBar", "TabBar"), ("Switch", "Switch"), ("Window", "Window"),
        ("Label", "StaticText"), ("Cell", "Cell"),
    ]
}
