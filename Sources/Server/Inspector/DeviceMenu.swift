import DumpFormats
import ViewHierarchy

/// The menu of situations in which the dump can be laid out: screens, orientation, status bar, keyboard.
struct DeviceModel {
    private let state: InspectorState
    private let situation: Situation
    private let surroundings: Surroundings

    /// The menu, or nothing for a dump without a root to lay out.
    static func make(_ state: InspectorState) -> TemplateModel {
        guard let root = state.dump.tree.roots.first else { return .absent }
        let size = state.dump.tree.bounds(of: root).size
        guard size.isFinite, size.width > 0, size.height > 0 else { return .absent }
        return DeviceModel(state, size).model
    }

    private init(_ state: InspectorState, _ size: Size) {
        self.state = state
        situation = state.layout?.situation ?? Situation()
        surroundings = situation.surroundings(of: size)
    }

    private var model: TemplateModel {
        let size = surroundings.size
        let isLandscape = surroundings.orientation == .landscape
        let icon = surroundings.device?.idiom == .pad ? "pad" : isLandscape ? "phone-landscape" : "phone"
        return [
            "name": .text(surroundings.device?.name ?? "Own size"), "size": .text(Self.text(size)),
            "icon": .text(icon), "groups": .list([group("iPhone", .phone), group("iPad", .pad), around]),
            "action": .text(state.path),
            "view": .optional(state.selected.flatMap { state.tree.id(at: $0) }.map(String.init)),
            "width": .text(NumberText.short(size.width)), "height": .text(NumberText.short(size.height)),
            "rules": .list([
                rule(.proportional, "in proportion, as UIKit does"),
                rule(.even, "evenly, as the old guide says"),
            ]),
            "rotateHref": .text(state.address(turned)),
            "rotateLabel": .text(isLandscape ? "portrait" : "landscape"),
        ]
    }

    /// The screens of a kind, held as this one is and with the same bar and keyboard.
    private func group(_ title: String, _ idiom: Device.Idiom) -> TemplateModel {
        let items = Device.all.filter { $0.idiom == idiom }.map { device -> TemplateModel in
            var chosen = situation
            (chosen.device, chosen.width, chosen.height) = (device, nil, nil)
            chosen.orientation = surroundings.orientation == .landscape ? .landscape : nil
            let size = device.screen(chosen.orientation ?? .portrait).size
            return item(device.name, Self.text(size), idiom.rawValue, chosen, isCurrent: device == surroundings.device)
        }
        return ["title": .text(title), "items": .list(items)]
    }

    /// What else can lie over the app on this device.
    private var around: TemplateModel {
        guard let device = surroundings.device else {
            return ["title": "Status bar", "items": .list([statusBar(.hidden)])]
        }
        var keyboard = situation
        keyboard.showsKeyboard.toggle()
        let height = device.screen(surroundings.orientation ?? .portrait).keyboardHeight
        let items = (device.hasInCallBar ? [.inCall, .hidden] : [.hidden]).map(statusBar)
        return [
            "title": "Status bar and keyboard",
            "items": .list(
                items + [
                    item(
                        "Keyboard",
                        "\(NumberText.short(height)) high",
                        "keyboard",
                        keyboard,
                        isCurrent: situation.showsKeyboard
                    )
                ]
            ),
        ]
    }

    private func statusBar(_ bar: Situation.StatusBar) -> TemplateModel {
        var chosen = situation
        chosen.statusBar = situation.statusBar == bar ? .normal : bar
        let name = bar == .hidden ? "No status bar" : "In-call status bar"
        return item(name, "", bar == .hidden ? "hidden" : "info", chosen, isCurrent: situation.statusBar == bar)
    }

    private func item(
        _ name: String,
        _ size: String,
        _ icon: String,
        _ situation: Situation,
        isCurrent: Bool
    ) -> TemplateModel {
        [
            "name": .text(name), "size": .text(size), "icon": .text(icon),
            "address": .text(state.address(situation)), "current": .flag(isCurrent),
        ]
    }

    /// The situation after a quarter turn; back in the dump's own orientation nothing is asked for any more.
    private var turned: Situation {
        var turned = situation
        if situation.width != nil || situation.height != nil {
            (turned.width, turned.height) = (surroundings.size.height, surroundings.size.width)
        } else {
            turned.orientation = surroundings.orientation?.turned
            let own = Situation().surroundings(of: state.dump.tree.bounds(of: state.dump.tree.roots.first ?? 0).size)
            let isUsual = turned.orientation == (situation.device == nil ? own.orientation : .portrait)
            if isUsual { turned.orientation = nil }
        }
        return turned
    }

    private func rule(_ rule: Autoresizing.Rule, _ label: String) -> TemplateModel {
        let isChosen = (state.layout?.rule ?? .proportional) == rule
        return ["value": .text(rule.rawValue), "label": .text(label), "selected": .flag(isChosen)]
    }

    private static func text(_ size: Size) -> String {
        "\(NumberText.short(size.width)) × \(NumberText.short(size.height))"
    }
}

/// What another size does to the dump: who moves, and what is wrong then.
enum WhatIfModel {
    /// How many warnings are listed.
    private static let maximumWarnings = 100

    static func make(_ state: InspectorState) -> TemplateModel {
        guard let result = state.result, let layout = state.layout else { return .absent }
        let size = result.tree.bounds(of: layout.view).size
        let warnings = result.warnings + result.regressions(from: state.dump.tree)
        var summary: String?
        switch warnings.count {
        case 0: summary = nil
        case 1: summary = "1 warning"
        case ...maximumWarnings: summary = "\(warnings.count) warnings"
        default: summary = "\(warnings.count) warnings, the first \(maximumWarnings) of them listed"
        }
        return [
            "width": .text(NumberText.short(size.width)), "height": .text(NumberText.short(size.height)),
            "moved": .number(result.changed.count), "total": .number(result.tree.count),
            "rule": .text(layout.rule == .even ? "growth shared evenly" : "growth shared in proportion"),
            "situation": .optional(situation(layout.situation)), "warningSummary": .optional(summary),
            "findings": FindingsModel.make(Array(warnings.prefix(maximumWarnings)), state),
            "resetHref": .text(state.address(Situation())),
        ]
    }

    /// The situation in words, beyond the size: `iPhone X, XS, 11 Pro · landscape · keyboard`.
    private static func situation(_ situation: Situation) -> String? {
        var words: [String] = []
        if let device = situation.device { words.append(device.name) }
        if let orientation = situation.orientation { words.append(orientation.rawValue) }
        switch situation.statusBar {
        case .normal: break
        case .inCall: words.append("in-call status bar")
        case .hidden: words.append("no status bar")
        }
        if situation.showsKeyboard { words.append("keyboard") }
        return words.isEmpty ? nil : words.joined(separator: " · ")
    }
}
