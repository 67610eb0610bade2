import HTTP
import HTTPTesting
import HTTPTypes

/// The small application that the tests of clients and servers talk to.
enum SampleApplication {
    static let echoLimit = 1000
    static let bigBody = Array(String(repeating: "{\"view\":\"UIView\"},", count: 500).utf8)
    /// More than is left plain for those who take gzip.
    static let file = (0..<2000).map { UInt8(0x61 + $0 % 26) }
    static let bigTag = "\"v1\""

    static let application = Application(
        router: Router([
            Route(.get, "/", immediate: { _, _ in .text("root") }),
            Route(.get, "/hello", immediate: { _, _ in .text("hello") }),
            Route(
                .get,
                "/later",
                handler: { _, _ in
                    await Task.yield()
                    return .text("later")
                }
            ),
            Route(.get, "/items/{id}", immediate: { _, parameters in .text(parameters["id"] ?? "") }),
            Route(
                .get,
                "/query",
                immediate: { request, _ in
                    .text(request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
                }
            ),
            Route(
                .post,
                "/echo",
                bodyLimit: echoLimit,
                immediate: { request, _ in
                    Response(contentType: "application/octet-stream", body: try request.body.bytes())
                }
            ),
            Route(
                .post,
                "/echo/later",
                bodyLimit: echoLimit,
                handler: { request, _ in
                    await Task.yield()
                    return Response(contentType: "application/octet-stream", body: try request.body.bytes())
                }
            ),
            Route(
                .post,
                "/upload",
                bodyLimit: 64 << 20,
                handler: { request, _ in
                    .text(String(try request.body.bytes().count))
                }
            ),
            Route(
                .get,
                "/big",
                immediate: { _, _ in
                    Response(headers: [.contentType: "application/json", .eTag: bigTag], body: bigBody)
                }
            ),
            Route(.get, "/fails", immediate: { _, _ in throw SampleError() }),
            Route(.get, "/fails/later", handler: { _, _ in throw SampleError() }),
            Route(
                .get,
                "/file",
                immediate: { _, _ in
                    Response(
                        headers: [.contentType: "text/plain", .eTag: bigTag, .acceptRanges: "bytes"],
                        body: file
                    )
                }
            ),
            Route(.get, "/events", handler: { _, _ in .events(EventFeed { _ in {} }) }),
            Route(.post, "/nothing", immediate: { _, _ in .empty() }),
            Route(.get, "/peer", immediate: { request, _ in .text(request.remoteAddress) }),
            Route(.get, "/host", immediate: { request, _ in .text(request.host) }),
            Route(
                .get,
                "/empty-field",
                immediate: { _, _ in
                    Response(
                        headers: [.contentType: "text/plain", .contentLanguage: "", .server: "a\r\nInjected: b"],
                        body: [0x61]
                    )
                }
            ),
        ])
    )
}

struct SampleError: Error {}
