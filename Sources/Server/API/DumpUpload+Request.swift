import Catalog
import DumpFormats
import HTTP
import HTTPTypes

extension DumpUpload {
    /// Takes an upload from a request: the body itself, or the parts `dump`, `screenshot` and `name` of a form.
    ///
    /// A body without a multipart type is the dump whatever its type says: command-line clients send dumps under the
    /// type of a form.
    /// - Throws: 400 for a form without a dump.
    init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(source: request.body)
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let pasted = form["source"].map(\.bytes) ?? []
        let file = form["dump"]
        guard let source = [file?.bytes ?? [], pasted].first(where: { !$0.isEmpty }) else {
            throw Problem.malformedBody("The form has no dump: choose a file or paste one.")
        }
        let picture = form["screenshot"].flatMap { $0.bytes.isEmpty ? nil : [UInt8]($0.bytes) }
        self.init(source: [UInt8](source), screenshot: picture)
        name = [form["name"]?.text, file?.filename?.fileTitle].lazy.compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Takes over what the query says: `name`, and `format` to force one.
    mutating func apply(_ query: inout QueryReader) throws {
        name = query.string("name") ?? name
        format = query.choice("format", of: DumpFormat.allCases.map(\.rawValue)).flatMap { DumpFormat(rawValue: $0) }
        try query.finish()
    }
}
