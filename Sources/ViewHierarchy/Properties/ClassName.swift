import Synchronization

/// The name of a class: as a dump has it, and as people read it.
///
/// Swift's classes have mangled names in Objective-C: `_TtGC7SwiftUI14_UIHostingViewVS_7AnyView_` is
/// `SwiftUI._UIHostingView<SwiftUI.AnyView>`. What differs from run to run (`$10e77fe206`) stays in the raw name.
public struct ClassName: Sendable, Hashable {
    /// The name as the dump has it, by which locators find it.
    public let raw: String
    /// The name as Swift writes it; the raw one where that is no mangled name, or one that is too long to be read.
    public let readable: String
    /// The readable name in at most ``maximumShown`` characters, with `…` in place of what is left out.
    public let shown: String

    /// How long a name may be where it is shown among others, in characters.
    public static let maximumShown = 100
    /// Longer names are not demangled, in bytes.
    static let maximumMangled = 4_096
    /// Longer readable names are not shown, in bytes.
    static let maximumReadable = 16_384

    /// Makes a name readable. Names that were seen before cost little.
    public init(_ raw: String) {
        self.raw = raw
        guard raw.utf8.count > Self.maximumShown || raw.utf8.contains(UInt8(ascii: "$")) || raw.contains("_T") else {
            (readable, shown) = (raw, raw)
            return
        }
        let names = Self.known.withLock { $0.names[raw] } ?? Self.read(raw)
        (readable, shown) = (names.readable, names.shown)
    }

    /// Whether the name is another one than the dump has.
    public var isDemangled: Bool { !readable.utf8.elementsEqual(raw.utf8) }

    // MARK: Names that were seen

    private struct Names: Sendable {
        var readable: String
        var shown: String
    }

    /// What is remembered, up to a size: the names of a screen repeat.
    private struct Memory: Sendable {
        var names: [String: Names] = [:]
        var size = 0
    }

    private static let maximumMemory = 2 << 20
    private static let known = Mutex(Memory())

    private static func read(_ raw: String) -> Names {
        let readable = demangled(raw) ?? raw
        let names = Names(readable: readable, shown: shortened(readable))
        known.withLock { memory in
            memory.size += raw.utf8.count + readable.utf8.count + names.shown.utf8.count + 100
            if memory.size > maximumMemory { memory = Memory() }
            memory.names[raw] = names
        }
        return names
    }

    // MARK: Demangling

    private static func demangled(_ raw: String) -> String? {
        guard raw.utf8.count <= maximumMangled else { return nil }
        // What observes a property has a subclass of its own.
        let observer = "NSKVONotifying_"
        if raw.hasPrefix(observer) { return demangled(String(raw.dropFirst(observer.count))).map { observer + $0 } }
        if raw.hasPrefix("_Tt") {
            var name = ObjectiveCMangling(raw)
            return name.read()
        }
        return RuntimeMangling(raw).flatMap { $0.read() } ?? withoutAddresses(raw)
    }

    /// A readable name without `(unknown context at $10e77fe206).`, which tells where the app's code happened to be.
    private static func withoutAddresses(_ name: String) -> String? {
        let mark = "(unknown context at $"
        var parts = name.split(separator: mark, omittingEmptySubsequences: false)
        guard parts.count > 1 else { return nil }
        for place in parts.indices.dropFirst() {
            let digits = parts[place].prefix(while: \.isHexDigit)
            let rest = parts[place].dropFirst(digits.count)
            guard !digits.isEmpty, rest.hasPrefix(").") else { return nil }
            parts[place] = rest.dropFirst(2)
        }
        return parts.joined()
    }

    /// A name without its suffix `$10e77fe206`.
    static func withoutRunSuffix(_ name: Substring) -> Substring {
        guard let mark = name.lastIndex(of: "$"), mark > name.startIndex else { return name }
        let digits = name[mark...].dropFirst()
        return !digits.isEmpty && digits.allSatisfy(\.isHexDigit) ? name[..<mark] : name
    }

    // MARK: Shortening

    /// Leaves out what is innermost in angle brackets, then what is in the middle.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumShown, name.count > maximumShown else { return name }
        for depth in [4, 3, 2, 1, 0] {
            let text = name.cut(belowBrackets: depth)
            if text.count <= maximumShown { return text }
        }
        let text = name.cut(belowBrackets: 0)
        return "\(text.prefix(maximumShown / 2))…\(text.suffix(maximumShown / 2 - 1))"
    }
}

extension String {
    /// The text with `…` for what is in more angle brackets than some.
    fileprivate func cut(belowBrackets most: Int) -> String {
        var text = ""
        var depth = 0
        var last: Character = " "
        for character in self {
            // That of an arrow closes nothing.
            if character == ">", last != "-" { depth -= 1 }
            if depth <= most { text.append(character) }
            if character == "<" {
                depth += 1
                if depth == most + 1 { text.append("…") }
            }
            last = character
        }
        return text
    }
}

extension ViewTree {
    /// The name of a view's class, raw and readable; empty out of range.
    public func classTitle(of index: Int) -> ClassName { ClassName(className(of: index)) }
}

// MARK: - Swift's mangling

@_silgen_name("swift_demangle")
private func demangle(
    _ name: UnsafePointer<UInt8>?,
    _ length: Int,
    _ buffer: UnsafeMutablePointer<UInt8>?,
    _ size: UnsafeMutablePointer<Int>?,
    _ flags: UInt32
) -> UnsafeMutablePointer<UInt8>?

/// A name in Swift's own mangling (`$s7SwiftUI7AnyViewV`), which the runtime demangles.
///
/// Such names refer to what stands before them, and references to references grow without bounds: twenty pairs in 129 bytes
/// give sixteen megabytes. The runtime has no limit, so that only names of types with few of them are handed to it.
private struct RuntimeMangling {
    private static let maximumReferences = 12
    private static let prefixes = ["$s", "_$s", "$S", "_$S", "_T0"]
    /// What has names of types in it; of all others the runtime is not asked.
    private static let operators = Set("ACDEFGKLOPQRSVZacdgilmnopqrstuvxyz_".utf8)
    /// Behind these a number is the length of a name, and not one that belongs to the operator.
    private static let beforeNames = Set("CVOPyG_tEDcpm".utf8)

    private let name: [UInt8]
    private let start: Int

    /// Nil for a name that has another form.
    init?(_ raw: String) {
        guard let prefix = Self.prefixes.first(where: raw.hasPrefix) else { return nil }
        name = Array(ClassName.withoutRunSuffix(raw[...]).utf8)
        start = prefix.utf8.count
    }

    func read() -> String? {
        guard isBounded else { return nil }
        var buffer = [UInt8](repeating: 0, count: ClassName.maximumReadable + 1)
        var size = buffer.count
        guard demangle(name, name.count, &buffer, &size, 0) != nil, let end = buffer.firstIndex(of: 0),
            end < ClassName.maximumReadable, !buffer[..<end].elementsEqual(name)
        else { return nil }
        let text = String(decoding: buffer[..<end], as: UTF8.self)
        return text.contains(" with unmangled suffix ") ? nil : text
    }

    /// Whether what comes out is hardly longer than the name: it has few references, but for those to its first part, which is
    /// a word.
    private var isBounded: Bool {
        var at = start
        var references = (first: 0, others: 0)
        var words = 0
        let first = at < name.count && name[at].isDigit ? identifier(&at, &words).map { $0 + 1 } : 0
        guard let first else { return false }
        var mayName = true
        while at < name.count {
            let byte = name[at]
            if byte.isDigit, mayName {
                guard identifier(&at, &words) != nil else { return false }
                continue
            }
            let isMember = at > start && name[at - 1] == UInt8(ascii: "Q")
            at += 1
            if byte == UInt8(ascii: "A") {
                countReferences(&at, &references)
                if first == 0 { references = (0, references.first + references.others) }
            } else if byte == UInt8(ascii: "S") {
                // Types of the standard library have two letters, and a number of times.
                _ = number(&at)
                at += 1
            } else if !byte.isDigit {
                guard Self.operators.contains(byte) else { return false }
            }
            mayName =
                byte == UInt8(ascii: "A") || byte == UInt8(ascii: "S") || Self.beforeNames.contains(byte) && !isMember
        }
        return references.others <= Self.maximumReferences && words <= 64 && references.first * first <= 65_536
    }

    /// Reads a word: its length and itself, or letters for words before it, and how long it is.
    private func identifier(_ at: inout Int, _ words: inout Int) -> Int? {
        let begin = at
        var hasWords = at < name.count && name[at] == UInt8(ascii: "0")
        if hasWords { at += 1 }
        repeat {
            while hasWords, at < name.count, name[at].isLetter {
                if name[at] < UInt8(ascii: "a") { hasWords = false }
                (at, words) = (at + 1, words + 1)
            }
            if at < name.count, name[at] == UInt8(ascii: "0") {
                at += 1
                break
            }
            guard let length = number(&at), length > 0, length <= name.count - at else { return nil }
            at += length
        } while hasWords
        return at - begin
    }

    /// Reads the letters for parts of the name, each with the number of times that it is meant.
    private func countReferences(_ at: inout Int, _ references: inout (first: Int, others: Int)) {
        while at < name.count {
            let times = number(&at)
            guard at < name.count else { return }
            let byte = name[at]
            at += 1
            if byte == UInt8(ascii: "a") || byte == UInt8(ascii: "A") {
                references.first += times ?? 1
            } else {
                references.others += byte == UInt8(ascii: "_") ? 1 : times ?? 1
            }
            guard byte.isLetter, byte >= UInt8(ascii: "a") else { return }
        }
    }

    private func number(_ at: inout Int) -> Int? {
        let begin = at
        var number = 0
        while at < name.count, name[at].isDigit, at < begin + 6 {
            number = number * 10 + Int(name[at] - 0x30)
            at += 1
        }
        return at > begin ? number : nil
    }
}
