import Diagnostics
import ViewHierarchy

/// What `recursiveDescription` cannot say.
enum DescriptionLosses {
    /// What is never printed, with the properties that this takes from every view.
    static let unprinted: [(properties: [String], loss: String)] = [
        (
            ["bounds", "center"],
            "bounds: Bounds and center are not printed; they were worked out from frame, transform and contentOffset."
        ),
        (["contentMode"], "contentMode: The content mode is not printed; every view has scaleToFill."),
        (
            ["identifier", "label", "value"],
            "identifiers: Accessibility identifiers, labels and values are not printed."
        ),
        ([], "roundedFrames: Frames are printed with six significant digits."),
        (
            ["multipleTouchEnabled", "exclusiveTouch"],
            "touches: MultipleTouchEnabled and exclusiveTouch are not printed; both are taken as NO."
        ),
        ([], "device: The device, the app and the time are not printed."),
    ]
}

/// Lines that follow each other and became no view.
struct SkippedLines: Sendable {
    var kind: DumpFinding
    var first: Int
    var last: Int

    /// What is said of a line that becomes no view.
    static func finding(_ kind: LineShape.Kind) -> DumpFinding {
        switch kind {
        case .trace: .skippedTrace
        case .controller: .skippedControllers
        case .constraint: .skippedConstraints
        default: .skippedWords
        }
    }

    /// The words of the report.
    var words: [String] {
        first == last
            ? ["Line \(first) is", "holds no view; it was skipped"]
            : ["Lines \(first) to \(last) are", "hold no view; they were skipped"]
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
                report.add(.skippedResponder, [link.view.className], line: link.line)
            }
        }
        return views.reversed()
    }
}
