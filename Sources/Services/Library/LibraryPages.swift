package import Catalog
import Diagnostics
import DumpFormats
import FoundationEssentials
import HTTP
import HTTPTypes
import ViewHierarchy
import Web

/// `/`: apps and dumps, and the form that takes a new dump or app without a script.
struct LibraryPages: RouteGroup {
    /// Dumps on one page.
    private static let dumpsPerPage = 60
    /// Apps on one page.
    private static let appsPerPage = 120
    /// A refused text that is longer is not sent back.
    private static let maximumEchoedBytes = 256 << 10

    package let services: Services

    package func add(to router: inout Router) {
        router.get("/", query: ["q", "tag", "folder", "sort", "after", "apps"]) { request, _ in try library(request) }
        router.on(.post, "/dumps/delete") { request, _ in try delete(request) }
        router.on(.post, "/dumps/describe") { request, _ in try services.describeDumps(namedIn: request) }
        let configuration = services.configuration
        router.on(
            .post,
            "/dumps",
            bodyLimit: max(configuration.maximumUploadBytes, configuration.maximumAppUploadBytes)
        ) { request, _ in
            try await open(request)
        }
        router.get("/dumps", query: []) { _, _ in .redirect(to: "/") }
    }

    private func library(_ request: Request, refusal: Refusal? = nil, notice: SeriesNotice? = nil) throws -> Response {
        // Before the lists are read: what changes after that is told to the page.
        let revision = services.events.libraryRevision
        let query = request.queryValue("q")?.trimmingBlanks ?? ""
        let languages = request.languages
        func chosen(_ name: String) -> String? { request.queryValue(name).flatMap { $0.isEmpty ? nil : $0 } }
        let (tag, folder) = (chosen("tag"), chosen("folder"))
        let order = request.queryValue("sort").flatMap(DumpOrder.init) ?? .newest
        let dumps = try services.catalog.dumps(
            matching: query,
            tag: tag,
            folder: folder,
            order: order,
            limit: Self.dumpsPerPage,
            after: request.queryValue("after")
        )
        let now = Date()
        let apps =
            tag == nil && folder == nil ? try services.catalog.apps().filter { Self.matches($0, query, languages) } : []
        let firstApp = min(request.queryValue("apps").flatMap { UInt32($0) }.map(Int.init) ?? 0, apps.count)
        let nextApp = firstApp + Self.appsPerPage
        let moreApps = PageAddress("/").adding("apps", String(nextApp)).adding("q", query.isEmpty ? nil : query)
        let labels = try services.catalog.labels()
        let page = LibraryPage(
            revision: revision,
            filter: LibraryFilter(query: query, tag: tag, folder: folder),
            tags: labels.tags,
            folders: labels.folders,
            apps: apps[firstApp...].prefix(Self.appsPerPage).map { AppShape($0, languages: languages) },
            appCount: apps.count,
            moreApps: nextApp < apps.count ? moreApps.text : nil,
            dumps: dumps.dumps.map { DumpCard(dump: $0, now: now) },
            appNames: try appNames(languages),
            dumpCount: dumps.total,
            order: order,
            next: dumps.next,
            problems: query.isEmpty && tag == nil && folder == nil ? services.catalog.problems : [],
            address: request.serverAddress,
            needsToken: services.pages.needsTokens,
            refusal: refusal,
            notice: notice,
            live: query.isEmpty ? services.live.cards : []
        )
        return try services.pages.page(page, title: "Vitrine", for: request, alternate: "/api/v1/dumps")
    }

    /// Asks before it removes anything: the first form only names the dumps.
    private func delete(_ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let dumps = try form.values("dump").map { try services.catalog.dump($0) }
        guard !dumps.isEmpty else { return .redirect(to: "/") }
        if form["confirmed"] != nil {
            for dump in dumps { try services.deleteDump(dump.id) }
            return .redirect(to: "/")
        }
        let now = Date()
        return try services.pages.page(
            DeletionPage(dumps: dumps.map { DumpCard(dump: $0, now: now) }),
            title: "Delete · Vitrine",
            for: request,
            crumbs: [.init(name: "Delete")]
        )
    }

    /// What the apps that are here are called, by their identifiers.
    private func appNames(_ languages: [String]) throws -> [String: String] {
        Dictionary(try services.catalog.apps().map { ($0.domain, $0.name(languages: languages)) }) { first, _ in first }
    }

    private static func matches(_ app: CatalogApp, _ query: String, _ languages: [String]) -> Bool {
        guard !query.isEmpty else { return true }
        let wanted = query.lowercased()
        return [app.id, app.domain, app.name(languages: languages)]
            .contains { $0.lowercased().contains(wanted) }
    }

    private func open(_ request: Request) async throws -> Response {
        do {
            if try await holdsApp(request) {
                let added = try await services.addApp {
                    guard let app = try appUpload(request) else {
                        throw Problem.malformedBody("The form has no app.")
                    }
                    return app
                }
                return .redirect(to: "/apps/\(added.app.id.pathSegment)")
            }
            if let outcome = try await services.addSeries(of: request) {
                guard outcome.unused.isEmpty else { return try library(request, notice: SeriesNotice(outcome)) }
                return .redirect(to: outcome.address)
            }
            let dump = try await services.addDump { try DumpUpload(request) }
            return .redirect(to: "/dumps/\(dump.id.pathSegment)")
        } catch {
            let problem = Problem(from: error, logger: services.logger)
            guard request.wantsPage, problem.status.kind == .clientError else { throw problem }
            // A log of constraints without a dump has a page of its own, which takes the same form.
            if try await services.uploads.pass({ try Self.isConflictLog(request, error) }) {
                return .redirect(to: "/explain", status: .temporaryRedirect)
            }
            let refusal = try await services.uploads.pass { Self.refusal(of: request, problem) }
            var response = try library(request, refusal: refusal)
            response.status = problem.status
            return response
        }
    }

    /// Whether the form's file is an app. A form that is too large for a dump is not looked at for that: it is read when it is
    /// the turn of an app.
    private func holdsApp(_ request: Request) async throws -> Bool {
        if request.body.count > services.configuration.maximumUploadBytes { return true }
        return try await services.uploads.pass { try appUpload(request) != nil }
    }

    /// The form's file where that is the only one, and an archive with an app.
    private func appUpload(_ request: Request) throws -> AppUpload? {
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(contentType: $0) }) else {
            return nil
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        guard let part = form["dump"], AppUpload.isArchive(part.bytes),
            form.parts.count(where: { $0.name == "dump" && !$0.isUnchosenFile }) == 1,
            try SeriesUpload.holdsBundle(part.bytes, limits: services.catalog.limits)
        else { return nil }
        return AppUpload(part, name: form["name"]?.text)
    }

    private static func isConflictLog(_ request: Request, _ error: any Error) throws -> Bool {
        guard (error as? CatalogError)?.dumpError?.code == .unknownFormat else { return false }
        let source = try DumpUpload(request).source
        do throws(DumpError) { return try CompanionReader.read(source).kinds.contains(.constraintLog) } catch {
            return false
        }
    }

    /// The form's own words, so that they can be mended; a file has to be chosen again.
    private static func refusal(of request: Request, _ problem: Problem) -> Refusal {
        let boundary = request.headers[.contentType].flatMap { MultipartForm.boundary(contentType: $0) }
        let form = boundary.flatMap { try? MultipartForm(parsing: request.body, boundary: $0) }
        let source = form?["source"].flatMap { $0.bytes.count <= maximumEchoedBytes ? $0.text : nil }
        return Refusal(problem: problem, source: source, name: form?["name"]?.text)
    }
}

/// Apps and dumps, all of them or those that were searched for.
struct LibraryPage: Page {
    package static let template = "pages/library"
    /// Files that cannot be read and are listed.
    private static let maximumProblems = 200

    /// How often the lists have changed since the server began.
    package let revision: Int
    /// Which of them are shown.
    let filter: LibraryFilter
    /// The tags that dumps have, with how many have them.
    let tags: [(name: String, count: Int)]
    /// The folders that dumps lie in, with how many lie there.
    let folders: [(name: String, count: Int)]
    /// The apps on this page.
    package let apps: [AppShape]
    /// How many apps there are in all.
    package let appCount: Int
    /// Where the apps behind these are.
    let moreApps: String?
    /// The dumps on this page.
    package let dumps: [DumpCard]
    /// What the apps of the dumps are called, by their identifiers.
    let appNames: [String: String]
    /// How many dumps there are in all.
    let dumpCount: Int
    package let order: DumpOrder
    /// Where the next page starts.
    package let next: String?
    package let problems: [CatalogProblem]
    /// Scheme and host as the visitor reached them, for lines to copy.
    package let address: String
    /// Whether lines for that have to show a token.
    package let needsToken: Bool
    package let refusal: Refusal?
    /// What was not used of files that came together.
    let notice: SeriesNotice?
    /// The sessions with devices.
    let live: [LiveCard]

    private var isEmpty: Bool { apps.isEmpty && dumps.isEmpty }

    /// The dumps by their apps where they are in that order, else all in one.
    private var groups: [Group] {
        guard order == .app else { return dumps.isEmpty ? [] : [Group(app: nil, name: nil, dumps: dumps)] }
        var groups: [Group] = []
        for dump in dumps {
            let app = dump.dump.app
            if groups.last?.app != app || groups.isEmpty {
                groups.append(Group(app: app, name: app.map { appNames[$0] ?? $0 } ?? "Of no app", dumps: []))
            }
            groups[groups.count - 1].dumps.append(dump)
        }
        return groups
    }

    /// The dumps of one app.
    private struct Group: PageModel {
        let app: String?
        /// What stands above them.
        let name: String?
        var dumps: [DumpCard]

        static let members: Members<Self> = [
            "name": .text { $0.name }, "dumps": .list { $0.dumps },
            "timelineHref": .text { group in
                group.dumps.count > 1 ? group.app.map(PageAddress.timeline) : nil
            },
        ]
    }

    private var findings: [FindingRow] {
        problems.prefix(Self.maximumProblems).map {
            FindingRow(Diagnostic(.error, "catalog.unreadable", $0.message, line: $0.line, file: $0.path))
        }
    }

    package static let members: Members<Self> = [
        "revision": .number { $0.revision }, "query": .text { $0.filter.query }, "hasApps": .flag { !$0.apps.isEmpty },
        "appCount": .number { $0.appCount },
        "moreApps": .text { $0.moreApps },
        "apps": .list { $0.apps }, "appsDeletable": .flag { $0.apps.contains { !$0.app.readOnly } },
        "hasDumps": .flag { !$0.dumps.isEmpty }, "dumpCount": .number { $0.dumpCount }, "groups": .list { $0.groups },
        "sort": .text { $0.order == .newest ? nil : $0.order.rawValue },
        "dumpsDeletable": .flag { $0.dumps.contains { !$0.dump.readOnly } },
        "orders": .list { page in
            page.dumpCount < 2
                ? []
                : DumpOrder.allCases.map {
                    Order(order: $0, filter: page.filter, isCurrent: $0 == page.order)
                }
        },
        "nextHref": .text { page in
            page.next.map { page.filter.address(in: page.order, after: $0) }
        },
        "hasTags": .flag { !$0.tags.isEmpty }, "hasFolders": .flag { !$0.folders.isEmpty },
        "tags": .list { page in
            page.tags.map { Tag(name: $0.name, count: $0.count, isCurrent: $0.name == page.filter.tag) }
        },
        "folders": .list { page in
            page.folders.map {
                Tag(name: $0.name, count: $0.count, isCurrent: $0.name == page.filter.folder, isFolder: true)
            }
        },
        "isNewestFirst": .flag { $0.order == .newest }, "isEmpty": .flag { $0.isEmpty },
        "hasUnreadable": .flag { !$0.problems.isEmpty }, "unreadableCount": .number { $0.problems.count },
        "findings": .list { $0.findings },
        "recipeGroups": .list { RecipeGroup.all(address: $0.address, needsToken: $0.needsToken) },
        "refusal": .part { $0.refusal }, "notice": .part { $0.notice }, "live": .list { $0.live },
        "hasLive": .flag { !$0.live.isEmpty }, "agents": .list { Recipe.agents($0.address, $0.needsToken) },
    ]

    /// A link to the same in another order.
    private struct Order: PageModel {
        let order: DumpOrder
        let filter: LibraryFilter
        let isCurrent: Bool

        private var label: String {
            switch order {
            case .newest: "Newest"
            case .name: "Name"
            case .views: "Most views"
            case .app: "App"
            }
        }

        static let members: Members<Self> = [
            "label": .text { $0.label }, "address": .text { $0.filter.address(in: $0.order) },
            "current": .flag { $0.isCurrent },
        ]
    }
}

/// Which dumps the library shows.
struct LibraryFilter: Sendable {
    let query: String
    /// The tag that they have; nil for any.
    let tag: String?
    /// The folder that they lie in; nil for all.
    let folder: String?

    /// The address of the same in an order, from behind a dump.
    func address(in order: DumpOrder, after id: String? = nil) -> String {
        PageAddress("/").adding("after", id).adding("sort", order == .newest ? nil : order.rawValue)
            .adding("q", query.isEmpty ? nil : query).adding("tag", tag).adding("folder", folder).text
    }
}

extension Services {
    /// Removes an uploaded dump and tells those who watch it.
    /// - Throws: `unknownDump`, and `readOnly` for a file.
    package func deleteDump(_ id: String) throws(CatalogError) {
        try catalog.delete(id)
        events.publish(deletionOfDump: id)
        events.publishLibrary()
    }

    /// Gives an uploaded dump another name, other tags or another folder and tells those who watch the library.
    /// - Throws: as the catalog's function does.
    package func describeDump(
        _ id: String,
        name: String?,
        tags: [String]?,
        folder: String?
    ) throws(CatalogError) -> DumpSummary {
        let summary = try catalog.describe(id, name: name, tags: tags, folder: folder)
        events.publishLibrary()
        return summary
    }

    /// Removes an uploaded app and tells those who watch the library.
    /// - Throws: `unknownApp`, and `readOnly` for a folder.
    package func deleteApp(_ id: String) throws(CatalogError) {
        try catalog.deleteApp(id)
        events.publishLibrary()
    }

    /// Puts a newer version in the place of an uploaded dump when it is its turn, and tells those who watch it.
    /// - Throws: as the catalog's function does.
    /// - Parameter upload: takes it from its request.
    package func replaceDump(
        _ id: String,
        ifRevision revision: Int?,
        with upload: () throws -> DumpUpload
    ) async throws -> DumpReplacement {
        let replacement = try await uploads.pass {
            try catalog.replace(id, with: try upload(), ifRevision: revision) { outcome in
                events.publish(replacementOfDump: id, revision: outcome.revision)
            }
        }
        events.publishLibrary()
        return replacement
    }
}

extension Services {
    /// Carries out a command about the marks of a view, and tells those who watch the dump.
    /// - Throws: as the catalog's function does.
    package func mark(
        _ view: Int,
        of id: String,
        _ command: MarkCommand,
        ifRevision revision: Int? = nil
    ) throws(CatalogError) -> MarkOutcome {
        try catalog.mark(view, of: id, command, ifRevision: revision) { outcome in
            events.publish(marksOfDump: id, outcome)
        }
    }
}
