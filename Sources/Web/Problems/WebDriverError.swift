import AppBundles
import Catalog
import Defaults
import HTTP
import HTTPTypes
import Locators
import JSON
import Logging

/// An error in the words of WebDriver (W3C WebDriver, section 6.6), which its clients make exceptions of.
struct WebDriverError: Error, Sendable, Hashable {
    /// The errors that are told here; the raw values are those of the protocol.
    enum Code: String, Sendable, Hashable, CaseIterable {
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
        var status: HTTPResponse.Status {
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
    var code: Code
    /// What happened, where, and what to do.
    var message: String
    /// The status, which is that of the code unless the server has a better one.
    var status: HTTPResponse.Status

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        status = code.status
    }

    /// What a reader found wrong in what was sent, each with its place where that is deep inside; nil for nothing.
    init?(_ faults: [MemberReader.Fault]) {
        guard !faults.isEmpty else { return nil }
        let sentences = faults.prefix(8).map { fault in
            fault.pointer.dropFirst().contains("/")
                ? "At \(fault.pointer.prefix(120)): \(fault.message)" : fault.message
        }
        self.init(.invalidArgument, sentences.joined(separator: " "))
    }

    /// What a problem of the API is called here.
    init(_ problem: Problem) {
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

    /// What an error of the modules is called here.
    init(from error: any Error, logger: Logger) {
        switch error {
        case let error as WebDriverError: self = error
        case let error as LocatorError: self.init(.invalidSelector, error.sentence)
        case let error as AppBundleError where error.code == .valueRefused: self.init(.invalidArgument, error.message)
        case let error as AppBundleError: self.init(.invalidElementState, error.message)
        case let error as DefaultsError where error.code == .managed: self.init(.invalidElementState, error.message)
        default: self.init(Problem(from: error, logger: logger))
        }
    }

    /// The reply that tells it.
    var response: Response {
        var response = WebDriverReply.value([
            "error": .string(code.rawValue), "message": .string(message), "stacktrace": "",
        ])
        response.status = status
        response.isDeclined = Self.declined.contains(code)
        return response
    }
}

/// The replies of the protocol: one object with the member `value`, which nothing on the way may keep.
enum WebDriverReply {
    /// A reply with a value; null where there is none.
    static func value(_ value: JSONValue) -> Response {
        var response = Response(
            contentType: "application/json; charset=utf-8",
            body: JSONValue.object([JSONMember(name: "value", value: value)]).serialized()
        )
        response.headers[.cacheControl] = "no-cache"
        return response
    }
}
