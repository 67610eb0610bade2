// Vitrine.swift: writes the views of a running app as a Vitrine dump.
//
// Add this file to the debug build of an app, or to a test target that runs inside the app. It needs
// Xcode 14 and iOS 12 or later, and nothing else. Everything happens on the main thread; nothing about the app is changed.
//
//     Vitrine.post(to: "http://127.0.0.1:8080")                   // the screen as it is now, to a Vitrine server
//     try Vitrine.write(to: folder.appendingPathComponent("main.json"))
//     add(Vitrine.attachment(named: "main"))                      // in an XCTest
//     Vitrine.start()                                             // once, when the app has started; see there
//
// A device reaches a server only by an address of the network, and iOS may want NSAllowsLocalNetworking under
// NSAppTransportSecurity in Info.plist for plain HTTP. What is in secure text fields is never written: neither text, nor
// value, nor picture; the screenshot has a grey area in their place. All other texts are written as they are.
//
// A target that can import XCTest and must not link it defines VITRINE_WITHOUT_XCTEST.

import UIKit

#if canImport(XCTest) && !VITRINE_WITHOUT_XCTEST
import XCTest
#endif

/// Writes what an app shows in Vitrine's JSON format, version 1.
@preconcurrency @MainActor
enum Vitrine {
    /// What is written, and how much of it at most.
    struct Options {
        /// The name of the dump; nil for that of the app.
        var name: String?
        /// Whether there is a picture of the whole screen.
        var screenshot = true
        /// Whether views that draw something have a picture of their own.
        var pictures = true
        /// The most views. What comes later is left out, and the view above says so.
        var maximumViews = 20_000
        /// The most levels of views.
        var maximumDepth = 300
        /// The most characters of a text.
        var maximumTextLength = 20_000
        /// The most pictures of views.
        var maximumPictures = 2_000
        /// The most bytes of all pictures of views together.
        var maximumPictureBytes = 12 << 20
        /// The longest time for pictures of views, in seconds; views after that have none.
        var maximumPictureTime = 5.0
        /// The most bytes of a dump. A larger one is written without pictures, then without the screenshot.
        var maximumBytes = 30 << 20

        init(name: String? = nil) { self.name = name }
    }

    /// Why there is no dump, or nobody took it.
    enum Failure: Error, LocalizedError {
        /// Views may be asked on the main thread only.
        case notOnMainThread
        /// The app has no window.
        case noWindow
        /// The dump cannot be written as JSON, or is too large.
        case unwritable
        /// This is no address of a server.
        case address(String)
        /// The server answered so.
        case refused(status: Int, reason: String)

        var errorDescription: String? {
            switch self {
            case .notOnMainThread: return "Vitrine can look at views on the main thread only."
            case .noWindow: return "The app has no window to write."
            case .unwritable: return "The dump cannot be written as JSON, or is too large."
            case .address(let text): return "“\(text)” is no address of a Vitrine server."
            case .refused(let status, let reason): return "The Vitrine server answered \(status): \(reason)"
            }
        }
    }

    // MARK: Taking a dump

    /// The dump as JSON.
    /// - Parameter windows: back to front; nil for all windows that the app shows.
    static func json(windows: [UIWindow]? = nil, options: Options = Options()) throws -> Data {
        guard Thread.isMainThread else { throw Failure.notOnMainThread }
        let windows = windows ?? shownWindows()
        guard !windows.isEmpty else { throw Failure.noWindow }
        var options = options
        while true {
            let object = Writer(options: options).dump(of: windows)
            guard JSONSerialization.isValidJSONObject(object) else { throw Failure.unwritable }
            let data = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
            if data.count <= options.maximumBytes { return data }
            guard options.pictures || options.screenshot else { throw Failure.unwritable }
            if options.pictures { options.pictures = false } else { options.screenshot = false }
        }
    }

    /// Sends the screen as it is now to a server.
    /// - Parameters:
    ///   - server: its address, such as `http://127.0.0.1:8080`.
    ///   - token: opens a server that asks for one; without it that of the launch argument `-VitrineToken`.
    ///   - completion: gets the address of the dump's page, on the main thread. Without it, the result is printed.
    static func post(
        to server: String,
        token: String? = nil,
        options: Options = Options(),
        completion: (@MainActor @Sendable (Result<URL, Error>) -> Void)? = nil
    ) {
        let finish =
            completion ?? { result in
                switch result {
                case .success(let page): print("Vitrine: \(page.absoluteString)")
                case .failure(let error): print("Vitrine: \(error.localizedDescription)")
                }
            }
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        guard let url = URL(string: base + "/api/v1/dumps"), let scheme = url.scheme?.lowercased(), url.host != nil,
            scheme == "http" || scheme == "https"
        else { return finish(.failure(Failure.address(server))) }
        var request = URLRequest(url: url, timeoutInterval: 30)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let token = token ?? UserDefaults.standard.string(forKey: "VitrineToken"), !token.isEmpty {
            request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }
        do {
            request.httpBody = try json(options: options)
        } catch {
            return finish(.failure(error))
        }
        let task = URLSession.shared.dataTask(with: request) { data, response, error in
            let result = answer(data, response, error, base: base)
            DispatchQueue.main.async { finish(result) }
        }
        task.resume()
    }

    nonisolated private static func answer(
        _ data: Data?,
        _ response: URLResponse?,
        _ error: Error?,
        base: String
    ) -> Result<URL, Error> {
        if let error = error { return .failure(error) }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        let reply = data.flatMap { try? JSONSerialization.jsonObject(with: $0) } as? [String: Any]
        guard status == 201, let id = reply?["id"] as? String, let page = URL(string: "\(base)/dumps/\(id)") else {
            let reason = reply?["detail"] as? String ?? "It may be no Vitrine."
            return .failure(Failure.refused(status: status, reason: reason))
        }
        return .success(page)
    }

    /// Writes the screen as it is now into a file.
    /// - Returns: The file: the one given, else a new one in the folder Vitrine of the app's documents.
    @discardableResult
    static func write(to file: URL? = nil, options: Options = Options()) throws -> URL {
        let data = try json(options: options)
        if let file = file {
            try data.write(to: file, options: .atomic)
            return file
        }
        let documents = try FileManager.default.url(
            for: .documentDirectory,
            in: .userDomainMask,
            appropriateFor: nil,
            create: true
        )
        let folder = documents.appendingPathComponent("Vitrine", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let time = ISO8601DateFormatter().string(from: Date()).replacingOccurrences(of: ":", with: ".")
        let target = folder.appendingPathComponent("\(time).json")
        try data.write(to: target, options: .atomic)
        print("Vitrine: \(target.path)")
        return target
    }

    // MARK: Taking dumps without code at the place

    private static var observer: NSObjectProtocol?

    /// Sends a dump whenever somebody takes a screenshot (in the simulator: Device, Trigger Screenshot).
    ///
    /// Launch arguments decide the rest, so that the call can stay in a debug build:
    /// `-VitrineServer http://127.0.0.1:8080` names the server where the call does not, `-VitrineToken` the token that it
    /// may ask for, and `-VitrineDelay 3` sends a dump so many seconds after this call. Without a server nothing is done.
    static func start(server: String? = nil) {
        let arguments = UserDefaults.standard
        guard let server = server ?? arguments.string(forKey: "VitrineServer"), !server.isEmpty else { return }
        if let observer = observer { NotificationCenter.default.removeObserver(observer) }
        observer = NotificationCenter.default.addObserver(
            forName: UIApplication.userDidTakeScreenshotNotification,
            object: nil,
            queue: .main
        ) { _ in
            DispatchQueue.main.async { post(to: server) }
        }
        let delay = arguments.double(forKey: "VitrineDelay")
        guard delay > 0, delay < 3600 else { return }
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) { post(to: server) }
    }

    #if canImport(XCTest) && !VITRINE_WITHOUT_XCTEST
    /// The screen as it is now as an attachment of a test that runs inside the app, kept whether the test fails or not.
    static func attachment(named name: String? = nil, options: Options = Options()) -> XCTAttachment {
        var options = options
        options.name = name ?? options.name
        let attachment: XCTAttachment
        do {
            attachment = XCTAttachment(data: try json(options: options), uniformTypeIdentifier: "public.json")
        } catch {
            attachment = XCTAttachment(string: error.localizedDescription)
        }
        attachment.name = "\(name ?? "views").vitrine.json"
        attachment.lifetime = .keepAlways
        return attachment
    }
    #endif

    // MARK: Windows

    /// All windows that are shown, back to front.
    static func shownWindows() -> [UIWindow] {
        var windows: [UIWindow] = []
        if #available(iOS 13.0, *) {
            for case let scene as UIWindowScene in UIApplication.shared.connectedScenes { windows += scene.windows }
        }
        if windows.isEmpty { windows = UIApplication.shared.windows }
        let shown = windows.filter { !$0.isHidden }
        return shown.enumerated().sorted { one, other in
            let (a, b) = (one.element.windowLevel.rawValue, other.element.windowLevel.rawValue)
            return a == b ? one.offset < other.offset : a < b
        }.map { $0.element }
    }
}

// MARK: - The dump

extension Vitrine {
    /// Writes one dump.
    @MainActor
    fileprivate final class Writer {
        private let options: Options
        /// The numbers of the views, in the order in which they are written.
        private var numbers: [ObjectIdentifier: Int] = [:]
        private var pictureCount = 0
        private var pictureBytes = 0
        private var pictureTime = 0.0

        init(options: Options) { self.options = options }

        func dump(of windows: [UIWindow]) -> [String: Any] {
            for window in windows { number(window, depth: 0) }
            let screen = windows.first?.screen ?? UIScreen.main
            let device = UIDevice.current
            var dump: [String: Any] = [
                "vitrine": 1,
                "name": options.name ?? appName,
                "capturedAt": ISO8601DateFormatter().string(from: Date()),
                "device": [
                    // The simulator’s name says which device it is; that of a device would say whose it is.
                    "name": ProcessInfo.processInfo.environment["SIMULATOR_DEVICE_NAME"] ?? device.model,
                    "width": number(screen.bounds.width), "height": number(screen.bounds.height),
                    "scale": number(screen.scale),
                    "idiom": device.userInterfaceIdiom == .pad ? "pad" : "phone",
                    "system": "\(device.systemName) \(device.systemVersion)",
                ] as [String: Any],
                // What a view leaves out has UIKit's default; everything was asked.
                "complete": Self.complete,
            ]
            if let app = Bundle.main.bundleIdentifier { dump["app"] = app }
            if options.screenshot, let picture = screenshot(of: windows, on: screen) { dump["screenshot"] = picture }
            dump["windows"] = windows.map { view($0, depth: 0, isSecret: false) }
            return dump
        }

        private static let complete = [
            "transform", "anchorPoint", "alpha", "hidden", "opaque", "clipsToBounds", "userInteractionEnabled",
            "multipleTouchEnabled", "exclusiveTouch", "autoresizesSubviews", "autoresizingMask", "contentMode", "tag",
            "contentOffset", "contentSize", "text", "identifier", "label", "value", "controller",
        ]

        private var appName: String {
            let information = Bundle.main.infoDictionary ?? [:]
            let name = information["CFBundleDisplayName"] ?? information["CFBundleName"]
            return name as? String ?? ProcessInfo.processInfo.processName
        }

        /// Gives the views that are written their numbers: constraints name views that come later.
        private func number(_ view: UIView, depth: Int) {
            guard numbers.count < options.maximumViews else { return }
            numbers[ObjectIdentifier(view)] = numbers.count
            guard depth + 1 < options.maximumDepth else { return }
            for subview in view.subviews { number(subview, depth: depth + 1) }
        }

        // MARK: A view

        /// - Parameter isSecret: Whether it is in a secure text field.
        private func view(_ view: UIView, depth: Int, isSecret: Bool) -> [String: Any] {
            let isSecret = isSecret || Self.isSecure(view)
            var result: [String: Any] = [
                "class": Names.of(type(of: view)),
                "address": "\(Unmanaged.passUnretained(view).toOpaque())",
            ]
            result["id"] = numbers[ObjectIdentifier(view)]
            place(view, into: &result)
            flags(view, into: &result)
            texts(view, isSecret: isSecret, into: &result)
            layout(view, into: &result)
            var attributes = Attributes(text: text).all(of: view, isSecret: isSecret)
            if options.pictures, !isSecret, let picture = picture(of: view) { result["image"] = picture }
            let subviews = view.subviews.filter { numbers[ObjectIdentifier($0)] != nil }
            if !subviews.isEmpty {
                result["subviews"] = subviews.map { self.view($0, depth: depth + 1, isSecret: isSecret) }
            }
            let missing = view.subviews.count - subviews.count
            if missing > 0 { attributes["vitrine.missingSubviews"] = "\(missing)" }
            if !attributes.isEmpty { result["attributes"] = attributes }
            return result
        }

        static func isSecure(_ view: UIView) -> Bool {
            (view as? UITextField)?.isSecureTextEntry == true || (view as? UITextView)?.isSecureTextEntry == true
        }

        private func place(_ view: UIView, into result: inout [String: Any]) {
            let transform = view.transform
            let anchor = view.layer.anchorPoint
            result["frame"] = rect(view.frame)
            result["bounds"] = rect(view.bounds)
            result["center"] = point(view.center)
            if !transform.isIdentity {
                result["transform"] = [
                    transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty,
                ].map(number)
            }
            if anchor.x != 0.5 || anchor.y != 0.5 { result["anchorPoint"] = point(anchor) }
            if let scroll = view as? UIScrollView {
                result["contentOffset"] = point(scroll.contentOffset)
                result["contentSize"] = size(scroll.contentSize)
            }
        }

        private func flags(_ view: UIView, into result: inout [String: Any]) {
            if view.alpha != 1 { result["alpha"] = min(1, max(0, Double(view.alpha))) }
            if view.isHidden { result["hidden"] = true }
            if !view.isOpaque { result["opaque"] = false }
            if view.clipsToBounds { result["clipsToBounds"] = true }
            if !view.isUserInteractionEnabled { result["userInteractionEnabled"] = false }
            if view.isMultipleTouchEnabled { result["multipleTouchEnabled"] = true }
            if view.isExclusiveTouch { result["exclusiveTouch"] = true }
            if !view.autoresizesSubviews { result["autoresizesSubviews"] = false }
            // Six bits; more would be refused.
            let mask = view.autoresizingMask.rawValue & 63
            if mask != 0 { result["autoresizingMask"] = Int(mask) }
            if view.contentMode != .scaleToFill { result["contentMode"] = view.contentMode.rawValue }
            if view.tag != 0 { result["tag"] = view.tag }
        }

        private func texts(_ view: UIView, isSecret: Bool, into result: inout [String: Any]) {
            if let identifier = view.accessibilityIdentifier { result["identifier"] = text(identifier) }
            if let controller = view.next as? UIViewController {
                result["controller"] = Names.of(type(of: controller))
            }
            guard !isSecret else { return }
            if let label = view.accessibilityLabel { result["label"] = text(label) }
            if let value = view.accessibilityValue { result["value"] = text(value) }
            let shown = (view as? UILabel)?.text ?? (view as? UITextField)?.text ?? (view as? UITextView)?.text
            if let shown = shown { result["text"] = text(shown) }
        }

        // MARK: Layout

        private func layout(_ view: UIView, into result: inout [String: Any]) {
            let margins = view.layoutMargins
            var layout: [String: Any] = [
                "translatesAutoresizingMaskIntoConstraints": view.translatesAutoresizingMaskIntoConstraints,
                "contentHuggingPriority": [
                    "horizontal": Double(view.contentHuggingPriority(for: .horizontal).rawValue),
                    "vertical": Double(view.contentHuggingPriority(for: .vertical).rawValue),
                ],
                "contentCompressionResistancePriority": [
                    "horizontal": Double(view.contentCompressionResistancePriority(for: .horizontal).rawValue),
                    "vertical": Double(view.contentCompressionResistancePriority(for: .vertical).rawValue),
                ],
                "layoutMargins": [
                    "top": number(margins.top), "left": number(margins.left), "bottom": number(margins.bottom),
                    "right": number(margins.right),
                ],
                "preservesSuperviewLayoutMargins": view.preservesSuperviewLayoutMargins,
                "insetsLayoutMarginsFromSafeArea": view.insetsLayoutMarginsFromSafeArea,
            ]
            if let label = view as? UILabel, label.preferredMaxLayoutWidth > 0 {
                layout["preferredMaxLayoutWidth"] = number(label.preferredMaxLayoutWidth)
            }
            if let stack = view as? UIStackView { layout["stack"] = self.stack(stack) }
            result["autoLayout"] = layout
            let constraints = view.constraints.compactMap(constraint)
            if !constraints.isEmpty { result["constraints"] = constraints }
        }

        private func stack(_ stack: UIStackView) -> [String: Any] {
            var result: [String: Any] = [
                "axis": stack.axis == .vertical ? "vertical" : "horizontal",
                "spacing": number(stack.spacing),
                "baselineRelative": stack.isBaselineRelativeArrangement,
                "marginsRelative": stack.isLayoutMarginsRelativeArrangement,
            ]
            result["distribution"] = Names.distributions[stack.distribution.rawValue]
            result["alignment"] = Names.alignments[stack.alignment.rawValue]
            let custom: [[String: Any]] = stack.arrangedSubviews.compactMap { view in
                let spacing = stack.customSpacing(after: view)
                guard spacing != UIStackView.spacingUseDefault, spacing != UIStackView.spacingUseSystem,
                    spacing.isFinite, let number = numbers[ObjectIdentifier(view)]
                else { return nil }
                return ["after": number, "spacing": Double(spacing)]
            }
            if !custom.isEmpty { result["customSpacings"] = custom }
            return result
        }

        /// A constraint of the app; nil for those that UIKit makes for masks and intrinsic sizes.
        private func constraint(_ constraint: NSLayoutConstraint) -> [String: Any]? {
            let name = Names.of(type(of: constraint))
            guard !name.hasPrefix("NSContentSize"), !name.hasPrefix("NSAutoresizingMask") else { return nil }
            guard let first = anchor(constraint.firstItem, constraint.firstAttribute) else { return nil }
            var result: [String: Any] = ["first": first]
            switch constraint.relation {
            case .lessThanOrEqual: result["relation"] = "lessThanOrEqual"
            case .greaterThanOrEqual: result["relation"] = "greaterThanOrEqual"
            default: result["relation"] = "equal"
            }
            if let second = anchor(constraint.secondItem, constraint.secondAttribute) { result["second"] = second }
            if constraint.multiplier != 1, constraint.multiplier.isFinite {
                result["multiplier"] = Double(constraint.multiplier)
            }
            if constraint.constant != 0, constraint.constant.isFinite {
                result["constant"] = Double(constraint.constant)
            }
            if constraint.priority.rawValue != 1000 { result["priority"] = Double(constraint.priority.rawValue) }
            if let identifier = constraint.identifier, !identifier.isEmpty { result["identifier"] = text(identifier) }
            if !constraint.isActive { result["active"] = false }
            return result
        }

        private func anchor(_ item: AnyObject?, _ attribute: NSLayoutConstraint.Attribute) -> [String: Any]? {
            guard let item = item, let name = Names.attributes[attribute.rawValue] else { return nil }
            if let view = item as? UIView, let number = numbers[ObjectIdentifier(view)] {
                return ["view": number, "attribute": name]
            }
            if let guide = item as? UILayoutGuide, let owner = guide.owningView,
                let number = numbers[ObjectIdentifier(owner)]
            {
                return ["view": number, "guide": kind(of: guide, in: owner), "attribute": name]
            }
            return ["item": Names.of(type(of: item)), "attribute": name]
        }

        /// Which guide of a view it is. Asking a view for its guides would make them.
        private func kind(of guide: UILayoutGuide, in owner: UIView) -> String {
            let identifier = guide.identifier
            for (part, name) in Names.guides where identifier.contains(part) { return name }
            if let scroll = owner as? UIScrollView {
                if scroll.contentLayoutGuide === guide { return "contentLayoutGuide" }
                if scroll.frameLayoutGuide === guide { return "frameLayoutGuide" }
            }
            return identifier.isEmpty ? Names.of(type(of: guide)) : text(identifier)
        }

        // MARK: Pictures

        /// The whole screen as base 64, with grey areas for what is secret.
        private func screenshot(of windows: [UIWindow], on screen: UIScreen) -> String? {
            let bounds = screen.bounds
            guard Self.canBeDrawn(bounds.size, scale: screen.scale) else { return nil }
            let format = UIGraphicsImageRendererFormat()
            format.scale = screen.scale
            let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
            let image = renderer.image { context in
                for window in windows {
                    window.drawHierarchy(in: window.frame, afterScreenUpdates: false)
                    UIColor.gray.setFill()
                    for area in secretAreas(in: window) { context.fill(area) }
                }
            }
            return image.pngData()?.base64EncodedString()
        }

        /// Where secure text fields are, in the coordinates of the screen.
        private func secretAreas(in window: UIWindow) -> [CGRect] {
            var areas: [CGRect] = []
            var pending: [UIView] = [window]
            while let view = pending.popLast() {
                if Self.isSecure(view) {
                    let area = view.convert(view.bounds, to: window)
                    areas.append(area.offsetBy(dx: window.frame.origin.x, dy: window.frame.origin.y))
                } else if areas.count < 1_000 {
                    pending += view.subviews
                }
            }
            return areas
        }

        /// What the view itself draws, without its subviews, as a data URI; nil where that is nothing but its
        /// background, or too much.
        private func picture(of view: UIView) -> String? {
            let bounds = view.bounds
            let scale = view.window?.screen.scale ?? UIScreen.main.scale
            guard pictureCount < options.maximumPictures, pictureBytes < options.maximumPictureBytes,
                pictureTime < options.maximumPictureTime, !view.isHidden, view.alpha > 0,
                Self.canBeDrawn(bounds.size, scale: scale), drawsItself(view)
            else { return nil }
            let start = Date()
            defer { pictureTime += Date().timeIntervalSince(start) }
            let format = UIGraphicsImageRendererFormat()
            format.scale = scale
            format.opaque = false
            let data: Data? = autoreleasepool {
                // Layers, not views: nobody observes those, and no frame is drawn before they are back.
                let hidden = view.subviews.map { $0.layer }.filter { !$0.isHidden }
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                for layer in hidden { layer.isHidden = true }
                defer {
                    for layer in hidden { layer.isHidden = false }
                    CATransaction.commit()
                }
                let renderer = UIGraphicsImageRenderer(bounds: bounds, format: format)
                return renderer.image { context in view.layer.render(in: context.cgContext) }.pngData()
            }
            guard let picture = data, pictureBytes + picture.count <= options.maximumPictureBytes else { return nil }
            pictureCount += 1
            pictureBytes += picture.count
            return "data:image/png;base64," + picture.base64EncodedString()
        }

        /// Whether the layer has contents, or layers that belong to no subview.
        private func drawsItself(_ view: UIView) -> Bool {
            if view.layer.contents != nil { return true }
            let own = Set(view.subviews.map { ObjectIdentifier($0.layer) })
            return (view.layer.sublayers ?? []).contains { !own.contains(ObjectIdentifier($0)) }
        }

        private static func canBeDrawn(_ size: CGSize, scale: CGFloat) -> Bool {
            let (width, height) = (size.width * scale, size.height * scale)
            return width >= 1 && height >= 1 && width <= 8_192 && height <= 8_192 && width * height <= 16_000_000
        }

        // MARK: Values

        private func text(_ text: String) -> String {
            text.count <= options.maximumTextLength ? text : String(text.prefix(options.maximumTextLength)) + "…"
        }

        /// A number as JSON can have it; what is not finite is a word.
        private func number(_ value: CGFloat) -> Any {
            if value.isFinite { return Double(value) }
            return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
        }

        private func rect(_ rect: CGRect) -> [Any] {
            [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height].map(number)
        }

        private func point(_ point: CGPoint) -> [String: Any] { ["x": number(point.x), "y": number(point.y)] }

        private func size(_ size: CGSize) -> [String: Any] {
            ["width": number(size.width), "height": number(size.height)]
        }
    }
}

// MARK: - Attributes

extension Vitrine {
    /// What a view says beyond the members that every view has, under UIKit's names.
    @MainActor
    fileprivate struct Attributes {
        /// Cuts a text that is too long.
        let text: (String) -> String

        func all(of view: UIView, isSecret: Bool) -> [String: String] {
            var found: [String: String] = [:]
            found["baseClass"] = baseClass(of: view)
            look(of: view, into: &found)
            layer(of: view, into: &found)
            behaviour(of: view, isSecret: isSecret, into: &found)
            if !isSecret { control(view, into: &found) }
            textView(view, into: &found)
            return found
        }

        /// The nearest class of the system that an app's own class derives from.
        private func baseClass(of view: UIView) -> String? {
            var next: UIView.Type? = type(of: view)
            for _ in 0..<64 {
                guard let current = next else { return nil }
                if Self.isSystem(current) {
                    return current == type(of: view) ? nil : Names.of(current)
                }
                next = current.superclass() as? UIView.Type
            }
            return nil
        }

        private static func isSystem(_ type: UIView.Type) -> Bool {
            let name = Names.of(type)
            return !name.contains(".") && ["UI", "_UI", "WK", "MK"].contains { name.hasPrefix($0) }
        }

        private func look(of view: UIView, into found: inout [String: String]) {
            if let color = view.backgroundColor { found["backgroundColor"] = self.color(color, in: view) }
            // The tint is inherited: only where it begins.
            if let tint = view.tintColor, view.superview == nil || view.superview?.tintColor != tint {
                found["tintColor"] = color(tint, in: view)
            }
            if let image = view as? UIImageView {
                if let shown = image.isHighlighted ? image.highlightedImage ?? image.image : image.image {
                    found["image"] = text(String(describing: shown))
                }
            }
            if let effect = (view as? UIVisualEffectView)?.effect { found["effect"] = text(String(describing: effect)) }
        }

        private func layer(of view: UIView, into found: inout [String: String]) {
            let layer = view.layer
            if layer.cornerRadius != 0 { found["layer.cornerRadius"] = number(layer.cornerRadius) }
            if layer.borderWidth != 0 {
                found["layer.borderWidth"] = number(layer.borderWidth)
                if let color = layer.borderColor {
                    found["layer.borderColor"] = self.color(UIColor(cgColor: color), in: view)
                }
            }
            if layer.shadowOpacity != 0 {
                found["layer.shadowOpacity"] = "\(layer.shadowOpacity)"
                found["layer.shadowRadius"] = number(layer.shadowRadius)
                found["layer.shadowOffset"] =
                    "{\(number(layer.shadowOffset.width)), \(number(layer.shadowOffset.height))}"
                if let color = layer.shadowColor {
                    found["layer.shadowColor"] = self.color(UIColor(cgColor: color), in: view)
                }
            }
            if layer.zPosition != 0 { found["layer.zPosition"] = number(layer.zPosition) }
            if layer.mask != nil { found["layer.mask"] = "YES" }
            let kind = Names.of(type(of: layer))
            if kind != "CALayer" { found["layer"] = kind }
        }

        private func behaviour(of view: UIView, isSecret: Bool, into found: inout [String: String]) {
            let intrinsic = view.intrinsicContentSize
            if !isSecret, intrinsic.width != UIView.noIntrinsicMetric || intrinsic.height != UIView.noIntrinsicMetric {
                found["intrinsicContentSize"] = "{\(number(intrinsic.width)), \(number(intrinsic.height))}"
            }
            let safe = view.safeAreaInsets
            if safe != .zero {
                found["safeAreaInsets"] =
                    "{\(number(safe.top)), \(number(safe.left)), \(number(safe.bottom)), \(number(safe.right))}"
            }
            if let recognizers = view.gestureRecognizers, !recognizers.isEmpty {
                found["gestureRecognizers"] =
                    recognizers.prefix(50).map { Names.of(type(of: $0)) }.joined(separator: ", ")
            }
            if view.isAccessibilityElement { found["isAccessibilityElement"] = "YES" }
            let traits = view.accessibilityTraits.rawValue
            let names = Names.traits.filter { traits & $0.key != 0 }.map { $0.value }.sorted()
            if !names.isEmpty { found["accessibilityTraits"] = names.joined(separator: ", ") }
            if let scroll = view as? UIScrollView {
                let inset = scroll.adjustedContentInset
                found["adjustedContentInset"] =
                    "{\(number(inset.top)), \(number(inset.left)), \(number(inset.bottom)), \(number(inset.right))}"
                if scroll.zoomScale != 1 { found["zoomScale"] = number(scroll.zoomScale) }
            }
        }

        private func control(_ view: UIView, into found: inout [String: String]) {
            if let control = view as? UIControl {
                if !control.isEnabled { found["enabled"] = "NO" }
                if control.isSelected { found["selected"] = "YES" }
                if control.isHighlighted { found["highlighted"] = "YES" }
            }
            if let button = view as? UIButton {
                if let title = button.currentTitle { found["title"] = text(title) }
                found["titleColor"] = color(button.currentTitleColor, in: button)
                if let image = button.currentImage { found["image"] = text(String(describing: image)) }
            } else if let toggle = view as? UISwitch {
                found["on"] = toggle.isOn ? "YES" : "NO"
                if let color = toggle.onTintColor { found["onTintColor"] = self.color(color, in: toggle) }
            } else if let slider = view as? UISlider {
                found["value"] = "\(slider.value)"
                found["minimumValue"] = "\(slider.minimumValue)"
                found["maximumValue"] = "\(slider.maximumValue)"
            } else if let stepper = view as? UIStepper {
                found["value"] = "\(stepper.value)"
                found["minimumValue"] = "\(stepper.minimumValue)"
                found["maximumValue"] = "\(stepper.maximumValue)"
            } else if let segments = view as? UISegmentedControl {
                found["selectedSegmentIndex"] = "\(segments.selectedSegmentIndex)"
                found["numberOfSegments"] = "\(segments.numberOfSegments)"
            } else if let pages = view as? UIPageControl {
                found["numberOfPages"] = "\(pages.numberOfPages)"
                found["currentPage"] = "\(pages.currentPage)"
            } else if let progress = view as? UIProgressView {
                found["progress"] = "\(progress.progress)"
            } else if let spinner = view as? UIActivityIndicatorView {
                found["animating"] = spinner.isAnimating ? "YES" : "NO"
            } else if let cell = view as? UITableViewCell {
                found["accessoryType"] = "\(cell.accessoryType.rawValue)"
                if cell.isSelected { found["selected"] = "YES" }
                if let identifier = cell.reuseIdentifier { found["reuseIdentifier"] = text(identifier) }
            }
        }

        private func textView(_ view: UIView, into found: inout [String: String]) {
            if let label = view as? UILabel {
                found["font"] = font(label.font)
                found["textColor"] = label.textColor.map { color($0, in: label) }
                found["textAlignment"] = Names.alignmentsOfText[label.textAlignment.rawValue]
                found["numberOfLines"] = "\(label.numberOfLines)"
                found["lineBreakMode"] = Names.lineBreaks[label.lineBreakMode.rawValue]
                if label.adjustsFontSizeToFitWidth { found["minimumScaleFactor"] = number(label.minimumScaleFactor) }
            } else if let field = view as? UITextField {
                found["font"] = font(field.font)
                found["textColor"] = field.textColor.map { color($0, in: field) }
                found["textAlignment"] = Names.alignmentsOfText[field.textAlignment.rawValue]
                found["placeholder"] = field.placeholder.map(text)
                found["borderStyle"] = Names.borders[field.borderStyle.rawValue]
            } else if let area = view as? UITextView {
                found["font"] = font(area.font)
                found["textColor"] = area.textColor.map { color($0, in: area) }
                found["textAlignment"] = Names.alignmentsOfText[area.textAlignment.rawValue]
                found["editable"] = area.isEditable ? "YES" : "NO"
            }
            if (view as? UIContentSizeCategoryAdjusting)?.adjustsFontForContentSizeCategory == true {
                found["adjustsFontForContentSizeCategory"] = "YES"
            }
            if Writer.isSecure(view) { found["secureTextEntry"] = "YES" }
        }

        /// A colour by its name where it has one, which says how it differs in the dark; else its numbers as they are now.
        private func color(_ color: UIColor, in view: UIView) -> String {
            let description = String(describing: color)
            if description.contains("name = ") { return text(description) }
            var shown = color
            if #available(iOS 13.0, *) { shown = color.resolvedColor(with: view.traitCollection) }
            var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
            guard shown.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return text(description) }
            return "UIExtendedSRGBColorSpace \(number(red)) \(number(green)) \(number(blue)) \(number(alpha))"
        }

        /// Name and size, behind the text style where it is of one; the name of the system's font tells its weight.
        private func font(_ font: UIFont?) -> String? {
            guard let font = font else { return nil }
            let style = (font.fontDescriptor.object(forKey: .textStyle) as? String) ?? ""
            let words = style.hasPrefix("UICTFontTextStyle") ? "\(style), " : ""
            return "\(words)\(font.fontName) \(number(font.pointSize))pt"
        }

        /// A number with at most four digits behind the point.
        private func number(_ value: CGFloat) -> String {
            guard value.isFinite else { return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf" }
            let rounded = (Double(value) * 10_000).rounded() / 10_000
            guard rounded == rounded.rounded(), abs(rounded) < 1e15 else { return "\(rounded)" }
            return "\(Int(rounded))"
        }
    }

    /// What UIKit calls its raw values.
    fileprivate enum Names {
        /// The name of a class, with its module unless that is UIKit.
        static func of(_ type: AnyClass) -> String {
            let name = NSStringFromClass(type)
            return name.hasPrefix("UIKit.") ? String(name.dropFirst("UIKit.".count)) : name
        }

        /// `NSLayoutConstraint.Attribute`; the last six are those of constraints that UIKit makes.
        static let attributes: [Int: String] = [
            1: "left", 2: "right", 3: "top", 4: "bottom", 5: "leading", 6: "trailing", 7: "width", 8: "height",
            9: "centerX", 10: "centerY", 11: "lastBaseline", 12: "firstBaseline", 13: "leftMargin", 14: "rightMargin",
            15: "topMargin", 16: "bottomMargin", 17: "leadingMargin", 18: "trailingMargin", 19: "centerXWithinMargins",
            20: "centerYWithinMargins", 32: "left", 33: "top", 34: "centerX", 35: "centerY", 36: "right", 37: "bottom",
        ]
        /// Parts of the identifiers of UIKit's own guides.
        static let guides = [
            ("SafeArea", "safeArea"), ("LayoutMargins", "layoutMargins"), ("ReadableContent", "readableContent"),
            ("Keyboard", "keyboard"), ("contentLayoutGuide", "contentLayoutGuide"),
            ("frameLayoutGuide", "frameLayoutGuide"),
        ]
        /// `UIStackView.Distribution`.
        static let distributions: [Int: String] = [
            0: "fill", 1: "fillEqually", 2: "fillProportionally", 3: "equalSpacing", 4: "equalCentering",
        ]
        /// `UIStackView.Alignment`; top is leading and bottom trailing.
        static let alignments: [Int: String] = [
            0: "fill", 1: "leading", 2: "firstBaseline", 3: "center", 4: "trailing", 5: "lastBaseline",
        ]
        /// `NSTextAlignment` on iOS.
        static let alignmentsOfText: [Int: String] = [
            0: "left", 1: "center", 2: "right", 3: "justified", 4: "natural",
        ]
        /// `NSLineBreakMode`.
        static let lineBreaks: [Int: String] = [
            0: "byWordWrapping", 1: "byCharWrapping", 2: "byClipping", 3: "byTruncatingHead", 4: "byTruncatingTail",
            5: "byTruncatingMiddle",
        ]
        /// `UITextField.BorderStyle`.
        static let borders: [Int: String] = [0: "none", 1: "line", 2: "bezel", 3: "roundedRect"]
        /// The bits of `UIAccessibilityTraits`.
        static let traits: [UInt64: String] = [
            1 << 0: "button", 1 << 1: "link", 1 << 2: "image", 1 << 3: "selected", 1 << 4: "playsSound",
            1 << 5: "keyboardKey", 1 << 6: "staticText", 1 << 7: "summaryElement", 1 << 8: "notEnabled",
            1 << 9: "updatesFrequently", 1 << 10: "searchField", 1 << 11: "startsMediaSession", 1 << 12: "adjustable",
            1 << 13: "allowsDirectInteraction", 1 << 14: "causesPageTurn", 1 << 16: "header",
        ]
    }
}
