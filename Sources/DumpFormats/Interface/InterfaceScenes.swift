import ViewHierarchy

/// A controller and the view that it shows.
struct InterfaceScene {
    /// The class of the controller.
    var className: String
    /// The element of the controller; nil for the owner of a xib, of which a file says no more than the class.
    var controller: Int?
    /// Where Interface Builder's canvas shows the scene.
    var canvasLocation: String?
    /// The same as numbers.
    var canvasPoint: Point?
    var line = 0

    /// What to tell of a scene that has no view in the file.
    func sentence(in document: InterfaceDocument) -> String {
        let name = controller.map { InterfaceNames.name(of: $0, in: document) } ?? className
        let segues =
            controller.flatMap { document.child(of: $0, "connections") }.map { document.children(of: $0) } ?? []
        let words = segues.filter { document.name($0) == "segue" }.map { InterfaceSegue($0, in: document).words }
        let leads = words.isEmpty ? "" : " It leads on: \(words.prefix(12).joined(separator: "; "))."
        return "Line \(line): the scene of \(name) has no view in the file.\(leads)"
    }
}

/// What leads from one scene to another.
struct InterfaceSegue {
    /// The segue in words: `show → DetailViewController (a1B-2c-D3e), identifier “detail”`.
    let words: String

    init(_ element: Int, in document: InterfaceDocument) {
        let kind = document.value("relationship", of: element) ?? document.value("kind", of: element) ?? "segue"
        let destination = document.value("destination", of: element).map { InterfaceNames.name(of: $0, in: document) }
        var words = "\(kind) → \(destination ?? "nothing")"
        if let identifier = document.value("identifier", of: element) { words += ", identifier “\(identifier)”" }
        if let custom = document.value("customClass", of: element) { words += ", class \(custom)" }
        if let action = document.value("unwindAction", of: element) { words += ", action \(action)" }
        self.words = words
    }
}

/// Finds the controllers of an interface file.
struct InterfaceSceneReader {
    private let document: InterfaceDocument

    init(_ document: InterfaceDocument) { self.document = document }

    /// The scenes by the elements of their roots, and those that have no view in the file.
    func scenes() -> (byRoot: [Int: InterfaceScene], withoutViews: [InterfaceScene]) {
        var byRoot: [Int: InterfaceScene] = [:]
        var withoutViews: [InterfaceScene] = []
        let isOfWatch = document.isOfWatch
        for element in document.indices {
            let name = document.name(element)
            if name == "placeholder" {
                owner(element, &byRoot)
            } else if isOfWatch {
                let parent = document.parent(of: element).map(document.name) ?? ""
                guard parent == "objects", let className = InterfaceClasses.watch(name, key: nil, in: parent) else {
                    continue
                }
                byRoot[element] = scene(element, className)
            } else if let className = InterfaceClasses.controller(name) {
                guard let parent = document.parent(of: element), document.name(parent) == "objects" else { continue }
                let scene = scene(element, className)
                let roots = document.children(of: element).filter { child in
                    InterfaceClasses.view(document.name(child)) != nil
                        || document.child(of: child, "rect", key: "frame") != nil
                }
                for root in roots { byRoot[root] = scene }
                if roots.isEmpty { withoutViews.append(scene) }
            }
        }
        return (byRoot, withoutViews)
    }

    private func scene(_ element: Int, _ className: String) -> InterfaceScene {
        var scene = InterfaceScene(className: className, controller: element)
        scene.line = document.line(of: element)
        if let custom = document.value("customClass", of: element), !custom.isEmpty {
            let module = document.value("customModule", of: element).flatMap { $0.isEmpty ? nil : $0 }
            scene.className = module.map { "\($0).\(custom)" } ?? custom
        }
        let around = document.parent(of: element).flatMap { document.parent(of: $0) }
        if let point = around.flatMap({ document.child(of: $0, "point", key: "canvasLocation") }) {
            let parts = [document.value("x", of: point), document.value("y", of: point)].compactMap { $0 }
            scene.canvasLocation = parts.joined(separator: ", ")
            let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
            if numbers.count == 2 { scene.canvasPoint = Point(x: numbers[0], y: numbers[1]) }
        }
        return scene
    }

    /// The owner of a xib is the controller of the view that its outlet `view` leads to.
    private func owner(_ element: Int, _ byRoot: inout [Int: InterfaceScene]) {
        guard document.value("placeholderIdentifier", of: element) == "IBFilesOwner",
            let custom = document.value("customClass", of: element), !custom.isEmpty,
            let connections = document.child(of: element, "connections")
        else { return }
        for outlet in document.children(of: connections) where document.value("property", of: outlet) == "view" {
            guard let root = document.value("destination", of: outlet).flatMap({ document.byID[$0] }) else { continue }
            byRoot[root] = InterfaceScene(className: custom, controller: nil)
        }
    }

    // MARK: The storyboard

    /// The scenes as they are on the storyboard's canvas, in the order of the text: those of other files that it refers to too.
    /// - Parameters:
    ///   - views: The ids of the views by their elements.
    ///   - strings: Texts of another language, by `<object's id>.<property>`.
    func described(views: [Int: Int], strings: [String: String]) -> [StoryboardScene] {
        guard !document.isOfWatch else { return [] }
        let initial = document.value("initialViewController", of: 0)
        var scenes: [StoryboardScene] = []
        /// The places in `scenes` by the elements around controllers.
        var places: [Int: Int] = [:]
        for element in document.elements(named: "scene") {
            guard let objects = document.child(of: element, "objects"),
                let controller = document.children(of: objects).first(where: isController)
            else { continue }
            var scene = describe(controller, in: element, strings)
            scene.root = document.children(of: controller).lazy.compactMap { views[$0] }.first
            scene.isInitial = !scene.id.isEmpty && scene.id == initial
            places[element] = scenes.count
            scenes.append(scene)
        }
        let known = Set(scenes.map(\.id))
        for element in document.elements(named: "segue") {
            var around = document.parent(of: element)
            while let next = around, places[next] == nil { around = document.parent(of: next) }
            guard let place = around.flatMap({ places[$0] }) else { continue }
            let destination = document.value("destination", of: element)
            scenes[place].segues.append(
                StoryboardScene.Segue(
                    kind: document.value("kind", of: element) ?? "segue",
                    relationship: document.value("relationship", of: element),
                    identifier: document.value("identifier", of: element),
                    destination: destination.flatMap { known.contains($0) ? $0 : nil }
                )
            )
        }
        scenes.markReachable()
        return scenes
    }

    private func isController(_ element: Int) -> Bool {
        let name = document.name(element)
        return InterfaceClasses.controller(name) != nil || Self.references.contains(name)
    }

    /// What stands for a controller of another file.
    private static let references: Set = ["viewControllerPlaceholder", "controllerPlaceholder"]

    private func describe(_ controller: Int, in element: Int, _ strings: [String: String]) -> StoryboardScene {
        func said(_ name: String, of element: Int) -> String? {
            let own = document.value("id", of: element).flatMap { strings["\($0).\(name)"] }
            return (own ?? document.value(name, of: element)).flatMap { $0.isEmpty ? nil : $0 }
        }
        let kind = document.name(controller)
        let found = scene(controller, InterfaceClasses.controller(kind) ?? "UIViewController")
        let id = document.value("id", of: controller) ?? document.value("sceneID", of: element) ?? ""
        var scene = StoryboardScene(id: id, className: found.className)
        scene.storyboardIdentifier = said("storyboardIdentifier", of: controller)
        scene.place = found.canvasPoint
        let items = document.children(of: controller)
        let title = items.first { document.name($0) == "navigationItem" }.flatMap { said("title", of: $0) }
        let tab = items.first { document.name($0) == "tabBarItem" }.flatMap { said("title", of: $0) }
        scene.name = said("userLabel", of: controller) ?? title ?? said("title", of: controller) ?? tab
        if Self.references.contains(kind) {
            let reference = StoryboardScene.Reference(
                storyboard: said("storyboardName", of: controller),
                identifier: said("referencedIdentifier", of: controller)
            )
            scene.reference = reference
            scene.name = scene.name ?? reference.identifier ?? reference.storyboard
        }
        return scene
    }
}
