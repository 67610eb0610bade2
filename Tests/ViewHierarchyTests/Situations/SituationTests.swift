import Testing

@testable import ViewHierarchy

@Suite("Situations")
struct SituationTests {
    private let present = Size(width: 320, height: 480)

    private func surroundings(_ change: (inout Situation) -> Void) -> Surroundings {
        var situation = Situation()
        change(&situation)
        return situation.surroundings(of: present)
    }

    private func device(_ id: String) -> Device? { Device(id: id) }

    @Test("nothing asked for leaves the root as it is")
    func unchanged() {
        #expect(surroundings { _ in }.size == present && !Situation().isChange)
    }

    @Test("a device gives its screen, upright unless it is held sideways")
    func devices() {
        #expect(surroundings { $0.device = device("iphone-8") }.size == Size(width: 375, height: 667))
        let sideways = surroundings {
            $0.device = device("iphone-8")
            $0.orientation = .landscape
        }
        #expect(sideways.size == Size(width: 667, height: 375) && sideways.safeArea == .zero)
        #expect(sideways.orientation == .landscape && sideways.device?.id == "iphone-8")
    }

    @Test("without a device an orientation turns the root's own size, and only when it is held otherwise")
    func orientations() {
        #expect(surroundings { $0.orientation = .landscape }.size == Size(width: 480, height: 320))
        #expect(surroundings { $0.orientation = .portrait }.size == present)
        var square = Situation()
        square.orientation = .landscape
        #expect(square.surroundings(of: Size(width: 9, height: 9)).size == Size(width: 9, height: 9))
        #expect(square.surroundings(of: Size(width: 9, height: 9)).orientation == nil)
    }

    @Test("one explicit side keeps the other")
    func explicitSize() {
        #expect(surroundings { $0.width = 375 }.size == Size(width: 375, height: 480))
        let both = surroundings {
            $0.width = 390
            $0.height = 844
        }
        #expect(both.size == Size(width: 390, height: 844) && both.device?.id == "iphone-14")
    }

    @Test(
        "the in-call bar takes 20 points: upright, and on phones without a sensor housing",
        arguments: [
            ("iphone-8", Orientation.portrait, 647.0), ("iphone-8", .landscape, 375), ("iphone-x", .portrait, 812),
            ("ipad-9-7", .portrait, 1024),
        ]
    )
    func inCall(id: String, orientation: Orientation, height: Double) {
        let result = surroundings {
            $0.device = device(id)
            $0.orientation = orientation
            $0.statusBar = .inCall
        }
        #expect(result.size.height == height)
    }

    @Test("the in-call bar of a root whose size is that of a screen needs no device")
    func inCallBySize() {
        #expect(surroundings { $0.statusBar = .inCall }.size == Size(width: 320, height: 460))
        var situation = Situation()
        situation.statusBar = .inCall
        #expect(situation.surroundings(of: Size(width: 300, height: 400)).size == Size(width: 300, height: 400))
        #expect(situation.surroundings(of: Size(width: 300, height: 400)).safeArea == nil)
    }

    @Test("a hidden status bar frees the top, except below a housing, and changes no size")
    func hidden() {
        func hide(_ id: String) -> Surroundings {
            surroundings {
                $0.device = device(id)
                $0.statusBar = .hidden
            }
        }
        #expect(hide("iphone-8").size == Size(width: 375, height: 667) && hide("iphone-8").safeArea == .zero)
        #expect(hide("iphone-x").safeArea?.top == 44)
        #expect(hide("ipad-9-7").safeArea?.top == 0)
    }

    @Test("the keyboard leaves the height above it, whose safe area has no bottom inset")
    func keyboard() throws {
        for orientation in Orientation.allCases {
            let screen = try #require(device("iphone-x")).screen(orientation)
            let result = surroundings {
                $0.device = device("iphone-x")
                $0.orientation = orientation
                $0.showsKeyboard = true
            }
            #expect(result.size.height == screen.size.height - screen.keyboardHeight)
            #expect(result.size.width == screen.size.width && result.safeArea?.bottom == 0)
            #expect(result.safeArea?.top == screen.safeArea.top)
        }
    }

    @Test("call and keyboard add up")
    func both() {
        let result = surroundings {
            $0.device = device("iphone-8")
            $0.statusBar = .inCall
            $0.showsKeyboard = true
        }
        #expect(result.size == Size(width: 375, height: 667 - 20 - 260))
    }
}
