import Defaults
import Foundation
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/defaults/{domain}/import`: a property list or JSON file, with a preview before anything is stored.
struct ImportPages: RouteGroup {
    /// A file of the largest domain as text, twice over for the way it is sent back.
    private static let bodyLimit = 32 << 20

    let services: Services

    func add(to router: inout Router) {
        let page = "/defaults/{domain}/import"
        router.get(page, query: []) { request, path in
            let domain = try path.required("domain")
            try services.defaults.limits.check(domain: domain)
            return try form(for: domain, request)
        }
        for pattern in [page, "/defaults/import"] {
            router.on(.post, pattern, bodyLimit: Self.bodyLimit) { request, path in
                try take(path["domain"], request)
            }
        }
    }

    /// What a form holds: the parts of it, and the document where it can be read.
    private struct Submission {
        var bytes: [UInt8]
        var source: String
        var replaces: Bool
        var name: String?
    }

    private func take(_ domain: String?, _ request: Request) throws -> Response {
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(contentType: $0) }) else {
            throw Problem.unsupportedMediaType("The import takes a form of type multipart/form-data.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let domain = domain ?? form["domain"]?.text?.trimmingBlanks ?? ""
        try services.defaults.limits.check(domain: domain)
        let file = form["file"].flatMap { $0.bytes.isEmpty ? nil : $0 }
        let source = form["source"]?.text ?? ""
        let submission = Submission(
            bytes: file.map { Array($0.bytes) } ?? Array(source.utf8),
            source: file == nil ? source : "",
            replaces: form["mode"]?.text == "replace",
            name: file?.filename
        )
        if let payload = form["payload"]?.text, let data = Data(base64Encoded: payload) {
            return try store(Array(data), submission, in: domain, from: form["from"]?.text.flatMap { Int($0) }, request)
        }
        let secrets = try services.secrets(of: domain)
        do throws(TypedTextError) {
            let document = try Self.document(submission)
            return try preview(document, submission, for: domain, hiding: secrets, request)
        } catch let error {
            var response = try self.form(for: domain, request, refused: submission, because: error)
            response.status = .unprocessableContent
            return response
        }
    }

    private static func document(
        _ submission: Submission
    ) throws(TypedTextError) -> (values: [String: PropertyListValue], format: String) {
        guard submission.bytes.contains(where: { $0 > 32 }) else {
            throw TypedTextError("Choose a file, or paste a property list or JSON.")
        }
        let document = try PropertyListDocument.read(submission.bytes)
        guard let values = document.value.dictionaryValue else {
            throw TypedTextError("A domain is a dictionary of keys; this is \(document.value.typeWithArticle).")
        }
        return (values, document.format)
    }

    private func form(
        for domain: String,
        _ request: Request,
        refused submission: Submission? = nil,
        because error: TypedTextError? = nil
    ) throws -> Response {
        let page = ImportPage(
            domain: domain,
            source: submission?.source ?? "",
            replaces: submission?.replaces ?? false,
            failed: error
        )
        return try services.pages.page(page, "Import", of: domain, for: request, alternate: "")
    }

    private func preview(
        _ document: (values: [String: PropertyListValue], format: String),
        _ submission: Submission,
        for domain: String,
        hiding secrets: SecretValues,
        _ request: Request
    ) throws(TypedTextError) -> Response {
        do {
            let snapshot = try services.defaults.snapshot(of: domain)
            let kept = submission.replaces ? snapshot.values.filter { secrets.withholds($0.key) } : snapshot.values
            let next = kept.merging(document.values) { $1 }
            for (key, value) in document.values { try services.defaults.limits.check(value, forKey: key) }
            let unseen = secrets.withheldKeys.intersection(document.values.keys)
            let changes = DefaultsChange.between(snapshot.values, and: next, unseen: unseen)
            let payload = Data(try PropertyListWriter.binary(.dictionary(document.values))).base64EncodedString()
            var page = ImportPage(domain: domain, replaces: submission.replaces)
            page.preview = ImportPage.Preview(
                name: submission.name,
                format: document.format,
                keyCount: document.values.count,
                keptCount: snapshot.values.keys.count { document.values[$0] == nil },
                payload: payload,
                revision: snapshot.revision,
                changeCount: changes.count,
                sections: .groups(changes, domain: domain, hiding: secrets.keys)
            )
            return try services.pages.page(page, "Import", of: domain, for: request, alternate: "")
        } catch let error as DefaultsError {
            throw TypedTextError(error.message)
        } catch let error as PropertyListError {
            throw TypedTextError(error.message, line: error.line)
        } catch {
            throw TypedTextError("The values can't be compared with the stored ones.")
        }
    }

    private func store(
        _ payload: [UInt8],
        _ submission: Submission,
        in domain: String,
        from revision: Int?,
        _ request: Request
    ) throws -> Response {
        guard let values = try PropertyListReader.read(payload).dictionaryValue else {
            throw Problem.malformedBody("The form contains no dictionary. Choose the file again.")
        }
        let edits = values.map { DefaultsEdit.set(key: $0.key, value: $0.value) }
        let result =
            submission.replaces
            ? try services.replace(domain, with: values, source: .import, ifRevision: revision).result
            : try services.defaults.apply(edits, to: domain, source: .import, ifRevision: revision)
        return .redirect(to: DomainQuery.address(after: result))
    }
}

/// `/defaults/{domain}/import`: the form, or what a file would change.
struct ImportPage: Page {
    /// What a file would change.
    struct Preview: PageModel {
        /// What the file is called; nil for text from the form.
        let name: String?
        let format: String
        let keyCount: Int
        /// How many stored keys the file does not have.
        let keptCount: Int
        /// The values, to be sent back.
        let payload: String
        /// The revision that they are compared with.
        let revision: Int
        let changeCount: Int
        let sections: [ChangeSection]

        static let members: Members<Self> = [
            "name": .text { $0.name }, "format": .text { $0.format }, "isJSON": .flag { $0.format == "JSON" },
            "keys": .part { Count($0.keyCount) }, "kept": .part { Count($0.keptCount) },
            "payload": .text { $0.payload }, "revision": .number { $0.revision },
            "changeCount": .part { Count($0.changeCount) }, "sections": .list { $0.sections },
        ]
    }

    static let template = "pages/import"

    let domain: String
    var source = ""
    var replaces = false
    var failed: TypedTextError?
    var preview: Preview?

    static let members: Members<Self> = [
        "domain": .text { $0.domain }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "source": .text { $0.source },
        "replaces": .flag { $0.replaces }, "failed": .part { $0.failed }, "preview": .part { $0.preview },
    ]
}

/// A text or file that somebody gives: a property list of any syntax, or JSON with the members that stand for types.
struct PropertyListDocument {
    /// What it holds.
    var value: PropertyListValue
    /// What it is written in, as people call it.
    var format: String

    /// Reads a document by what it looks like.
    static func read(_ bytes: [UInt8]) throws(TypedTextError) -> PropertyListDocument {
        let format = PropertyListFormat(detectedIn: bytes)
        if format == .openStep {
            // Braces begin both JSON and the old syntax; what JSON says of a JSON text is the better help.
            let json = readJSON(bytes)
            if case .success(let value) = json { return PropertyListDocument(value: value, format: "JSON") }
            if let value = try? PropertyListReader.read(bytes), value.stringValue == nil {
                return PropertyListDocument(value: value, format: "old-style property list")
            }
            if case .failure(let error) = json { throw error }
        }
        do throws(PropertyListError) {
            let value = try PropertyListReader.read(bytes)
            return PropertyListDocument(
                value: value,
                format: format == .xml ? "XML property list" : "binary property list"
            )
        } catch {
            throw TypedTextError(error.message, line: error.line)
        }
    }

    private static func readJSON(_ bytes: [UInt8]) -> Result<PropertyListValue, TypedTextError> {
        do {
            let json = try JSONValue(parsing: bytes, limits: .dump)
            return .success(try PropertyListEnvelope.value(JSONPlace(json)))
        } catch let error as JSONError {
            return .failure(TypedTextError(error.message, line: error.line, column: error.column))
        } catch let problem as Problem {
            return .failure(TypedTextError(problem.detail))
        } catch {
            return .failure(TypedTextError("The text cannot be read."))
        }
    }
}
