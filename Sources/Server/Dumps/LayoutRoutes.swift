import HTTP
import JSON
import ViewHierarchy

/// `/api/v1/devices`: the screens in whose situations a dump can be laid out.
struct DeviceRoutes: RouteGroup {
    init(services: Services) {}

    func add(to router: inout Router) {
        router.get("/api/v1/devices", query: []) { _, _ in .json(Self.list()) }
    }

    private static func list() -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: Device.all.count * 600)
        writer.beginObject()
        writer.key("devices")
        writer.beginArray()
        for device in Device.all {
            writer.beginObject()
            write(device, to: &writer)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.finish()
    }

    private static func write(_ device: Device, to writer: inout JSONWriter) {
        writer.member("id", device.id)
        writer.member("name", device.name)
        writer.member("models", device.models)
        writer.member("width", device.portrait.size.width)
        writer.member("height", device.portrait.size.height)
        writer.member("scale", device.scale)
        writer.member("idiom", device.idiom.rawValue)
        writer.member("homeIndicator", device.hasHomeIndicator)
        writer.member("inCallBar", device.hasInCallBar)
        writeScreen(device.portrait, to: &writer)
        writer.key("landscape")
        writer.beginObject()
        writeScreen(device.landscape, to: &writer)
        writer.endObject()
    }

    private static func writeScreen(_ screen: DeviceScreen, to writer: inout JSONWriter) {
        writer.member("statusBar", screen.statusBarHeight)
        writer.member("safeArea", screen.safeArea)
        writer.member("keyboard", screen.keyboardHeight)
    }
}
