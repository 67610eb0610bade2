import ViewHierarchy

/// What sort of thing a class is, for the icon in the tree and the look on the canvas.
package enum ViewKind: String, Sendable {
    case window, bar, text, button, image, list, cell, field, `switch`, slider, scroll, stack, grid, web, effect
    case progress, plain

    /// Guesses from the class name; the words are looked for in the last part of a qualified name, those with a full stop in
    /// all of it.
    package init(className: String) {
        let whole = className.prefix(200).lowercased()
        let name = className.split(separator: ".").last.map { $0.prefix(200).lowercased() } ?? ""
        self =
            Self.words.first { entry in
                entry.words.contains { ($0.contains(".") ? whole : name).contains($0) }
            }?.kind ?? .plain
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
        className.split(separator: ".").last?.hasPrefix("_") ?? false
    }
}
