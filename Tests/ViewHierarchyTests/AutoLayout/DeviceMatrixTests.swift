import Testing

@testable import ViewHierarchy

@Suite("Screens on several devices")
struct DeviceMatrixTests {
    private static let phones = ["iphone-5s", "iphone-8"].compactMap { Device(id: $0) }

    private static func tree(_ size: String = "375x667") throws -> ViewTree {
        try #require(
            try LayoutVectors.read("case|R \(size);a:view;a.l=R.l+16;R.r=a.r+16;a.t=R.t;a.h=9|R=0,0,375,667").first
        ).tree
    }

    @Test("a screen is laid out on each device held each way, and on its canvas")
    func devices() throws {
        let matrix = DeviceMatrix(try Self.tree(), screens: HeldDevice.all(Self.phones))
        let row = try #require(matrix.rows.first)
        #expect(matrix.rows.count == 1 && matrix.omissions == [])
        #expect(row.canvas.frame(of: 1)?.size.width == 343)
        #expect(
            row.layouts.map(\.screen.id) == [
                "iphone-5s portrait", "iphone-5s landscape", "iphone-8 portrait", "iphone-8 landscape",
            ]
        )
        #expect(row.layouts.map { $0.result.frame(of: 1)?.size.width } == [288, 536, 343, 635])
        #expect(row.layouts.first?.result.tally.certain == 2)
    }

    @Test("what is no screen, such as a bar, has its canvas alone")
    func parts() throws {
        let tree = try Self.tree("375x44")
        #expect(!tree.isScreen(0))
        let row = try #require(DeviceMatrix(tree, screens: HeldDevice.all(Self.phones)).rows.first)
        #expect(row.layouts.isEmpty && row.canvas.frames.count == 2)
        #expect(try Self.tree("667x375").isScreen(0))
    }

    @Test("layouts beyond the number of views are left out, and it is said")
    func limits() throws {
        let screens = HeldDevice.all(Self.phones, [.portrait])
        // Two views on the canvas and on one device.
        let some = DeviceMatrix(try Self.tree(), screens: screens, maximumViews: 4)
        #expect(some.rows.first?.layouts.map(\.screen.device.id) == ["iphone-5s"])
        #expect(some.omissions.map { $0.hasPrefix("1 layout was left out") } == [true])
        let none = DeviceMatrix(try Self.tree(), screens: screens, maximumViews: 1)
        #expect(none.rows.isEmpty && none.omissions.map { $0.hasPrefix("1 root was left out") } == [true])
    }

    @Test("devices that give a screen the same are solved once")
    func sameScreens() throws {
        let device = try #require(Self.phones.first)
        let screen = HeldDevice(device, .portrait)
        let matrix = DeviceMatrix(try Self.tree(), screens: [screen, screen], maximumViews: 4)
        #expect(matrix.rows.first?.layouts.count == 2 && matrix.omissions == [])
    }
}
