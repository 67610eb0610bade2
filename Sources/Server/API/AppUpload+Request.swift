import Catalog
import HTTP
import HTTPTypes

extension AppUpload {
    /// Takes an app from a request: the body itself, or the part `app` of a form, beside which a `name` may stand.
    ///
    /// As for dumps, a body without a multipart type is the archive whatever its type says.
    /// - Throws: 400 for a form without an app.
    init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(archive: request.body[...])
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        guard let part = form["app"], !part.bytes.isEmpty else {
            throw Problem.malformedBody("The form has no app: put the archive into its part “app”.")
        }
        self.init(part, name: form["name"]?.text)
    }

    /// Takes an app from a part of a form, which its file's name names unless there is a better one.
    init(_ part: MultipartPart, name: String?) {
        self.init(archive: part.bytes)
        self.name = [name, part.filename?.fileTitle].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Whether some bytes begin as a zip archive does (APPNOTE.TXT, sections 4.3.7 and 4.3.16).
    static func isArchive(_ bytes: some Sequence<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
    }
}
