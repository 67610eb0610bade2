import ViewHierarchy

/// What a request wants converted from one view to another.
enum ConvertedShape: Sendable, Hashable {
    case point(Point)
    case rect(Rect)
    case size(Size)

    /// Reads `point=x,y`, `rect=x,y,w,h` or `size=w,h`; a fault unless it is exactly one of them.
    init(_ query: inout QueryReader) {
        let names = ["point", "rect", "size"].filter { query.string($0) != nil }
        if names.isEmpty { query.refuse("point", "Nothing to convert: give “point”, “rect” or “size”.") }
        for name in names.dropFirst() {
            query.refuse(name, "“\(names[0])” and “\(name)” are given; one request converts one thing.")
        }
        switch names.first {
        case "rect":
            let numbers = query.numbers("rect", count: 4)
            self = .rect(Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
        case "size":
            let numbers = query.numbers("size", count: 2)
            self = .size(Size(width: numbers[0], height: numbers[1]))
        default:
            let numbers = names.isEmpty ? [0, 0] : query.numbers("point", count: 2)
            self = .point(Point(x: numbers[0], y: numbers[1]))
        }
    }
}
