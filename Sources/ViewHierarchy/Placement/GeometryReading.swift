/// How the numbers of a description become stored geometry.
struct GeometryReading {
    /// The frame to keep: as read, unless bounds and center say otherwise.
    private(set) var frame: Rect
    /// What is stored beside the frame; nil when the frame alone says everything.
    private(set) var geometry: ViewGeometry?
    /// False when bounds and center were given and lead to another frame than the one given.
    private(set) var frameAgrees = true

    /// Whether the view has a place in its window.
    var isFinite: Bool { frame.isFinite && geometry?.isFinite ?? true }

    init(_ view: ViewDescription) {
        frame = view.frame
        let origin = Self.boundsOrigin(of: view)
        let isPlaced = view.bounds != nil || view.center != nil
        guard isPlaced || origin != .zero || !view.transform.isIdentity || view.anchorPoint != ViewGeometry.middle
        else { return }

        // What the frame alone implies, then what else was said.
        let implied = ViewGeometry(
            boundingBox: view.frame,
            transform: view.transform,
            anchorPoint: view.anchorPoint
        )
        var stored = implied
        stored.bounds = Rect(origin: origin, size: view.bounds?.size ?? implied.bounds.size)
        stored.moveCenter(soThatFrameIs: view.frame)
        let agrees = stored.bounds.size == implied.bounds.size && view.center ?? stored.center == stored.center
        stored.center = view.center ?? stored.center

        let computed = stored.frame
        let isNear = Self.agree(computed, view.frame)
        if isPlaced, !agrees {
            frame = computed
            // A dump that has bounds and center need not give a frame at all.
            frameAgrees = isNear || view.frame == .zero
        } else if !isNear, computed.isFinite {
            frame = computed
        }
        if stored != ViewGeometry(frame: frame) { geometry = stored }
    }

    /// A scroll view's content offset is the origin of its bounds.
    private static func boundsOrigin(of view: ViewDescription) -> Point {
        if let bounds = view.bounds { return bounds.origin }
        if let offset = view.contentOffset, offset.isFinite { return offset }
        return .zero
    }

    /// Dumps print six digits; what agrees within them is the same frame.
    private static func agree(_ a: Rect, _ b: Rect) -> Bool {
        func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 0.01 + 1e-5 * max(abs(a), abs(b)) }
        return near(a.minX, b.minX) && near(a.minY, b.minY) && near(a.maxX, b.maxX) && near(a.maxY, b.maxY)
    }
}
