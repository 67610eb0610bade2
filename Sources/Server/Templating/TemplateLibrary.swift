import Foundation
import Mustache

/// The compiled templates of a folder, by their path without extension (`pages/library`, `partials/head`).
struct TemplateLibrary: Sendable {
    private let library: MustacheLibrary
    /// The source of every template, for checks.
    let sources: [String: String]
    /// Is told of every rendering, for checks.
    var observer: (@Sendable (String, TemplateModel) -> Void)?

    /// Reads every `.mustache` file below a folder.
    /// - Throws: `TemplateError` when a file cannot be read or parsed; it names the file.
    init(folder: URL) throws(TemplateError) {
        MustacheContentTypes.register(MarkupEscaping(), named: MarkupEscaping.name)
        var sources: [String: String] = [:]
        var library = MustacheLibrary()
        let root = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        guard let files = FileManager.default.enumerator(atPath: root) else {
            throw TemplateError(template: root, message: "There is no folder of templates at \(root).")
        }
        for case let path as String in files where path.hasSuffix(".mustache") {
            let name = String(path.dropLast(".mustache".count))
            do {
                let source = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
                sources[name] = source
                // The escaping in force is a template's own: without the pragma a partial would fall back to the
                // library's escaping, which is not safe.
                let pragma = "{{% CONTENT_TYPE:\(MarkupEscaping.name)}}"
                library.register(try MustacheTemplate(string: pragma + source), named: name)
            } catch {
                throw TemplateError(template: name, message: "Template \(name) cannot be used: \(error)")
            }
        }
        self.library = library
        self.sources = sources
    }

    /// Renders a template.
    /// - Throws: `TemplateError` when there is none of that name.
    func render(_ name: String, _ model: TemplateModel) throws(TemplateError) -> String {
        guard let template = library.getTemplate(named: name) else {
            throw TemplateError(template: name, message: "There is no template \(name).")
        }
        observer?(name, model)
        return model.render(template, in: library)
    }
}

/// A template that is missing or does not parse.
struct TemplateError: Error, Sendable {
    /// Its name.
    var template: String
    /// One sentence for people.
    var message: String
}
