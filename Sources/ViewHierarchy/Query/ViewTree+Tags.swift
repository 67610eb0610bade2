extension ViewTree {
    /// The first view with a tag (`viewWithTag(_:)`): the receiver itself, then depth first, from the back to the
    /// front.
    ///
    /// - Parameter receiver: The view to search from; all roots in order when there is none.
    /// - Returns: The index, or nil. Views have the tag 0 unless they were given another.
    public func viewWithTag(_ tag: Int, in receiver: Int? = nil) -> Int? {
        (receiver.map(subtree(of:)) ?? indices).first { self.tag(of: $0) == tag }
    }
}
