package import Diagnostics
package import Drawing
import DumpFormats
package import JSON
package import Locators
package import ViewHierarchy

/// Writes views of one tree as the API's `View`.
package final class ViewWriter: Sendable {
    /// Deeper than this a view's `key` is null: a path grows with the depth, and a reply with it.
    package static let maximumKeyDepth = 1_000

    package let tree: ViewTree
    package let geometry: WindowGeometry
    package let fields: [ViewField]
    /// Whether any of the fields can hold a text, and none says whether it is left out.
    private var tellsTexts: Bool {
        !fields.contains(.made(.redacted)) && fields.contains { ["text", "value", "attributes"].contains($0.name) }
    }
    /// Whether the class is among the fields, and its readable name is not.
    private let tellsClasses: Bool
    /// What the reader had to say about views, by their ids.
    private let notes: NotesByView
    /// Measured only when a share is to be written.
    private let visibleArea: VisibleArea?
    private let touchableArea: TouchableArea?

    /// - Parameters:
    ///   - notes: What the reader of the dump had to say.
    ///   - visible: How much of every view is seen, and `touchable` over how much a tap reaches it, for those who know already.
    package init(
        tree: ViewTree,
        geometry: WindowGeometry,
        notes: NotesByView,
        fields: [ViewField] = ViewField.standard,
        visible: (() -> VisibleArea)? = nil,
        touchable: (() -> TouchableArea)? = nil
    ) {
        self.tree = tree
        self.geometry = geometry
        self.fields = fields
        self.notes = notes
        tellsClasses = fields.contains(.property(.className)) && !fields.contains(.made(.displayClass))
        visibleArea = fields.contains(.made(.visibleFraction)) ? visible?() ?? VisibleArea(tree) : nil
        touchableArea = fields.contains(.made(.touchFraction)) ? touchable?() ?? TouchableArea(tree) : nil
    }

    /// The API's list of views: the part of those at the indexes, how many there are in all, and the cursor of the next.
    ///
    /// - Parameter notes: What is to be told of the locators that found them; a member only where there is something.
    package func list(
        of indexes: [Int],
        _ range: PageRange = .everything,
        notes: [(parameter: String, note: LocatorNote)] = []
    ) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: min(indexes.count, range.limit) * 700 + 100)
        writer.beginObject()
        let next = writer.part("views", of: indexes, range) { writeMembers(of: $1, to: &$0) }
        if !notes.isEmpty {
            writer.list("notes", notes) { writer, entry in
                writer.member("parameter", entry.parameter)
                writer.member("character", entry.note.character)
                writer.member("message", entry.note.message)
            }
        }
        writer.end(total: indexes.count, next: next)
        return writer.finish()
    }

    /// Writes the members of a view into the object that is open.
    package func writeMembers(of index: Int, to writer: inout JSONWriter) {
        for field in fields { write(field, of: index, to: &writer) }
        // Who does not ask is told all the same, where there is something to tell.
        if tellsTexts, tree.isTextWithheld(of: index) { writer.member("redacted", true) }
        if tellsClasses, case let name = tree.classTitle(of: index), name.isDemangled {
            writer.member(ViewField.Made.displayClass.rawValue, name.readable)
        }
    }

    private func write(_ field: ViewField, of index: Int, to writer: inout JSONWriter) {
        let name = field.name
        switch field {
        case .property(let property):
            let isUnknown = PropertySet.ofFrame.contains(property) && !tree.says(property, of: index)
            writer.member(name, isUnknown ? nil : property.value(of: index, in: tree))
        case .made(.id): writer.member(name, tree.id(at: index))
        case .made(.key): writer.member(name, tree.key(of: index, maximumDepth: Self.maximumKeyDepth))
        case .made(.superview): writer.member(name, tree.superview(of: index).flatMap { tree.id(at: $0) })
        case .made(.subviews): writer.nested(name, tree.subviews(of: index).compactMap { tree.id(at: $0) })
        case .made(.depth): writer.member(name, tree.depth(of: index))
        case .made(.windowFrame): writer.member(name, geometry.windowFrame(of: index))
        case .made(.visibleFrame): writer.member(name, geometry.visibleFrame(of: index))
        case .made(.visible): writer.member(name, geometry.isVisible(index))
        case .made(.attributes): writeAttributes(of: index, to: &writer)
        case .made(.unknown): writer.member(name, unknown(of: index))
        case .made(.diagnostics): writer.member(name, diagnostics(of: index))
        case .made(.visibleFraction): writer.member(name, visibleArea?.fraction(of: index))
        case .made(.constraints): writeConstraints(of: index, to: &writer)
        case .made(.autoLayout): writeTraits(of: index, to: &writer)
        case .made(.redacted): writer.member(name, tree.isTextWithheld(of: index))
        case .made(.displayClass): writer.member(name, tree.classTitle(of: index).readable)
        case .made(.touchFraction): writer.member(name, touchableArea?.fraction(of: index))
        }
    }

    /// The members of a view whose values are defaults that the dump did not confirm.
    private func unknown(of index: Int) -> [String] { tree.unknownProperties(of: index).map(\.name) }

    /// What is wrong with a view's values, and what the reader had to say about it.
    private func diagnostics(of index: Int) -> [Diagnostic] {
        tree.diagnostics(of: index) + (tree.id(at: index).map { notes[$0] } ?? [])
    }

    /// The constraints that involve a view, each with what it says in words, the view on its other side, and its number
    /// in the list of all.
    package func writeConstraints(of index: Int, to writer: inout JSONWriter) {
        let all = tree.allConstraints
        writer.nested("constraints", tree.placesOfConstraints(involving: index)) { writer, place in
            writer.beginObject()
            writer.member(all[place], of: index, in: tree)
            writer.member("number", place)
            writer.endObject()
        }
    }

    /// What the dump says of a view's layout; null where it says nothing.
    package func writeTraits(of index: Int, to writer: inout JSONWriter) {
        writer.key("autoLayout")
        guard let traits = tree.layoutTraits(of: index) else { return writer.null() }
        writer.layoutTraits(traits) { tree.index(ofID: $0) == nil ? nil : $0 }
    }

    /// A name that comes twice keeps its first place and every value, on lines of their own.
    private func writeAttributes(of index: Int, to writer: inout JSONWriter) {
        var values: [String: String] = [:]
        var order: [String] = []
        for attribute in tree.attributes(of: index) {
            if let earlier = values[attribute.name] {
                values[attribute.name] = earlier + "\n" + attribute.value
            } else {
                values[attribute.name] = attribute.value
                order.append(attribute.name)
            }
        }
        writer.key("attributes")
        writer.beginObject()
        for name in order { writer.member(name, values[name]) }
        writer.endObject()
    }
}

extension JSONWriter {
    /// Null for none.
    package mutating func member(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    /// The members of a constraint, told from one of its views.
    package mutating func member(_ constraint: LayoutConstraint, of index: Int, in tree: ViewTree) {
        let words = ConstraintWords(constraint, of: index, in: tree)
        constraintMembers(constraint, isWhole: true) { tree.index(ofID: $0) == nil ? nil : $0 }
        member("owner", tree.index(ofID: constraint.owner) == nil ? nil : constraint.owner)
        member("text", words.text)
        member("other", words.other)
    }
}

/// A member of the API's `View`.
package enum ViewField: Sendable, Hashable {
    /// A property of the table.
    case property(ViewProperty)
    /// What the tree makes of the properties.
    case made(Made)

    /// Members that are no properties; the raw values are their names.
    package enum Made: String, Sendable, Hashable, CaseIterable {
        case id, key, superview, subviews, depth
        case windowFrame, visibleFrame, visible, attributes, unknown, diagnostics
        case visibleFraction, touchFraction, constraints, autoLayout, redacted, displayClass

        /// Whether only those get it who ask for it: shares cost a sweep over all views, constraints come with each view that
        /// they involve, and few views have a text that is left out or a class that is not readable as it is.
        var isExtra: Bool {
            switch self {
            case .visibleFraction, .touchFraction, .constraints, .autoLayout, .redacted, .displayClass: true
            default: false
            }
        }
    }

    /// The name of the member.
    package var name: String {
        switch self {
        case .property(let property): property.name
        case .made(let made): made.rawValue
        }
    }

    /// All members, in the order in which they are written.
    package static let all: [ViewField] = {
        var fields = Made.allCases.map(ViewField.made)
        let place = fields.firstIndex(of: .made(.windowFrame)) ?? fields.endIndex
        fields.insert(contentsOf: ViewProperty.all.map(ViewField.property), at: place)
        return fields
    }()

    /// The members that are written unless a request names others.
    package static let standard = all.filter { field in
        if case .made(let made) = field { return !made.isExtra }
        return true
    }
}

/// What sort of thing a class is, for the icon in the tree and the look on the canvas.
package enum ViewKind: String, Sendable {
    case window, bar, text, button, image, list, cell, field, `switch`, slider, scroll, stack, grid, web, effect
    case progress, plain

    /// Guesses from the class name; the words are looked for in the last part of a qualified name, those with a full stop in
    /// all of it.
    package init(className: String) {
        let whole = className.prefix(200).lowercased()
        let name = Self.lastPart(of: className).prefix(200).lowercased()
        self =
            Self.words.first { entry in
                entry.words.contains { ($0.contains(".") ? whole : name).contains($0) }
            }?.kind ?? .plain
    }

    /// The name of a class without its module and without what stands in angle brackets.
    static func lastPart(of className: String) -> Substring {
        className.prefix { $0 != "<" }.split(separator: ".").last ?? ""
    }

    /// The icon's name in the sprite.
    package var icon: String { "view-" + rawValue }

    /// Kinds in which UIKit leaves touches off, so that it says nothing about one that takes none.
    package var isUntouchedByDefault: Bool { [.text, .image, .progress, .effect].contains(self) }

    /// The words for the page's script, which guesses alike: `kind:word,word;kind:word`.
    package static let table = words.map { "\($0.kind.rawValue):\($0.words.joined(separator: ","))" }.joined(
        separator: ";"
    )

    private static let words: [(kind: ViewKind, words: [String])] = [
        // Android's, whose text view is a label.
        (.field, ["edittext", "completetextview"]), (.text, ["widget.textview", "checkedtextview"]),
        (.switch, ["widget.checkbox"]), (.slider, ["seekbar"]), (.list, ["recyclerview"]), (.grid, ["gridview"]),
        (.stack, ["linearlayout"]),
        (.window, ["window", "typeapplication"]), (.text, ["label"]), (.button, ["button"]), (.cell, ["cell"]),
        (.switch, ["switch", "typecheckbox", "typetoggle"]),
        (.slider, ["slider"]),
        (.field, ["textfield", "textview", "searchbar", "searchfield", "textinput"]), (.text, ["text"]),
        (.image, ["imageview", "image", "typeicon"]), (.list, ["tableview", "listview", "typetable"]),
        (.grid, ["collectionview"]),
        (.web, ["webview", "wkcontent"]), (.stack, ["stackview"]), (.scroll, ["scrollview"]),
        (.bar, ["navigationbar", "tabbar", "toolbar", "statusbar"]), (.effect, ["effect", "blur", "backdrop"]),
        (.progress, ["progress", "activityindicator"]), (.button, ["typelink", "typetab", "typekey"]),
    ]
}

/// UIKit's own machinery, which apps never name: what the tree can leave out, and what it does not open at first.
package enum SystemViews {
    /// Whether a class is private, by its underscore, or one of the containers that only hold other views.
    package static func contains(_ className: String) -> Bool {
        isPrivate(className) || UIKitContainers.classNames.contains(className)
    }

    /// Whether views of a class stand beside what a screen shows: bars and private views.
    package static func areAside(_ className: String) -> Bool {
        isPrivate(className) || ViewKind(className: className) == .bar
    }

    /// Whether a class is an element of a test tool and not a view's own.
    package static func areElements(_ className: String) -> Bool {
        className.hasPrefix("XCUIElementType") || className.hasPrefix("android.")
    }

    /// The containers for the page's script, which tells them alike.
    package static let table = UIKitContainers.classNames.sorted().joined(separator: ",")

    private static func isPrivate(_ className: String) -> Bool {
        ViewKind.lastPart(of: className).hasPrefix("_")
    }
}
