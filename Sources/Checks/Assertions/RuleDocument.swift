public import Diagnostics
import JSON
import Locators
import ViewHierarchy
import Yams

/// What a layout has to be: rules about views, each with what is expected of them.
///
///     let: {title: {id: title}}
///     devices: [iphone-8, "iphone-8:landscape"]
///     rules:
///       - view: {where: "class:PayButton"}
///         expect: {width: 44.., near: {of: title, below: 8..12}, visible: 75%}
public struct RuleDocument: Sendable {
    /// The longest text that is read.
    public static let maximumBytes = 256 << 10
    /// The most rules.
    public static let maximumRules = 500
    /// The most names of `let`.
    public static let maximumNames = 500
    /// The most devices.
    public static let maximumDevices = 64
    /// On so many views each rule is checked; a locator that finds more is too general.
    public static let maximumHits = 1_000

    /// Where the dump is laid out, unless a rule says it; empty for the dump as it is.
    public var devices: [RuleDevice] = []
    /// How far a number may be off, in points.
    var tolerance = 0.5
    /// The rules in their order.
    var rules: [Rule] = []

    /// Reads a document.
    /// - Throws: Everything that is wrong with it, each with its place.
    public init(parsing bytes: [UInt8]) throws(RuleError) {
        let text = try RuleText(bytes)
        var reader = RuleReader()
        self = reader.document(JSONPlace(text.value))
        guard !reader.members.faults.isEmpty else { return }
        let lines = text.lines(at: Set(reader.members.faults.map(\.pointer)))
        throw RuleError(
            reader.members.faults.map { .init(pointer: $0.pointer, line: lines[$0.pointer], message: $0.message) }
        )
    }

    init() {}

    /// The rules as reports list them, a check for each.
    public var checks: [LintRule] {
        rules.map { rule in
            let words = rule.checks.map(\.summary).joined(separator: ", ")
            return LintRule(
                id: rule.title,
                severity: .error,
                title: "\(rule.view.name): \(words)",
                explanation: "The rules that the layout was checked with ask for it.",
                cure: "Correct the layout, or the rule where it asks for too much."
            )
        }
    }
}

/// Where a rule is checked: on a device, or on the dump as it is.
public struct RuleDevice: Sendable, Hashable {
    /// The dump as it is.
    public static let dump = RuleDevice(name: "dump", device: nil, orientation: .portrait)

    /// As rules name it: `iphone-8`, `iphone-8:landscape`, `dump`.
    public let name: String
    let device: Device?
    let orientation: Orientation

    private init(name: String, device: Device?, orientation: Orientation) {
        (self.name, self.device, self.orientation) = (name, device, orientation)
    }

    /// Reads a name; nil where there is no such device.
    public init?(_ name: String) {
        if name == Self.dump.name {
            self = .dump
            return
        }
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let device = Device(id: parts[0]),
            let orientation = parts.count < 2 ? .portrait : Orientation(rawValue: parts[1])
        else { return nil }
        let suffix = orientation == .portrait ? "" : ":" + orientation.rawValue
        self.init(name: device.id + suffix, device: device, orientation: orientation)
    }

    /// Why there is no device of that name, for people.
    public static func refusal(of name: String) -> String {
        let id = name.prefix { $0 != ":" }
        if Device(id: String(id)) != nil { return "“\(name.prefix(60))”: it is :portrait or :landscape." }
        let hint = NearSpelling.hint(for: String(id), among: Device.all.map(\.id) + [dump.name])
        return
            "There is no device “\(name.prefix(60))”\(hint.isEmpty ? "; for instance iphone-8, ipad-9-7:landscape or dump." : hint)"
    }

    /// What it makes of a screen; nil where nothing changes.
    var situation: Situation? { device.map { Situation(device: $0, orientation: orientation) } }
}

/// Which views a rule is about, or measures others by.
struct ViewReference: Sendable, Hashable {
    enum Target: Sendable, Hashable {
        case locator(Locator)
        /// The window of the view.
        case window
        /// The superview of the view.
        case superview
        /// What bars and housings of the device leave of the window.
        case safeArea
    }

    /// The names that stand for themselves.
    static let reserved: [String: Target] = ["window": .window, "superview": .superview, "safeArea": .safeArea]

    /// What it is called in messages: the name of `let`, or the locator.
    var name: String
    var target: Target
    /// Where it is written.
    var pointer: String
}

/// A rule: what is expected of the views that a locator finds.
struct Rule: Sendable {
    /// One word with its argument.
    struct Check: Sendable {
        var word: RuleWord
        /// The word as it is written, with its argument in short.
        var summary: String
        var expectation: Expectation
    }

    /// Where it stands among the rules, from 0.
    var number: Int
    /// What the document calls it.
    var name: String?
    var view: ViewReference
    /// Where it is checked; nil where the document says it.
    var devices: [RuleDevice]?
    /// Whether it is left out where the layout does not tell.
    var skipsUncertain = false
    var checks: [Check] = []

    /// A name that no other rule has.
    var title: String { "\(number + 1) \(name ?? view.name)" }
}

/// A rule document as it is written, JSON or YAML, with the lines on which its parts stand.
struct RuleText {
    /// The text as a value; the members of an object in their order.
    let value: JSONValue
    private let bytes: [UInt8]

    /// More values than this are in no document; aliases cannot make more of few.
    private static let maximumValues = 50_000

    /// Reads a document. One that begins with a brace or a bracket is JSON, and YAML otherwise.
    /// - Throws: A fault with its line.
    init(_ bytes: [UInt8]) throws(RuleError) {
        self.bytes = bytes
        guard bytes.count <= RuleDocument.maximumBytes else {
            throw RuleError("The rules are larger than \(RuleDocument.maximumBytes >> 10) KiB.")
        }
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let text = isMarked ? Array(bytes.dropFirst(3)) : bytes
        switch text.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case nil: throw RuleError("The rules are empty; they begin with “rules:”.")
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            do throws(JSONError) {
                value = try JSONValue(parsing: text)
            } catch {
                throw RuleError("The rules are not JSON: \(error.message)", line: error.line)
            }
        default:
            var count = 0
            value = try Self.value(of: try Self.root(of: text), &count)
        }
    }

    // MARK: YAML

    private static func root(of bytes: [UInt8]) throws(RuleError) -> Node {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw RuleError("The rules are not UTF-8.") }
        if let line = anchorLine(in: bytes) {
            throw RuleError(
                "Anchors (&name) are not read; use “let” for what several rules share, and write \\x26 for & in a text.",
                line: line
            )
        }
        do {
            guard let root = try Parser(yaml: text, encoding: .utf8).singleRoot() else {
                throw RuleError("The rules are empty; they begin with “rules:”.")
            }
            return root
        } catch let error as RuleError {
            throw error
        } catch let error as YamlError {
            throw RuleError(error)
        } catch {
            throw RuleError("The rules are not YAML.")
        }
    }

    /// The line of the first anchor. An anchor whose aliases hold aliases stands for more values than any memory holds.
    private static func anchorLine(in bytes: [UInt8]) -> Int? {
        func isName(_ byte: UInt8) -> Bool {
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        var line = 1
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "\n") { line += 1 }
            guard byte == UInt8(ascii: "&"), index + 1 < bytes.count, isName(bytes[index + 1]) else { continue }
            if index == 0 || !isName(bytes[index - 1]) { return line }
        }
        return nil
    }

    /// The recursion ends where libyaml refuses deeper nesting.
    private static func value(of node: Node, _ count: inout Int) throws(RuleError) -> JSONValue {
        count += 1
        guard count <= maximumValues else { throw RuleError("The rules have more than \(maximumValues) values.") }
        switch node {
        case .scalar(let scalar): return plainValue(of: scalar)
        case .sequence(let sequence):
            var elements: [JSONValue] = []
            for element in sequence { elements.append(try value(of: element, &count)) }
            return .array(elements)
        case .mapping(let mapping):
            var members: [JSONMember] = []
            for (key, element) in mapping {
                guard case .scalar(let name) = key else {
                    throw RuleError("A name has to be a text.", line: key.mark?.line)
                }
                members.append(JSONMember(name: name.string, value: try value(of: element, &count)))
            }
            return .object(members)
        case .alias: throw RuleError("Aliases (*name) are not read; put texts that begin with * in quotes.")
        }
    }

    /// What a text without quotes means by the core schema of YAML 1.2: `yes` is a text.
    private static func plainValue(of scalar: Node.Scalar) -> JSONValue {
        let text = scalar.string
        guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
            text.utf8.contains(where: { 48...57 ~= $0 })
        else { return .string(text) }
        if let whole = Int64(text) { return .integer(whole) }
        guard let number = Double(text), number.isFinite else { return .string(text) }
        return .number(number)
    }

    // MARK: Lines

    /// The line on which the value at each of some pointers begins; also of JSON, which YAML's grammar holds.
    func lines(at pointers: Set<String>) -> [String: Int] {
        guard !pointers.isEmpty, Self.anchorLine(in: bytes) == nil,
            let text = String(validating: bytes, as: UTF8.self),
            let root = try? Parser(yaml: text, encoding: .utf8).singleRoot()
        else { return [:] }
        var lines: [String: Int] = [:]
        for pointer in pointers { lines[pointer] = Self.line(at: pointer, in: root) }
        return lines
    }

    private static func line(at pointer: String, in root: Node) -> Int? {
        var node = root
        var line = root.mark?.line
        for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            let name = String(token).replacing("~1", with: "/").replacing("~0", with: "~")
            switch node {
            case .sequence(let sequence):
                guard let index = Int(name), sequence.indices.contains(index) else { return line }
                node = sequence[index]
                line = node.mark?.line ?? line
            case .mapping(let mapping):
                guard let pair = mapping.first(where: { $0.key.scalar?.string == name }) else { return line }
                line = pair.key.mark?.line ?? line
                node = pair.value
            default: return line
            }
        }
        return line
    }
}

/// What is wrong with a rule document, each with its place; or why it could not be carried out.
public struct RuleError: Error, Sendable, Hashable {
    /// One thing that is wrong.
    public struct Fault: Sendable, Hashable {
        /// The place as a JSON Pointer (RFC 6901); empty for the whole.
        public var pointer: String
        /// The line of the place, counted from 1, where it is known.
        public var line: Int?
        /// One sentence for people.
        public var message: String

        /// A line for people: `/rules/0/expect: There is no word “widht”`.
        public var sentence: String { pointer.isEmpty ? message : "\(pointer): \(message)" }
    }

    /// Everything that is wrong, never nothing.
    public let faults: [Fault]

    init(_ faults: [Fault]) { self.faults = faults }

    init(_ message: String, at pointer: String = "", line: Int? = nil) {
        faults = [Fault(pointer: pointer, line: line, message: message)]
    }

    /// What YAML's reader says, without the text that it quotes.
    init(_ error: YamlError) {
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _):
            let hint = " Put texts that begin with *, @, [, { or a quotation mark, or that hold “: ”, in quotes."
            self.init("The rules are not YAML: \(problem).\(hint)", line: mark.line)
        case .composer(_, let problem, let mark, _): self.init("The rules are not YAML: \(problem).", line: mark.line)
        case .duplicatedKeysInMapping(let names, let context):
            let words = names.prefix(3).map { "“\($0.prefix(40))”" }.joined(separator: ", ")
            self.init("The same name appears twice: \(words).", line: context.mark.line)
        case .reader(let problem, _, _, _): self.init("The rules are not YAML: \(problem).")
        default: self.init("The rules are not YAML.")
        }
    }
}
