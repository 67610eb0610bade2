public import Diagnostics
public import FoundationEssentials

/// A view hierarchy that has been read, with everything else the dump said and what the format could not say.
public struct Dump: Sendable {
    /// The format it was read from.
    public var format: DumpFormat
    /// The name that the dump gives itself.
    public var name: String?
    /// The bundle identifier of the app.
    public var app: String?
    /// When it was taken.
    public var capturedAt: Date?
    /// The device it was taken on.
    public var device: DumpDevice?
    /// A picture of the screen, the bytes of a PNG or JPEG file.
    public var screenshot: [UInt8]?
    /// Pictures of single views without their subviews, the bytes of PNG or JPEG files, by the ids of the views.
    public var pictures: [Int: [UInt8]] = [:]
    /// Which of the parts that came beside it are named by a view, by their places.
    public var namedParts: Set<Int> = []
    /// Of an interface: its texts in other languages, as they came beside it.
    public var tables = StringsTables()
    /// Of a storyboard: its scenes, in the order of the file.
    public var scenes: [StoryboardScene] = []
    /// Of an interface file: reads its objects from its text, with what the views and the constraints of the tree do not have.
    /// That takes longer than reading the dump, and only comparisons ask.
    public var readObjects: @Sendable () -> [InterfaceObject] = { [] }
    /// The views; a view's id is its index.
    public var tree: ViewTree
    /// What was lost, guessed or skipped: one `lost.<what>` entry for each thing the format cannot say, and findings
    /// with their line and view.
    public var report: [Diagnostic]

    /// Creates a dump of which only the views are known.
    public init(format: DumpFormat, tree: ViewTree, report: [Diagnostic] = []) {
        self.format = format
        self.tree = tree
        self.report = report
    }
}

extension Dump {
    /// Gives every view another id, what is said of it elsewhere with it, as ``ViewTree/takeIDs(_:next:)`` does.
    /// - Returns: Whether the ids can be taken; else nothing has changed.
    public mutating func takeIDs(_ ids: [Int], next: Int) -> Bool {
        let former = tree.ids
        guard tree.takeIDs(ids, next: next) else { return false }
        guard former != ids else { return true }
        let renamed = Dictionary(zip(former, ids)) { first, _ in first }
        pictures = Dictionary(pictures.compactMap { view, picture in renamed[view].map { ($0, picture) } }) {
            first,
            _ in
            first
        }
        for index in report.indices { report[index].view = report[index].view.flatMap { renamed[$0] } }
        for index in scenes.indices { scenes[index].root = scenes[index].root.flatMap { renamed[$0] } }
        return true
    }
}

/// A scene of a storyboard: a controller, the view that it shows, its place on the canvas, and what leads on from it.
public struct StoryboardScene: Sendable, Hashable {
    /// What leads from one scene to another.
    public struct Segue: Sendable, Hashable {
        /// `show`, `presentation`, `embed`, `relationship`, `unwind` and the like, as the file has it.
        public var kind: String
        /// What a relationship is: `rootViewController` or `viewControllers`.
        public var relationship: String?
        /// The identifier by which code performs it.
        public var identifier: String?
        /// The id of the scene that it leads to; nil where it unwinds, or leads to nothing in the file.
        public var destination: String?

        /// Creates a segue.
        package init(kind: String, relationship: String? = nil, identifier: String?, destination: String?) {
            self.kind = kind
            self.relationship = relationship
            self.identifier = identifier
            self.destination = destination
        }
    }

    /// A controller of another storyboard.
    public struct Reference: Sendable, Hashable {
        /// The name of the storyboard; nil for the same one.
        public var storyboard: String?
        /// The identifier of the controller in it; nil for the one that it starts with.
        public var identifier: String?

        /// Creates a reference.
        package init(storyboard: String?, identifier: String?) {
            (self.storyboard, self.identifier) = (storyboard, identifier)
        }
    }

    /// The id of the controller in the file.
    public var id: String
    /// What it is called: its label in Interface Builder, or the title in a bar, of the controller or of the tab; nil without
    /// any.
    public var name: String?
    /// The class of the controller.
    public var className: String
    /// The id of its view; nil for a controller that has none in the file.
    public var root: Int?
    /// Where Interface Builder's canvas shows it, in points of the canvas; nil where the file does not say it.
    public var place: Point?
    /// The identifier by which code makes its controller.
    public var storyboardIdentifier: String?
    /// What it stands for; nil for a scene of this file.
    public var reference: Reference?
    /// Whether the storyboard starts with it.
    public var isInitial = false
    /// Whether the app can come to it: by segues from where it starts, or from a scene that code can make. That is what Interface
    /// Builder warns of.
    public var isReachable = true
    /// What leads on from it, or from a view in it, in the order of the file.
    public var segues: [Segue] = []

    /// Creates a scene of which nothing else is known.
    package init(id: String, className: String) { (self.id, self.className) = (id, className) }
}

extension [StoryboardScene] {
    /// Finds out which scenes the app can come to. An unwind segue leads back, and to nothing new.
    package mutating func markReachable() {
        let places = Dictionary(indices.map { (self[$0].id, $0) }) { first, _ in first }
        var open = indices.filter { self[$0].isInitial || self[$0].storyboardIdentifier != nil }
        for index in indices { self[index].isReachable = false }
        for index in open { self[index].isReachable = true }
        while let index = open.popLast() {
            for segue in self[index].segues where segue.kind != "unwind" {
                guard let next = segue.destination.flatMap({ places[$0] }), !self[next].isReachable else { continue }
                self[next].isReachable = true
                open.append(next)
            }
        }
    }
}

/// An object of an interface file: the document, a controller, a view, a segue, an image. It has what the file says of it that the
/// tree does not have for certain, so that two files can be told apart by everything that they say.
public struct InterfaceObject: Sendable, Hashable {
    /// The name of its element, such as `viewController`.
    public var kind: String
    /// Its id in the file, or the name of a resource; empty for the document.
    public var id: String
    /// What it is called, for people.
    public var name = ""
    /// The id of the object around it; nil for what is in none.
    public var parent: String?
    /// The id of the view that it is, that it is inside of, or that its controller shows; nil for what belongs to no view.
    public var view: String?
    /// What the file says of it, by where it says that: `selectedImage`, `state[highlighted].title`. Numbers are in one spelling.
    public var facts: [String: String] = [:]
    /// The same of what means nothing to the app: what Interface Builder notes for itself.
    public var notes: [String: String] = [:]
    /// A number for the attributes that it has, in whatever order.
    package var attributes: UInt64 = 0
    /// A number for the order in which they are written.
    package var order: UInt64 = 0

    /// Creates an object of which nothing is said.
    public init(kind: String, id: String) { (self.kind, self.id) = (kind, id) }

    /// Takes down what the file says somewhere; of several at one place each counts.
    package mutating func say(_ value: String, at path: String, isNote: Bool) {
        let number = value.contains(".") ? Double(value).flatMap { $0.isFinite ? $0 : nil } : nil
        let text = number.map(NumberText.fine) ?? value
        if isNote {
            notes[path, default: ""] += notes[path] == nil ? text : ", " + text
        } else {
            facts[path, default: ""] += facts[path] == nil ? text : ", " + text
        }
    }

    /// Takes down in which order the attributes of an element are written.
    package mutating func noteOrder(of names: [String]) {
        var order: UInt64 = 0
        for name in names {
            let hash = ContentHash(name.utf8).number
            order = (order ^ hash) &* 0x9E37_79B9_7F4A_7C15
            attributes &+= hash
        }
        self.order = self.order &* 31 &+ order
    }
}

/// The formats that a view-hierarchy dump can have, by the ids that the API uses.
public enum DumpFormat: String, Sendable, Hashable, CaseIterable {
    /// The text of UIKit's `-[UIView recursiveDescription]`, as debuggers and logs print it.
    case recursiveDescription
    /// Vitrine's own JSON.
    case vitrineJSON
    /// The same structure as Vitrine's JSON, as an XML, binary or OpenStep property list.
    case propertyList
    /// The JSON source of WebDriverAgent, and of the tools whose trees are alike.
    case webDriverAgentJSON
    /// The JSON of `idb ui describe-all`.
    case idb
    /// The JSON of `maestro hierarchy`.
    case maestro
    /// Sentry's `view-hierarchy.json`.
    case sentry
    /// The JSON of Calabash's server.
    case calabash
    /// The XML source of WebDriverAgent, which Appium hands out.
    case webDriverAgentXML
    /// The text of XCUITest's `debugDescription`.
    case xcuitest
    /// The hierarchy that EarlGrey prints.
    case earlGrey
    /// The hierarchy that KIF prints.
    case kif
    /// The view hierarchy of Detox.
    case detox
    /// The XML of Android's uiautomator.
    case uiautomator
    /// Interface Builder's file for views: XML, or the archive of Interface Builder 3.
    case xib
    /// Interface Builder's file for scenes.
    case storyboard
    /// A `.lookin` file of the Lookin debugger.
    case lookin
    /// A compiled nib of an iOS app.
    case nib
    /// The list in a compiled storyboard, beside which its nibs are.
    case storyboardc
    /// A zipped `.viewhierarchy` bundle of Xcode's view debugger.
    case xcodeViewHierarchy

    /// The name for people.
    public var name: String {
        switch self {
        case .recursiveDescription: "recursiveDescription text"
        case .vitrineJSON: "Vitrine JSON"
        case .propertyList: "property list"
        case .webDriverAgentJSON: "WebDriverAgent JSON"
        case .idb: "idb describe-all"
        case .maestro: "Maestro hierarchy"
        case .sentry: "Sentry view hierarchy"
        case .calabash: "Calabash dump"
        case .webDriverAgentXML: "WebDriverAgent XML source"
        case .xcuitest: "XCUITest debugDescription"
        case .earlGrey: "EarlGrey hierarchy"
        case .kif: "KIF hierarchy"
        case .detox: "Detox view hierarchy"
        case .uiautomator: "uiautomator XML"
        case .xib: "xib"
        case .storyboard: "storyboard"
        case .lookin: "Lookin file"
        case .nib: "compiled nib"
        case .storyboardc: "compiled storyboard"
        case .xcodeViewHierarchy: "Xcode view hierarchy"
        }
    }
}

/// What a dump says about the device it was taken on.
public struct DumpDevice: Sendable, Hashable {
    /// The product name, such as `iPhone 8`.
    public var name: String?
    /// The screen's width in points.
    public var width: Double?
    /// The screen's height in points.
    public var height: Double?
    /// Pixels for each point.
    public var scale: Double?
    /// `phone`, `pad` or another interface idiom, as written.
    public var idiom: String?
    /// The system, as written: `iOS 17.2` or a version alone.
    public var system: String?

    /// Creates a device of which everything given is known.
    public init(
        name: String? = nil,
        width: Double? = nil,
        height: Double? = nil,
        scale: Double? = nil,
        idiom: String? = nil,
        system: String? = nil
    ) {
        self.name = name
        self.width = width
        self.height = height
        self.scale = scale
        self.idiom = idiom
        self.system = system
    }
}

/// Tables of texts that came beside an interface, by their languages.
public struct StringsTables: Sendable, Hashable {
    /// Parts whose names begin so are tables, of the language that follows.
    public static let partPrefix = "strings."
    /// So many are kept of one dump.
    public static let maximumCount = 100
    /// So many bytes all of them may have together.
    public static let maximumBytes = 8 << 20

    /// The most bytes that one table may have.
    public static let maximumTableBytes = 1 << 20

    /// The bytes of the tables, by their languages as they were spelled.
    public private(set) var bytes: [String: [UInt8]] = [:]

    /// No tables.
    public init() {}

    /// How many bytes they have.
    public var byteCount: Int { bytes.values.reduce(0) { $0 &+ $1.count } }

    /// The language in the name of a part that is a table; nil for other parts.
    package static func language(ofPart name: String) -> String? {
        name.hasPrefix(partPrefix) ? String(name.dropFirst(partPrefix.count)) : nil
    }

    /// Whether a language is spelled as the folders of languages are: letters, digits, hyphens and low lines.
    public static func isLanguage(_ name: String) -> Bool {
        (2...64).contains(name.utf8.count) && name.lowercased() != "base"
            && name.utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }

    /// Takes a table, unless there is no room for it or there is one of its language.
    /// - Returns: Whether it was taken.
    public mutating func add(_ table: [UInt8], of language: String) -> Bool {
        guard Self.isLanguage(language), bytes[language] == nil, bytes.count < Self.maximumCount,
            table.count <= Self.maximumTableBytes, byteCount + table.count <= Self.maximumBytes
        else { return false }
        bytes[language] = table
        return true
    }
}
