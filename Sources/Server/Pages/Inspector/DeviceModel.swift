import Geometry
import ViewHierarchy

/// The menu of sizes at which the dump can be laid out.
enum DeviceModel {
    private struct Device {
        let name: String
        let width: Double
        let height: Double
        let icon: String
    }

    private static let phones = [
        Device(name: "iPhone 3G to 4s", width: 320, height: 480, icon: "phone"),
        Device(name: "iPhone 5, SE (1st)", width: 320, height: 568, icon: "phone"),
        Device(name: "iPhone 8, SE (3rd)", width: 375, height: 667, icon: "phone"),
        Device(name: "iPhone 8 Plus", width: 414, height: 736, icon: "phone"),
        Device(name: "iPhone X, 13 mini", width: 375, height: 812, icon: "phone"),
        Device(name: "iPhone 14", width: 390, height: 844, icon: "phone"),
        Device(name: "iPhone 16", width: 393, height: 852, icon: "phone"),
        Device(name: "iPhone 16 Pro Max", width: 440, height: 956, icon: "phone"),
    ]
    private static let pads = [
        Device(name: "iPad mini", width: 744, height: 1133, icon: "pad"),
        Device(name: "iPad 9.7″", width: 768, height: 1024, icon: "pad"),
        Device(name: "iPad 11″", width: 834, height: 1194, icon: "pad"),
        Device(name: "iPad 12.9″", width: 1024, height: 1366, icon: "pad"),
    ]

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let root = state.tree.roots.first else { return .absent }
        let size = state.tree.bounds(of: root).size
        guard size.isFinite, size.width > 0, size.height > 0 else { return .absent }
        let known = (phones + pads).first { matches($0, size) }
        let isLandscape = size.width > size.height
        return [
            "name": .text(known?.name ?? "Own size"), "size": .text(text(size)),
            "icon": .text(known.map { $0.icon == "phone" && isLandscape ? "phone-landscape" : $0.icon } ?? "phone"),
            "groups": .list([group("iPhone", phones, size, state), group("iPad", pads, size, state)]),
            "action": .text(state.path),
            "view": .optional(state.selected.flatMap { state.tree.id(at: $0) }.map(String.init)),
            "width": .text(NumberText.short(size.width)), "height": .text(NumberText.short(size.height)),
            "rules": .list([
                rule("proportional", "in proportion, as UIKit does", state),
                rule("even", "evenly, as the old guide says", state),
            ]),
            "rotateHref": .text(state.address(width: size.height, height: size.width)),
            "rotateLabel": .text(isLandscape ? "portrait" : "landscape"),
        ]
    }

    private static func group(
        _ title: String,
        _ devices: [Device],
        _ size: Size,
        _ state: InspectorState
    )
        -> TemplateModel
    {
        let isLandscape = size.width > size.height
        return [
            "title": .text(title),
            "items": .list(
                devices.map { device in
                    let width = isLandscape ? device.height : device.width
                    let height = isLandscape ? device.width : device.height
                    return [
                        "name": .text(device.name), "size": .text(text(Size(width: width, height: height))),
                        "address": .text(state.address(width: width, height: height)), "icon": .text(device.icon),
                        "current": .flag(matches(device, size)),
                    ]
                }
            ),
        ]
    }

    private static func rule(_ value: String, _ label: String, _ state: InspectorState) -> TemplateModel {
        let current = state.layout?.rule ?? .proportional
        return ["value": .text(value), "label": .text(label), "selected": .flag(current.rawValue == value)]
    }

    private static func matches(_ device: Device, _ size: Size) -> Bool {
        (device.width == size.width && device.height == size.height)
            || (device.width == size.height && device.height == size.width)
    }

    private static func text(_ size: Size) -> String {
        "\(NumberText.short(size.width)) × \(NumberText.short(size.height))"
    }
}
