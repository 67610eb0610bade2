import Testing

@testable import AppBundles

@Suite("Lines of specifiers")
struct SpecifierLinesTests {
    @Test(
        "each element of the array has the line of its tag",
        arguments: [
            (
                "<plist><dict><key>PreferenceSpecifiers</key><array>\n<dict>\n</dict>\n<dict/>\n</array></dict></plist>",
                [2, 4]
            ),
            ("<key>A</key><array><dict/></array>\n<key>PreferenceSpecifiers</key><array><dict/></array>", [2]),
            ("<key>PreferenceSpecifiers</key>\n<!-- <array><dict/> -->\n<array>\n<!--\n--><dict/></array>", [5]),
            (
                "<key>PreferenceSpecifiers</key><array><dict><key>k</key><array>\n<dict/></array></dict>\n<string>x</string></array>",
                [1, 3]
            ),
            ("<key>PreferenceSpecifiers</key><array/><array>\n<dict/></array>", []),
            ("<key>PreferenceSpecifiers</key><array>\n<![CDATA[<dict>]]>\n<dict a='/'></dict></array>", [3]),
            ("{ PreferenceSpecifiers = ( {} ); }", []), ("", []), ("<", []), ("<!--", []),
            ("<key>PreferenceSpecifiers", []),
            ("<key>PreferenceSpecifiers</key><array><dict>", [1]), ("bplist00<array>", []),
        ] as [(String, [Int])]
    )
    func lines(text: String, expected: [Int]) {
        #expect(SpecifierLines.lines(in: Array(text.utf8)) == expected)
    }

    @Test("a huge file is walked once")
    func linear() {
        let many = String(repeating: "<dict></dict>\n", count: 100_000)
        let text = "<key>PreferenceSpecifiers</key><array>" + many + "</array>"
        #expect(SpecifierLines.lines(in: Array(text.utf8)).count == 100_000)
        #expect(SpecifierLines.lines(in: Array(repeating: UInt8(ascii: "<"), count: 1 << 20)).isEmpty)
    }
}
