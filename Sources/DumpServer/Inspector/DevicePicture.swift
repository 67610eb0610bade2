import AutoLayout
import Diagnostics
import ViewHierarchy
import Web

/// A screen of a dump on a device: its picture, and what is wrong or not known about it there.
struct DevicePicture: PageModel {
    /// So many sentences of a kind are listed.
    private static let maximumListed = 5

    let screen: HeldDevice
    /// What constraints make of it; nil where masks alone lay it out.
    let result: AutoLayoutResult?
    /// What the screen is called.
    let name: String
    /// The id by which the inspector shows the screen; nil where it shows it anyway.
    let scene: Int?
    /// The id of the root.
    let root: Int
    let path: String
    /// What is assumed of texts.
    let assumptions: LayoutAssumptions
    /// Pixels of the picture for each point.
    let scale: Double
    let tree: ViewTree

    /// The picture that the API draws.
    private var source: String {
        PageAddress("/api/v1\(path)/wireframe.svg").adding("view", String(root))
            .adding("solver", result == nil ? "masks" : "constraints").adding("style", "screen")
            .adding("device", screen.device.id).adding("orientation", screen.orientation.rawValue)
            .adding(assumptions.textItems).text
    }

    /// The inspector with this device chosen.
    private var href: String {
        let turned = screen.orientation == .landscape ? screen.orientation.rawValue : nil
        return PageAddress(path).adding("view", scene.map(String.init)).adding("device", screen.device.id)
            .adding("orientation", turned).adding(assumptions.textItems).text
    }

    private var size: String { "\(NumberText.short(screen.size.width)) × \(NumberText.short(screen.size.height))" }

    private var alt: String { "\(name) on \(screen.device.name), \(screen.orientation.rawValue), \(size) points" }

    /// What constraints leave open.
    private var choices: [String] {
        (result?.ambiguous ?? []).map { index in
            guard case .undetermined(let words)? = result?.certainty(of: index) else { return tree.name(of: index) }
            return "\(tree.name(of: index)): \(words)"
        }
    }

    private func others(_ count: Int) -> Int? { count > Self.maximumListed ? count - Self.maximumListed : nil }

    static let members: Members<Self> = [
        "device": .text { $0.screen.device.name }, "orientation": .text { $0.screen.orientation.rawValue },
        "size": .text { $0.size }, "src": .text { $0.source }, "href": .text { $0.href }, "alt": .text { $0.alt },
        "width": .number { Int(($0.screen.size.width * $0.scale).rounded()) },
        "height": .number { Int(($0.screen.size.height * $0.scale).rounded()) },
        "isSolved": .flag { $0.result != nil },
        "isDecided": .flag { ($0.result?.conflicts.isEmpty ?? false) && $0.choices.isEmpty },
        "conflicts": .texts { ($0.result?.conflicts ?? []).prefix(maximumListed).map(\.sentence) },
        "otherConflicts": .number { $0.others($0.result?.conflicts.count ?? 0) },
        "choices": .texts { Array($0.choices.prefix(maximumListed)) },
        "otherChoices": .number { $0.others($0.choices.count) },
        "byContents": .text { picture in
            guard let count = picture.result?.tally.byContents, count > 0 else { return nil }
            return "\(count.counted("frame")) \(count == 1 ? "depends" : "depend") on contents"
        },
        "omissions": .texts { $0.result?.omissions ?? [] },
    ]
}
