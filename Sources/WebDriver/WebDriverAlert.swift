import Drawing
import JSON
import Locators
import ViewHierarchy
import Web

/// The alert or action sheet of a screen, found as WebDriverAgent finds it: the first alert among the elements, else the
/// first sheet, else the view of a `UIAlertController`. It can be read; to answer it takes the app.
struct WebDriverAlert {
    private let tree: ElementTree
    private let element: Int

    /// - Throws: ``WebDriverError`` with `no such alert` where the screen shows none.
    init(_ screen: WebDriverScreen) throws(WebDriverError) {
        tree = screen.tree
        guard let element = Self.element(of: tree) else {
            throw WebDriverError(.noSuchAlert, "The screen shows no alert and no action sheet.")
        }
        self.element = element
    }

    private static func element(of tree: ElementTree) -> Int? {
        tree.indices.first { tree.type(of: $0) == "Alert" } ?? tree.indices.first { tree.type(of: $0) == "Sheet" }
            ?? tree.indices.first { element in
                let controller = tree.view(of: element).flatMap { tree.views.controller(of: $0) }
                return controller?.split(separator: ".").last == "UIAlertController"
            }
    }

    /// The texts of the alert, one in each line: labels, else values, but not those of its buttons.
    var text: String {
        var lines: [String] = []
        var buttonEnd = 0
        for element in tree.subtree(of: element).dropFirst() where element >= buttonEnd {
            switch tree.type(of: element) {
            case "Button": buttonEnd = tree.subtree(of: element).upperBound
            case "StaticText": lines += [tree.label(of: element) ?? tree.value(of: element)].compactMap { $0 }
            default: continue
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The labels of its buttons.
    var buttons: [String] {
        tree.subtree(of: element).filter { tree.type(of: $0) == "Button" }.compactMap { tree.label(of: $0) }
    }

    /// Why nothing can be done with it.
    var refusal: WebDriverError {
        WebDriverError(
            .unsupportedOperation,
            "The alert “\(text.prefix(60).replacing("\n", with: " "))” is part of one moment of an app: it can be read, "
                + "but not answered or typed into."
        )
    }
}

extension WebDriverCommand {
    /// Alerts (W3C WebDriver, User prompts).
    static let ofAlerts: [WebDriverCommand] = [
        get("/alert/text", "getAlertText") { .string(try WebDriverAlert(try $0.screen()).text) },
        post("/alert/text", "setAlertText") { call in
            // Older clients say “value”.
            _ = try call.text(call.body["text"] == nil && call.body["value"] != nil ? "value" : "text")
            throw try WebDriverAlert(try call.screen()).refusal
        },
        answer("/alert/accept", "postAcceptAlert"), answer("/alert/dismiss", "postDismissAlert"),
    ]

    /// A command that would tap a button of an alert.
    private static func answer(_ path: String, _ name: String) -> WebDriverCommand {
        post(path, name) { throw try WebDriverAlert(try $0.screen()).refusal }
    }
}
