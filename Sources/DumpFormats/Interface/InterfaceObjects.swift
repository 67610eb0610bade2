import ViewHierarchy

/// Collects what an interface file says beside what its views and constraints are read from.
///
/// Left out is what the tree has for certain: the attributes of views and of constraints, frames, masks and texts.
struct InterfaceObjectReader {
    let document: InterfaceDocument
    /// The elements that are views.
    let views: Set<Int>
    /// The objects, where the file is an archive of Interface Builder 3.
    let archive: InterfaceArchive?

    init(document: InterfaceDocument, views: Set<Int>) {
        (self.document, self.views, archive) = (document, views, nil)
    }

    init(archive: InterfaceArchive) {
        (document, self.archive) = (archive.document, archive)
        views = Set(archive.document.indices.filter(archive.isView))
    }

    /// Attributes by which Interface Builder names and finds things again, or says what it was.
    private static let notes: Set = [
        "toolsVersion", "systemVersion", "version", "variant", "propertyAccessControl", "colorMatched", "userLabel",
        "colorLabel", "misplaced", "ambiguous", "verifyAmbiguity", "sceneMemberID", "sceneID",
    ]
    /// Elements that are written for Interface Builder, with all that is in them.
    private static let noteElements: Set = ["dependencies", "systemColor", "point[canvasLocation]"]
    private static let ofConstraints: Set = [
        "firstItem", "firstAttribute", "secondItem", "secondAttribute", "relation", "constant", "multiplier",
        "priority", "identifier", "symbolic", "placeholder",
    ]
    /// What the tree has, in elements inside views.
    private static let ofViews: Set = ["rect[frame]", "autoresizingMask[autoresizingMask]"]
    /// Longer paths are not told apart: hostile files nest deep.
    private static let maximumPath = 300

    /// An element that is looked into.
    private struct Place {
        let element: Int
        let object: Int
        /// Where it is in the object; empty for the object itself.
        let path: String
        let isNote: Bool
    }

    /// The objects in the order of the text, the document first.
    func objects() -> [InterfaceObject] {
        var objects: [InterfaceObject] = []
        var open: [Place] = []
        for element in document.indices {
            while let last = open.last, document.end(of: last.element) <= element { open.removeLast() }
            let place = place(of: element, in: open.last, &objects)
            open.append(place)
            add(element, at: place, to: &objects[place.object])
        }
        for (id, name) in archive?.otherCustomClasses ?? [:] where !objects.isEmpty {
            objects[0].say(name, at: "controller.\(id)", isNote: false)
        }
        return objects
    }

    private func place(of element: Int, in around: Place?, _ objects: inout [InterfaceObject]) -> Place {
        let name = document.name(element)
        let key = document.value("key", of: element) ?? document.value("keyPath", of: element)
        let step = archive.map { $0.step(element) ?? name } ?? key.map { "\(name)[\($0)]" } ?? name
        let isNote =
            around?.isNote ?? false || Self.noteElements.contains(step) || archive?.isBook(element) ?? false
        let isResource = around.map { document.name($0.element) } == "resources"
        let id = document.value("id", of: element) ?? (isResource ? document.value("name", of: element) : nil)
        if let around, id == nil || isNote || InterfaceReader.otherIDs.contains(name) {
            let isLong = around.path.utf8.count > Self.maximumPath
            let path = around.path.isEmpty ? step : isLong ? around.path : "\(around.path).\(step.prefix(100))"
            return Place(element: element, object: around.object, path: path, isNote: isNote)
        }
        let number = archive.map { $0.objectID(of: element) ?? "#\(id ?? "")" }
        var object = InterfaceObject(kind: name, id: around == nil ? "" : number ?? id ?? "")
        object.parent = around.map { objects[$0.object].id }
        object.view = views.contains(element) ? object.id : around.flatMap { objects[$0.object].view }
        if InterfaceClasses.controller(name) != nil {
            let root = document.children(of: element).first(where: views.contains)
            object.view = root.flatMap { document.value("id", of: $0) }
        }
        let words = archive.map { $0.name(of: element) } ?? InterfaceNames.name(of: element, in: document)
        object.name = around == nil ? "The document" : words
        objects.append(object)
        return Place(element: element, object: objects.count - 1, path: "", isNote: false)
    }

    private func add(_ element: Int, at place: Place, to object: inout InterfaceObject) {
        let name = document.name(element)
        let (isView, isInView) = (views.contains(element), document.parent(of: element).map(views.contains) ?? false)
        let isInText = place.path.contains("attributedString[")
        let isInTree =
            isInView && Self.ofViews.contains(place.path) || place.path.contains("mask[")
            || object.kind == "constraint" && place.path.hasPrefix("variation[")
        let attributes = document.allAttributes(of: element)
        object.noteOrder(of: attributes.map(\.name))
        for (attribute, value) in attributes {
            let isName = attribute == "id" || !place.path.isEmpty && ["key", "keyPath"].contains(attribute)
            guard !isName || place.isNote else { continue }
            let isNote = place.isNote || Self.notes.contains(attribute)
            guard let value = archive.map({ $0.said(attribute, value, of: element) }) ?? value else { continue }
            let isRead =
                isInTree || archive?.isRead(element) ?? false
                || isView && !["customModuleProvider", "key"].contains(attribute)
                || object.kind == "constraint" && Self.ofConstraints.contains(attribute)
                || name == "device" && attribute == "orientation" || isInText && attribute == "content"
            let path = place.path.isEmpty ? attribute : "\(place.path).\(attribute)"
            if isNote || !isRead { object.say(value, at: path, isNote: isNote) }
        }
        let isText = name == "string" && (isInView || isInText)
        // What has nothing but a key says something by being there; an empty list does not.
        let isSign = document.end(of: element) == element + 1 && attributes.count == 1 && attributes[0].name == "key"
        let text = document.text(of: element) ?? (isSign && !place.path.isEmpty ? "there" : nil)
        let isRead = isText || isInTree || archive?.isRead(element) ?? false
        if let text, !isRead { object.say(text, at: place.path, isNote: place.isNote) }
    }
}
