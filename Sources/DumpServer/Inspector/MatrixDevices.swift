import AutoLayout
import Diagnostics
import ViewHierarchy
import Web

/// How much a matrix asks for.
struct MatrixExtent: Sendable {
    /// So many devices, languages and sizes are checked for a request, of so many views together.
    private static let (maximumChecks, maximumViews) = (240, 600_000)
    /// So many pictures a page or a file has.
    private static let maximumPictures = 2_000

    let scenes: Int
    /// Devices, each as often as it is held in another way.
    let places: Int
    /// Languages and text sizes.
    let variants: Int
    /// Those of the dump.
    let views: Int

    /// How many checks there are to make: each is of all scenes.
    var checks: Int { places * variants }

    /// Why it is too much, and what to narrow; nil where it is not.
    func refusal(draws: Bool) -> String? {
        let texts = variants == 1 ? "" : " in \(variants) languages and text sizes"
        let devices = "\(places.counted("screen"))\(texts)"
        if draws, checks * scenes > Self.maximumPictures {
            let fewer = [(scenes, "scenes"), (places, "devices"), (variants, "languages or text sizes")].max {
                $0.0 < $1.0
            }
            return
                "\(scenes.counted("scene")) on \(devices) are \(checks * scenes) pictures; at most \(Self.maximumPictures) "
                + "are shown together. Choose fewer \(fewer?.1 ?? "devices")."
        }
        guard checks > Self.maximumChecks || checks * views > Self.maximumViews else { return nil }
        let most = min(Self.maximumChecks, Self.maximumViews / max(1, views))
        let fewer = variants > places ? "languages or text sizes" : "devices"
        return
            "\(devices) are \(checks.counted("check")) of \(views.counted("view")); at most \(most) are made together. "
            + "Choose fewer \(fewer)."
    }
}

/// A device of a matrix, or a part of its screen: `iphone-8`, `ipad-9-7:half`.
struct MatrixDevice: Sendable, Hashable {
    /// The devices that are shown where none is chosen: the smallest and largest phones and pads, and the usual ones.
    static let usual = ["iphone-5s", "iphone-8", "iphone-17", "iphone-17-pro-max", "ipad-9-7", "ipad-pro-13"]

    let device: Device
    var part: SplitView?

    var id: String { part.map { "\(device.id):\($0.rawValue)" } ?? device.id }
    /// For people.
    var name: String { part.map { "\(device.name), \($0.name)" } ?? device.name }

    /// The ways in which it can be held, of those that are asked for; a part that none of them has is shown as it can be.
    func held(_ orientations: [Orientation]) -> [HeldDevice] {
        guard let part else { return HeldDevice.all([device], orientations) }
        func having(_ orientations: [Orientation]) -> [Orientation] {
            orientations.filter { device.splitViews($0).contains(part) }
        }
        let known = having(orientations)
        return (known.isEmpty ? having(Orientation.allCases) : known).map { HeldDevice(device, $0, part) }
    }

    /// Those of some names, each once in the order of the groups: ids, `all`, and groups. Faults are noted in the query.
    static func named(_ names: [String], _ query: inout QueryReader, in parameter: String) -> [MatrixDevice] {
        var chosen: Set<MatrixDevice> = []
        for name in names {
            let parts = name.split(separator: ":", maxSplits: 1).map(String.init)
            if name == "all" {
                chosen.formUnion(Device.all.map { MatrixDevice(device: $0) })
            } else if let group = Group(rawValue: name) {
                chosen.formUnion(group.devices)
            } else if let device = query.device(parts.first ?? name, in: parameter) {
                let part = parts.count > 1 ? SplitView(rawValue: parts[1]) : nil
                let known = Group.split.devices.filter { $0.device == device }
                chosen.insert(MatrixDevice(device: device, part: part))
                guard parts.count > 1, part == nil || !known.contains(where: { $0.part == part }) else { continue }
                let ids = Group.split.devices.map(\.id).joined(separator: ", ")
                query.refuse(parameter, "The width of “\(name.prefix(60))” is not known. Known are \(ids).")
            }
        }
        return Group.allCases.flatMap(\.devices).filter(chosen.contains)
    }

    /// Devices that are alike, the newest first.
    enum Group: String, Sendable, CaseIterable {
        case small, standard, large, ipad
        case split = "split-view"

        /// For people.
        var title: String {
            switch self {
            case .small: "Small iPhones"
            case .standard: "Standard iPhones"
            case .large: "Large iPhones"
            case .ipad: "iPad"
            case .split: "Split View"
            }
        }

        /// Phones up to the width of iPhone 8 are small, from that of the Plus models on large.
        private static let (mostOfSmall, leastOfLarge) = (375.0, 414.0)

        var devices: [MatrixDevice] {
            guard self != .split else {
                return Device.all.flatMap { device in
                    SplitView.allCases.filter(device.splitViews(.landscape).contains).map {
                        MatrixDevice(device: device, part: $0)
                    }
                }
            }
            return Device.all.filter { device in
                let width = device.portrait.size.width
                switch self {
                case .small: return device.idiom == .phone && width <= Self.mostOfSmall
                case .standard: return device.idiom == .phone && width > Self.mostOfSmall && width < Self.leastOfLarge
                case .large: return device.idiom == .phone && width >= Self.leastOfLarge
                case .ipad, .split: return device.idiom == .pad
                }
            }.map { MatrixDevice(device: $0) }
        }
    }
}
