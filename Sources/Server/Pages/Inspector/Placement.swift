import ViewHierarchy

/// A view as a rectangle at the origin and the matrix that moves it to its place in the window.
struct Placement {
    let transform: Transform
    let size: Size

    /// A view that is nowhere gets an empty rectangle.
    init(_ view: Int, _ state: InspectorState) {
        let bounds = state.tree.bounds(of: view)
        guard let toWindow = state.geometry.toWindow(of: view) else {
            transform = .identity
            size = .zero
            return
        }
        transform = Transform(translation: Point(x: bounds.minX, y: bounds.minY)).then(toWindow)
        size = Size(width: bounds.maxX - bounds.minX, height: bounds.maxY - bounds.minY)
    }

    /// The six numbers of SVG's `matrix()`, separated by blanks.
    var matrix: String {
        [transform.a, transform.b, transform.c, transform.d].map(NumberText.fine).joined(separator: " ")
            + " \(NumberText.short(transform.tx)) \(NumberText.short(transform.ty))"
    }
}
