/// One link of a responder chain: who gets an event that those before did not handle.
public struct Responder: Sendable, Hashable {
    /// What kind of object it is.
    public enum Kind: String, Sendable, Hashable {
        case view, viewController, window, scene, application, applicationDelegate
    }

    /// What kind of object it is.
    public var kind: Kind
    /// Its class as the dump names it; UIKit's own where the dump does not.
    public var className: String
    /// The index of the view or window; nil for others.
    public var view: Int?
    /// Whether the dump says that it is there. The scene, the application and its delegate no dump names: they are what
    /// UIKit has there, and before iOS 13 there is no scene.
    public var isSaid = true

    /// Creates a link.
    init(_ kind: Kind, className: String, view: Int? = nil, isSaid: Bool = true) {
        self.kind = kind
        self.className = className
        self.view = view
        self.isSaid = isSaid
    }
}

extension ViewTree {
    /// The chain that an event climbs from a view (Apple, `UIResponder.next`): each view, its controller where the dump
    /// names one, then the superview; the window, its scene, the application and its delegate.
    ///
    /// A window is no controller's root view, so a controller that a dump notes there is left out. The chain of a tree
    /// whose root is no window ends at its root.
    public func responderChain(of index: Int) -> [Responder] {
        guard indices.contains(index) else { return [] }
        var chain: [Responder] = []
        var current: Int? = index
        while let view = current {
            current = superview(of: view)
            let isWindow = current == nil && isWindow(view)
            chain.append(Responder(isWindow ? .window : .view, className: className(of: view), view: view))
            if !isWindow, let controller = controller(of: view) {
                chain.append(Responder(.viewController, className: controller))
            }
        }
        if chain.contains(where: { $0.kind == .window }) {
            chain.append(Responder(.scene, className: "UIWindowScene", isSaid: false))
            chain.append(Responder(.application, className: "UIApplication", isSaid: false))
            chain.append(Responder(.applicationDelegate, className: "UIApplicationDelegate", isSaid: false))
        }
        return chain
    }

    /// Whether a root is a window, by its class or the UIKit class that the dump says it derives from.
    public func isWindow(_ index: Int) -> Bool {
        let name = className(of: index)
        return name == "UIWindow" || name.hasSuffix("Window")
            || attributes(of: index).contains { $0.name == "baseClass" && $0.value == "UIWindow" }
    }
}
