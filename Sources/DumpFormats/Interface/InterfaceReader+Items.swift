import ViewHierarchy

/// What stands in bars, segments and sections, and what leads elsewhere: no views, kept as attributes of the nearest one.
extension InterfaceReader {
    func describeConnections(_ connections: Int, into view: inout ViewDescription) {
        for connection in document.children(of: connections) {
            let destination = document.value("destination", of: connection).map { name(of: $0) } ?? "nothing"
            switch document.name(connection) {
            case "outlet", "outletCollection":
                view.keep("outletTo", "\(document.value("property", of: connection) ?? "?") = \(destination)")
            case "action":
                let event = document.value("eventType", of: connection).map { " on \($0)" } ?? ""
                view.keep("action", "\(document.value("selector", of: connection) ?? "?") of \(destination)\(event)")
            case "segue": view.keep("segue", InterfaceSegue(connection, in: document).words)
            default: break
            }
        }
    }

    /// What an object is called: the class of a controller, the text of a view, else its element; and its id.
    func name(of id: String) -> String { InterfaceNames.name(of: id, in: document) }

    func describeSegments(_ segments: Int, of element: Int, into view: inout ViewDescription) {
        let id = document.value("id", of: element)
        for (place, segment) in document.children(of: segments).filter({ document.name($0) == "segment" }).enumerated()
        {
            let title = id.flatMap { strings["\($0).segmentTitles[\(place)]"] } ?? document.value("title", of: segment)
            view.keep("segment", title ?? resources.image(segment, "image") ?? "")
        }
    }

    func describeItems(_ items: Int, into view: inout ViewDescription) {
        for item in document.children(of: items) {
            if document.name(item) == "navigationItem" {
                describeNavigationItem(item, prefix: "", into: &view)
            } else {
                view.keep("item", words(of: item))
            }
        }
    }

    /// The title and the buttons of a navigation item.
    func describeNavigationItem(_ item: Int, prefix: String, into view: inout ViewDescription) {
        let id = document.value("id", of: item)
        let written = document.value("title", of: item) ?? string(item, "title")
        if let title = id.flatMap({ strings["\($0).title"] }) ?? written { view.keep("\(prefix)title", title) }
        for name in ["prompt", "largeTitleDisplayMode"] {
            if let value = document.value(name, of: item) { view.keep("\(prefix)\(name)", value) }
        }
        for child in document.children(of: item) {
            let key = document.value("key", of: child) ?? document.name(child)
            switch document.name(child) {
            case "barButtonItem": view.keep("\(prefix)\(key)", words(of: child))
            case "rightBarButtonItems", "leftBarButtonItems":
                for button in document.children(of: child) { view.keep("\(prefix)\(key)", words(of: button)) }
            default: break
            }
        }
    }

    /// What an item of a bar shows.
    func words(of item: Int) -> String {
        let id = document.value("id", of: item)
        if let text = id.flatMap({ strings["\($0).title"] }) ?? document.value("title", of: item) { return text }
        if let system = document.value("systemItem", of: item) { return system }
        if let image = resources.image(item, "image") { return image }
        if let custom = document.child(of: item, key: "customView") {
            return InterfaceNames.name(of: custom, in: document)
        }
        return document.name(item)
    }

    func describeSections(_ sections: Int, into view: inout ViewDescription) {
        for section in document.children(of: sections) {
            let id = document.value("id", of: section)
            func text(_ name: String) -> String? {
                id.flatMap { strings["\($0).\(name)"] } ?? document.value(name, of: section) ?? string(section, name)
            }
            let words = [("header", text("headerTitle")), ("footer", text("footerTitle"))]
                .compactMap { name, text in text.map { "\(name) “\($0)”" } }
            let cells = document.child(of: section, "cells").map { document.children(of: $0).count } ?? 0
            view.keep("section", (words + ["\(cells) cells"]).joined(separator: ", "))
        }
    }

    // MARK: Scenes

    /// What the controller of a root says: its class, titles, tab and segues.
    func describeScene(of element: Int, into view: inout ViewDescription) {
        guard let scene = scenes[element] else { return }
        view.say(.controller, .text(scene.className))
        guard let controller = scene.controller else { return }
        if let id = document.value("id", of: controller) {
            view.keep("controller.objectID", id)
            if document.value("initialViewController", of: 0) == id { view.keep("initialViewController", "YES") }
        }
        for name in ["storyboardIdentifier", "title", "userLabel", "restorationIdentifier", "modalPresentationStyle"] {
            if let value = document.value(name, of: controller) { view.keep("controller.\(name)", value) }
        }
        for child in document.children(of: controller) {
            switch document.name(child) {
            case "navigationItem": describeNavigationItem(child, prefix: "navigationItem.", into: &view)
            case "tabBarItem": view.keep("tabBarItem", words(of: child))
            case "toolbarItems":
                for item in document.children(of: child) { view.keep("toolbarItem", words(of: item)) }
            case "connections":
                for segue in document.children(of: child) where document.name(segue) == "segue" {
                    view.keep("controller.segue", InterfaceSegue(segue, in: document).words)
                }
            default: break
            }
        }
        if let place = scene.canvasLocation { view.keep("canvasLocation", place) }
    }
}

/// What objects of an interface file are called.
enum InterfaceNames {
    static func name(of id: String, in document: InterfaceDocument) -> String {
        guard let element = document.byID[id] else { return "an unknown object (\(id.prefix(40)))" }
        return name(of: element, in: document)
    }

    static func name(of element: Int, in document: InterfaceDocument) -> String {
        let kind = document.name(element)
        let custom = document.value("customClass", of: element).flatMap { $0.isEmpty ? nil : $0 }
        let className = custom ?? InterfaceClasses.controller(kind) ?? InterfaceClasses.view(kind)
        let text =
            document.value("text", of: element) ?? document.value("title", of: element)
            ?? document.value("storyboardIdentifier", of: element) ?? document.value("userLabel", of: element)
            ?? document.value("storyboardName", of: element)
        let words = text.map { " “\($0.prefix(40))”" } ?? ""
        let id = document.value("id", of: element).map { " (\($0.prefix(40)))" } ?? ""
        return "\(className ?? kind)\(words)\(id)"
    }
}
