import ViewHierarchy

/// The bars that Interface Builder shows around scenes: those that a controller asks for, else those of the containers that
/// lead to it. A navigation controller hands its bar on to what is shown from its root.
struct InterfaceBars {
    private let document: InterfaceDocument
    /// What containers give, by the elements of controllers.
    private var given: [Int: SimulatedBars] = [:]

    init(_ document: InterfaceDocument) {
        self.document = document
        let controllers = document.indices.filter { InterfaceClasses.controller(document.name($0)) != nil }
        var open: [Int] = []
        for controller in controllers {
            let bars = Self.bars(ofContainer: controller, in: document)
            guard !bars.isEmpty else { continue }
            for (target, kind) in Self.segues(of: controller, in: document)
            where kind == "rootViewController" || kind == "viewControllers" {
                give(bars, to: target, &open)
            }
        }
        // Each controller is looked at once for each bar that it is given.
        while let controller = open.popLast() {
            let bars = (given[controller] ?? []).intersection([.navigation, .largeTitle])
            guard !bars.isEmpty else { continue }
            let kinds = document.name(controller) == "tabBarController" ? ["viewControllers"] : ["show", "push"]
            for (target, kind) in Self.segues(of: controller, in: document) where kinds.contains(kind) {
                give(bars, to: target, &open)
            }
        }
    }

    private mutating func give(_ bars: SimulatedBars, to controller: Int, _ open: inout [Int]) {
        // Such a container shows its own bar in place of that around it.
        guard !["navigationController", "splitViewController"].contains(document.name(controller)) else { return }
        let former = given[controller] ?? []
        guard !former.isSuperset(of: bars) else { return }
        given[controller] = former.union(bars)
        open.append(controller)
    }

    /// The bars around the view of a controller's element; for the root of a xib of the element itself.
    func bars(around element: Int) -> SimulatedBars {
        var bars = given[element] ?? []
        for child in document.children(of: element) {
            let isNone = document.name(child) == "nil"
            switch document.value("key", of: child) {
            case "simulatedTopBarMetrics":
                bars.subtract([.navigation, .largeTitle])
                if document.name(child) == "simulatedNavigationBarMetrics" { bars.insert(.navigation) }
            case "simulatedBottomBarMetrics":
                bars.subtract([.tab, .toolbar])
                if document.name(child) == "simulatedTabBarMetrics" { bars.insert(.tab) }
                if document.name(child) == "simulatedToolbarMetrics" { bars.insert(.toolbar) }
            case "simulatedStatusBarMetrics": if isNone { bars.insert(.noStatusBar) }
            default: break
            }
        }
        return bars
    }

    private static func bars(ofContainer controller: Int, in document: InterfaceDocument) -> SimulatedBars {
        switch document.name(controller) {
        case "navigationController":
            guard document.flag("navigationBarHidden", of: controller) != true else { return [] }
            let bar = document.child(of: controller, "navigationBar", key: "navigationBar")
            let isLarge = bar.flatMap { document.flag("largeTitles", of: $0) } == true
            return isLarge ? [.navigation, .largeTitle] : .navigation
        case "tabBarController": return .tab
        default: return []
        }
    }

    /// Where the segues of a controller lead, and what they are; those of views inside it too.
    private static func segues(of controller: Int, in document: InterfaceDocument) -> [(target: Int, kind: String)] {
        var found: [(target: Int, kind: String)] = []
        var next = controller + 1
        while next < document.end(of: controller) {
            if document.name(next) == "segue",
                let target = document.value("destination", of: next).flatMap({ document.byID[$0] }),
                let kind = document.value("relationship", of: next) ?? document.value("kind", of: next)
            {
                found.append((target, kind))
            }
            next += 1
        }
        return found
    }
}
