import HTTP
import Testing

@Suite struct RoutePatternTests {
    @Test("segments in braces are parameters, a last one with dots takes the rest")
    func segments() {
        #expect(
            RoutePattern("/a/{id}/{name...}").segments == [.literal("a"), .parameter("id"), .rest("name")]
        )
        #expect(RoutePattern("/").segments.isEmpty)
        #expect(RoutePattern("").segments.isEmpty)
        #expect(RoutePattern("a").segments == [.literal("a")])
        #expect(RoutePattern("/a/").segments == [.literal("a"), .literal("")])
    }

    @Test("braces without a name are literal, and dots mean the rest only at the end")
    func oddSegments() {
        #expect(RoutePattern("/{}").segments == [.literal("{}")])
        #expect(RoutePattern("/{a...}/b").segments == [.parameter("a..."), .literal("b")])
    }
}
