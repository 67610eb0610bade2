import JSON
import Testing

@Suite("JSON layout")
struct JSONLayoutTests {
    @Test("members and elements have a line each; what is in a string stays as it is; empty containers stay short")
    func layout() {
        let json = Array(#"{"a":[1,{"b,{":"x\"]"}],"c":{},"d":[]}"#.utf8)
        let text = """
            {
              "a": [
                1,
                {
                  "b,{": "x\\"]"
                }
              ],
              "c": {},
              "d": []
            }
            """
        #expect(JSONLayout.indented(json) == text)
    }
}
