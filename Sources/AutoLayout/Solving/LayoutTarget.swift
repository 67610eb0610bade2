public import ViewHierarchy

/// For what a unit of views is laid out: the canvas of its file, or a screen of another size.
public struct LayoutTarget: Sendable, Hashable {
    /// The size of the unit's root; nil for the size that it has in the file.
    public var size: Size?
    /// What the device takes from the root's edges; nil reads it back from the file, which is right on the canvas only.
    /// What the bars of the scene take comes on top.
    public var safeArea: EdgeInsets?
    /// The screen of the device that the root fills; nil on the canvas, and for a part of a screen or one that is not known.
    package private(set) var screen: SystemScreen?
    /// How much of the root's height a keyboard covers from below that the app makes no room for.
    package private(set) var keyboardHeight = 0.0
    /// Pixels for each point, to which edges are rounded; nil gives exact numbers.
    public var scale: Double?
    /// The size classes; nil for those of the canvas.
    public var sizeClasses: SizeClasses?
    /// What is assumed in place of what the tree says.
    public var assumptions = LayoutAssumptions()
    /// Where views go that nothing decides: where the file has them, or, as long as Interface Builder would draw them, wherever
    /// the solver leaves them.
    public var keepsUndecided = true
    /// Whether to find out what is not decided, and on which texts and pictures each view depends; takes longer.
    public var findsCertainty = true
    /// Whether each view names the texts and pictures that it depends on; takes longer the more of them there are.
    public var namesContents = true
    /// How the lengths that contents ask for are changed before use, which shows what depends on them; by the view's place.
    var leaf: (@Sendable (Int, IntrinsicSize.Length) -> Double)?
    /// What is added to all insets that are read back from the file.
    var extraInset = 0.0

    /// Creates the target that is the canvas itself.
    public init() {}

    /// The canvas itself.
    public static let canvas = LayoutTarget()

    /// Creates a target of a size.
    public init(size: Size, safeArea: EdgeInsets = .zero, scale: Double? = nil, sizeClasses: SizeClasses? = nil) {
        (self.size, self.safeArea, self.scale, self.sizeClasses) = (size, safeArea, scale, sizeClasses)
    }

    /// Creates a target out of what a situation makes of a screen. What the in-call bar and the keyboard take is taken
    /// from the root's size.
    public init(_ surroundings: Surroundings) {
        size = surroundings.sizeLeft
        safeArea = surroundings.safeArea ?? .zero
        screen = SystemScreen(surroundings)
        keyboardHeight = surroundings.appMakesRoom ? 0 : surroundings.keyboardHeight
        scale = surroundings.device.map { Double($0.scale) }
        guard let device = surroundings.device else { return }
        let narrow = min(device.portrait.size.width, device.portrait.size.height)
        sizeClasses = SizeClasses(
            idiom: device.idiom,
            isLandscape: surroundings.orientation == .landscape,
            isWide: narrow >= 414
        )
        if surroundings.isSplit, surroundings.size.width < Device.regularSplitWidth { sizeClasses?.width = .compact }
    }

    /// Creates the target for a root of a tree: what a situation makes of the screen, or the canvas.
    ///
    /// - Parameters:
    ///   - surroundings: The situation; nil for the canvas or the screen that the tree comes from.
    ///   - scale: Pixels for each point; nil takes those of the device, else those of the canvas where it says them.
    ///   - assumptions: What is assumed in place of what the tree says.
    public init(
        _ surroundings: Surroundings?,
        of tree: ViewTree,
        scale: Double? = nil,
        assuming assumptions: LayoutAssumptions = LayoutAssumptions()
    ) {
        self = surroundings.map { LayoutTarget($0) } ?? .canvas
        self.scale = scale ?? self.scale ?? tree.layoutCanvas?.scale
        self.assumptions = assumptions
    }

    /// Whether it is the canvas, on which stored frames are what Interface Builder made of the constraints.
    public var isCanvas: Bool { size == nil && safeArea == nil && sizeClasses == nil }

    /// Whether two ask for the same; how contents are changed does not count.
    public static func == (a: LayoutTarget, b: LayoutTarget) -> Bool {
        a.size == b.size && a.safeArea == b.safeArea && a.screen == b.screen && a.keyboardHeight == b.keyboardHeight
            && a.scale == b.scale
            && a.sizeClasses == b.sizeClasses
            && a.assumptions == b.assumptions && a.keepsUndecided == b.keepsUndecided
            && a.findsCertainty == b.findsCertainty
            && a.namesContents == b.namesContents
    }

    /// Hashes what two equal targets share.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(size)
        hasher.combine(safeArea)
        hasher.combine(scale)
        hasher.combine(sizeClasses)
        hasher.combine(assumptions)
    }
}

extension ViewTree {
    /// Carries out an edit, or nothing of it. Edits of the layout move the views that the constraints then place elsewhere.
    ///
    /// - Throws: when a view is not there, a number is of no use, or the edit would tie the tree into a knot.
    public mutating func apply(
        _ edit: TreeEdit,
        autoresizing: Autoresizing = Autoresizing()
    ) throws(TreeEditError) -> AppliedEdit {
        try apply(edit, autoresizing: autoresizing) { tree, root in
            guard tree.subtree(of: root).count <= LayoutUnit.maximumViews else { return nil }
            var target = LayoutTarget(nil, of: tree)
            target.findsCertainty = false
            let result = tree.autoLayout(of: root, for: target)
            return result.omissions.isEmpty ? result.frames : nil
        }
    }
}
