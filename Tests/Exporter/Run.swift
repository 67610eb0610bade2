// Builds a small screen and writes it with the exporter: the dump itself, what is in each way of writing, and what bounds do.

import Foundation
import UIKit

final class ClockController: UIViewController {}
final class DialView: UIImageView {}

func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
}

@MainActor
func screen() -> UIWindow {
    let window = UIWindow(frame: rect(0, 0, 375, 667))
    window.tintColor = UIColor(red: 0, green: 0.5, blue: 1, alpha: 1)
    let root = UIView(frame: rect(0, 0, 375, 667))
    root.next = ClockController()
    controllers.append(root.next)
    root.backgroundColor = UIColor(systemName: "systemBackgroundColor")
    root.safeAreaInsets = UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
    root.tintColor = window.tintColor
    window.addSubview(root)

    let title = UILabel(frame: rect(16, 28, 120, 20.5))
    title.text = "Stopwatch “2” \u{1F551}"
    title.font = UIFont(fontName: ".SFUI-Regular", pointSize: 17, textStyle: "UICTFontTextStyleBody")
    title.adjustsFontForContentSizeCategory = true
    title.isOpaque = false
    title.isUserInteractionEnabled = false
    title.accessibilityIdentifier = "title"
    title.accessibilityLabel = "Stopwatch"
    title.accessibilityTraits = .header
    title.isAccessibilityElement = true
    title.translatesAutoresizingMaskIntoConstraints = false
    title.layer.contents = "drawn"

    let dial = DialView(frame: rect(0, 0, 141.421, 141.421))
    dial.bounds = rect(0, 0, 100, 100)
    dial.center = CGPoint(x: 187.5, y: 200)
    dial.frame = rect(187.5 - 70.7107, 200 - 70.7107, 141.4214, 141.4214)
    dial.transform = CGAffineTransform(a: 0.7071068, b: 0.7071068, c: -0.7071068, d: 0.7071068, tx: 0, ty: 0)
    dial.image = UIImage(description: "<UIImage:0x600001 named(main: Dial) {100, 100}>")
    dial.contentMode = .scaleAspectFit
    dial.alpha = 0.5
    dial.layer.cornerRadius = 50
    dial.layer.borderWidth = 0.5
    dial.layer.borderColor = UIColor.gray.cgColor
    dial.gestureRecognizers = [UITapGestureRecognizer()]

    let button = UIButton(frame: rect(16, 394, 343, 44))
    button.currentTitle = "Stop"
    button.isEnabled = false
    button.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
    button.tag = 30
    button.layer.shadowOpacity = 0.25

    let secret = UITextField(frame: rect(16, 450, 343, 34))
    secret.isSecureTextEntry = true
    secret.text = "hunter2"
    secret.accessibilityValue = "hunter2"
    secret.placeholder = "Password"
    secret.borderStyle = .roundedRect
    secret.layer.contents = "drawn"
    let shown = UILabel(frame: rect(7, 7, 80, 20))
    shown.text = "hunter2"
    shown.accessibilityLabel = "hunter2"
    shown.layer.contents = "drawn"
    secret.addSubview(shown)

    let list = UIScrollView(frame: rect(0, 500, 375, 100))
    list.contentOffset = CGPoint(x: 0, y: 40)
    list.contentSize = CGSize(width: 375, height: CGFloat.infinity)
    list.clipsToBounds = true
    let stack = UIStackView(frame: rect(0, 40, 375, 100))
    stack.axis = .vertical
    stack.spacing = 8
    stack.alignment = .center
    let toggle = UISwitch(frame: rect(162, 0, 51, 31))
    toggle.isOn = true
    let slider = UISlider(frame: rect(0, 39, 375, 31))
    slider.value = 0.25
    stack.addSubview(toggle)
    stack.addSubview(slider)
    stack.customSpacings[ObjectIdentifier(toggle)] = 20
    list.addSubview(stack)
    for view in [title, dial, button, secret, list] as [UIView] { root.addSubview(view) }

    let safe = UILayoutGuide()
    safe.identifier = "UIViewSafeAreaLayoutGuide"
    safe.owningView = root
    guides.append(safe)
    list.contentLayoutGuide.owningView = list
    let top = NSLayoutConstraint(
        item: title,
        attribute: .top,
        relatedBy: .equal,
        toItem: safe,
        attribute: .top,
        multiplier: 1,
        constant: 8
    )
    top.identifier = "title top"
    let leading = NSLayoutConstraint(
        item: title,
        attribute: .leading,
        relatedBy: .greaterThanOrEqual,
        toItem: root,
        attribute: .leadingMargin,
        multiplier: 1,
        constant: 0
    )
    leading.priority = UILayoutPriority(750)
    root.constraints = [top, leading]
    title.constraints = [
        NSContentSizeLayoutConstraint(
            item: title,
            attribute: .width,
            relatedBy: .equal,
            toItem: nil,
            attribute: .notAnAttribute,
            multiplier: 1,
            constant: 120
        ),
        NSLayoutConstraint(
            item: title,
            attribute: .width,
            relatedBy: .lessThanOrEqual,
            toItem: title,
            attribute: .height,
            multiplier: 16,
            constant: 0
        ),
    ]
    list.constraints = [
        NSLayoutConstraint(
            item: stack,
            attribute: .bottom,
            relatedBy: .equal,
            toItem: list.contentLayoutGuide,
            attribute: .bottom,
            multiplier: 1,
            constant: 0
        )
    ]
    return window
}

@MainActor var controllers: [UIResponder?] = []
@MainActor var guides: [UILayoutGuide] = []

/// A tree that is deeper and wider than the bounds.
@MainActor
func large() -> UIWindow {
    let window = UIWindow(frame: rect(0, 0, 100, 100))
    var deepest: UIView = window
    for _ in 0..<40 {
        let view = UIView(frame: rect(0, 0, 100, 100))
        deepest.addSubview(view)
        deepest = view
    }
    for _ in 0..<100 { window.addSubview(UIView(frame: rect(0, 0, 1, 1))) }
    return window
}

/// What a server says, or that there is none.
@MainActor
func post(to server: String) {
    var result: String?
    Vitrine.post(to: server) { answer in
        switch answer {
        case .success(let page): result = page.absoluteString
        case .failure(let error): result = "refused: \(error.localizedDescription)"
        }
    }
    while result == nil { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) }
    print("posted: \(result ?? "")")
}
@main
@MainActor
struct Run {
    static func main() throws {
        let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
        let window = screen()
        UIApplication.shared.windows = [window]
        try Vitrine.write(to: folder.appendingPathComponent("screen.json"), options: Vitrine.Options(name: "Stopwatch"))
        var plain = Vitrine.Options(name: "Stopwatch")
        plain.pictures = false
        plain.screenshot = false
        try Vitrine.write(to: folder.appendingPathComponent("plain.json"), options: plain)

        var bounded = plain
        bounded.maximumDepth = 10
        bounded.maximumViews = 50
        try Vitrine.json(windows: [large()], options: bounded).write(to: folder.appendingPathComponent("bounded.json"))

        var small = Vitrine.Options()
        small.maximumBytes = try Vitrine.json(options: plain).count + 100
        let shrunk = try Vitrine.json(options: small)
        let title = window.subviews[0].subviews[0]
        guard shrunk.count <= small.maximumBytes else { fatalError("a dump that is too large loses its pictures") }
        guard !title.layer.isHidden else { fatalError("layers are shown again") }
        print("secret areas: \(UIGraphicsImageRenderer.filled ?? [])")

        let attachment = Vitrine.attachment(named: "main")
        guard attachment.lifetime == .keepAlways, attachment.name == "main.vitrine.json", !attachment.data.isEmpty
        else {
            fatalError("an attachment is kept, with its name")
        }
        if CommandLine.arguments.contains("-VitrineServer") {
            // As an app does that is launched so, and whose screen somebody takes: until the file “stop” is there.
            Vitrine.start()
            NotificationCenter.default.post(name: UIApplication.userDidTakeScreenshotNotification, object: nil)
            let stop = folder.appendingPathComponent("stop").path
            while !FileManager.default.fileExists(atPath: stop) {
                _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05))
            }
            return
        }
        for server in CommandLine.arguments.dropFirst(2) { post(to: server) }
    }
}
