import PropertyList

/// How InAppSettingsKit is asked to show a row, beyond what Apple's schema has.
///
/// The Settings app ignores all of it. Names are the library's, documented in its README under “InAppSettingsKit
/// extensions to the Settings bundle”.
public struct RowPresentation: Sendable, Hashable {
    /// Where a row's text stands (`IASKTextAlignment`).
    public enum Alignment: String, Sendable, Hashable, CaseIterable {
        /// As the language runs, the default.
        case natural
        /// On the left.
        case left
        /// In the middle.
        case center
        /// On the right.
        case right
    }

    /// The member of ``subtitlesByValue`` that counts for values it does not name.
    public static let otherValues = "__default__"

    /// The text below the label, whatever the value (`IASKSubtitle` as text), localised.
    public var subtitle: String?
    /// The text below the label by the value as text, `YES` and `NO` for toggles (`IASKSubtitle` as a dictionary),
    /// localised.
    public var subtitlesByValue: [String: String] = [:]
    /// What an empty field shows (`IASKPlaceholder`), localised.
    public var placeholder: String?
    /// Where its text stands.
    public var alignment = Alignment.natural
    /// Whether a toggle shows as a tick instead of a switch (`IASKToggleStyle`).
    public var isCheckmark = false
    /// The picture before the label, a file or a system symbol (`IASKCellImage`).
    public var imageName: String?
    /// Whether long text is made smaller to fit (`IASKAdjustsFontSizeToFitWidth`), as it is unless declared.
    public var shrinksToFit = true
    /// What kind of text a field takes, for filling it in by itself (`IASKTextContentType`).
    public var contentType: String?
    /// The picture of each choice, in the order in which they are shown (`IconNames`).
    public var choiceIcons: [String?] = []
    /// Whether choosing leaves the screen of choices at once (`IASKQuickMultiValueSelection`).
    public var leavesOnChoice = false
    /// The note below the choices of a multi-value row (its `FooterText`), localised.
    public var choicesFooter: String?

    /// Creates the presentation of a row without any of these keys.
    public init() {}

    /// The text below the label while a row shows a value.
    public func subtitle(showing value: RowValue) -> String? {
        guard !subtitlesByValue.isEmpty else { return subtitle }
        let name = value.isOn.map { $0 ? "YES" : "NO" } ?? value.value?.coercedString
        return name.flatMap { subtitlesByValue[$0] } ?? subtitlesByValue[Self.otherValues]
    }
}
