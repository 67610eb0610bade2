import PastedText
import Testing

@Suite("Lists of numbers")
struct NumberListTests {
    @Test(
        "every way of printing is read",
        arguments: [
            "(0 20; 320 460)", "{{0, 20}, {320, 460}}", "0,20,320,460", "[0, 20, 320, 4.6e2]",
            "(0.000000, 20, 320, 460)",
        ]
    )
    func forms(text: String) {
        #expect(NumberList.parse(text, count: 4) == [0, 20, 320, 460])
    }

    @Test(
        "anything else is no list",
        arguments: ["(0 20; 320)", "(0 20; 320 460 1)", "(0 x; 320 460)", "", "(0 2 0; )"]
    )
    func misfits(text: String) {
        #expect(NumberList.parse(text, count: 4) == nil)
    }

    @Test("infinities and tiny numbers are numbers")
    func special() {
        #expect(NumberList.parse("{-inf, 1e-05}", count: 2) == [-.infinity, 1e-05])
    }
}
