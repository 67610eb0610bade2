/// The members of the API's `View`, in the order in which they are written.
enum ViewField: String, CaseIterable, Sendable {
    case id, key, `class`, address, superview, subviews, depth
    case frame, bounds, center, transform, anchorPoint, windowFrame, visibleFrame, visible
    case alpha, hidden, opaque, clipsToBounds, userInteractionEnabled, autoresizesSubviews, autoresizingMask
    case contentMode, tag, contentOffset, contentSize, text, identifier, label, value, controller
    case attributes, diagnostics
    case visibleFraction, touchFraction

    /// The members that are written unless a request names others: the shares cost a sweep over all views.
    static let standard = allCases.filter { $0 != .visibleFraction && $0 != .touchFraction }

    /// Reads `fields=a,b`: the named members, or a problem that names the unknown ones.
    static func list(_ text: String?, query: inout QueryReader) -> [ViewField] {
        guard let text else { return standard }
        var chosen: Set<ViewField> = []
        for name in text.split(separator: ",") {
            guard let field = ViewField(rawValue: String(name)) else {
                query.refuse(
                    "fields",
                    "A view has no “\(name.prefix(40))”; it has \(allCases.map(\.rawValue).joined(separator: ", "))."
                )
                continue
            }
            chosen.insert(field)
        }
        return allCases.filter(chosen.contains)
    }
}
