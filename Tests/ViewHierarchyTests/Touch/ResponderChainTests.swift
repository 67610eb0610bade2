import TreeTesting
import Testing

@testable import ViewHierarchy

@Suite("Responder chain")
struct ResponderTests {
    private func tree(root: String, baseClass: String? = nil) -> ViewTree {
        var builder = ViewTreeBuilder()
        var window = ViewDescription(className: root, frame: .zero)
        if let baseClass { window.attributes = [.init("baseClass", baseClass)] }
        builder.append(window, depth: 0)
        var view = ViewDescription(className: "UIView", frame: .zero)
        view.controller = "ClockController"
        builder.append(view, depth: 1)
        builder.append(ViewDescription(className: "UIButton", frame: .zero), depth: 2)
        return builder.build()
    }

    @Test("an event climbs from view to superview, past each controller, to window, scene, application and delegate")
    func wholeChain() {
        let chain = tree(root: "UIWindow").responderChain(of: 2)
        #expect(
            chain.map(\.kind) == [
                .view, .view, .viewController, .window, .scene, .application, .applicationDelegate,
            ]
        )
        #expect(chain.map(\.view) == [2, 1, nil, 0, nil, nil, nil])
        #expect(chain.map(\.isSaid) == [true, true, true, true, false, false, false], "what no dump names")
        #expect(chain[2].className == "ClockController")
    }

    @Test("a class that derives from UIWindow counts as a window")
    func derivedWindow() {
        #expect(tree(root: "Console", baseClass: "UIWindow").responderChain(of: 0).first?.kind == .window)
    }

    @Test("without a window the chain ends at the root, and an unknown view has none")
    func noWindow() {
        #expect(tree(root: "UIView").responderChain(of: 2).map(\.kind) == [.view, .view, .viewController, .view])
        #expect(tree(root: "UIWindow").responderChain(of: 7).isEmpty)
    }

    @Test("each view's controller stands before that view's superview, the root controller before the window")
    func controllers() {
        let tree = TreeTesting.tree(
            (0, view("UIWindow", 0, 0, 9, 9) { $0.controller = "RootController" }),
            (1, view(0, 0, 9, 9) { $0.controller = "RootController" }),
            (2, view(0, 0, 9, 9)),
            (3, view(0, 0, 9, 9) { $0.controller = "ChildController" })
        )
        #expect(
            tree.responderChain(of: 3).map(\.className) == [
                "UIView", "ChildController", "UIView", "UIView", "RootController", "UIWindow", "UIWindowScene",
                "UIApplication", "UIApplicationDelegate",
            ]
        )
    }
}
