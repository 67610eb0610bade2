import AutoLayout
import Catalog
import DumpFormats
import HTTP
import HTTPTypes
import Services
import Shapes
import ViewHierarchy
import Web

/// `/explain` and `/api/v1/explain`: the constraint conflicts of a log, explained. Nothing is stored.
struct ConflictRoutes: RouteGroup {
    /// A text that is longer is not sent back.
    private static let maximumEchoedBytes = 256 << 10

    let services: Services

    func add(to router: inout Router) {
        let limit = services.companionBodyLimit
        router.on(.post, "/api/v1/explain", query: [], bodyLimit: limit) { request, _ in
            let report = try await services.uploads.pass { try Self.report(on: Self.log(in: request)) }
            return .json(report.json)
        }
        router.get("/explain", query: []) { request, _ in try page(ConflictsPage(), request) }
        router.on(.post, "/explain", bodyLimit: limit) { request, _ in try await explain(request) }
    }

    private func page(_ page: ConflictsPage, _ request: Request) throws -> Response {
        try services.pages.page(
            page,
            title: "Constraint conflicts · Vitrine",
            for: request,
            alternate: "/api/v1/openapi.json",
            crumbs: [.init(name: "Constraint conflicts")]
        )
    }

    private func explain(_ request: Request) async throws -> Response {
        do {
            let (report, log) = try await services.uploads.pass {
                let log = try Self.log(in: request)
                return (try Self.report(on: log), log)
            }
            return try page(ConflictsPage(report: report, text: Self.echo(log)), request)
        } catch {
            let problem = Problem(from: error, logger: services.logger)
            guard request.wantsPage, problem.status.kind == .clientError else { throw problem }
            let log = try await services.uploads.pass { try? Self.log(in: request) }
            var response = try page(ConflictsPage(text: log.flatMap(Self.echo), refusal: problem.detail), request)
            response.status = problem.status
            return response
        }
    }

    private static func echo(_ log: [UInt8]) -> String? {
        log.count <= maximumEchoedBytes ? String(decoding: log, as: UTF8.self) : nil
    }

    /// The log of a request: the body itself, or a part of a form, a file before a text. The form of the library has them under
    /// names of its own.
    private static func log(in request: Request) throws -> [UInt8] {
        guard let type = request.headers[.contentType], request.mediaType == "multipart/form-data" else {
            return try request.body.bytes()
        }
        guard let boundary = MultipartForm.boundary(contentType: type) else {
            throw Problem.malformedBody("A multipart form needs a boundary in its Content-Type.")
        }
        let form = try MultipartForm(parsing: request.body, boundary: boundary)
        let parts = ["log", "text", "dump", "source"].compactMap { form[$0]?.bytes }
        guard let log = parts.first(where: { !$0.isEmpty }) else {
            throw Problem.malformedBody("The form has no log: choose a file or paste one.")
        }
        return [UInt8](log)
    }

    private static func report(on log: [UInt8]) throws -> ConflictReport {
        do throws(DumpError) { return try ConflictReport(reading: log) } catch {
            let items = error.line.map { [Problem.Item(error.message, at: .line($0))] } ?? []
            guard error.code == .tooLarge else {
                throw Problem.unprocessable(
                    "unreadable-log",
                    title: "No constraint conflict",
                    error.message,
                    errors: items
                )
            }
            throw Problem(
                "log-too-large",
                title: "Log too large",
                status: .contentTooLarge,
                detail: error.message,
                errors: items
            )
        }
    }
}

extension ConflictReport {
    /// The conflicts of what was sent as a dump and is a log of constraints without one; nil for anything else.
    /// - Parameter error: What the reader of dumps said.
    init?(of request: Request, insteadOf error: any Error) throws {
        guard (error as? CatalogError)?.dumpError?.code == .unknownFormat else { return nil }
        let source = try DumpUpload(request).source
        do throws(DumpError) { try self.init(reading: source, dump: nil) } catch { return nil }
    }
}

/// The form that takes a log, and its conflicts.
struct ConflictsPage: Page {
    static let template = "pages/explain"
    /// So many notes are shown.
    private static let maximumNotes = 20

    var report: ConflictReport?
    var text: String?
    var refusal: String?

    static let members: Members<Self> = [
        "text": .text { $0.text }, "refusal": .text { $0.refusal }, "isAsking": .flag { $0.report == nil },
        "total": .number { $0.report?.total }, "isRepeated": .flag { ($0.report?.total ?? 0) > 1 },
        "isList": .flag { page in page.report.map { !$0.conflicts.contains(where: \.isConflict) } ?? false },
        "conflicts": .list { page in
            (page.report?.conflicts ?? []).enumerated().map { Conflict(number: $0 + 1, conflict: $1) }
        },
        "notes": .texts { ($0.report?.notes ?? []).prefix(maximumNotes).map { $0 } },
    ]

    /// One conflict.
    struct Conflict: PageModel {
        let number: Int
        let conflict: ConflictExplanation

        static let members: Members<Self> = [
            "number": .number { $0.number }, "sentence": .text { $0.conflict.sentence },
            "times": .number { $0.conflict.count > 1 ? $0.conflict.count : nil },
            "places": .text { $0.conflict.lines.prefix(5).map(String.init).joined(separator: ", ") },
            "outline": .text { $0.conflict.outline.joined(separator: "\n") },
            "drawing": .part { ConflictDrawing($0.conflict).map(Drawing.init) },
            "constraints": .list { $0.conflict.constraints.map(Constraint.init) },
            "advice": .list { $0.conflict.advice.map(Advice.init) },
        ]
    }

    /// The drawing of a conflict.
    struct Drawing: PageModel {
        let drawing: ConflictDrawing

        static let members: Members<Self> = [
            "width": .decimal { $0.drawing.size.width }, "height": .decimal { $0.drawing.size.height },
            "shapes": .list { $0.drawing.shapes.map(Shape.init) },
        ]

        /// A part of it.
        struct Shape: PageModel {
            let shape: ConflictDrawing.Shape

            static let members: Members<Self> = [
                "kind": .text { $0.shape.kind.rawValue }, "isText": .flag { $0.shape.text != nil },
                "x": .decimal { $0.shape.x }, "y": .decimal { $0.shape.y }, "width": .decimal { $0.shape.width },
                "height": .decimal { $0.shape.height }, "words": .text { $0.shape.text },
                "anchor": .text { $0.shape.anchor },
            ]
        }
    }

    /// A constraint of a conflict.
    struct Constraint: PageModel {
        let constraint: ConflictExplanation.Constraint

        static let members: Members<Self> = [
            "words": .text { $0.constraint.words }, "origin": .text { $0.constraint.origin.words },
            "isBroken": .flag { $0.constraint.isBroken }, "isIdle": .flag { $0.constraint.takesPart == false },
            "logged": .text { $0.constraint.logged.text },
        ]
    }

    /// Something to change.
    struct Advice: PageModel {
        let advice: ConflictExplanation.Advice

        static let members: Members<Self> = ["words": .text { $0.advice.text }, "code": .text { $0.advice.code }]
    }
}
