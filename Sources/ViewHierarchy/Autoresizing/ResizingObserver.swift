/// Watches subviews follow their masks.
protocol ResizingObserver {
    /// A view is about to take another frame.
    mutating func willResize(_ index: Int, in tree: borrowing ViewTree)

    /// A view has taken a frame. `isClamped`: a length was kept from falling below 0.
    mutating func didResize(_ index: Int, from frame: Rect, isClamped: Bool, in tree: borrowing ViewTree)
}
