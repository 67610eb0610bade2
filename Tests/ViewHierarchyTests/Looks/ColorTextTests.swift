import Testing

@testable import ViewHierarchy

@Suite("Colours as dumps describe them")
struct ColorTextTests {
    /// The light and the dark colour with their alpha in per cent: `#rrggbb 100 #rrggbb 100`.
    private func shown(_ color: DynamicColor?) -> String? {
        color.map { color in
            [color.light, color.dark].map { "\($0.hexadecimal) \(Int(($0.alpha * 100).rounded()))" }.joined(
                separator: " "
            )
        }
    }

    @Test(
        "what UIKit, Interface Builder and tools write for a colour is read, the same in both appearances",
        arguments: [
            ("UIExtendedGrayColorSpace 0 0", "#000000 0"), ("UIExtendedGrayColorSpace 0.5 1", "#808080 100"),
            ("UIExtendedSRGBColorSpace 1 0.5 0 0.25", "#ff8000 25"),
            ("UIExtendedSRGBColorSpace 1.1 -0.2 3e-1 0.25", "#ff004d 25"),
            ("UIDeviceWhiteColorSpace 0.572549 1", "#929292 100"), ("UIDeviceRGBColorSpace 0 0 1 1", "#0000ff 100"),
            ("kCGColorSpaceModelRGB 1 0 0 0.5", "#ff0000 50"),
            ("<CGColor 0x60> [<CGColorSpace (ICC)>] ( 0 1 0 1 )", "#00ff00 100"),
            ("<CGColor 0x60> [<CGColorSpace>] ( 0.5 0.4 )", "#808080 40"),
            ("<UICachedDeviceWhiteColor; UIExtendedGrayColorSpace 0.5 1>", "#808080 100"),
            ("sRGB 0.2 0.4 0.6 1", "#336699 100"), ("calibratedWhite 1 0.5", "#ffffff 50"),
            ("calibratedRGB 1 0 0 1", "#ff0000 100"),
            ("#f00", "#ff0000 100"), ("#f008", "#ff0000 53"), (" #00ff00 ", "#00ff00 100"), ("#0000ff80", "#0000ff 50"),
            ("rgb(255, 128, 0)", "#ff8000 100"), ("rgb(1 2 3)", "#010203 100"), ("rgba(12, 0, 3, 0.5)", "#0c0003 50"),
            ("hsb(0.5, 1, 1)", "#00ffff 100"), ("hsb(120, 1, 0.5)", "#008000 100"), ("hsba(0 0 1 0.2)", "#ffffff 20"),
            ("white", "#ffffff 100"), ("clearColor", "#000000 0"), ("darkGray", "#555555 100"), ("red", "#ff0000 100"),
        ]
    )
    func fixed(_ text: String, _ expected: String) {
        #expect(shown(ColorText(text).color) == "\(expected) \(expected)", "\(text)")
    }

    @Test(
        "the names of the system's colours have both appearances",
        arguments: [
            ("<UIDynamicSystemColor: 0x60; name = labelColor>", "#000000 100 #ffffff 100"),
            ("<UIDynamicCatalogColor: 0x60; name = secondaryLabelColor>", "#3c3c43 60 #ebebf5 60"),
            ("<UIDynamicCatalogSystemColor: 0x60; name = systemGray6Color>", "#f2f2f7 100 #1c1c1e 100"),
            ("systemBackground", "#ffffff 100 #000000 100"), ("separatorColor", "#3c3c43 29 #545458 60"),
            ("quaternaryLabel", "#3c3c43 18 #ebebf5 16"), ("link", "#007aff 100 #0984ff 100"),
            ("systemFill", "#787880 20 #787880 36"), ("quaternarySystemFill", "#747480 8 #767680 18"),
            ("tertiarySystemGroupedBackground", "#f2f2f7 100 #2c2c2e 100"), ("darkText", "#000000 100 #000000 100"),
            ("opaqueSeparator", "#c6c6c8 100 #38383a 100"), ("systemRed", "#ff3b30 100 #ff453a 100"),
            ("systemOrangeColor", "#ff9500 100 #ff9f0a 100"), ("systemGreen", "#34c759 100 #30d158 100"),
            ("lightText", "#ffffff 60 #ffffff 60"), ("viewFlipsideBackground", "#1f2124 100 #1f2124 100"),
            ("_switchOffImageColor", "#b3b3b3 100 #b3b3b3 100"),
        ]
    )
    func named(_ text: String, _ expected: String) { #expect(shown(ColorText(text).color) == expected, "\(text)") }

    @Test("tints are those of iOS 26 where the dump is of it")
    func modern() {
        let text = "<UIDynamicSystemColor: 0x60; name = systemRedColor>"
        #expect(shown(ColorText(text, modern: true).color) == "#ff383c 100 #ff4245 100")
        #expect(shown(ColorText("systemGreen", modern: true).color) == shown(ColorText("systemGreen").color))
    }

    @Test("a modified colour is its base with another alpha")
    func modified() {
        let base = "<UIDynamicSystemColor: 0x61; name = systemBlueColor>"
        #expect(
            shown(ColorText("<UIDynamicModifiedColor: 0x60; alpha = 0.5, baseColor = \(base)>").color)
                == "#007aff 50 #0a84ff 50"
        )
        #expect(
            ColorText("<UIDynamicModifiedColor: 0x60; contrast = normal, baseColor = \(base)>")
                == ColorText("systemBlue")
        )
        #expect(ColorText("<UIDynamicModifiedColor: 0x60; alpha = 0, baseColor = \(base)>").color?.isClear == true)
    }

    @Test("sheets and popovers have other grounds in the dark only")
    func elevated() throws {
        let color = try #require(ColorText("systemBackgroundColor").color)
        #expect(color.onSheet.light == color.light && color.onSheet.dark.hexadecimal == "#1c1c1e")
        #expect(ColorText("secondarySystemBackground").color?.onSheet.dark.hexadecimal == "#2c2c2e")
        #expect(ColorText("label").color?.onSheet == ColorText("label").color)
    }

    @Test("Display P3 is converted, as its numbers mean other colours in sRGB")
    func wide() {
        #expect(shown(ColorText("displayP3 0 0 0 1").color) == "#000000 100 #000000 100")
        #expect(ColorText("UIDisplayP3ColorSpace 0.2 0.6 0.4 1").color?.light.hexadecimal == "#009c61")
        #expect(ColorText("color(display-p3 0.2 0.6 0.4)") == ColorText("UIDisplayP3ColorSpace 0.2 0.6 0.4 1"))
        #expect(ColorText("color(display-p3 1 0 0 / 0.5)").color?.light == RGBA(1, 0, 0, 0.5))
    }

    @Test("the tint colour is whatever the view inherits")
    func tint() { #expect(ColorText("<UITintColor: 0x60>") == .tint && ColorText("tintColor") == .tint) }

    @Test(
        "what has no numbers and no known name is unknown",
        arguments: [
            "", "#", "#12", "#12345", "#1234567", "#ggg", "reddish", "<CGColor 0x1>", "name = ",
            "UIExtendedGrayColorSpace 1", "UIExtendedGrayColorSpace a b", "UIExtendedSRGBColorSpace 1 1 1",
            "UIExtendedGrayColorSpace 1 nan", "<UIDynamicProviderColor: 0x60; provider = <__NSMallocBlock__: 0x61>>",
            "<UICachedDeviceRGBColor: 0x60>", "<UIPatternColor: 0x60>",
            "<UIDynamicSystemColor: 0x60; name = myOwnColor>",
            String(repeating: "<UIDynamicModifiedColor; baseColor = ", count: 20), "color(display-p3 a b c)",
        ]
    )
    func unknown(_ text: String) { #expect(ColorText(text) == .unknown, "\(text)") }
}
