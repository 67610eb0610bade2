import Hummingbird
import Logging

/// A Hummingbird server that answers with the same bytes each time.
///
///     constant PORT BYTES
@main
enum Constant {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
        guard arguments.count == 2 else { throw Usage() }
        let body = ByteBuffer(repeating: UInt8(ascii: "x"), count: arguments[1])
        let router = Router()
        router.get("/") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: body)
            )
        }
        // It does not log requests unless middleware is added, and says nothing else at this level.
        var logger = Logger(label: "constant")
        logger.logLevel = .error
        let application = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: arguments[0])),
            logger: logger
        )
        try await application.runService()
    }

    private struct Usage: Error, CustomStringConvertible {
        var description: String { "usage: constant PORT BYTES" }
    }
}
