import JSON
import Live

/// The views and constraints that edits name, as the API tells of them.
struct EditSubjects: Sendable {
    var views: [Int: JSONValue] = [:]
    var constraints: [Int: JSONValue] = [:]

    /// The numbers of the views that edits name.
    static func views(in edits: [JSONValue]) -> Set<Int> {
        var found: Set<Int> = []
        for edit in edits {
            let anchors = ["first", "second"].compactMap { edit["constraint"]?[$0]?["view"] }
            let inside = (edit["views"]?.arrayValue ?? []).compactMap { $0["view"] }
            for value in [edit["view"], edit["superview"]].compactMap({ $0 }) + anchors + inside {
                if let number = value.integerValue { found.insert(Int(clamping: number)) }
            }
        }
        return found
    }

    /// The numbers of the constraints that edits name.
    static func constraints(in edits: [JSONValue]) -> Set<Int> {
        Set(edits.compactMap { $0["constraint"]?.integerValue.map { Int(clamping: $0) } })
    }

    func view(_ number: JSONValue?) -> JSONValue? { number?.integerValue.flatMap { views[Int(clamping: $0)] } }

    func constraint(_ number: JSONValue?) -> JSONValue? {
        number?.integerValue.flatMap { constraints[Int(clamping: $0)] }
    }
}

/// Edits as the Swift that does the same in the app.
///
/// Views and constraints are called by their kind and number; a comment says which they are.
struct EditCode {
    private let subjects: EditSubjects
    private var known: [String] = []
    private var comments: [String] = []
    private var code: [String] = []

    /// The comments, then the statements.
    var lines: [String] { comments + code }

    init(_ edits: [JSONValue], _ subjects: EditSubjects) {
        self.subjects = subjects
        for edit in edits { add(edit) }
    }

    private mutating func add(_ edit: JSONValue) {
        switch edit["op"]?.stringValue {
        case "change": change(edit)
        case "changes": for part in edit["views"]?.arrayValue ?? [] { change(part) }
        case "text":
            let view = name(edit["view"])
            let words = Self.literal(edit["text"]?.stringValue ?? "")
            let isButton = subjects.view(edit["view"])?["class"]?.stringValue?.contains("Button") == true
            code.append(isButton ? "\(view).setTitle(\(words), for: .normal)" : "\(view).text = \(words)")
        case "bringToFront", "sendToBack":
            let view = name(edit["view"])
            let verb = edit["op"] == "bringToFront" ? "bringSubviewToFront" : "sendSubviewToBack"
            code.append("\(view).superview?.\(verb)(\(view))")
        case "remove": code.append("\(name(edit["view"])).removeFromSuperview()")
        case "move", "insert":
            let view: String
            if edit["op"] == "insert" {
                view = "added"
                let type = Self.type(edit["view"]?["class"]?.stringValue)
                code.append("let added = \(type)(frame: \(Self.rect(edit["view"]?["frame"]) ?? ".zero"))")
            } else {
                view = name(edit["view"])
            }
            let superview = name(edit["superview"])
            let place = edit["index"]?.integerValue
            code.append(
                place.map { "\(superview).insertSubview(\(view), at: \($0))" } ?? "\(superview).addSubview(\(view))"
            )
        case "exchange":
            let places = (edit["indexes"]?.arrayValue ?? []).map { AgentText.plain($0) }
            guard places.count == 2 else { return }
            code.append("\(name(edit["superview"])).exchangeSubview(at: \(places[0]), withSubviewAt: \(places[1]))")
        case "changeConstraint": changeConstraint(edit)
        case "removeConstraint": code.append("\(constraint(edit["constraint"])).isActive = false")
        case "addConstraint": activate(edit["constraint"] ?? [:])
        case "changeLayout": changeLayout(edit)
        default: return
        }
    }

    // MARK: Views

    private static let flags: [String: (name: String, usual: Bool)] = [
        "hidden": ("isHidden", false), "opaque": ("isOpaque", true), "clipsToBounds": ("clipsToBounds", false),
        "userInteractionEnabled": ("isUserInteractionEnabled", true),
        "autoresizesSubviews": ("autoresizesSubviews", true),
    ]

    private mutating func change(_ edit: JSONValue) {
        let view = name(edit["view"])
        for member in edit["changes"]?.objectValue ?? [] {
            if let flag = Self.flags[member.name] {
                code.append("\(view).\(flag.name) = \(member.value.boolValue ?? flag.usual)")
                continue
            }
            let value: String?
            var property = member.name
            switch member.name {
            case "frame", "bounds": value = Self.rect(member.value)
            case "center": value = Self.point(member.value)
            case "anchorPoint":
                property = "layer.anchorPoint"
                value = Self.point(member.value) ?? "CGPoint(x: 0.5, y: 0.5)"
            case "contentSize": value = Self.size(member.value) ?? ".zero"
            case "transform": value = Self.transform(member.value)
            case "alpha": value = Self.number(member.value) ?? "1"
            case "tag": value = Self.number(member.value) ?? "0"
            case "contentMode": value = ".\(member.value.stringValue ?? "scaleToFill")"
            case "autoresizingMask":
                value = "[\((member.value.arrayValue ?? []).map { ".\(AgentText.plain($0))" }.joined(separator: ", "))]"
            default: value = nil
            }
            if let value { code.append("\(view).\(property) = \(value)") }
        }
    }

    private mutating func changeLayout(_ edit: JSONValue) {
        let view = name(edit["view"])
        for member in edit["changes"]?.objectValue ?? [] {
            switch member.name {
            case "translatesAutoresizingMaskIntoConstraints":
                code.append("\(view).\(member.name) = \(member.value.boolValue ?? true)")
            case "contentHuggingPriority", "contentCompressionResistancePriority":
                let verb = "set\(member.name.prefix(1).uppercased())\(member.name.dropFirst())"
                for axis in member.value.objectValue ?? [] {
                    guard let number = Self.number(axis.value) else { continue }
                    code.append("\(view).\(verb)(UILayoutPriority(\(number)), for: .\(axis.name))")
                }
            case "stack":
                for part in member.value.objectValue ?? [] {
                    let value = Self.number(part.value) ?? part.value.stringValue.map { ".\($0)" }
                    if let value { code.append("\(view).\(part.name) = \(value)") }
                }
            default: continue
            }
        }
    }

    // MARK: Constraints

    private mutating func changeConstraint(_ edit: JSONValue) {
        let constraint = constraint(edit["constraint"])
        let changes = edit["changes"] ?? [:]
        // UIKit cannot change these of one that is there: another takes its place.
        if changes["relation"] != nil || changes["multiplier"] != nil {
            code.append("\(constraint).isActive = false")
            let old = subjects.constraint(edit["constraint"])
            let names = ["first", "relation", "second", "multiplier", "constant", "priority", "identifier"]
            let members = names.compactMap { name in
                (changes[name] ?? old?[name]).map { JSONMember(name: name, value: $0) }
            }
            if changes["active"] != false { activate(.object(members)) }
            return
        }
        for member in changes.objectValue ?? [] {
            switch member.name {
            case "constant": code.append("\(constraint).constant = \(Self.number(member.value) ?? "0")")
            case "priority":
                code.append("\(constraint).priority = UILayoutPriority(\(Self.number(member.value) ?? "1000"))")
            case "active": code.append("\(constraint).isActive = \(member.value.boolValue ?? true)")
            case "identifier":
                code.append("\(constraint).identifier = \(member.value.stringValue.map(Self.literal) ?? "nil")")
            default: continue
            }
        }
    }

    private static let signs = ["lessThanOrEqual": "lessThanOrEqualTo", "greaterThanOrEqual": "greaterThanOrEqualTo"]
    private static let guides = [
        "safeArea": "safeAreaLayoutGuide", "layoutMargins": "layoutMarginsGuide",
        "readableContent": "readableContentGuide", "keyboard": "keyboardLayoutGuide",
        "contentLayoutGuide": "contentLayoutGuide", "frameLayoutGuide": "frameLayoutGuide",
    ]

    /// Makes a constraint and sets it in force; with anchors where these can say it.
    private mutating func activate(_ constraint: JSONValue) {
        let sign = Self.signs[constraint["relation"]?.stringValue ?? ""] ?? "equalTo"
        let first = item(constraint["first"]), second = constraint["second"].flatMap { $0 == .null ? nil : item($0) }
        let attribute = constraint["first"]?["attribute"]?.stringValue ?? ""
        let constant = constraint["constant"]?.doubleValue ?? 0, multiplier = constraint["multiplier"]?.doubleValue ?? 1
        let isLength = attribute == "width" || attribute == "height"
        let other = constraint["second"]?["attribute"]?.stringValue ?? ""
        let isPlain = ![attribute, other].contains { $0.contains("Margin") }
        let made: String
        if let second, isPlain, isLength || multiplier == 1 {
            let times = multiplier == 1 ? "" : ", multiplier: \(Self.number(multiplier))"
            let plus = constant == 0 ? "" : ", constant: \(Self.number(constant))"
            made = "\(first).\(attribute)Anchor.constraint(\(sign): \(second).\(other)Anchor\(times)\(plus))"
        } else if second == nil, isLength {
            made = "\(first).\(attribute)Anchor.constraint(\(sign)Constant: \(Self.number(constant)))"
        } else {
            let relation = constraint["relation"]?.stringValue ?? "equal"
            made = """
                NSLayoutConstraint(item: \(first), attribute: .\(attribute), relatedBy: .\(relation), \
                toItem: \(second ?? "nil"), attribute: .\(second == nil ? "notAnAttribute" : other), \
                multiplier: \(Self.number(multiplier)), constant: \(Self.number(constant)))
                """
        }
        let priority = Self.number(constraint["priority"]).flatMap { $0 == "1000" ? nil : $0 }
        let identifier = constraint["identifier"]?.stringValue
        guard priority != nil || identifier != nil else { return code.append("\(made).isActive = true") }
        code.append("let added = \(made)")
        if let priority { code.append("added.priority = UILayoutPriority(\(priority))") }
        if let identifier { code.append("added.identifier = \(Self.literal(identifier))") }
        code.append("added.isActive = true")
    }

    private mutating func item(_ anchor: JSONValue?) -> String {
        let view = name(anchor?["view"])
        return anchor?["guide"]?.stringValue.flatMap { Self.guides[$0] }.map { "\(view).\($0)" } ?? view
    }

    // MARK: Names

    /// What a view is called.
    private mutating func name(_ number: JSONValue?) -> String {
        let view = subjects.view(number)
        let type = Self.type(view?["class"]?.stringValue)
        let short = type.hasPrefix("UI") && type.count > 2 ? String(type.dropFirst(2)) : type
        let name = "\(short.prefix(1).lowercased())\(short.dropFirst())\(AgentText.plain(number))"
        tell(name, view.map { AgentText.view($0) } ?? "view \(AgentText.plain(number))")
        return name
    }

    private mutating func constraint(_ number: JSONValue?) -> String {
        let constraint = subjects.constraint(number)
        let name = "constraint\(AgentText.plain(number))"
        let outlet = constraint?["name"]?.stringValue ?? ""
        let words = constraint?["text"]?.stringValue ?? ""
        tell(name, AgentText.line(outlet.isEmpty ? words : "\(outlet), \(words)"))
        return name
    }

    private mutating func tell(_ name: String, _ words: String) {
        guard !known.contains(name) else { return }
        known.append(name)
        comments.append("// \(name) is \(words)")
    }

    // MARK: Values

    /// A class as Swift can name it: the last part of its name, `UIView` for what is none.
    private static func type(_ name: String?) -> String {
        let last = name?.split(separator: ".").last.map(String.init) ?? ""
        let isName = last.first?.isLetter == true && last.allSatisfy { $0.isLetter || $0.isNumber }
        return isName && last.count <= 80 ? last : "UIView"
    }

    private static func literal(_ text: String) -> String {
        ScriptLanguage.swift.literal(String(String.UnicodeScalarView(text.unicodeScalars.prefix(1_000))))
    }

    static func number(_ value: Double) -> String { Int64(exactly: value).map(String.init) ?? value.description }

    static func number(_ value: JSONValue?) -> String? { value?.doubleValue.map { number($0) } }

    private static func numbers(_ value: JSONValue?, _ names: [String]) -> String? {
        let parts = names.compactMap { name in number(value?[name]).map { "\(name): \($0)" } }
        return parts.count == names.count ? parts.joined(separator: ", ") : nil
    }

    private static func rect(_ value: JSONValue?) -> String? {
        numbers(value, ["x", "y", "width", "height"]).map { "CGRect(\($0))" }
    }

    private static func point(_ value: JSONValue?) -> String? { numbers(value, ["x", "y"]).map { "CGPoint(\($0))" } }

    private static func size(_ value: JSONValue?) -> String? {
        numbers(value, ["width", "height"]).map { "CGSize(\($0))" }
    }

    private static func transform(_ value: JSONValue?) -> String {
        let parts = (value?.arrayValue ?? []).compactMap { number($0) }
        guard parts.count == 6 else { return ".identity" }
        let names = ["a", "b", "c", "d", "tx", "ty"]
        return "CGAffineTransform(\(zip(names, parts).map { "\($0): \($1)" }.joined(separator: ", ")))"
    }
}
