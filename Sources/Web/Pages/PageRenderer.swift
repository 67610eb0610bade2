package import Foundation
package import HTTP
import HTTPTypes
import Mustache

/// Renders a page template with what every page has: title, theme, assets and the way back.
package struct PageRenderer: Sendable {
    package let templates: TemplateLibrary
    /// Whether visitors sign in here.
    package let needsTokens: Bool

    package init(templates: TemplateLibrary, needsTokens: Bool) {
        (self.templates, self.needsTokens) = (templates, needsTokens)
    }

    /// One step of the way from the library to a page.
    package struct Crumb: PageModel {
        package var name: String
        package var address: String?

        package init(name: String, address: String? = nil) { (self.name, self.address) = (name, address) }

        /// How many characters stay at the end of a name that has no room.
        private static let kept = 6

        package static let members: Members<Self> = [
            "name": .text { $0.name }, "address": .text { $0.address },
            "start": .text { String($0.name.dropLast(kept)) },
            "end": .text { $0.name.count > kept * 2 ? String($0.name.suffix(kept)) : nil },
        ]
    }

    /// A whole page.
    /// - Parameters:
    ///   - alternate: the path of the same thing as JSON.
    ///   - crumbs: the way here; the last one has no address.
    package func page(
        _ page: some Page,
        title: String,
        for request: Request,
        alternate: String? = nil,
        crumbs: [Crumb] = []
    ) throws -> Response {
        let frame = PageFrame(
            title: title,
            theme: Self.theme(of: request),
            path: request.targetWithoutToken,
            needsTokens: needsTokens,
            isSignedIn: needsTokens && request.cookie(SessionCookie.name(for: request)) != nil,
            alternate: alternate,
            crumbs: crumbs
        )
        return .page(try templates.render(page, in: frame))
    }

    /// A part of a page, for scripts that replace it in place.
    package func fragment(_ part: some Page) throws -> Response {
        var response = Response.page(try templates.render(part))
        response.headers[.vary] = "X-Fragment"
        return response
    }

    /// The colour scheme the visitor chose: `light`, `dark`, or empty for the system's.
    package static func theme(of request: Request) -> String {
        let theme = request.cookie("theme") ?? ""
        return theme == "light" || theme == "dark" ? theme : ""
    }
}

/// What every page has around its content.
struct PageFrame: PageModel {
    package let title: String
    package let theme: String
    /// The address asked for, to come back to.
    package let path: String
    /// Whether visitors sign in here, and whether this one seems to have.
    package let needsTokens: Bool
    let isSignedIn: Bool
    package let alternate: String?
    package let crumbs: [PageRenderer.Crumb]

    package static let members: Members<Self> = [
        "title": .text { $0.title }, "theme": .text { $0.theme }, "path": .text { $0.path },
        "needsTokens": .flag { $0.needsTokens }, "isSignedIn": .flag { $0.isSignedIn },
        "signInAddress": .text { "\(SignInAddress.path)?return=\($0.path.pathSegment)" },
        "alternate": .text { $0.alternate }, "crumbs": .list { $0.crumbs },
    ]
}

/// The compiled templates of a folder, by their path without extension (`pages/library`, `partials/head`).
///
/// Templates are indented for those who read them. What is sent has no indentation, and a line break between two tags is
/// not a blank: where one shows, as between two words, both stand on one line.
package struct TemplateLibrary: Sendable {
    private let templates: TemplateSet
    private let constants: Constants
    /// The source of every template, for checks.
    package let sources: [String: String]

    /// Reads every `.mustache` file below a folder.
    /// - Parameter constants: names that are the same on every page and in every part of one, with their text.
    /// - Throws: `TemplateError` when a file cannot be read or parsed; it names the file.
    package init(folder: URL, constants: [String: String] = [:]) throws(TemplateError) {
        let root = folder.resolvingSymlinksInPath().path(percentEncoded: false)
        let files: [String: [UInt8]]
        do {
            files = try FileTree(root: root).contents()
        } catch {
            throw TemplateError(template: root, message: "The templates cannot be read: \(error.message)")
        }
        let suffix = ".mustache"
        sources = Dictionary(
            uniqueKeysWithValues: files.filter { $0.key.hasSuffix(suffix) }.map { path, bytes in
                (String(path.dropLast(suffix.count)), String(decoding: bytes, as: UTF8.self))
            }
        )
        let texts = sources.mapValues { Self.joiningLines(of: Array($0.utf8)) }
        do {
            templates = try TemplateSet(texts)
        } catch {
            throw TemplateError(
                template: error.template,
                message: "Template \(error.template) cannot be used: \(error.message)"
            )
        }
        self.constants = Constants(
            values: Dictionary(uniqueKeysWithValues: constants.map { (TemplateName($0), .text($1)) })
        )
    }

    /// Renders a page or a part of one, into UTF-8.
    /// - Parameter frame: has the names that the page itself lacks.
    /// - Throws: `TemplateError` when there is no template for it.
    package func render<Content: Page>(
        _ page: Content,
        in frame: (any PageModel)? = nil
    ) throws(TemplateError) -> [UInt8] {
        var around: [TemplateValue] = [.context(constants)]
        if let frame { around.append(.context(frame)) }
        around.append(.context(page))
        guard let markup = templates.render(Content.template, with: around) else {
            throw TemplateError(template: Content.template, message: "There is no template \(Content.template).")
        }
        return markup
    }

    /// The source without indentation, without empty lines and without line breaks between tags.
    private static func joiningLines(of source: [UInt8]) -> String {
        // By bytes: all templates are read before the server answers.
        var joined: [UInt8] = []
        joined.reserveCapacity(source.count)
        for line in source.split(separator: UInt8(ascii: "\n")) {
            let line = line.trimmingBlanks
            guard !line.isEmpty else { continue }
            let endsTag = joined.last == UInt8(ascii: ">") || joined.suffix(2).elementsEqual("}}".utf8)
            let isBetweenTags = endsTag && (line.first == UInt8(ascii: "<") || line.starts(with: "{{".utf8))
            if !joined.isEmpty, !isBetweenTags { joined.append(UInt8(ascii: "\n")) }
            joined += line
        }
        return String(decoding: joined, as: UTF8.self)
    }
}

extension ArraySlice<UInt8> {
    /// Without spaces and tabs around.
    fileprivate var trimmingBlanks: Self {
        let start = drop { $0 == 0x20 || $0 == 0x09 }
        guard let last = start.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return start }
        return start[...last]
    }
}

/// What is the same on every page.
private struct Constants: TemplateContext {
    let values: [TemplateName: TemplateValue]

    func value(named name: TemplateName) -> TemplateValue? { values[name] }
}

/// A template that is missing or does not parse.
package struct TemplateError: Error, Sendable {
    /// Its name.
    package var template: String
    /// One sentence for people.
    package var message: String
}
