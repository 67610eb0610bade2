import Testing

@testable import ViewHierarchy

@Suite("Devices")
struct DeviceTests {
    @Test("every id is a slug, every id and every model is there once, and every model leads to its device")
    func identity() {
        var seen: Set<String> = []
        for device in Device.all {
            #expect(device.id == Device.slug(device.id) && seen.insert(device.id).inserted, "\(device.id)")
            #expect(!device.models.isEmpty && Device(id: device.id) == device)
            for model in device.models where Device.slug(model) != device.id {
                #expect(seen.insert(Device.slug(model)).inserted, "\(model)")
                #expect(Device(id: Device.slug(model)) == device)
            }
        }
        #expect(Device(id: "iphone-se-1st-generation")?.id == "iphone-5s" && Device(id: "iphone-13")?.id == "iphone-14")
        #expect(Device(id: "nokia-3310") == nil && Device(id: "") == nil)
    }

    @Test("landscape is portrait turned, and the numbers of each screen fit together", arguments: Device.all)
    func screens(device: Device) {
        let size = device.portrait.size
        #expect(size.width < size.height && device.landscape.size == Size(width: size.height, height: size.width))
        #expect((1...3).contains(device.scale))
        for screen in [device.portrait, device.landscape] {
            #expect(screen.keyboardHeight > 100 && screen.keyboardHeight < screen.size.height * 0.75)
            #expect(screen.safeArea.top >= screen.statusBarHeight)
            #expect(screen.safeArea.left == screen.safeArea.right)
        }
        #expect(device.portrait.statusBarHeight >= 20 && device.portrait.safeArea.left == 0)
        #expect(device.hasInCallBar == (device.idiom == .phone && device.portrait.safeArea.top == 20))
    }

    @Test(
        "numbers that Apple documents",
        arguments: [
            ("iphone-3gs", 320.0, 480.0, 1, 20.0, 0.0), ("iphone-8", 375, 667, 2, 20, 0),
            ("iphone-8-plus", 414, 736, 3, 20, 0), ("iphone-x", 375, 812, 3, 44, 34),
            ("iphone-11-pro-max", 414, 896, 3, 44, 34), ("ipad-9-7", 768, 1024, 2, 20, 0),
        ]
    )
    func documented(id: String, width: Double, height: Double, scale: Int, top: Double, bottom: Double) throws {
        let device = try #require(Device(id: id))
        #expect(device.portrait.size == Size(width: width, height: height) && device.scale == scale)
        #expect(device.portrait.safeArea == EdgeInsets(top: top, left: 0, bottom: bottom, right: 0))
    }

    @Test("a screen is found by its size in either orientation, and by its scale where several have the size")
    func sizes() {
        #expect(Device(size: Size(width: 375, height: 667))?.id == "iphone-8")
        #expect(Device(size: Size(width: 667, height: 375))?.id == "iphone-8")
        #expect(Device(size: Size(width: 320, height: 480))?.id == "iphone-3gs")
        #expect(Device(size: Size(width: 320, height: 480), scale: 2)?.id == "iphone-4s")
        #expect(Device(size: Size(width: 320, height: 480), scale: 3) == nil)
        #expect(Device(size: Size(width: 321, height: 480)) == nil)
    }

    @Test("sideways a housing keeps both sides free, so that the safe area of iPhone X is 724 by 354")
    func housing() throws {
        let screen = try #require(Device(id: "iphone-x")).landscape
        #expect(screen.size.width - screen.safeArea.left - screen.safeArea.right == 724)
        #expect(screen.size.height - screen.safeArea.top - screen.safeArea.bottom == 354)
    }
}
