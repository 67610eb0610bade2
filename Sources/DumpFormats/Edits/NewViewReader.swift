import JSON
import ViewHierarchy

/// Reads views to insert, which are written as those of Vitrine's JSON are, but strictly: a value that a dump would
/// keep as an attribute is refused here.
enum NewViewReader {
    /// The view and everything below it, in depth-first order.
    static func views(of root: JSONValue, at pointer: String, _ values: inout EditValues) -> [NewView] {
        var views: [NewView] = []
        var pending: [(value: JSONValue, pointer: String, depth: Int)] = [(root, pointer, 0)]
        while let (value, pointer, depth) = pending.popLast() {
            guard value.isObject else {
                values.refuse("A view is an object.", at: pointer)
                continue
            }
            guard depth < TreeEditDocument.maximumInsertedDepth else {
                values.refuse(
                    "The views are nested deeper than \(TreeEditDocument.maximumInsertedDepth) levels.",
                    at: pointer
                )
                continue
            }
            let document = DocumentView(value, values: DocumentValues(acceptsStrings: false))
            check(document, at: pointer, &values)
            views.append(NewView(document.view, depth: depth))
            for (index, subview) in (document.subviews?.elements ?? []).enumerated().reversed() {
                pending.append((subview, "\(pointer)/subviews/\(index)", depth + 1))
            }
        }
        return views
    }

    private static func check(
        _ document: DocumentView<JSONValue>,
        at pointer: String,
        _ values: inout EditValues
    ) {
        for name in document.unreadable {
            values.refuse("The value cannot be understood.", at: pointer + "/" + JSONPointer.escape(name))
        }
        guard document.unreadable.isEmpty else { return }
        let view = document.view
        // A dump may leave a center out; a view that is added is placed by whoever adds it.
        if !document.hasFrame {
            values.refuse("A view needs a frame, or bounds and a center.", at: pointer)
        }
        let numbers: [(name: String, isFinite: Bool)] = [
            ("frame", view.frame.isFinite), ("bounds", view.bounds?.isFinite ?? true),
            ("center", view.center?.isFinite ?? true), ("transform", view.transform.isFinite),
            ("anchorPoint", view.anchorPoint.isFinite), ("alpha", view.alpha.isFinite),
            ("contentOffset", view.contentOffset?.isFinite ?? true),
            ("contentSize", view.contentSize?.isFinite ?? true),
        ]
        for number in numbers where !number.isFinite {
            values.refuse("“\(number.name)” takes finite numbers only.", at: "\(pointer)/\(number.name)")
        }
        if view.alpha.isFinite, !(0...1).contains(view.alpha) {
            values.refuse("“alpha” goes from 0 to 1, not to \(view.alpha).", at: "\(pointer)/alpha")
        }
        for (name, text) in [("class", view.className), ("address", view.address ?? " ")] where text.isEmpty {
            values.refuse("“\(name)” may not be empty.", at: "\(pointer)/\(name)")
        }
    }
}
