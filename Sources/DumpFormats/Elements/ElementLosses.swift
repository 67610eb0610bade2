import Diagnostics

/// What dumps of accessibility elements cannot say, whatever tool wrote them.
///
/// Each is told once in the report, as an entry `lost.<what>`.
struct ElementLosses {
    /// What the elements of one tool lack beyond what all lack, by name, with a sentence.
    var own: [(what: String, sentence: String)] = []
    /// What all lack and this one has.
    var kept: Set<String> = []

    private static let common: [(what: String, sentence: String)] = [
        (
            "classes",
            "The class names are XCUITest's element types, not the classes of UIKit or of the app; views that are no elements are missing."
        ),
        (
            "bounds",
            "Frames are given on the screen; those in the superviews were worked out from them. Bounds, transforms and content offsets are not given."
        ),
        ("autoresizing", "The autoresizing masks are not given, nor constraints."),
        ("looks", "Colours, fonts, pictures, alpha and hidden are not given."),
        ("addresses", "The addresses and the view controllers are not given."),
    ]

    /// The entries of the report.
    var entries: [Diagnostic] {
        (Self.common.filter { !kept.contains($0.what) } + own).map {
            Diagnostic(.info, "lost.\($0.what)", $0.sentence)
        }
    }

    /// The depths at which tools stop, counted from 1: XCUITest's usual limit and WebDriverAgent's default, Maestro's, the
    /// most that WebDriverAgent allows, Sentry's.
    private static let depthLimits: Set<Int> = [50, 60, 62, 90]

    /// A hint for a tree that ends where tools stop looking deeper.
    ///
    /// - Parameter depth: The depth of the deepest element, roots having 0.
    static func truncation(atDepth depth: Int) -> Diagnostic? {
        // Tools count the root as 0 or as 1.
        guard let limit = [depth, depth &+ 1].first(where: depthLimits.contains) else { return nil }
        return Diagnostic(
            .warning,
            "lost.depth",
            "The deepest elements are \(limit) levels down, where tools stop by default; deeper elements may be missing. Raise the tool's limit (WebDriverAgent: snapshotMaxDepth)."
        )
    }
}
