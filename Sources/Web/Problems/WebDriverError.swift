package import HTTP
package import HTTPTypes
package import JSON

/// An error in the words of WebDriver (W3C WebDriver, section 6.6), which its clients make exceptions of.
package struct WebDriverError: Error, Sendable, Hashable {
    /// The errors that are told here; the raw values are those of the protocol.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        case invalidArgument = "invalid argument"
        case invalidElementState = "invalid element state"
        case invalidSelector = "invalid selector"
        case invalidSessionID = "invalid session id"
        case moveTargetOutOfBounds = "move target out of bounds"
        case noSuchAlert = "no such alert"
        case noSuchElement = "no such element"
        case sessionNotCreated = "session not created"
        case staleElementReference = "stale element reference"
        case unableToCaptureScreen = "unable to capture screen"
        case unknownCommand = "unknown command"
        case unknownError = "unknown error"
        case unknownMethod = "unknown method"
        case unsupportedOperation = "unsupported operation"

        /// The HTTP status that the protocol has for it.
        package var status: HTTPResponse.Status {
            switch self {
            case .invalidArgument, .invalidElementState, .invalidSelector: .badRequest
            case .invalidSessionID, .noSuchAlert, .noSuchElement, .staleElementReference, .unknownCommand: .notFound
            case .unknownMethod: .methodNotAllowed
            case .moveTargetOutOfBounds, .sessionNotCreated, .unableToCaptureScreen, .unknownError,
                .unsupportedOperation:
                .internalServerError
            }
        }
    }

    /// What the protocol answers with 500 though the server is well: what it cannot do, or not with what it is given.
    private static let declined: Set<Code> = [
        .moveTargetOutOfBounds, .sessionNotCreated, .unableToCaptureScreen, .unsupportedOperation,
    ]

    /// What kind of error it is.
    package var code: Code
    /// What happened, where, and what to do.
    package var message: String
    /// The status, which is that of the code unless the server has a better one.
    package var status: HTTPResponse.Status

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        status = code.status
    }

    /// What a reader found wrong in what was sent, each with its place where that is deep inside; nil for nothing.
    package init?(_ faults: [MemberReader.Fault]) {
        guard !faults.isEmpty else { return nil }
        let sentences = faults.prefix(8).map { fault in
            fault.pointer.dropFirst().contains("/")
                ? "At \(fault.pointer.prefix(120)): \(fault.message)" : fault.message
        }
        self.init(.invalidArgument, sentences.joined(separator: " "))
    }

    /// What a problem of the API is called here.
    package init(_ problem: Problem) {
        let code: Code =
            switch problem.status.code {
            case 404: .unknownCommand
            case 405: .unknownMethod
            case 400, 413, 415, 422: .invalidArgument
            default: .unknownError
            }
        let faults = problem.errors.map(\.detail).filter { $0 != problem.detail }
        self.init(code, ([problem.detail] + faults.prefix(8)).filter { !$0.isEmpty }.joined(separator: " "))
        // Refusals of the server itself, such as of another host, keep their status.
        if code == .unknownError { status = problem.status }
    }

    /// The reply that tells it.
    package var response: Response {
        var response = WebDriverReply.value([
            "error": .string(code.rawValue), "message": .string(message), "stacktrace": "",
        ])
        response.status = status
        response.isDeclined = Self.declined.contains(code)
        return response
    }
}

/// The replies of the protocol: one object with the member `value`, which nothing on the way may keep.
package enum WebDriverReply {
    /// A reply with a value; null where there is none.
    package static func value(_ value: JSONValue) -> Response {
        var response = Response(
            contentType: "application/json; charset=utf-8",
            body: JSONValue.object([JSONMember(name: "value", value: value)]).serialized()
        )
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}

/// What lets pages of other origins, such as Appium Inspector in a browser, use the protocol (`--allow-cors`).
package enum CrossOriginWebDriver {
    private static let fields: [(name: String, value: String)] = [
        ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS"),
        (
            "Access-Control-Allow-Headers",
            "Cache-Control, Pragma, Origin, X-Requested-With, Content-Type, Accept, User-Agent, Authorization, X-Idempotency-Key"
        ),
    ]

    /// Whether a request is one of the protocol, and pages of other origins may send it.
    /// - Parameter isAllowed: what the person decided who started the server.
    package static func isOpen(to request: Request, _ isAllowed: Bool) -> Bool { isAllowed && request.isForWebDriver }

    /// A reply that pages of any origin may read.
    package static func allowed(_ response: Response) -> Response {
        var response = response
        for field in fields {
            if let name = HTTPField.Name(field.name) { response.headers[name] = field.value }
        }
        return response
    }
}

extension Request {
    /// Below these segments older clients ask what newer ones ask at the root.
    package static let oldWebDriverPrefix = ["wd", "hub"]

    /// Whether a request is one of WebDriver, so that its errors have the protocol's form.
    var isForWebDriver: Bool {
        switch segments.first {
        case "session", "appium": true
        case "sessions", "status": segments.count == 1
        default: segments.starts(with: Self.oldWebDriverPrefix)
        }
    }
}
