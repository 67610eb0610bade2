package import Locators
package import ViewHierarchy

/// One screen in few words: what a person would see and can act on, in reading order, grouped as on the screen.
///
/// Containers that hold nothing to read or touch are left out. What lies in a cell or a button is told with it. Each item keeps
/// the id of its view, by which everything else can be asked for.
package struct ScreenDigest: Sendable {
    /// How much is told.
    package enum Detail: String, Sendable, CaseIterable {
        /// What is on the screen; long lists by their first rows.
        case outline
        /// All rows, frames, and what is out of sight.
        case full
    }

    /// A control or a text.
    package struct Item: Sendable {
        /// The index of its view.
        package let view: Int
        /// Its type in words, `button`; nil for a text and for a row.
        package let kind: String?
        /// Whether a person can act on it.
        package let isControl: Bool
        /// What stands on it, each text once.
        package internal(set) var words: [String]
        /// The accessibility identifier, where it is none of the words.
        package let identifier: String?
        /// `disabled`, `selected`, `on`, what is typed.
        package let states: [String]
        /// Where it is in its window; nil where that is not known.
        package let frame: Rect?
        /// The controls in it, however deep they lie.
        package internal(set) var parts: [Item] = []
    }

    /// Items that belong together.
    package struct Group: Sendable {
        /// What holds them, `list`; nil for what lies on the screen itself.
        package let kind: String?
        /// The index of the view that holds them.
        package let view: Int?
        /// What a bar or an alert is called, where no item says it.
        package internal(set) var title: String?
        /// The items in reading order: those of a list are its rows.
        package internal(set) var items: [Item]
        /// How many of the items stand side by side in each line.
        package internal(set) var lines: [Int] = []
        /// Whether the rows may be folded to the first and a count.
        package let folds: Bool
    }

    /// What is on the screen: alerts first, then from the top to the bottom.
    package private(set) var groups: [Group] = []
    /// How many controls and texts are hidden or out of sight; 0 where the detail shows them.
    package private(set) var outOfSight = 0
    /// The views.
    package let tree: ViewTree
    /// How much is told.
    package let detail: Detail

    /// Looks at a screen; linear in the number of views but for the touches of a dump of UIKit, which are tried one by one.
    ///
    /// - Parameters:
    ///   - root: The index of the view to begin with; nil takes all roots, of an interface file its first scene.
    package init(_ elements: ElementTree, root: Int? = nil, detail: Detail = .outline) {
        tree = elements.views
        self.detail = detail
        var reader = DigestReader(elements, detail)
        let root = root ?? tree.firstScene
        reader.read(root.map { tree.subtree(of: $0) } ?? tree.indices)
        outOfSight = reader.outOfSight
        groups = reader.groups()
    }
}
