import Foundation
import Mustache

/// The compiled templates of a folder, by their path without extension (`pages/library`, `partials/head`).
///
/// Templates are indented for those who read them. What is sent has no indentation, and a line break between two tags is
/// not a blank: where one shows, as between two words, both stand on one line.
struct TemplateLibrary: Sendable {
    private let library: MustacheLibrary
    /// The source of every template, for checks.
    let sources: [String: String]

    /// Reads every `.mustache` file below a folder.
    /// - Parameter constants: names that are the same on every page and in every part of one, with what stands for them
    ///   in markup.
    /// - Throws: `TemplateError` when a file cannot be read or parsed; it names the file.
    init(folder: URL, constants: [String: String] = [:]) throws(TemplateError) {
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
                var text = Self.joiningLines(of: source)
                for (name, constant) in constants { text = text.replacing("{{\(name)}}", with: constant) }
                // The escaping in force is a template's own: without the pragma a partial would fall back to the
                // library's escaping, which is not safe.
                let pragma = "{{% CONTENT_TYPE:\(MarkupEscaping.name)}}"
                library.register(try MustacheTemplate(string: pragma + text), named: name)
            } catch {
                throw TemplateError(template: name, message: "Template \(name) cannot be used: \(error)")
            }
        }
        self.library = library
        self.sources = sources
    }

    /// Renders a page or a part of one.
    /// - Parameter frame: has the names that the page itself lacks.
    /// - Throws: `TemplateError` when there is no template for it.
    func render<Content: Page>(_ page: Content, in frame: (any PageModel)? = nil) throws(TemplateError) -> String {
        let template = try template(Content.template)
        return template.render(Framed(page: page, frame: frame), library: library)
    }

    private func template(_ name: String) throws(TemplateError) -> MustacheTemplate {
        guard let template = library.getTemplate(named: name) else {
            throw TemplateError(template: name, message: "There is no template \(name).")
        }
        return template
    }

    /// The source without indentation, without empty lines and without line breaks between tags.
    private static func joiningLines(of source: String) -> String {
        // By bytes: all templates are read before the server answers.
        var joined: [UInt8] = []
        joined.reserveCapacity(source.utf8.count)
        for line in source.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(line).trimmingBlanks.utf8
            guard !line.isEmpty else { continue }
            let endsTag = joined.last == UInt8(ascii: ">") || joined.suffix(2).elementsEqual("}}".utf8)
            let isBetweenTags = endsTag && (line.starts(with: "<".utf8) || line.starts(with: "{{".utf8))
            if !joined.isEmpty, !isBetweenTags { joined.append(UInt8(ascii: "\n")) }
            joined += line
        }
        return String(decoding: joined, as: UTF8.self)
    }
}

/// A page inside what every page has.
private struct Framed: MustacheParent {
    let page: any PageModel
    let frame: (any PageModel)?

    func child(named name: String) -> Any? { page.child(named: name) ?? frame?.child(named: name) }
}

/// A template that is missing or does not parse.
struct TemplateError: Error, Sendable {
    /// Its name.
    var template: String
    /// One sentence for people.
    var message: String
}

/// Escapes text for HTML and SVG byte by byte.
///
/// The template library's own escaping walks characters, so a quote that carries a combining mark would pass. Here each
/// of the five bytes is replaced whatever follows it, and control characters that no markup may hold are dropped.
struct MarkupEscaping: MustacheContentType {
    /// The name that the pragma in front of each template uses.
    static let name = "MARKUP"

    func escapeText(_ text: String) -> String {
        let needsWork = text.utf8.contains { $0 < 0x20 || $0 == 34 || $0 == 38 || $0 == 39 || $0 == 60 || $0 == 62 }
        guard needsWork else { return text }
        var escaped = [UInt8]()
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            switch byte {
            case 34: escaped.append(contentsOf: "&quot;".utf8)
            case 38: escaped.append(contentsOf: "&amp;".utf8)
            case 39: escaped.append(contentsOf: "&#39;".utf8)
            case 60: escaped.append(contentsOf: "&lt;".utf8)
            case 62: escaped.append(contentsOf: "&gt;".utf8)
            case 9, 10, 13: escaped.append(byte)
            case 0..<0x20: break
            default: escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
