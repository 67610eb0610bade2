public import Diagnostics

extension LayoutResult {
    /// What was in order before the layout and is not any more, in tree order: `layout.offScreen`,
    /// `layout.newlyClipped` and `layout.newOverlap`, a hundred of each at most.
    ///
    /// - Parameter before: The tree that was laid out.
    public func regressions(from before: ViewTree) -> [Diagnostic] {
        guard !changed.isEmpty, before.count == tree.count else { return [] }
        var comparison = LayoutComparison(before, self)
        comparison.comparePlaces()
        comparison.compareSiblings(changed)
        comparison.countTheRest()
        return comparison.findings
    }
}
