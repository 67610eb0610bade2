/// Whether a tap can reach one view, over how much of it, and what is in the way.
public struct Touchability: Sendable, Hashable {
    /// How many obstacles of one kind are named at the most.
    static let maximumObstacles = 20
    /// Into how many strips a rotated view is cut, fewer when many rotated views are involved.
    private static let stripCount = 64

    /// Whether a tap somewhere reaches the view or one of its subviews.
    public private(set) var isTouchable = false
    /// The part of the view's area, 0 to 1, where a tap reaches the view or one of its subviews; nil for a view without
    /// area or place.
    public private(set) var fraction: Double?
    /// The part of the view's area, 0 to 1, where a tap reaches the view itself; nil for a view without area or place.
    public private(set) var ownFraction: Double?
    /// False when rotated views had to be approximated, or a limit was reached.
    public private(set) var isExact = true
    /// What keeps taps away, the states of the view and its superviews first, then what cuts it off, then what covers
    /// it, the largest first. They are named too where a state alone keeps all taps away.
    public private(set) var obstacles: [TouchObstacle] = []

    /// Measures one view by the rules of ``TouchableArea``, looking only at what can lie in front of it.
    public init(of index: Int, in tree: ViewTree, limits: ExposureLimits = .standard) {
        guard tree.indices.contains(index) else { return }
        let scene = TouchScene(tree)
        let wording = ObstacleWording(tree: tree, view: index)
        guard scene.geometry.windowFrame(of: index) != nil else {
            obstacles = [wording.notPlaced]
            return
        }
        obstacles = wording.states(atMost: Self.maximumObstacles)
        guard let whole = scene.area(of: index) else {
            obstacles.append(wording.zeroSize)
            return
        }
        if tree.leavesTouchesBehind(index) { obstacles.append(wording.passThrough) }
        let strips = scene.pieces(of: index, strips: Self.stripCount)
        obstacles += wording.cuts(in: scene, whole: whole, left: strips, atMost: Self.maximumObstacles)
        let front = TouchFront(of: index, in: scene, strips: strips, stripCount: Self.stripCount, limits)
        obstacles += front.covers.sorted { $0.area > $1.area }.prefix(Self.maximumObstacles)
            .map { wording.covered(by: $0.view, share: $0.area / whole) }
        let isReachable = scene.isReachable(index)
        let own = tree.leavesTouchesBehind(index) ? 0 : front.ownArea
        fraction = isReachable ? ((own + front.subviewArea) / whole).asShare : 0
        ownFraction = isReachable ? (own / whole).asShare : 0
        isTouchable = fraction.map { $0 > 0 } ?? false
        isExact = !isReachable || strips.isEmpty || front.isExact
    }
}
