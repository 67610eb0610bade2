import Testing

@testable import Drawing
@testable import ViewHierarchy

@Suite("Opacity of colour texts")
struct ExposureColorTests {
    @Test(
        "numbers whose last, alpha, is 1, three or six digits, and Apple's opaque system colours are opaque",
        arguments: [
            "UIExtendedGrayColorSpace 1 1", "UIExtendedSRGBColorSpace 0.117647 0.117647 0.117647 1",
            "UIDeviceRGBColorSpace 0 0 0 1", "rgba(12, 0, 3, 1.0)", "rgb(1, 2, 3)", "#fff", "#A0b1C2", "#FF1020ff",
            "<UIDynamicSystemColor: 0x6000017d2600; name = systemBackgroundColor>",
            "<UIDynamicCatalogSystemColor: 0x1; name = systemGray6Color>", " UIExtendedGrayColorSpace 0 1",
            "white",
        ]
    )
    func opaque(_ text: String) { #expect(ColorText.isOpaque(Array(text.utf8)[...])) }

    @Test(
        "what is translucent, dynamic or not understood is not",
        arguments: [
            "UIExtendedGrayColorSpace 0 0", "UIExtendedSRGBColorSpace 0.47 0.47 0.5 0.16", "rgba(0, 0, 0, 0.9)",
            "<UIDynamicSystemColor: 0x6; name = separatorColor>", "<UIDynamicSystemColor: 0x6; name = _controlColor>",
            "<UIDynamicModifiedColor: 0x1; alpha = 0, baseColor = <UIDynamicSystemColor; name = systemBackgroundColor>>",
            "<UICachedDeviceWhiteColor: 0x1>", "<UITintColor: 0x1>", "", "1 1", "UIExtendedGrayColorSpace 1 x",
            "#ff00", "#FF000080", "#00112233", "#xyz", "UIExtendedGrayColorSpace 1 nan", "Space 1 2 1", "Space 1",
        ]
    )
    func notOpaque(_ text: String) { #expect(!ColorText.isOpaque(Array(text.utf8)[...])) }
}
