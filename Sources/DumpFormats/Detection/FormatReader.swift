import ViewHierarchy

/// A format of dumps: how its content shows itself, and how it is read.
///
/// A new format is a type that says both, a case of ``DumpFormat`` and an entry in ``DumpFormat/reader``.
protocol FormatReader {
    /// The format that it reads.
    static var format: DumpFormat { get }
    /// How surely an input has the format. It looks at signs only; reading tells for certain.
    static func signs(in input: DumpInput) -> FormatSigns
    /// Reads an input.
    static func read(_ input: DumpInput) throws(Misfit) -> Dump
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
