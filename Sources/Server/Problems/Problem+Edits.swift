import DumpFormats
import HTTPTypes
import JSON
import ViewHierarchy

/// What can be wrong with an edit.
extension Problem {
    /// 422 for an edit that the tree refuses.
    /// - Parameter pointer: the place of the fault in the request's body.
    init(_ error: TreeEditError, at pointer: String) {
        self = .unprocessable(
            error.code.rawValue,
            title: Self.title(of: error.code),
            error.message,
            errors: [Item(error.message, at: .pointer(pointer))]
        )
    }

    /// 422 for a document that is no edit.
    init(_ error: EditDocumentError) {
        self = .unprocessable(
            EditDocumentError.code,
            title: "Invalid edit",
            error.message,
            errors: error.faults.map { Item($0.message, at: .pointer($0.pointer)) }
        )
    }

    private static func title(of code: TreeEditError.Code) -> String {
        switch code {
        case .unknownView: "Unknown view"
        case .notFinite: "Number not finite"
        case .outOfRange: "Number out of range"
        case .negativeIndex: "Negative index"
        case .indexOutOfRange: "No subview there"
        case .intoOwnSubtree: "View inside itself"
        case .tooManyViews: "Too many views"
        case .nothingToInsert: "Nothing to insert"
        }
    }
}
