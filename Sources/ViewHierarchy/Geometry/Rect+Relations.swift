extension Rect {
    /// The same area with lengths that are not negative (`CGRectStandardize`).
    public var standardized: Rect {
        guard size.width < 0 || size.height < 0 else { return self }
        return Rect(x: minX, y: minY, width: abs(size.width), height: abs(size.height))
    }

    /// Whether the other rectangle lies inside this one, shared edges included.
    public func contains(_ other: Rect) -> Bool {
        minX <= other.minX && minY <= other.minY && maxX >= other.maxX && maxY >= other.maxY
    }
}
