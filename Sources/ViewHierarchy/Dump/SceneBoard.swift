/// A scene and its place on the board.
public struct PlacedScene: Sendable, Hashable {
    /// The scene; of a root that no controller shows, what there is to say of it.
    public let scene: StoryboardScene
    /// What it is called.
    public let name: String
    /// The index of its root; nil where the tree has no view of it.
    public let index: Int?
    /// Its place on the canvas, in points.
    public var frame: Rect
}

/// The scenes of a dump where Interface Builder's canvas has them.
///
/// A root that belongs to no scene is there too, as in a xib or in a dump with several windows. What has no place in the file
/// stands in rows below what has one.
public struct SceneBoard: Sendable {
    /// The scenes in the order of the file, then the other roots.
    public private(set) var scenes: [PlacedScene] = []

    /// Points between scenes, with room for their titles.
    private static let (gap, rowGap) = (80.0, 160.0)
    /// The size of what stands for the controller of another storyboard.
    private static let referenceSize = Size(width: 240, height: 96)
    /// With more scenes nobody looks which of them lie over each other.
    private static let maximumCompared = 1_000
    /// How far scenes are moved apart: Interface Builder draws them smaller than they are, in a scale that no file says.
    private static let maximumSpread = 4.0

    /// Finds the scenes of a dump.
    public init(of dump: Dump) {
        let tree = dump.tree
        let screen = tree.layoutCanvas?.size ?? Size(width: 375, height: 667)
        var unplaced: [Int] = []
        var shown: Set<Int> = []
        func place(_ scene: StoryboardScene, _ name: String, _ root: Int?) {
            let isContainer = scene.showsOtherScenes
            var size = isContainer ? screen : root.map { tree.bounds(of: $0).size } ?? screen
            if scene.reference != nil { size = Self.referenceSize }
            let isKnown = size.width.isFinite && size.height.isFinite && size.width >= 1 && size.height >= 1
            if scene.place == nil { unplaced.append(scenes.count) }
            let frame = Rect(origin: scene.place ?? .zero, size: isKnown ? size : screen)
            scenes.append(PlacedScene(scene: scene, name: name, index: root, frame: frame))
        }
        for var scene in dump.scenes {
            let root = scene.root.flatMap { tree.index(ofID: $0) }
            if root == nil { scene.root = nil }
            if let root { shown.insert(root) }
            place(scene, scene.name ?? scene.storyboardIdentifier ?? scene.kindName, root)
        }
        for root in tree.roots where !shown.contains(root) {
            guard let id = tree.id(at: root) else { continue }
            let object = tree.attribute(ViewTree.objectIDAttribute, of: root)
            var scene = StoryboardScene(id: object ?? String(id), className: tree.className(of: root))
            scene.root = id
            place(scene, tree.screenName(of: root), root)
        }
        arrange(unplaced)
    }

    /// Puts scenes into rows below the others.
    private mutating func arrange(_ unplaced: [Int]) {
        let others = Set(unplaced)
        let placed = scenes.indices.filter { !others.contains($0) }.map { scenes[$0].frame }
        let left = placed.map(\.minX).min() ?? 0
        var (x, y) = (left, placed.map(\.maxY).max().map { $0 + Self.rowGap } ?? 0)
        // About as wide as high, or as wide as what is above.
        let sizes = unplaced.map { scenes[$0].frame.size }
        let area = sizes.reduce(0.0) { $0 + $1.width * $1.height }
        let right = placed.map(\.maxX).max() ?? left
        let width = max(area.squareRoot() * 2, right - left)
        var rowHeight = 0.0
        for index in unplaced {
            let size = scenes[index].frame.size
            if x > left, x + size.width > left + width {
                (x, y, rowHeight) = (left, y + rowHeight + Self.rowGap, 0)
            }
            scenes[index].frame = Rect(origin: Point(x: x, y: y), size: size)
            x += size.width + Self.gap
            rowHeight = max(rowHeight, size.height)
        }
    }

    /// The scenes as far apart as it takes for none to cover another one, in the same arrangement.
    public var spread: [PlacedScene] {
        guard scenes.count <= Self.maximumCompared else { return scenes }
        var factor = 1.0
        for (place, one) in scenes.enumerated() {
            for other in scenes[(place + 1)...] {
                // What is wanted across or down, whichever takes less.
                let (center, next) = (one.frame.center, other.frame.center)
                let (dx, dy) = (abs(center.x - next.x), abs(center.y - next.y))
                let across =
                    dx < 1 ? .infinity : ((one.frame.size.width + other.frame.size.width) / 2 + Self.gap / 2) / dx
                let down =
                    dy < 1 ? .infinity : ((one.frame.size.height + other.frame.size.height) / 2 + Self.rowGap) / dy
                let needed = min(across, down)
                if needed <= Self.maximumSpread { factor = max(factor, needed) }
            }
        }
        return scenes.map { placed in
            var placed = placed
            let center = placed.frame.center
            placed.frame.origin.x += center.x * (factor - 1)
            placed.frame.origin.y += center.y * (factor - 1)
            return placed
        }
    }
}

extension StoryboardScene {
    /// Whether its controller shows those of other scenes, so that the file has a bar of it at most.
    public var showsOtherScenes: Bool {
        let relations: Set = ["rootViewController", "viewControllers", "masterViewController", "detailViewController"]
        return segues.contains { $0.relationship.map(relations.contains) ?? false }
    }

    /// What a controller without a name is called: its class, in words if it is UIKit's, as Interface Builder does.
    fileprivate var kindName: String {
        let plain = className.split(separator: ".").last.map(String.init) ?? className
        guard className.hasPrefix("UI"), plain.dropFirst(2).first?.isUppercase == true else { return plain }
        return plain.dropFirst(2).reduce(into: "") { words, letter in
            if letter.isUppercase, !words.isEmpty { words += " " }
            words.append(letter)
        }
    }
}
