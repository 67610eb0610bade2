import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Vitrine server.
///
///     let server = VitrineServer()
///     let dump = try await server.post(dump: Vitrine.json())      // of Public/exporter/Vitrine.swift
///     let title = try await server.view(of: dump, ViewQuery(identifier: "title"))
///     let report = try await server.check(dump, rules: rules)
///
/// All that it throws is a ``VitrineError``.
public struct VitrineServer: Sendable {
    /// Where it listens on this machine unless told otherwise.
    public static let standardAddress = "http://127.0.0.1:8080"

    let transport: Transport

    /// - Parameters:
    ///   - url: its address; without one that of the environment variable `VITRINE_URL`, else the standard one.
    ///   - session: by which it is asked.
    ///   - token: opens a server that asks for one; without it that of the environment variable `VITRINE_TOKEN`.
    ///   - headers: that go with every request, for instance those that a proxy in front of it wants.
    public init(
        _ url: URL? = nil,
        session: URLSession = .shared,
        token: String? = nil,
        headers: [String: String] = [:]
    ) {
        let environment = ProcessInfo.processInfo.environment
        let named = environment["VITRINE_URL"].flatMap { URL(string: $0) }
        var headers = headers
        if let token = token ?? environment["VITRINE_TOKEN"], !token.isEmpty, headers["Authorization"] == nil {
            headers["Authorization"] = "Bearer \(token)"
        }
        let address = url ?? named ?? URL(string: Self.standardAddress) ?? URL(fileURLWithPath: "/")
        transport = Transport(address, session: session, headers: headers)
    }

    /// Whether it answers.
    public func isHealthy() async -> Bool { (try? await transport.send("GET", "/healthz")) != nil }

    /// The address of a dump's page.
    public func page(of dump: Dump) -> String { "\(transport.base)/dumps/\(Transport.escaped(dump.id))" }

    // MARK: Dumps

    /// Sends a dump in any format that the server knows.
    /// - Parameters:
    ///   - data: what the exporter, LLDB or a test tool wrote.
    ///   - name: what the server calls it; nil for the name that it gives itself.
    ///   - screenshot: a PNG or JPEG of the screen.
    public func post(dump data: Data, name: String? = nil, screenshot: Data? = nil) async throws -> Dump {
        let query = name.map { [("name", $0)] } ?? []
        var (body, type) = (data, "application/octet-stream")
        if let screenshot { (body, type) = Transport.form([("dump", data), ("screenshot", screenshot)]) }
        return try Transport.read(try await transport.send("POST", "/api/v1/dumps", query, body: body, type: type))
    }

    /// The dump with this id.
    public func dump(_ id: String) async throws -> Dump {
        try await transport.get("/api/v1/dumps/\(Transport.escaped(id))")
    }

    /// Gives a dump these tags, in the place of those that it has.
    public func tag(_ dump: Dump, _ tags: [String]) async throws -> Dump {
        try await transport.send("PATCH", path(dump), json: ["tags": tags])
    }

    /// Gives a dump a picture of its whole screen, PNG or JPEG.
    public func put(screenshot: Data, of dump: Dump) async throws {
        try await transport.send("PUT", path(dump) + "/screenshot", body: screenshot, type: "image/png")
    }

    /// Takes the picture of a dump away.
    public func deleteScreenshot(of dump: Dump) async throws {
        try await transport.send("DELETE", path(dump) + "/screenshot")
    }

    /// Deletes a dump.
    public func delete(_ dump: Dump) async throws { try await transport.send("DELETE", path(dump)) }

    // MARK: Views

    /// The views that are asked for, in tree order, all of them however many there are.
    public func views(of dump: Dump, _ query: ViewQuery = ViewQuery()) async throws -> [View] {
        try await list("views", of: dump, query.parameters) { (page: ViewPage) in (page.views, page.next) }
    }

    /// The one view that is asked for.
    /// - Throws: ``VitrineError/notOneView(found:asked:)`` when there are none or several.
    public func view(of dump: Dump, _ query: ViewQuery) async throws -> View {
        let found = try await views(of: dump, query)
        guard let view = found.first, found.count == 1 else {
            let asked = query.parameters.map { "\($0.name)=\($0.value)" }.joined(separator: ", ")
            throw VitrineError.notOneView(found: found.count, asked: asked)
        }
        return view
    }

    /// Where every view would be on a device, held upright or not, by its autoresizing mask. Nothing is stored.
    public func layout(of dump: Dump, device: String, landscape: Bool = false) async throws -> [Int: PlacedView] {
        let query = [("device", device), ("orientation", landscape ? "landscape" : "portrait")]
        let views = try await list("layout", of: dump, query) { (page: LayoutPage) in (page.views, page.next) }
        return Dictionary(views.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The scenes of a storyboard, with their segues and how much is found in each.
    public func scenes(of dump: Dump) async throws -> [StoryboardScene] {
        try await list("scenes", of: dump, []) { (page: ScenePage) in (page.scenes, page.next) }
    }

    /// The screens of a dump on devices and in languages, each with how much is found there.
    /// - Parameters:
    ///   - devices: their ids, or `all`; empty for the usual ones.
    ///   - languages: empty for the texts of the dump.
    public func matrix(
        of dump: Dump,
        devices: [String] = [],
        orientations: [String] = [],
        languages: [String] = [],
        textSizes: [String] = []
    ) async throws -> [MatrixCell] {
        let said = [
            ("devices", devices), ("orientations", orientations), ("languages", languages), ("textSizes", textSizes),
        ]
        let query = said.filter { !$0.1.isEmpty }.map { ($0.0, $0.1.joined(separator: ",")) }
        return try await list("matrix", of: dump, query) { (page: MatrixPage) in (page.cells, page.next) }
    }

    // MARK: Rules

    /// Whether a dump keeps the rules of a document.
    public func check(_ dump: Dump, rules: String) async throws -> RuleReport {
        let body = Data(rules.utf8)
        let type = rules.drop(while: \.isWhitespace).first == "{" ? "application/json" : "text/plain"
        return try Transport.read(try await transport.send("POST", path(dump) + "/assert", body: body, type: type))
    }

    /// What is wrong with the layout of a dump, as it is and on devices, there in a language and at a text size.
    public func lint(
        _ dump: Dump,
        rules: [String] = [],
        devices: [String] = [],
        language: String? = nil,
        textSize: String? = nil
    ) async throws -> [Finding] {
        try await lintReport(of: dump, rules: rules, devices: devices, language: language, textSize: textSize).findings
    }

    /// What is wrong with the layout of a dump, and which rules could not judge it.
    public func lintReport(
        of dump: Dump,
        rules: [String] = [],
        devices: [String] = [],
        language: String? = nil,
        textSize: String? = nil
    ) async throws -> LintReport {
        let said = [("language", language.map { [$0] } ?? []), ("textSize", textSize.map { [$0] } ?? [])]
        let query = ([("rules", rules), ("devices", devices)] + said).filter { !$0.1.isEmpty }
        var unjudged: [LintReport.Unjudged] = []
        let findings = try await list("lint", of: dump, query.map { ($0.0, $0.1.joined(separator: ",")) }) {
            (page: FindingPage) in
            unjudged = page.unjudged ?? []
            return (page.findings, page.next)
        }
        return LintReport(findings: findings, unjudged: unjudged)
    }

    // MARK: Defaults

    /// Gives all keys of a named set its values.
    /// - Returns: what takes it back.
    public func apply(set name: String) async throws -> AppliedSet {
        let path = "/api/v1/defaults/sets/\(Transport.escaped(name))/apply"
        return try Transport.read(try await transport.send("POST", path))
    }

    /// Takes back all that applying a set did.
    /// - Throws: ``VitrineError/problem(_:)`` with status 409 where somebody has changed one of its keys since.
    public func undo(_ applied: AppliedSet) async throws {
        guard let part = applied.domains.first(where: { !$0.changed.isEmpty }) else { return }
        let path = "/api/v1/defaults/\(Transport.escaped(part.domain))/undo"
        let body = Data("{\"revision\":\(part.revision)}".utf8)
        try await transport.send("POST", path, body: body, type: "application/json")
    }

    // MARK: Lists

    private struct ViewPage: Decodable {
        var views: [View]
        var next: String?
    }

    private struct LayoutPage: Decodable {
        var views: [PlacedView]
        var next: String?
    }

    private struct ScenePage: Decodable {
        var scenes: [StoryboardScene]
        var next: String?
    }

    private struct MatrixPage: Decodable {
        var cells: [MatrixCell]
        var next: String?
    }

    private struct FindingPage: Decodable {
        var findings: [Finding]
        var unjudged: [LintReport.Unjudged]?
        var next: String?
    }

    private func path(_ dump: Dump) -> String { "/api/v1/dumps/\(Transport.escaped(dump.id))" }

    /// All entries of a long list, page by page.
    private func list<Page: Decodable, Entry>(
        _ name: String,
        of dump: Dump,
        _ query: [(name: String, value: String)],
        _ entries: (Page) -> (entries: [Entry], next: String?)
    ) async throws -> [Entry] {
        var all: [Entry] = []
        var after: String?
        repeat {
            let page: Page = try await transport.get(
                path(dump) + "/" + name,
                query + (after.map { [("after", $0)] } ?? [])
            )
            let part = entries(page)
            all += part.entries
            after = part.next
        } while after != nil
        return all
    }
}
