import Diagnostics
import ViewHierarchy

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
