import Diagnostics
public import ViewHierarchy

/// A format of dumps: what is known of it, and how it is read.
///
/// A new format is a type that says both, a case of ``DumpFormat`` and an entry in ``DumpFormat/reader``.
protocol FormatReader {
    /// What is known of the format whatever the dump.
    static var facts: FormatFacts { get }
    /// How surely an input has the format. It looks at signs only; reading tells for certain.
    static func signs(in input: DumpInput) -> FormatSigns
    /// Reads an input.
    ///
    /// - Throws: ``DumpError/other(_:line:)`` when the input has another format. Any other error says that it has this one, and
    ///   is broken or breaks a limit: there is no use in trying another.
    static func read(_ input: DumpInput) throws(DumpError) -> Dump
}

extension FormatReader {
    static func signs(in input: DumpInput) -> FormatSigns { facts.signs(in: input) }
}

/// How surely an input has a format, and what says so.
struct FormatSigns {
    /// How sure it is.
    enum Confidence: Int, Comparable {
        /// It cannot be the format; reading it is not tried.
        case none
        /// Nothing speaks against it.
        case possible
        /// It begins as the format does.
        case likely
        /// It holds what only this format has.
        case certain

        static func < (a: Confidence, b: Confidence) -> Bool { a.rawValue < b.rawValue }
    }

    var confidence: Confidence
    /// A sentence for people.
    var reason: String

    init(_ confidence: Confidence, _ reason: String) {
        self.confidence = confidence
        self.reason = reason
    }
}

extension DumpFormat {
    /// What reads the format.
    var reader: any FormatReader.Type {
        switch self {
        case .recursiveDescription: RecursiveDescriptionFormat.self
        case .vitrineJSON: VitrineJSONFormat.self
        case .propertyList: PropertyListDumpFormat.self
        case .webDriverAgentJSON: WebDriverAgentJSONFormat.self
        case .idb: IdbFormat.self
        case .maestro: MaestroFormat.self
        case .sentry: SentryFormat.self
        case .calabash: CalabashFormat.self
        case .webDriverAgentXML: WebDriverAgentXMLFormat.self
        case .xcuitest: XCUITestFormat.self
        case .earlGrey: EarlGreyFormat.self
        case .kif: KIFFormat.self
        case .detox: DetoxFormat.self
        case .uiautomator: UIAutomatorFormat.self
        case .xib: XibFormat.self
        case .storyboard: StoryboardFormat.self
        case .lookin: LookinFormat.self
        case .nib: NibFormat.self
        case .storyboardc: CompiledStoryboardFormat.self
        case .xcodeViewHierarchy: XcodeViewHierarchyFormat.self
        }
    }

    /// The media type under which the bytes of a dump are handed out, as a rule.
    public var mediaType: String { reader.facts.content.rawValue }
}

extension DumpInput {
    /// What each format's signs say, the likeliest first; of equally likely ones the order of ``DumpFormat`` decides.
    var candidates: [(reader: any FormatReader.Type, signs: FormatSigns)] {
        DumpFormat.allCases.map { (reader: $0.reader, signs: $0.reader.signs(in: self)) }
            .enumerated()
            .sorted { ($1.element.signs.confidence, $0.offset) < ($0.element.signs.confidence, $1.offset) }
            .map(\.element)
    }
}

/// What is known of a format whatever the dump.
struct FormatFacts {
    /// What the bytes of a dump are, by the media type under which they are handed out.
    enum Content: String {
        /// Also XML, which a browser would show as a page, and run what is in it.
        case text = "text/plain; charset=utf-8"
        case json = "application/json"
        case list = "application/x-plist"
        case bytes = "application/octet-stream"
        case archive = "application/zip"
    }

    /// Words in the beginning of an input that say how surely it has the format.
    struct Sign {
        let says: FormatSigns
        let words: [StaticString]
        let needsAll: Bool

        /// One of some words is enough.
        init(_ confidence: FormatSigns.Confidence, _ reason: String, any words: StaticString...) {
            (says, self.words, needsAll) = (FormatSigns(confidence, reason), words, false)
        }

        /// All of some words are needed.
        init(_ confidence: FormatSigns.Confidence, _ reason: String, all words: StaticString...) {
            (says, self.words, needsAll) = (FormatSigns(confidence, reason), words, true)
        }
    }

    let format: DumpFormat
    let content: Content
    /// The signs in the order in which they are looked for.
    let signs: [Sign]
    /// What an input without any of them may be.
    let otherwise: FormatSigns
    /// What the format cannot say, an entry of the report for each.
    let losses: [Diagnostic]
    /// Whether the tools that write it stop at a depth.
    let hasDepthLimit: Bool

    /// The depths at which tools stop, counted from 1: XCUITest's usual limit and WebDriverAgent's default, Maestro's, the
    /// most that WebDriverAgent allows, Sentry's.
    private static let depthLimits: Set<Int> = [50, 60, 62, 90]

    init(
        _ format: DumpFormat,
        _ content: Content,
        _ signs: [Sign] = [],
        otherwise: FormatSigns = FormatSigns(.possible, "It may be JSON with elements in it."),
        losses: [Diagnostic] = [],
        hasDepthLimit: Bool = false
    ) {
        (self.format, self.content, self.signs) = (format, content, signs)
        (self.otherwise, self.losses, self.hasDepthLimit) = (otherwise, losses, hasDepthLimit)
    }

    /// What the first of the signs says that an input has.
    func signs(in input: DumpInput) -> FormatSigns {
        guard content != .json || input.jsonStart != nil else { return FormatSigns(.none, "It holds no JSON.") }
        let found = signs.first { sign in
            sign.needsAll ? sign.words.allSatisfy(input.has) : sign.words.contains(where: input.has)
        }
        return found?.says ?? otherwise
    }

    /// A hint for a tree that ends where tools stop looking deeper, by the depth of its deepest element, roots having 0.
    fileprivate func hint(atDepth depth: Int) -> [Diagnostic] {
        // Tools count the root as 0 or as 1.
        let limit = [depth, depth &+ 1].first(where: Self.depthLimits.contains)
        return hasDepthLimit ? limit.map { [Diagnostic(.stopped, ["\($0)"])] } ?? [] : []
    }
}

extension [Diagnostic] {
    /// One entry `lost.<what>` for each line of a table: `what [properties]: sentence`, the properties only where no dump of
    /// the format says them.
    static func lost(_ table: String) -> Self {
        table.split(separator: "\n").map { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            let names = (parts.first ?? "").split(separator: " [", maxSplits: 1)
            var entry = Diagnostic(.info, "lost.\(names.first ?? "")", String(parts.last ?? ""))
            entry.neverSaid = names.count > 1 ? String(names[1].dropLast()) : nil
            return entry
        }
    }

    /// What dumps of accessibility elements cannot say, whatever tool wrote them.
    ///
    /// - Parameters:
    ///   - kept: What all lack and this one has.
    ///   - own: A table of what this one lacks beyond that.
    static func lostElements(kept: Set<String> = [], _ own: String = "") -> Self {
        commonLosses.filter { !kept.contains(String($0.code.dropFirst("lost.".count))) } + lost(own)
    }

    private static let commonLosses = lost(
        """
        classes [classes]: The class names are XCUITest's element types, not the classes of UIKit or of the app; \
        views that are no elements are missing.
        bounds [bounds, transforms, content offsets]: Frames are given on the screen; those in the superviews were worked out from them. \
        Bounds, transforms and content offsets are not given.
        autoresizing [autoresizing masks, constraints]: The autoresizing masks are not given, nor constraints.
        looks [colours, fonts, pictures, alpha, hidden]: Colours, fonts, pictures, alpha and hidden are not given.
        addresses [addresses, view controllers]: The addresses and the view controllers are not given.
        """
    )

    /// What a dump of Android lacks to those who look at it as at one of iOS.
    static let lostPlatform = lost(
        """
        platform: This is a screen of Android: the classes are Android's, and UIKit's rules of layout and touch \
        say nothing certain about it.
        """
    )
    /// What no compiled nib can say.
    static let lostRuntime = lost(
        """
        runtime: A nib says how views begin: what the app changes when it loads them, and what Auto Layout makes of them, \
        is not in it.
        """
    )
    static let lostScale = lost(
        """
        scale: Frames are in pixels of the screen, which stand here for points; how many of them Android counts \
        as one dp is not given.
        """
    )
}

extension TreeAssembler {
    /// The dump of all views.
    ///
    /// - Parameters:
    ///   - facts: What is known of its format; what that cannot say comes first in the report.
    ///   - general: What is said of the whole dump behind it.
    ///   - depth: The depth of the deepest view; nil for that of the tree.
    ///   - screen: The size of the screen, where the dump says it.
    ///   - failure: The error of a dump without any view.
    func finish(
        _ facts: FormatFacts,
        general: [Diagnostic] = [],
        depth: Int? = nil,
        screen: Size? = nil,
        orThrow failure: @autoclosure () -> DumpError
    ) throws(DumpError) -> Dump {
        guard count > 0 else { throw failure() }
        var dump = Dump(format: facts.format, tree: build())
        dump.device = screen.map { DumpDevice(width: $0.width, height: $0.height) }
        let hint = facts.hint(atDepth: depth ?? dump.tree.maximumDepth)
        dump.report = report.finished(general: facts.losses + general + hint)
        return dump
    }
}
