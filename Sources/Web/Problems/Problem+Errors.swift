import Access
import AppBundles
import Archives
import Catalog
import Defaults
import Diagnostics
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import Logging
import PropertyList
import Storage
import ViewHierarchy

/// The one place where errors of the modules become problems of the API.
extension Problem {
    /// The problem that tells a client of an error; what is no client's business goes to the log.
    init(from error: any Error, logger: Logger) {
        self.init(of: error, logger: logger)
        guard status.kind == .clientError, !(error is Problem), DescriptorTable.isFull else { return }
        // What cannot be opened looks as if it were missing or broken.
        logger.error("The process has no file descriptor left", metadata: ["error": "\(error)"])
        let text = "The server has as many files open as it may; try again in a moment."
        self.init(HTTPError(.overloaded, text), logger: logger)
    }

    private init(of error: any Error, logger: Logger) {
        switch error {
        // The deadline has passed or the client has left; it is answered by now.
        case is CancellationError: self.init(HTTPError(.overloaded, "The work was given up."), logger: logger)
        case let problem as Problem: self = problem
        case let error as DumpError: self.init(error)
        case let error as CatalogError: self.init(error, logger: logger)
        case let error as EditDocumentError: self.init(error)
        case let error as AppBundleError: self.init(error)
        case let error as DefaultsError: self.init(error, logger: logger)
        case let error as AccessError: self.init(error, logger: logger)
        case let error as JSONError: self.init(error)
        case let error as PropertyListError: self.init(error)
        case let error as HTTPError: self.init(error, logger: logger)
        default:
            logger.error("A request failed", metadata: ["error": "\(error)"])
            self = .internalError
        }
    }

    private init(_ error: CatalogError, logger: Logger) {
        if let dumpError = error.dumpError {
            self = error.code == .unreadableCompanion ? Problem(companion: dumpError) : Problem(dumpError)
            return
        }
        if let archiveError = error.archiveError {
            self.init(archiveError)
            return
        }
        if let fault = error.storageFault {
            self.init(fault, error.message, logger: logger)
            return
        }
        switch error.code {
        case .unknownDump, .unknownApp, .unknownView, .unknownCompanion, .unknownInterface, .unknownSecret:
            self = .notFound(error.message)
        case .readOnly: self = .conflict("read-only", error.message)
        case .unreadableDump, .unreadableFile:
            self = .unprocessable(error.code.rawValue, title: "Unreadable file", error.message)
        case .unknownPicture: self = .unsupportedMediaType(error.message)
        case .pictureTooLarge:
            self.init(
                error.code.rawValue,
                title: "Picture too large",
                status: .contentTooLarge,
                detail: error.message
            )
        case .impossibleEdit:
            self =
                error.editError.map { Problem($0, at: "/\($0.member)") }
                ?? .unprocessable("impossible-edit", title: "Impossible edit", error.message)
        case .emptyName: self = .unprocessable(error.code.rawValue, title: "Empty name", error.message)
        case .unreadableCompanion:
            self = .unprocessable(error.code.rawValue, title: "Unreadable companion", error.message)
        case .nothingJoined: self = .unprocessable(error.code.rawValue, title: "Nothing joined", error.message)
        case .tooManyCompanions:
            self = .unprocessable(error.code.rawValue, title: "Too many companions", error.message)
        case .tooManyEdits: self = .unprocessable(error.code.rawValue, title: "Too many edits", error.message)
        case .impossibleNote:
            self = .unprocessable(
                error.code.rawValue,
                title: "Impossible note",
                error.message,
                errors: [Item(error.message, at: .pointer("/text"))]
            )
        case .tooManyMarks: self = .unprocessable(error.code.rawValue, title: "Too many marks", error.message)
        case .revisionConflict: self = .preconditionFailed(error.message)
        case .marksConflict, .journalConflict, .companionIsThere, .nothingToUndo, .nothingToRedo, .incompleteDraft,
            .unsavedEdits, .secretInUse:
            self = .conflict(error.code.rawValue, error.message)
        case .unknownRevision: self = .notFound(error.message)
        case .unknownLanguage:
            self = .unprocessable(
                error.code.rawValue,
                title: "Unknown language",
                error.message,
                errors: [Item(error.message, at: .parameter("lang"))]
            )
        case .refusedArchive, .noApp, .severalApps, .appTooLarge, .notABundle:
            self = .unprocessable(error.code.rawValue, title: "Not one app", error.message)
        case .busy: self = .storeBusy
        case .brokenApp:
            logger.error("An app cannot be opened", metadata: ["error": "\(error.message)"])
            self.init(
                error.code.rawValue,
                title: "App cannot be opened",
                status: .serviceUnavailable,
                detail: error.message,
                headers: [.retryAfter: "30"]
            )
        case .idTaken, .storageFailed:
            logger.error("The store failed", metadata: ["error": "\(error.message)"])
            self = .storeFailed
        }
    }

    private init(_ error: AppBundleError) {
        switch error.code {
        case .missingPane, .missingFile: self = .notFound(error.message)
        default: self = .unprocessable(error.code.rawValue, title: "Bundle problem", error.message)
        }
    }

    private init(_ error: JSONError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        switch error.code {
        case .tooLarge:
            self.init(
                "json-too-large",
                title: "JSON too large",
                status: .contentTooLarge,
                detail: error.description,
                errors: items
            )
        case .tooDeep, .tooManyContainers, .numberOutOfRange:
            self = .unprocessable("json-limits", title: "JSON beyond the limits", error.description, errors: items)
        default: self = .malformedBody("The body is not JSON: \(error.description)", errors: items)
        }
    }

    private init(_ error: PropertyListError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        switch error.code {
        case .tooLarge:
            self.init(
                "property-list-too-large",
                title: "Property list too large",
                status: .contentTooLarge,
                detail: error.message,
                errors: items
            )
        case .tooDeep, .tooManyValues, .cycle, .unrepresentable:
            self = .unprocessable(
                error.code.rawValue,
                title: "Property list beyond the limits",
                error.message,
                errors: items
            )
        default: self = .malformedBody("The body is not a property list: \(error.message)", errors: items)
        }
    }

    private init(_ error: HTTPError, logger: Logger) {
        if error.status == .internalServerError {
            logger.error("The server failed", metadata: ["error": "\(error.message)"])
        }
        self.init(
            error.code.slug,
            title: error.status.reasonPhrase,
            status: error.status,
            detail: error.message,
            headers: error.retryAfter.map { [.retryAfter: String($0)] } ?? [:]
        )
    }

    private init(_ error: DefaultsError, logger: Logger) {
        if let fault = error.storageFault {
            self.init(fault, error.message, logger: logger)
            return
        }
        let items = error.keys.map { Item(error.message, at: .pointer("/" + JSONPointer.escape($0))) }
        switch error.code {
        case .revisionConflict: self = .preconditionFailed(error.message)
        case .unknownRevision: self = .notFound(error.message)
        case .undoConflict: self = .conflict(error.code.rawValue, error.message)
        case .managed:
            let items = error.keys.map { key in
                Item(DefaultsError.managed([key]).message, at: .pointer("/" + JSONPointer.escape(key)))
            }
            self = .unprocessable(error.code.rawValue, title: "Settings refused", error.message, errors: items)
        case .busy: self = .storeBusy
        case .storageFailed:
            logger.error("The store failed", metadata: ["error": "\(error.message)"])
            self = .storeFailed
        default:
            self = .unprocessable(error.code.rawValue, title: "Impossible value", error.message, errors: items)
        }
    }

    /// What is wrong with a text beside a dump.
    private init(companion error: DumpError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        guard error.code == .tooLarge else {
            self = .unprocessable("unreadable-companion", title: "Unreadable companion", error.message, errors: items)
            return
        }
        self.init(
            "companion-too-large",
            title: "Companion too large",
            status: .contentTooLarge,
            detail: error.message,
            errors: items
        )
    }

    private init(_ error: DumpError) {
        var items = error.attempts.map { Item("\($0.format.rawValue): \($0.reason)") }
        if let line = error.line { items.insert(Item(error.message, at: .line(line)), at: 0) }
        switch error.code {
        case .unknownFormat:
            self.init(
                "unknown-dump-format",
                title: "Unknown dump format",
                status: .unsupportedMediaType,
                detail: error.message,
                errors: items
            )
        case .tooLarge:
            self.init(
                "dump-too-large",
                title: "Dump too large",
                status: .contentTooLarge,
                detail: error.message,
                errors: items
            )
        default:
            self = .unprocessable("unreadable-dump", title: "Unreadable dump", error.message, errors: items)
        }
    }
}

/// What can be wrong with an archive.
extension Problem {
    /// 415 for bytes that are no archive, 413 for one that expands to too much, 422 for the others.
    init(_ error: ArchiveError) {
        let status: HTTPResponse.Status =
            switch error.code {
            case .notAnArchive: .unsupportedMediaType
            case .tooLarge, .bomb, .tooManyEntries: .contentTooLarge
            default: .unprocessableContent
            }
        self.init(error.code.rawValue, title: Self.title(of: error.code), status: status, detail: error.message)
    }

    private static func title(of code: ArchiveError.Code) -> String {
        switch code {
        case .notAnArchive: "No zip archive"
        case .damaged: "Damaged archive"
        case .tooManyEntries: "Too many entries"
        case .tooLarge: "Archive too large"
        case .bomb: "Archive bomb"
        case .unsafePath: "Unsafe path"
        case .unreadableName: "Unreadable name"
        case .specialFile: "No plain file"
        case .collision: "Entries collide"
        case .encrypted: "Encrypted entry"
        case .unsupportedCompression: "Unsupported compression"
        }
    }
}

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
        case .unknownConstraint: "Unknown constraint"
        case .removedConstraint: "Removed constraint"
        case .mixedAxes: "Sides that cannot be compared"
        case .differentRoots: "Different roots"
        case .tooManyConstraints: "Too many constraints"
        case .notAStack: "Not a stack view"
        }
    }
}
