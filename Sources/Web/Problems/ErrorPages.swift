package import Access
package import HTTP
import HTTPTypes

/// Turns problems into replies: a page for people, the protocol's own errors for WebDriver, problem+json for everyone else.
package struct ErrorPages: Sendable {
    package let pages: PageRenderer
    package let mode: AccessControl.Mode
    /// Whether pages of other origins may speak WebDriver here.
    package let opensWebDriver: Bool

    package init(pages: PageRenderer, mode: AccessControl.Mode, opensWebDriver: Bool) {
        (self.pages, self.mode, self.opensWebDriver) = (pages, mode, opensWebDriver)
    }

    package func response(to problem: Problem, for request: Request?) -> Response {
        let webDriverError = webDriverError(of: problem, for: request)
        var response = webDriverError ?? page(of: problem, for: request) ?? document(of: problem, for: request)
        for field in problem.headers { response.headers[field.name] = field.value }
        // The protocol has a word of its own there (W3C WebDriver, section 6.3).
        response.headers[.cacheControl] = webDriverError == nil ? "no-store" : "no-cache"
        return response
    }

    private func document(of problem: Problem, for request: Request?) -> Response {
        Response(
            status: problem.status,
            contentType: "application/problem+json",
            body: problem.json(instance: request?.path, requestID: request?.id)
        )
    }

    private func webDriverError(of problem: Problem, for request: Request?) -> Response? {
        guard let request, request.isForWebDriver else { return nil }
        guard CrossOriginWebDriver.isOpen(to: request, opensWebDriver) else {
            return WebDriverError(problem).response
        }
        // A page is told of a command that is not there only when it may ask for it.
        let isPreflight = request.method == .options && problem.status == .notFound
        return CrossOriginWebDriver.allowed(isPreflight ? .empty() : WebDriverError(problem).response)
    }

    private func page(of problem: Problem, for request: Request?) -> Response? {
        guard let request, request.wantsPage else { return nil }
        let crumb = PageRenderer.Crumb(name: problem.status == .unauthorized ? "Sign in" : problem.title)
        let title = "\(crumb.name) · Vitrine"
        var response =
            problem.status == .unauthorized
            ? try? pages.page(signIn(problem, request), title: title, for: request, crumbs: [crumb])
            : try? pages.page(
                ErrorPage(problem: problem, request: "\(request.method.rawValue) \(request.path.prefix(200))"),
                title: title,
                for: request,
                crumbs: [crumb]
            )
        response?.status = problem.status
        return response
    }
}

extension ErrorPages {
    /// A page that needs a token asks for it. What was sent to it is gone, so one goes back to where that came from.
    private func signIn(_ problem: Problem, _ request: Request) -> SignInPage {
        SignInPage(
            back: request.method == .get ? request.targetWithoutToken : "/",
            fault: problem.slug == Problem.unknownToken.slug ? problem : nil,
            mode: mode
        )
    }
}

/// What went wrong, where, and what a visitor can do about it.
struct ErrorPage: Page {
    package static let template = "pages/error"

    package let problem: Problem
    /// Method and path of the request.
    package let request: String

    /// The single faults. The sentence above them is not said again: of a fault that it tells, only the place is left,
    /// where there is one.
    private var faults: [FaultRow] {
        problem.errors.compactMap { item in
            guard item.detail == problem.detail else { return FaultRow(item: item, message: item.detail) }
            return item.place.map { _ in FaultRow(item: item, message: nil) }
        }
    }

    package static let members: Members<Self> = [
        "status": .number { $0.problem.status.code }, "heading": .text { $0.problem.title },
        "detail": .text { $0.problem.detail }, "isNotFound": .flag { $0.problem.status == .notFound },
        "isMethodNotAllowed": .flag { $0.problem.status == .methodNotAllowed },
        "isTooLarge": .flag { $0.problem.status == .contentTooLarge },
        "isUnavailable": .flag { $0.problem.status == .serviceUnavailable },
        "hasErrors": .flag { !$0.faults.isEmpty }, "errors": .list { $0.faults },
        "request": .text { $0.request },
    ]
}

/// A single fault and where it is.
private struct FaultRow: PageModel {
    let item: Problem.Item
    let message: String?

    static let members: Members<Self> = [
        "message": .text { $0.message }, "pointer": .text { $0.pointer }, "parameter": .text { $0.parameter },
        "line": .number { $0.line },
    ]

    private var pointer: String? { if case .pointer(let pointer) = item.place { pointer } else { nil } }
    private var parameter: String? { if case .parameter(let name) = item.place { name } else { nil } }
    private var line: Int? { if case .line(let line) = item.place { line } else { nil } }
}
