import JSON
package import AppBundles
package import Archives
package import Catalog
package import DumpFormats
import HTTPTypes
package import Logging
package import ViewHierarchy
package import Web

/// What the errors of dumps, apps and edits are to those who ask.
extension Problem {
    fileprivate init(_ error: CatalogError, logger: Logger) {
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
        case .pictureDoesNotFit:
            self = .unprocessable(error.code.rawValue, title: "Picture of another screen", error.message)
        case .pictureFitsSeveral:
            self = .unprocessable(
                error.code.rawValue,
                title: "Which scene?",
                error.message,
                errors: error.choices.map { Item($0.words, at: .parameter("root"), view: $0.view) }
            )
        case .impossibleEdit:
            self =
                error.editError.map { Problem($0, at: "/\($0.member)") }
                ?? .unprocessable("impossible-edit", title: "Impossible edit", error.message)
        case .emptyName: self = .unprocessable(error.code.rawValue, title: "Empty name", error.message)
        case .tooManyTags: self = .unprocessable(error.code.rawValue, title: "Too many tags", error.message)
        case .unreadableCompanion:
            self = .unprocessable(error.code.rawValue, title: "Unreadable related file", error.message)
        case .needsLanguage:
            self = .unprocessable(
                error.code.rawValue,
                title: "Which language?",
                error.message,
                errors: [Item(error.message, at: .parameter("language"))]
            )
        case .nothingUsed: self = .unprocessable(error.code.rawValue, title: "Nothing to open", error.message)
        case .tooManyFiles:
            self.init(error.code.rawValue, title: "Too many files", status: .contentTooLarge, detail: error.message)
        case .nothingJoined: self = .unprocessable(error.code.rawValue, title: "Nothing joined", error.message)
        case .tooManyCompanions:
            self = .unprocessable(error.code.rawValue, title: "Too many related files", error.message)
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

    fileprivate init(_ error: AppBundleError) {
        switch error.code {
        case .missingPane, .missingFile: self = .notFound(error.message)
        default: self = .unprocessable(error.code.rawValue, title: "Bundle problem", error.message)
        }
    }

    /// What is wrong with a text beside a dump.
    fileprivate init(companion error: DumpError) {
        let items = error.line.map { [Item(error.message, at: .line($0))] } ?? []
        guard error.code == .tooLarge else {
            self = .unprocessable(
                "unreadable-companion",
                title: "Unreadable related file",
                error.message,
                errors: items
            )
            return
        }
        self.init(
            "companion-too-large",
            title: "Related file too large",
            status: .contentTooLarge,
            detail: error.message,
            errors: items
        )
    }

    fileprivate init(_ error: DumpError) {
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
            lines = error.lines
        case .tooLarge:
            self.init(
                "dump-too-large",
                title: "Dump too large",
                status: .contentTooLarge,
                detail: error.message,
                errors: items
            )
        case .mergeConflict:
            self = .unprocessable(error.code.rawValue, title: "Merge conflict", error.message, errors: items)
        case .unreadable, .tooDeep:
            self = .unprocessable("unreadable-dump", title: "Unreadable dump", error.message, errors: items)
        }
    }
}

/// What can be wrong with an archive.
extension Problem {
    /// 415 for bytes that are no archive, 413 for one that expands to too much, 422 for the others.
    package init(_ error: ArchiveError) {
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
    package init(_ error: TreeEditError, at pointer: String) {
        self = .unprocessable(
            error.code.rawValue,
            title: Self.title(of: error.code),
            error.message,
            errors: [Item(error.message, at: .pointer(pointer))]
        )
    }

    /// 422 for a document that is no edit.
    package init(_ error: EditDocumentError) {
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

extension CatalogError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self, logger: logger) }
}

extension DumpError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self) }
}

extension AppBundleError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self) }
}

extension EditDocumentError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem { Problem(self) }
}
