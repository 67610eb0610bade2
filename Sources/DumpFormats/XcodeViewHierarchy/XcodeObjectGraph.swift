import JSON

/// The objects that the responses of a view debugger tell of, joined by their ids. A later response adds to an earlier.
struct XcodeObjectGraph {
    /// What an object is, by the group that it is listed in.
    enum Kind {
        case view, controller, layer, constraint, other

        init(group: String) {
            if group.hasSuffix("UIView") || group.hasSuffix("UIWindow") {
                self = .view
            } else if group.hasSuffix("UIViewController") {
                self = .controller
            } else if group.hasSuffix("CALayer") {
                self = .layer
            } else {
                self = group.hasSuffix("LayoutConstraint") ? .constraint : .other
            }
        }
    }

    /// One object.
    struct Object {
        var id: String
        var kind: Kind
        var className: String?
        var properties: [String: XcodeValue] = [:]
        /// The views in it, back to front.
        var subviews: [Int] = []
        /// Whether another view holds it.
        var hasSuperview = false
        /// The controller whose view it is.
        var controller: Int?
        /// The layer of a view.
        var layer: Int?
        /// The constraints that a view holds.
        var constraints: [Int] = []
    }

    private(set) var objects: [Object] = []
    private var places: [String: Int] = [:]
    /// How many views there may be; objects of other kinds may be as many more.
    let limit: Int
    /// Whether there were more.
    private(set) var isFull = false
    /// Layers that are in no view.
    private(set) var sublayers = 0

    init(limit: Int) { self.limit = limit }

    /// The place of an object by its id.
    func place(of id: String) -> Int? { places[id] }

    /// Whether a value is a response.
    static func isResponse(_ root: JSONNode) -> Bool {
        root["topLevelGroups"] != nil || root["topLevelPropertyDescriptions"] != nil
    }

    /// Adds a response: its groups of objects, with a stack of its own, and values for objects that are known.
    mutating func add(_ root: JSONNode) {
        var open: [(node: JSONNode, kind: Kind, parent: Int?)] = []
        root["topLevelGroups"]?.forEachMember { name, group in
            Self.push(group, name: name, parent: nil, onto: &open)
        }
        // The first group is the first one to be read.
        open.reverse()
        while let (node, kind, parent) = open.popLast() {
            guard let id = node["objectID"]?.stringValue, let place = object(id, kind) else { continue }
            if let className = node["className"]?.stringValue { objects[place].className = className }
            apply(node["properties"], to: place)
            if let parent { link(place, to: parent) }
            var inner: [(node: JSONNode, kind: Kind, parent: Int?)] = []
            if let group = node["childGroup"] { Self.push(group, name: nil, parent: place, onto: &inner) }
            if let groups = node["additionalGroups"] {
                for group in groups.elements { Self.push(group, name: nil, parent: place, onto: &inner) }
            }
            open.append(contentsOf: inner.reversed())
        }
        root["topLevelPropertyDescriptions"]?.forEachMember { key, description in
            let parts = key.split(separator: ".", maxSplits: 1).map(String.init)
            guard parts.count == 2, let place = places[parts[0]], let value = XcodeValue(description) else { return }
            objects[place].properties[parts[1]] = value
        }
    }

    private static func push(
        _ group: JSONNode,
        name: String?,
        parent: Int?,
        onto open: inout [(node: JSONNode, kind: Kind, parent: Int?)]
    ) {
        let kind = Kind(group: group["groupingID"]?.stringValue ?? name ?? "")
        guard let list = group["debugHierarchyObjects"] else { return }
        for node in list.elements { open.append((node, kind, parent)) }
    }

    /// The object of an id, a new one the first time; nil when there are too many.
    private mutating func object(_ id: String, _ kind: Kind) -> Int? {
        if let place = places[id] { return place }
        guard objects.count < limit * 4 else {
            isFull = true
            return nil
        }
        places[id] = objects.count
        objects.append(Object(id: id, kind: kind))
        return objects.count - 1
    }

    private mutating func apply(_ properties: JSONNode?, to place: Int) {
        guard let properties else { return }
        for description in properties.elements {
            guard let name = description["propertyName"]?.stringValue, let value = XcodeValue(description)
            else { continue }
            objects[place].properties[name] = value
        }
    }

    private mutating func link(_ child: Int, to parent: Int) {
        guard child != parent else { return }
        switch (objects[parent].kind, objects[child].kind) {
        case (.view, .view):
            guard !objects[child].hasSuperview else { return }
            objects[child].hasSuperview = true
            objects[parent].subviews.append(child)
        case (.controller, .view): if objects[child].controller == nil { objects[child].controller = parent }
        case (.view, .layer):
            if objects[parent].layer == nil { objects[parent].layer = child }
        case (.layer, .layer): sublayers += 1
        case (.view, .constraint): objects[parent].constraints.append(child)
        default: break
        }
    }
}
