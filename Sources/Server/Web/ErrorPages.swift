import HTTP
import HTTPTypes

/// Turns problems into replies: a page for people, problem+json for everyone else.
struct ErrorPages: Sendable {
    let services: Services

    func response(to problem: Problem, for request: Request?) -> Response {
        var response = page(of: problem, for: request) ?? document(of: problem, for: request)
        for field in problem.headers { response.headers[field.name] = field.value }
        response.headers[.cacheControl] = "no-store"
        return response
    }

    private func document(of problem: Problem, for request: Request?) -> Response {
        Response(
            status: problem.status,
            contentType: "application/problem+json",
            body: problem.json(instance: request?.path)
        )
    }

    private func page(of problem: Problem, for request: Request?) -> Response? {
        guard let request, request.wantsPage else { return nil }
        let model: TemplateModel = [
            "status": .number(problem.status.code), "heading": .text(problem.title), "detail": .text(problem.detail),
            "advice": .optional(Self.advice(for: problem)), "hasErrors": .flag(!problem.errors.isEmpty),
            "errors": .list(problem.errors.map(Self.row)),
            "ways": .list([["address": "/", "label": "To the library", "primary": true]]),
            "request": .text("\(request.method.rawValue) \(request.path.prefix(200))"),
        ]
        guard
            var response = try? services.pages.page(
                "error",
                title: "\(problem.title) · Vitrine",
                for: request,
                crumbs: [.init(name: problem.title)],
                model
            )
        else { return nil }
        response.status = problem.status
        return response
    }

    /// What a visitor can do about it.
    private static func advice(for problem: Problem) -> String? {
        switch problem.status {
        case .notFound:
            "The address may be old: uploads can be deleted, and dumps and apps from the command line are there only as "
                + "long as the server is started with their folder."
        case .methodNotAllowed: "Go back and use the page's own links and buttons."
        case .contentTooLarge: "The person who runs the server can raise the limit when it starts."
        case .serviceUnavailable: "Wait a moment and load the page again."
        default: nil
        }
    }

    private static func row(_ item: Problem.Item) -> TemplateModel {
        let place: String? =
            switch item.place {
            case .pointer(let pointer): pointer
            case .parameter(let name): "parameter \(name)"
            case .line(let line): "line \(line)"
            case nil: nil
            }
        return ["message": .text(item.detail), "place": .optional(place)]
    }
}
