package import Catalog
import DumpFormats
package import FoundationEssentials
package import HTTP
import HTTPTypes
package import JSON
import PropertyList
import Synchronization
package import ViewHierarchy
package import Web

extension JSONWriter {
    /// Writes the members of the API's `DumpSummary` into the object that is open.
    package mutating func members(of dump: DumpSummary) {
        member("id", dump.id)
        member("name", dump.name)
        if let file = dump.file { member("file", file) }
        member("tags", dump.tags)
        if let folder = dump.folder { member("folder", folder) }
        member("format", dump.format.rawValue)
        if let app = dump.app { member("app", app) }
        member("viewCount", dump.viewCount)
        member("depth", dump.depth)
        member("size", dump.size)
        if let capturedAt = dump.capturedAt { member("capturedAt", capturedAt) }
        member("createdAt", dump.createdAt)
        member("revision", dump.revision)
        member("readOnly", dump.readOnly)
        member("screenshot", dump.hasScreenshot)
        if let root = dump.shownScene { member("screenshotRoot", root) }
        if let actor = dump.actor { member("actor", actor) }
        key("edits")
        beginObject()
        member("applied", dump.appliedEdits)
        member("undone", dump.undoneEdits)
        endObject()
    }

    /// Writes an instant as RFC 3339 text in UTC; the nearest that has one.
    package mutating func member(_ name: String, _ date: Date) {
        member(name, Instant.text(Instant.nearest(date), to: .seconds))
    }
}

extension DumpUpload {
    /// Takes an upload from a request: the body itself, or the parts `dump`, `screenshot` and `name` of a form. The
    /// other parts go with it, for the views that name them.
    ///
    /// A body without a multipart type is the dump whatever its type says: command-line clients send dumps under the
    /// type of a form.
    /// - Throws: 400 for a form without a dump.
    package init(_ request: Request) throws {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            self.init(source: try request.body.bytes())
            return
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let file = form["dump"]
        // A chosen file without a byte is refused for what it is, unless something was pasted beside it.
        let given = [file, form["source"]].compactMap { $0?.bytes }
        guard let source = given.first(where: { !$0.isEmpty }) ?? file?.bytes else {
            throw Problem.malformedBody("The form has no dump: choose a file or paste one.")
        }
        let picture = form["screenshot"].map { [UInt8]($0.bytes) }
        // Only the first of each is taken; another is a part like the rest.
        var taken: Set = ["dump", "source", "screenshot", "name"]
        let others = form.parts.filter { !$0.isUnchosenFile && taken.remove($0.name) == nil }
        self.init(
            source: [UInt8](source),
            screenshot: picture,
            parts: others.map { DumpPart(name: $0.name, filename: $0.filename, bytes: [UInt8]($0.bytes)) }
        )
        name = form["name"]?.text
        self.file = file?.filename
    }

    /// Takes over what the query says: `name`, what the file is called, and `format` to force one.
    package mutating func apply(_ query: inout QueryReader) throws {
        name = query.string("name") ?? name
        file = query.string("filename") ?? file
        format = query.choice("format", of: DumpFormat.allCases.map(\.rawValue)).flatMap { DumpFormat(rawValue: $0) }
        try query.finish()
    }
}

extension Precondition {
    /// The tag of a dump as it is: its revision, and for a file without edits which content of the file that is.
    /// - Parameter bytes: of what is sent; nil for the dump as a whole.
    package static func tag(_ dump: DumpSummary, hashing bytes: [UInt8]? = nil) -> String {
        let state = dump.fileVersion.map { "\(dump.revision).\($0)" } ?? String(dump.revision)
        return "\"\(state)\(bytes.map { "-" + EntityTag.strong(hashing: $0).unquoted } ?? "")\""
    }

    /// Judges what a request says of a dump.
    /// - Returns: the revision the write may start from, or nil when the request does not say.
    /// - Throws: 412 when the client saw another state, 400 when a field is unreadable.
    package static func revision(_ request: Request, of dump: DumpSummary) throws(Problem) -> Int? {
        try revision(request, current: dump.revision, version: dump.fileVersion)
    }
}

/// A dump as lists of pages show it: miniature, name, format, size, age.
package struct DumpCard: PageModel {
    private static let thumbnailSide = 120.0
    /// Dumps with more views are not checked for a list.
    private static let maximumChecked = 3_000

    package let dump: DumpSummary
    package let now: Date

    package init(dump: DumpSummary, now: Date) { (self.dump, self.now) = (dump, now) }

    /// The dump's size, made to fit the miniature.
    private var thumbnail: Size {
        let longest = max(dump.size.width, dump.size.height)
        let factor = longest.isFinite && longest > 0 ? Self.thumbnailSide / longest : 0
        return Size(width: (dump.size.width * factor).rounded(), height: (dump.size.height * factor).rounded())
    }

    package static let members: Members<Self> = [
        "id": .text { $0.dump.id }, "deletable": .flag { !$0.dump.readOnly },
        "address": .text { "/dumps/\($0.dump.id.pathSegment)" },
        "wireframe": .text {
            "/api/v1/dumps/\($0.dump.id.pathSegment)/" + ($0.dump.hasScreenshot ? "screenshot" : "wireframe.svg")
        },
        "thumbnail": .part { Extent(size: $0.thumbnail) }, "name": .text { $0.dump.name },
        "nameParts": .pieces { $0.dump.name },
        "file": .text { $0.dump.file == $0.dump.name ? nil : $0.dump.file },
        "cardTags": .list { $0.dump.tags.map { Tag(name: $0) } },
        "cardFolder": .part { $0.dump.folder.map { Tag(name: $0, isFolder: true) } },
        // Of a file that is shown as it is, revisions alone do not tell contents apart.
        "revision": .text { "\($0.dump.revision) \($0.dump.fileVersion ?? "")" },
        "isChecked": .flag { $0.dump.viewCount <= Self.maximumChecked },
        "format": .text { $0.dump.format.name }, "views": .number { $0.dump.viewCount },
        "isOneView": .flag { $0.dump.viewCount == 1 }, "size": .part { Extent(ofArea: $0.dump.size) },
        "age": .text { Age.text(of: $0.dump.createdAt, now: $0.now, least: 60) },
    ]
}

/// Width and height in points.
package struct Extent: PageModel {
    package let size: Size

    package init(size: Size) { self.size = size }

    /// What the views of a dump take up; nil where none of them has an area.
    package init?(ofArea size: Size) {
        guard size != .zero else { return nil }
        self.size = size
    }

    package static let members: Members<Self> = [
        "width": .decimal { $0.size.width }, "height": .decimal { $0.size.height },
    ]
}

/// What the form sent and why it was not taken.
package struct Refusal: PageModel {
    package let problem: Problem
    package let source: String?
    package let name: String?

    package static let members: Members<Self> = [
        "lines": .texts { $0.problem.lines.isEmpty ? [$0.problem.detail] : $0.problem.lines },
        "attempts": .texts { $0.problem.errors.map(\.detail) },
        "hasAttempts": .flag { $0.problem.errors.count > 1 },
        "source": .text { $0.source }, "name": .text { $0.name },
    ]
}

/// A tag, and the list of the dumps that have it.
struct Tag: PageModel {
    let name: String
    var count: Int?
    var isCurrent = false
    /// Whether it is a folder, in which a dump lies alone.
    var isFolder = false

    static let members: Members<Self> = [
        "tagName": .text { $0.name }, "tagCount": .number { $0.count }, "current": .flag { $0.isCurrent },
        "address": .text { PageAddress("/").adding($0.isFolder ? "folder" : "tag", $0.isCurrent ? nil : $0.name).text },
    ]
}

/// Asks whether dumps are to be removed.
struct DeletionPage: Page {
    package static let template = "pages/delete"

    package let dumps: [DumpCard]

    package static let members: Members<Self> = [
        "isOne": .flag { $0.dumps.count == 1 }, "count": .number { $0.dumps.count }, "dumps": .list { $0.dumps },
    ]
}

/// Asks for the name of a dump, and for the folder and the tags of one or several. What nobody changes in a field stays as each
/// dump has it.
struct DescriptionPage: Page {
    package static let template = "pages/describe"

    private let dumps: [DumpSummary]
    private let name, folder, tags: Field
    /// The folders that there are.
    let folders: [String]
    /// Why it was not taken.
    var fault: CatalogError?

    /// What a field holds, and what it held when it was shown first.
    private struct Field {
        let shown, typed: String

        init(_ name: String, of form: URLEncodedForm, holding text: String) {
            shown = form["former-\(name)"] ?? text
            typed = form[name] ?? shown
        }

        var change: String? { typed == shown ? nil : typed }
    }

    /// - Parameter form: what was typed, beside what the fields held before; of a form without fields, which only names the dumps,
    ///   they hold what all of the dumps have.
    init(_ dumps: [DumpSummary], folders: [String] = [], _ form: URLEncodedForm) {
        (self.dumps, self.folders) = (dumps, folders)
        let places = Set(dumps.map { $0.folder ?? "" })
        // With commas between them, a tag that has one would be two.
        let common = dumps.dropFirst().reduce(dumps.first?.tags ?? []) { all, dump in all.filter(dump.tags.contains) }
        name = Field("name", of: form, holding: dumps.count == 1 ? dumps[0].name : "")
        folder = Field("folder", of: form, holding: places.count == 1 ? places.first ?? "" : "")
        tags = Field("tags", of: form, holding: common.filter { !$0.contains(",") }.joined(separator: ", "))
    }

    /// What becomes of each dump; nil leaves it as it is. Tags that only some of them have stay with those.
    /// - Throws: `tooManyTags`.
    func changes() throws(CatalogError) -> [(id: String, name: String?, tags: [String]?, folder: String?)] {
        func list(_ text: String) -> [String] { text.split(separator: ",").map { String($0).trimmingBlanks } }
        let former = Set(list(tags.shown))
        var changes: [(id: String, name: String?, tags: [String]?, folder: String?)] = []
        for dump in dumps {
            let wanted = tags.change.map { text in dump.tags.filter { !former.contains($0) } + list(text) }
            let kept = try wanted.map(Catalog.kept)
            changes.append((dump.id, dumps.count == 1 ? name.change : nil, kept, folder.change))
        }
        return changes
    }

    package static let members: Members<Self> = [
        "isOne": .flag { $0.dumps.count == 1 }, "count": .number { $0.dumps.count },
        "dumps": .list { page in page.dumps.map { DumpCard(dump: $0, now: Date()) } },
        "typedName": .text { $0.name.typed }, "formerName": .text { $0.name.shown },
        "typedFolder": .text { $0.folder.typed }, "formerFolder": .text { $0.folder.shown },
        "typedTags": .text { $0.tags.typed }, "formerTags": .text { $0.tags.shown },
        "isInSeveral": .flag { Set($0.dumps.map(\.folder)).count > 1 }, "folders": .texts { $0.folders },
        "nameFault": .text { $0.fault?.code == .emptyName ? $0.fault?.message : nil },
        "tagsFault": .text { $0.fault?.code == .tooManyTags ? $0.fault?.message : nil },
    ]
}

extension Services {
    /// Names, files and tags the dumps that a form names. The first form only names them, and is answered with the fields.
    func describeDumps(namedIn request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let dumps = try form.values("dump").map { try catalog.dump($0) }
        guard !dumps.isEmpty else { return .redirect(to: "/") }
        var page = DescriptionPage(dumps, folders: try catalog.labels().folders.map(\.name), form)
        if form["saved"] != nil {
            do throws(CatalogError) {
                for (id, name, tags, folder) in try page.changes() {
                    _ = try describeDump(id, name: name, tags: tags, folder: folder)
                }
                return .redirect(to: "/")
            } catch {
                guard [.emptyName, .tooManyTags].contains(error.code) else { throw error }
                page.fault = error
            }
        }
        let crumb = "Name, folder, tags"
        var response = try pages.page(page, title: "\(crumb) · Vitrine", for: request, crumbs: [.init(name: crumb)])
        if page.fault != nil { response.status = .unprocessableContent }
        return response
    }
}

/// A live session as the library lists it.
package struct LiveCard: PageModel {
    package let id: String
    /// The address of the device's server.
    package let address: String
    /// The app that it showed last; nil for none.
    package let app: String?
    /// `connected`, `lost` or `ended`.
    package let state: String
    /// The dump of its latest snapshot; nil for none.
    package let dump: String?
    package let snapshots: Int
    /// How often anything of it has changed.
    package let revision: Int

    package init(
        id: String,
        address: String,
        app: String?,
        state: String,
        dump: String?,
        snapshots: Int,
        revision: Int
    ) {
        (self.id, self.address, self.app, self.revision) = (id, address, app, revision)
        (self.state, self.dump, self.snapshots) = (state, dump, snapshots)
    }

    /// Where it is now, as streams say it.
    package var event: TopicEvent { .live(session: id, revision: revision, state: state) }

    package static let members: Members<Self> = [
        "href": .text { "/live/\($0.id.pathSegment)" }, "address": .text { $0.address }, "app": .text { $0.app },
        "state": .text { $0.state }, "snapshots": .number { $0.snapshots }, "isOne": .flag { $0.snapshots == 1 },
    ]
}

/// The live sessions, for lists: who has them keeps it up to date.
package final class LiveList: Sendable {
    private let state = Mutex<[LiveCard]>([])

    /// The sessions, the newest first.
    package var cards: [LiveCard] { state.withLock { $0 } }

    /// Lists the sessions as they are now.
    /// - Parameter cards: makes the list; whoever is later has the later one.
    /// - Returns: the list before and now.
    package func update(_ cards: () -> [LiveCard]) -> (before: [LiveCard], now: [LiveCard]) {
        state.withLock { list in
            let before = list
            list = cards()
            return (before, list)
        }
    }

    /// One session; nil where there is none with the id.
    package func card(_ id: String) -> LiveCard? { cards.first { $0.id == id } }
}

/// What live sessions may take.
package enum LiveLimits {
    /// The most sessions at once.
    package static let sessions = 8
    /// The most bytes of an answer of a device.
    package static let answerBytes = 16 << 20
}
