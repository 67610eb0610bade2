/// The lines that all edges of a set of rectangles lie on.
struct Grid: Sendable {
    let columns: Axis
    let rows: Axis

    /// Takes the edges of finite rectangles.
    init(_ rects: [Rect]) {
        var horizontal: [Double] = []
        var vertical: [Double] = []
        horizontal.reserveCapacity(rects.count * 2)
        vertical.reserveCapacity(rects.count * 2)
        for rect in rects {
            horizontal.append(rect.minX)
            horizontal.append(rect.maxX)
            vertical.append(rect.minY)
            vertical.append(rect.maxY)
        }
        columns = Axis(horizontal)
        rows = Axis(vertical)
    }

    /// A rectangle, with edges that the grid was made with, on the grid.
    func callAsFunction(_ rect: Rect) -> GridRect {
        GridRect(
            left: columns.number(of: rect.minX),
            right: columns.number(of: rect.maxX),
            top: rows.number(of: rect.minY),
            bottom: rows.number(of: rect.maxY)
        )
    }

    /// The rectangle in points.
    func rect(_ rect: GridRect) -> Rect {
        Rect(
            x: columns[rect.left],
            y: rows[rect.top],
            width: columns.length(rect.left, rect.right),
            height: rows.length(rect.top, rect.bottom)
        )
    }

    /// The area in square points.
    func area(of rect: GridRect) -> Double {
        rect.isEmpty ? 0 : columns.length(rect.left, rect.right) * rows.length(rect.top, rect.bottom)
    }
}
