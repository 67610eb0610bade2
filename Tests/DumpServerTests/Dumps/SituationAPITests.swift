import HTTP
import HTTPTesting
import HTTPTypes
import JSON
import ServerTesting
import Testing

@Suite("Situations in the API")
struct SituationAPITests {
    private static let dump = """
        <UIWindow: 0x1; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
           | <UIView: 0x2; frame = (0 0; 375 667); autoresize = W+H; layer = <CALayer: 0x9>>
           |    | <UIButton: 0x3; frame = (10 607; 100 40); autoresize = TM; layer = <CALayer: 0x9>>
           |    | <UIView: 0x4; frame = (10 100; 30 30); autoresize = W+RM; layer = <CALayer: 0x9>>
        """

    private func server() async throws -> (server: TestServer, base: String) {
        let server = try TestServer(paths: [])
        let made = try await server.client.send(.post, "/api/v1/dumps", text: Self.dump)
        return (server, "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")")
    }

    @Test(
        "the window takes the screen's size, and the app's view what the situation leaves",
        arguments: [
            ("device=iphone-x", 375.0, 812.0, 812.0, "iphone-x", "portrait"),
            ("device=iphone-13&orientation=landscape", 844, 390, 390, "iphone-14", "landscape"),
            ("orientation=landscape", 667, 375, 375, "iphone-8", "landscape"),
            ("orientation=portrait", 375, 667, 667, "iphone-8", "portrait"),
            ("statusBar=inCall", 375, 667, 647, "iphone-8", "portrait"),
            ("statusBar=inCall&orientation=landscape", 667, 375, 375, "iphone-8", "landscape"),
            ("statusBar=hidden", 375, 667, 667, "iphone-8", "portrait"),
            ("keyboard=true", 375, 667, 667, "iphone-8", "portrait"),
            ("keyboard=resize", 375, 667, 407, "iphone-8", "portrait"),
            ("keyboard=resize&statusBar=inCall", 375, 667, 387, "iphone-8", "portrait"),
            ("device=ipad-10-2&keyboard=resize&statusBar=inCall", 810, 1080, 767, "ipad-10-2", "portrait"),
            ("device=ipad-9-7&orientation=landscape&splitView=half", 507, 768, 768, "ipad-9-7", "landscape"),
            ("device=ipad-pro-12-9&splitView=twoThirds", 639, 1366, 1366, "ipad-pro-12-9", "portrait"),
            ("width=320&height=480&keyboard=yes", 320, 480, 480, "iphone-3gs", "portrait"),
        ]
    )
    func sizes(
        query: String,
        width: Double,
        height: Double,
        left: Double,
        device: String,
        orientation: String
    ) async throws {
        let (server, base) = try await server()
        let reply = try await server.get("\(base)/layout?\(query)").json()
        #expect(reply["size"]?["width"]?.doubleValue == width && reply["size"]?["height"]?.doubleValue == height)
        #expect(reply["device"]?.stringValue == device && reply["orientation"]?.stringValue == orientation)
        let app = reply["views"]?[1]["frame"]
        #expect(app?["height"]?.doubleValue == left && app?["width"]?.doubleValue == width)
        let button = reply["views"]?[2]["frame"]
        #expect(button?["y"]?.doubleValue == left - 60 && button?["x"]?.doubleValue == 10)
        #expect(reply["screen"]?["height"]?.doubleValue == height && reply["screen"]?["y"]?.doubleValue == 0)
    }

    @Test(
        "a part of a screen that no window is known to have is refused, with those that there are",
        arguments: [
            ("device=ipad-9-7&splitView=half", "“third” and “twoThirds”"),
            ("device=ipad-pro-11&splitView=third", "ipad-9-7"), ("device=iphone-8&splitView=third", "width and height"),
            ("splitView=third", "width and height"),
            ("width=333&height=444&splitView=third", "“splitView” needs “device”"),
            ("device=ipad-9-7&splitView=quarter", "twoThirds"),
        ]
    )
    func noSplitView(query: String, words: String) async throws {
        let (server, base) = try await server()
        let reply = try await server.client.send(.get, "\(base)/layout?\(query)")
        #expect(reply.status == .badRequest && reply.text.contains(words), "\(reply.text)")
    }

    @Test("the safe area is that of the device, and unknown for a size that no device has")
    func safeArea() async throws {
        let (server, base) = try await server()
        let known = try await server.get(base + "/layout?device=iphone-x&orientation=landscape").json()["safeArea"]
        #expect(known?.names == ["top", "left", "bottom", "right"])
        #expect(known?["left"]?.doubleValue == 44 && known?["bottom"]?.doubleValue == 21)
        let unknown = try await server.get(base + "/layout?width=300&height=300").json()
        #expect(unknown["safeArea"] == .null && unknown["device"] == .null && unknown["orientation"] == .null)
    }

    @Test(
        "contradictions are refused, each with its parameter",
        arguments: [
            ("device=iphone-8&width=320", "width"), ("device=iphone-8&height=320", "height"),
            ("orientation=landscape&width=320", "width"), ("device=nokia-3310", "device"),
            ("orientation=sideways", "orientation"), ("statusBar=purple", "statusBar"), ("keyboard=maybe", "keyboard"),
            ("width=300&height=300&keyboard=true", "keyboard"), ("width=300&height=300&statusBar=inCall", "statusBar"),
            ("rounding=floorEdges", "rounding"), ("rounding=up&scale=2", "rounding"),
            ("rounding=none&scale=2", "scale"),
            ("scale=0", "scale"), ("width=-1", "width"), ("width=320", "height"), ("height=320&view=1", "width"),
        ]
    )
    func contradictions(query: String, parameter: String) async throws {
        let (server, base) = try await server()
        for path in ["layout", "wireframe.svg"] {
            let reply = try await server.get("\(base)/\(path)?\(query)")
            #expect(reply.status == .badRequest)
            #expect(try reply.json()["errors"]?[0]["parameter"]?.stringValue == parameter)
        }
    }

    @Test(
        "numbers are exact unless a grid is asked for",
        arguments: [
            ("view=1&width=740&height=667", 60.0), ("view=1&width=505&height=667", 40.684_931_506_849_32),
            ("view=1&width=505&height=667&scale=1", 40),
            ("view=1&width=505&height=667&scale=2", 40.5),
            ("view=1&width=505&height=667&scale=1&rounding=floorOriginRoundSize", 41),
            ("device=iphone-x&orientation=landscape&rounding=floorEdges", 65.666_666_666_666_67),
            ("view=1&width=505&height=667&rounding=none", 40.684_931_506_849_32),
        ]
    )
    func rounding(query: String, width: Double) async throws {
        let (server, base) = try await server()
        let reply = try await server.get("\(base)/layout?\(query)").json()
        #expect(reply["views"]?[3]["frame"]?["width"]?.doubleValue == width)
    }

    @Test("warnings tell what another situation breaks")
    func warnings() async throws {
        let (server, base) = try await server()
        let text = """
            <UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
               | <UIView: 0x2; frame = (0 600; 100 40); layer = <CALayer: 0x9>>
               | <UIView: 0x3; frame = (200 20; 175 40); layer = <CALayer: 0x9>>
               | <UIView: 0x4; frame = (0 20; 190 40); layer = <CALayer: 0x9>>
               | <UIView: 0x5; frame = (200 90; 50 40); autoresize = LM; layer = <CALayer: 0x9>>
               | <UIView: 0x6; frame = (10 90; 140 40); layer = <CALayer: 0x9>>
            """
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        let other = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")"
        let reply = try await server.get(other + "/layout?device=iphone-5s").json()["warnings"]?.arrayValue ?? []
        let found = reply.map { "\($0["code"]?.stringValue ?? "") \($0["view"]?.integerValue ?? -1)" }
        #expect(found == ["layout.offScreen 1", "layout.newlyClipped 2", "layout.newOverlap 5"])
        #expect(try await server.get(base + "/layout?device=iphone-x").json()["warnings"] == .array([]))
    }

    @Test("each view tells how much of its frame is known, as an object and in columns")
    func certainty() async throws {
        let (server, _) = try await server()
        let text = """
            <UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
               | <UIStackView: 0x2; frame = (0 600; 100 40); layer = <CALayer: 0x9>>
               |    | <UILabel: 0x3; frame = (0 0; 50 40); layer = <CALayer: 0x9>>
               | <UIView: 0x4; frame = (0 0; 375 20); autoresize = W; layer = <CALayer: 0x9>>
            """
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        let dump = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")"
        let reply = try await server.get(dump + "/layout?device=iphone-x").json()
        let found = reply["views"]?.arrayValue?.compactMap { $0["certainty"]?.stringValue }
        #expect(found == ["masks", "none", "none", "masks"])
        #expect(reply["warnings"]?[0]["code"]?.stringValue == "layout.constraints")
        let columns = try await server.get(dump + "/layout?device=iphone-x&shape=columns&changed=true").json()
        #expect(columns["columns"]?["certainty"]?["at"] == [1, 2], "of all views, moved or not")
        #expect(columns["columns"]?["certainty"]?["values"] == [.string("none"), .string("none")])
        let page = try await server.get("\(dump.dropFirst("/api/v1".count))?device=iphone-x").text
        #expect(page.contains("Only masks are simulated: 2 can’t be placed") && page.contains("class=\"doubt\""))
    }

    @Test("what the keyboard covers is listed, fields first, and warned of")
    func covered() async throws {
        let (server, _) = try await server()
        let text = """
            <UIWindow: 0x1; frame = (0 0; 375 667); layer = <CALayer: 0x9>>
               | <UIView: 0x2; frame = (0 600; 100 40); layer = <CALayer: 0x9>>
               | <App.Field: 0x3; baseClass = UITextField; frame = (0 390; 50 40); layer = <CALayer: 0x9>>
            """
        let made = try await server.client.send(.post, "/api/v1/dumps", text: text)
        let dump = "/api/v1/dumps/\(try made.json()["id"]?.stringValue ?? "")"
        let reply = try await server.get(dump + "/layout?keyboard=true").json()
        #expect(reply["keyboard"]?["covered"]?.arrayValue?.compactMap { $0["view"]?.integerValue } == [2, 1])
        #expect(reply["keyboard"]?["covered"]?[0]["whole"] == false && reply["keyboard"]?["total"]?.integerValue == 2)
        let warnings = reply["warnings"]?.arrayValue ?? []
        #expect(warnings.map { $0["code"]?.stringValue } == ["layout.covered"])
        #expect(warnings.first?["view"]?.integerValue == 2)
        #expect(try await server.get(dump + "/layout?device=iphone-8").json()["keyboard"] == .null)
    }

    @Test("the wireframe is drawn in the situation, and of the dump as it is without one")
    func wireframe() async throws {
        let (server, base) = try await server()
        let picture = try await server.get(base + "/wireframe.svg?device=iphone-x&orientation=landscape")
        #expect(picture.text.contains("viewBox=\"0 0 812 375\""))
        #expect(try await server.get(base + "/wireframe.svg").text.contains("viewBox=\"0 0 375 667\""))
    }

    @Test("devices are listed with what the layouts use")
    func devices() async throws {
        let (server, base) = try await server()
        let devices = try await server.get("/api/v1/devices").json()["devices"]?.arrayValue ?? []
        #expect(devices.count > 20)
        for device in devices {
            let id = device["id"]?.stringValue ?? ""
            let layout = try await server.get("\(base)/layout?device=\(id)&keyboard=true").json()
            let height = device["height"]?.doubleValue ?? 0
            #expect(layout["size"]?["height"]?.doubleValue == height)
            #expect(layout["keyboard"]?["frame"]?["height"] == device["keyboard"])
            let top = height - (device["keyboard"]?.doubleValue ?? 0)
            #expect(layout["keyboard"]?["frame"]?["y"]?.doubleValue == top)
            #expect(layout["safeArea"]?["top"] == device["safeArea"]?["top"])
        }
        let phone = try #require(devices.first { $0["id"]?.stringValue == "iphone-8" })
        #expect(phone["inCallBar"] == true && phone["homeIndicator"] == false && phone["scale"]?.integerValue == 2)
        #expect(phone["landscape"]?["statusBar"]?.doubleValue == 0 && phone["idiom"]?.stringValue == "phone")
    }

    @Test("the inspector's page shows the situation, and its links keep it")
    func page() async throws {
        let (server, base) = try await server()
        let path = base.dropFirst("/api/v1".count)
        let page = try await server.get("\(path)?device=iphone-8&orientation=landscape&keyboard=true&view=1").text
        #expect(page.contains("What if <span class=\"num-text\">667 × 375</span>"))
        #expect(page.contains("iPhone SE (3rd, 2nd), 8, 7, 6s, 6 · landscape · keyboard"))
        let situation = "device=iphone-8&orientation=landscape&keyboard=true"
        let picture = try await server.get("\(base)/wireframe.svg?\(situation)").text
        #expect(
            picture.contains(
                "<g class=\"keyboard\" transform=\"translate(0 175)\">\n<rect x=\"0\" y=\"0\" width=\"667\" height=\"200\""
            )
        )
        #expect(try await !server.get("\(base)/wireframe.svg?\(situation)&root=1").text.contains("class=\"keyboard\""))
        let drawing = try await server.get("\(base)/layout?shape=columns&\(situation)").json()["keyboard"]?["drawing"]
        let paint = drawing?["paints"]?.arrayValue?.first?.arrayValue?.last?.stringValue
        #expect(drawing?["system"]?.arrayValue?.count ?? 0 > 34 && paint == "#2b2b2b")
        #expect(page.contains("1 under the keyboard"))
        // As if the app made room for it.
        #expect(page.contains("\(path)?view=1&amp;device=iphone-8&amp;orientation=landscape&amp;keyboard=resize"))
        #expect(page.contains("\(path)?view=3&amp;device=iphone-8&amp;orientation=landscape&amp;keyboard=true"))
        // The way back to portrait, another device, and no keyboard.
        #expect(page.contains("\(path)?view=1&amp;device=iphone-8&amp;keyboard=true\" id=\"rotate\""))
        #expect(page.contains("\(path)?view=1&amp;device=ipad-2&amp;orientation=landscape&amp;keyboard=true"))
        #expect(page.contains("\(path)?view=1&amp;device=iphone-8&amp;orientation=landscape\""))
        #expect(try await server.get("\(path)?device=iphone-8&width=3").status == .badRequest)
        #expect(try await !server.get("\(path)?width=300").text.contains("What if <span class=\"num-text\">300"))
    }

    @Test("rotating the dump's own size and back asks for nothing any more")
    func rotation() async throws {
        let (server, base) = try await server()
        let path = base.dropFirst("/api/v1".count)
        #expect(try await server.get(String(path)).text.contains("\(path)?orientation=landscape\" id=\"rotate\""))
        #expect(try await server.get("\(path)?orientation=landscape").text.contains("href=\"\(path)\" id=\"rotate\""))
        let sized = try await server.get("\(path)?width=400&height=300&rule=even").text
        #expect(sized.contains("\(path)?width=300&amp;height=400&amp;rule=even\" id=\"rotate\""))
    }
}
