extension ViewTree {
    /// What autoresizing makes of the tree when one view, usually a root, takes a new size.
    ///
    /// The view keeps its top-left corner; one with a transform keeps its center, as `setBounds:` does. Subviews follow
    /// their masks wherever their superview's bounds changed size and has `autoresizesSubviews`. A negative size counts
    /// as 0; an index out of range or a size that is not finite changes nothing.
    public func laidOut(
        resizing view: Int,
        to size: Size,
        rule: Autoresizing.Rule = .proportional,
        rounding: Autoresizing.Rounding = .none
    ) -> LayoutResult {
        LayoutPass.run(Autoresizing(rule: rule, rounding: rounding), on: self, resizing: view, to: size)
    }

    /// Gives the bounds a size; an untransformed view keeps its top-left corner, others keep their center.
    mutating func setBoundsSize(_ size: Size, at index: Int) {
        guard var geometry = geometries[index], !geometry.transform.isIdentity else {
            setFrame(Rect(origin: frames[index].origin, size: size), at: index)
            return
        }
        guard geometry.bounds.size != size else { return }
        geometry.bounds.size = size
        geometries[index] = geometry
        frames[index] = geometry.frame
    }
}
