import Diagnostics
import ViewHierarchy

/// What `recursiveDescription` cannot say, or did not say this time.
struct DescriptionLosses {
    var hasAddresses: Bool
    var hasCutTexts: Bool
    var hasControllers: Bool
    var hasFrames: Bool

    /// What is never printed, with the properties that this takes from every view.
    static let unprinted: [(what: String, properties: [String], sentence: String)] = [
        (
            "bounds", ["bounds", "center"],
            "bounds and center are not printed; they were worked out from frame, transform and contentOffset"
        ),
        ("contentMode", ["contentMode"], "the content mode is not printed; every view has scaleToFill"),
        (
            "identifiers", ["identifier", "label", "value"],
            "accessibility identifiers, labels and values are not printed"
        ),
        ("roundedFrames", [], "frames are printed with six significant digits"),
        (
            "touches", ["multipleTouchEnabled", "exclusiveTouch"],
            "multipleTouchEnabled and exclusiveTouch are not printed; both are taken as NO"
        ),
        ("device", [], "the device, the app and the time are not printed"),
    ]

    /// One entry for each thing.
    var entries: [Diagnostic] {
        var entries = Self.unprinted.map { entry($0.what, $0.sentence) }
        if !hasControllers { entries.append(entry("controllers", "view controllers are not printed")) }
        if !hasAddresses { entries.append(entry("addresses", "the addresses were taken out of this dump")) }
        if !hasFrames {
            entries.append(entry("frames", "this dump gives no frames; every view is at 0, 0 without a size"))
        }
        if hasCutTexts { entries.append(entry("text", "UIKit cuts texts to 25 characters, and some here are cut")) }
        return entries
    }

    private func entry(_ what: String, _ sentence: String) -> Diagnostic {
        Diagnostic(.info, "lost.\(what)", sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
    }
}

/// Lines that follow each other and became no view.
struct SkippedLines: Sendable {
    /// What they are.
    enum Kind: Sendable {
        case words, trace, controllers, constraints

        init(_ kind: LineShape.Kind) {
            switch kind {
            case .trace: self = .trace
            case .controller: self = .controllers
            case .constraint: self = .constraints
            default: self = .words
            }
        }

        /// The code of the entry in the report.
        var code: String {
            switch self {
            case .words: "skipped.lines"
            case .trace: "skipped.autolayoutTrace"
            case .controllers: "skipped.printHierarchy"
            case .constraints: "skipped.constraints"
            }
        }

        /// What such lines are, for people.
        var name: String {
            switch self {
            case .words: "text around the dump"
            case .trace: "an _autolayoutTrace"
            case .controllers: "a _printHierarchy of view controllers"
            case .constraints: "a log of constraints"
            }
        }
    }

    var kind: Kind
    var first: Int
    var last: Int

    /// The sentence of the report.
    var message: String {
        first == last
            ? "Line \(first) is \(kind.name) and holds no view; it was skipped."
            : "Lines \(first) to \(last) are \(kind.name) and hold no view; they were skipped."
    }
}

/// One responder of a chain that was printed from a view up to the application.
struct ResponderChainLink: Sendable {
    var view: ViewDescription
    /// False for view controllers, the application and its delegate.
    var isView: Bool
    var line: Int

    /// The views from the outermost in. A view controller is the next responder of its root view, so it is noted
    /// there (Apple, `UIResponder.next`); responders above the window are reported.
    static func views(of chain: [ResponderChainLink], report: inout DumpReport) -> [ResponderChainLink] {
        var views: [ResponderChainLink] = []
        for link in chain {
            if link.isView {
                views.append(link)
            } else if let last = views.indices.last, views[last].view.controller == nil,
                link.view.className.hasSuffix("Controller")
            {
                views[last].view.controller = link.view.className
                views[last].view.said.insert(.controller)
            } else {
                report.add(
                    .info,
                    "skipped.responder",
                    "Line \(link.line): \(link.view.className) is a responder but no view.",
                    line: link.line
                )
            }
        }
        return views.reversed()
    }
}
