public import HTTPTypes

/// What this module reports when a request cannot be read or a server cannot be started.
public struct HTTPError: Error, Sendable, Hashable {
    /// What went wrong, as a stable name.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The head breaks RFC 9112 or is ambiguous about where its body ends.
        case malformedRequest
        /// The target is not a valid path and query.
        case malformedTarget
        /// A form body breaks its format.
        case malformedForm
        /// The body, or a part of it, is larger than allowed.
        case contentTooLarge
        /// What is there is not what the request's `If-Match` names.
        case preconditionFailed
        /// The request asks for a part of a body that has none of its bytes.
        case rangeNotSatisfiable
        /// There are more header fields than allowed.
        case headerFieldsTooLarge
        /// The method is not one this server knows.
        case methodNotImplemented
        /// The method does not apply to this path.
        case methodNotAllowed
        /// The path names nothing.
        case notFound
        /// The protocol version is not HTTP/1.0 or HTTP/1.1.
        case versionNotSupported
        /// The expectation is not `100-continue`.
        case expectationFailed
        /// The handler failed in a way it did not describe.
        case internalFailure
        /// The server has no memory, no thread or no time to spare for this request.
        case overloaded
        /// There is no room on the disk for this body.
        case insufficientStorage
        /// There are as many event streams open as may be.
        case tooManyStreams
        /// There are as many connections open as may be.
        case tooManyConnections
        /// A client has as many connections open, or requests in progress, as one may have.
        case tooManyRequests
        /// The server is stopping.
        case shuttingDown
        /// The address does not exist or is taken.
        case cannotBind
        /// The library refused to start, or the server had been started already.
        case cannotStart
        /// A folder of static files could not be read.
        case unreadableFiles

        /// The name as it stands in URLs: words joined by hyphens.
        package var slug: String {
            var slug = ""
            for character in rawValue {
                if character.isUppercase { slug.append("-") }
                slug.append(contentsOf: character.lowercased())
            }
            return slug
        }
    }

    /// What went wrong.
    public var code: Code
    /// One sentence for people.
    public var message: String

    /// Creates an error.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The status of the answer that tells a client of this error.
    public var status: HTTPResponse.Status {
        switch code {
        case .malformedRequest, .malformedTarget, .malformedForm: .badRequest
        case .contentTooLarge: .contentTooLarge
        case .preconditionFailed: .preconditionFailed
        case .rangeNotSatisfiable: .rangeNotSatisfiable
        case .headerFieldsTooLarge: .requestHeaderFieldsTooLarge
        case .methodNotImplemented: .notImplemented
        case .methodNotAllowed: .methodNotAllowed
        case .notFound: .notFound
        case .versionNotSupported: .httpVersionNotSupported
        case .expectationFailed: .expectationFailed
        case .overloaded, .tooManyStreams, .tooManyConnections, .shuttingDown: .serviceUnavailable
        case .tooManyRequests: .tooManyRequests
        case .insufficientStorage: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
        case .internalFailure, .cannotBind, .cannotStart, .unreadableFiles: .internalServerError
        }
    }
}

extension HTTPError {
    /// When a client may come back with the same, in seconds; nil where that is not to be told.
    public var retryAfter: Int? {
        switch code {
        case .overloaded, .tooManyStreams, .tooManyConnections, .tooManyRequests, .shuttingDown: 5
        case .insufficientStorage: 60
        default: nil
        }
    }

    /// A body over its limit, which is counted in bytes.
    package static func contentTooLarge(limit: Int) -> HTTPError {
        HTTPError(.contentTooLarge, "The body is larger than the \(limit) bytes allowed here.")
    }
}
