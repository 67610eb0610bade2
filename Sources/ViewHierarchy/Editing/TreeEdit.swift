/// One change of a view tree. Views are called by their ids.
public enum TreeEdit: Sendable, Hashable {
    /// Sets properties, with UIKit's coupling.
    case change(view: Int, ViewChanges)
    /// Adds views below a superview: at a place among its subviews counted from the back, or in front of them all.
    ///
    /// A place past the last one means in front, as does nil (`addSubview:`).
    case insert(superview: Int, index: Int?, views: [NewView])
    /// Takes a view away with everything below it (`removeFromSuperview`).
    case remove(view: Int)
    /// Gives a view another superview or another place; its frame keeps its numbers (`insertSubview:atIndex:`).
    ///
    /// The place counts the subviews without the view itself, as UIKit takes it out first.
    case move(view: Int, superview: Int, index: Int?)
    /// Puts a view in front of its siblings (`bringSubviewToFront:`).
    case bringToFront(view: Int)
    /// Puts a view behind its siblings (`sendSubviewToBack:`).
    case sendToBack(view: Int)
    /// Lets two subviews change places (`exchangeSubviewAtIndex:withSubviewAtIndex:`).
    case exchange(superview: Int, Int, Int)
}
