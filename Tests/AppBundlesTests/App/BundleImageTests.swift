import AppBundles
import Testing
import TestSupport

@Suite("Pictures of a bundle")
struct BundleImageTests {
    @Test("formats are told from the first bytes")
    func formats() throws {
        let png = try Fixtures.bytes("bundles/Orchard.app/Settings.bundle/sun@2x.png")
        let image = try #require(BundleImage(file: "a", bytes: png))
        #expect(image.format == .png && image.width == 42 && image.height == 42)
        let crushed = try Fixtures.bytes("bundles/Orchard.app/AppIcon60x60@3x.png")
        let device = try #require(BundleImage(file: "a", bytes: crushed))
        #expect(device.format == .crushedPNG && device.width == 180)
        #expect(BundleImage(file: "a", bytes: [0xFF, 0xD8, 0xFF, 0xE0])?.format == .jpeg)
        #expect(BundleImage(file: "a", bytes: Array("<svg>".utf8)) == nil)
        #expect(BundleImage(file: "a", bytes: []) == nil)
    }

    @Test("no prefix of a picture crashes")
    func prefixes() throws {
        let bytes = try Fixtures.bytes("bundles/Orchard.app/AppIcon60x60@3x.png")
        for length in 0...bytes.count { _ = BundleImage(file: "a", bytes: Array(bytes.prefix(length))) }
    }

    @Test("a slider's picture is found with and without extension, sharpest first, inside the bundle only")
    func sliderImages() throws {
        let bundle = try #require(try AppBundle(folder: Fixtures.url("bundles/Orchard.app")).settings)
        #expect(bundle.image(named: "sun")?.file == "sun@2x.png")
        #expect(bundle.image(named: "cloud.png")?.file == "cloud.png")
        #expect(bundle.image(named: "rain") == nil)
        #expect(bundle.image(named: "../AppIcon60x60@2x") == nil)
        #expect(bundle.image(named: "") == nil)
        #expect(bundle.image(named: "Root.plist") == nil)
    }
}
