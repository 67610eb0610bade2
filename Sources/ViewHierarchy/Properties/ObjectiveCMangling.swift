/// A name of Swift's class in Objective-C (`_TtC3App4View`): the mangling that Swift had up to version 3, of which the runtime
/// on Linux knows nothing any more. Only types are read, and what a class can be declared in.
struct ObjectiveCMangling {
    private struct Failure: Error {}

    /// What a part of a name stands for.
    private struct Node {
        enum Kind { case module, type, function, union, tuple, entity }

        var kind: Kind
        var text: String
        /// What is written behind ``outer``.
        var name = Declaration.plain("")
        /// The type that it is declared in, or nothing.
        var outer: [Node] = []
    }

    private enum Declaration {
        case plain(String)
        case hidden(String, in: String)
        case local(String, Int)

        func text(in context: String) -> String {
            switch self {
            case .plain(let name): "\(context).\(name)"
            case .hidden(let name, let file): "\(context).(\(name) in \(file))"
            case .local(let name, let number): "\(name) #\(number) in \(context)"
            }
        }
    }

    private static let maximumDepth = 100
    /// How much text may be made on the way, in bytes.
    private static let maximumWork = 1 << 18

    private let name: [UInt8]
    private var at: Int
    private var depth = 0
    private var work = 0
    /// What was named so far, to which the rest can refer.
    private var known: [Node] = []

    init(_ raw: String) {
        name = Array(ClassName.withoutRunSuffix(raw[...]).utf8)
        at = "_Tt".utf8.count
    }

    /// The readable name; nil where the whole is not understood.
    mutating func read() -> String? {
        guard let node = try? type(), at == name.count, node.text.utf8.count <= ClassName.maximumReadable else {
            return nil
        }
        return node.text
    }

    // MARK: Pieces

    private var next: UInt8? { at < name.count ? name[at] : nil }

    private mutating func take(_ letter: Character) -> Bool {
        guard let next, next == letter.asciiValue else { return false }
        at += 1
        return true
    }

    private mutating func letter() throws(Failure) -> Character {
        guard let next else { throw Failure() }
        at += 1
        return Character(Unicode.Scalar(next))
    }

    private mutating func number() throws(Failure) -> Int {
        var number = 0
        let begin = at
        while let digit = next, digit.isDigit {
            number = number * 10 + Int(digit - 0x30)
            at += 1
            guard number <= ClassName.maximumMangled else { throw Failure() }
        }
        guard at > begin else { throw Failure() }
        return number
    }

    /// A number from 0: `_`, `0_`, `1_` …
    private mutating func index() throws(Failure) -> Int {
        if take("_") { return 0 }
        let number = try number() + 1
        guard take("_") else { throw Failure() }
        return number
    }

    private mutating func identifier() throws(Failure) -> String {
        let length = try number()
        guard length > 0, length <= name.count - at else { throw Failure() }
        at += length
        return String(decoding: name[at - length..<at], as: UTF8.self)
    }

    private mutating func made(_ node: Node) throws(Failure) -> Node {
        work += node.text.utf8.count
        guard work <= Self.maximumWork else { throw Failure() }
        return node
    }

    private mutating func made(_ kind: Node.Kind, _ text: String) throws(Failure) -> Node {
        try made(Node(kind: kind, text: text))
    }

    // MARK: Types

    private mutating func type() throws(Failure) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw Failure() }
        switch try letter() {
        case "C", "V", "O", "a": return try nominal()
        case "G": return try generic()
        case "S": return try reference()
        case "P":
            let isMetatype = take("M") && take("P")
            let protocols = try protocols()
            return isMetatype ? try made(.type, Self.enclosed(protocols) + ".Type") : protocols
        case "M": return try made(.type, Self.enclosed(try type()) + ".Type")
        case "T": return try tuple(isVariadic: false)
        case "t": return try tuple(isVariadic: true)
        case "F": return try function("")
        case "b": return try function("@convention(block) ")
        case "c": return try function("@convention(c) ")
        case "K": return try function("@autoclosure ")
        case "R": return try made(.type, "inout " + (try type()).text)
        case "D":
            _ = try type()
            return try made(.type, "Self")
        case "X":
            switch try letter() {
            case "w": return try made(.type, "weak " + (try type()).text)
            case "o": return try made(.type, "unowned " + (try type()).text)
            case "u": return try made(.type, "unowned(unsafe) " + (try type()).text)
            default: throw Failure()
            }
        default: throw Failure()
        }
    }

    private static func enclosed(_ node: Node) -> String {
        node.kind == .function || node.kind == .union ? "(\(node.text))" : node.text
    }

    private mutating func function(_ attribute: String) throws(Failure) -> Node {
        let effect = take("z") ? " throws" : ""
        let (parameters, result) = (try type(), try type())
        let list = parameters.kind == .tuple ? parameters.text : "(\(parameters.text))"
        return try made(.function, "\(attribute)\(list)\(effect) -> \(result.text)")
    }

    private mutating func tuple(isVariadic: Bool) throws(Failure) -> Node {
        var parts: [String] = []
        while !take("_") {
            let label = next?.isDigit == true ? try identifier() + ": " : ""
            parts.append(label + (try type()).text)
        }
        let dots = isVariadic && !parts.isEmpty ? "..." : ""
        return try made(.tuple, "(\(parts.joined(separator: ", "))\(dots))")
    }

    private mutating func protocols() throws(Failure) -> Node {
        var names: [String] = []
        while !take("_") {
            let context: Node
            if take("S") {
                context = try reference()
                guard context.kind == .module else {
                    names.append(context.text)
                    continue
                }
            } else if take("s") {
                context = try made(.module, "Swift")
            } else {
                context = try self.context()
            }
            names.append(try declared(in: context).text)
        }
        return try made(names.count > 1 ? .union : .type, names.isEmpty ? "Any" : names.joined(separator: " & "))
    }

    /// A type and what stands in its angle brackets, from the outermost type that it is declared in.
    private mutating func generic() throws(Failure) -> Node {
        let letter = try letter()
        guard "CVOS".contains(letter) else { throw Failure() }
        let node = letter == "S" ? try reference() : try nominal()
        return try specialized(node)
    }

    private mutating func specialized(_ node: Node) throws(Failure) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw Failure() }
        var node = node
        if let outer = node.outer.first, outer.kind == .type {
            node.outer = [try specialized(outer)]
            node.text = node.name.text(in: node.outer[0].text)
        }
        var arguments: [Node] = []
        while !take("_") { arguments.append(try type()) }
        switch (node.text, arguments.count) {
        case (_, 0): break
        case ("Swift.Array", 1): node.text = "[\(arguments[0].text)]"
        case ("Swift.Dictionary", 2): node.text = "[\(arguments[0].text) : \(arguments[1].text)]"
        case ("Swift.Optional", 1): node.text = Self.enclosed(arguments[0]) + "?"
        case ("Swift.ImplicitlyUnwrappedOptional", 1): node.text = Self.enclosed(arguments[0]) + "!"
        default: node.text += "<\(arguments.map(\.text).joined(separator: ", "))>"
        }
        return try made(node)
    }

    // MARK: Declarations

    private static let standard: [Character: String] = [
        "a": "Array", "b": "Bool", "c": "UnicodeScalar", "d": "Double", "f": "Float", "i": "Int", "P": "UnsafePointer",
        "p": "UnsafeMutablePointer", "q": "Optional", "Q": "ImplicitlyUnwrappedOptional", "R": "UnsafeBufferPointer",
        "r": "UnsafeMutableBufferPointer", "S": "String", "u": "UInt", "V": "UnsafeRawPointer",
        "v": "UnsafeMutableRawPointer",
    ]

    /// What stands behind an `S`.
    private mutating func reference() throws(Failure) -> Node {
        if next == UInt8(ascii: "_") || next?.isDigit == true {
            let index = try index()
            guard known.indices.contains(index) else { throw Failure() }
            return try made(known[index])
        }
        let letter = try letter()
        if letter == "o" { return try made(.module, "__C") }
        if letter == "C" { return try made(.module, "__C_Synthesized") }
        guard let name = Self.standard[letter] else { throw Failure() }
        return try made(.type, "Swift." + name)
    }

    private mutating func nominal() throws(Failure) -> Node { try declared(in: try context()) }

    private mutating func declared(in context: Node) throws(Failure) -> Node {
        let name = try declaration()
        var node = Node(kind: .type, text: name.text(in: context.text), name: name, outer: [context])
        node = try made(node)
        known.append(node)
        return node
    }

    private mutating func declaration() throws(Failure) -> Declaration {
        if take("L") {
            let number = try index() + 1
            return .local(try identifier(), number)
        }
        guard take("P") else { return .plain(try identifier()) }
        let (file, name) = (try identifier(), try identifier())
        // Without a file it is told by an address, another one in each run.
        return file.hasPrefix("$") ? .plain(name) : .hidden(name, in: file)
    }

    private mutating func context() throws(Failure) -> Node {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw Failure() }
        if next?.isDigit == true {
            let module = try made(.module, try identifier())
            known.append(module)
            return module
        }
        switch try letter() {
        case "S": return try reference()
        case "s": return try made(.module, "Swift")
        case "G": return try generic()
        case "C", "V", "O", "P": return try nominal()
        case "E":
            let module = try context()
            let extended = try context()
            return try made(.entity, "(extension in \(module.text)):\(extended.text)")
        case "Z":
            let member = try context()
            guard member.kind == .entity else { throw Failure() }
            return try made(.entity, "static " + member.text)
        case "F": return try entity(isVariable: false)
        case "v": return try entity(isVariable: true)
        default: throw Failure()
        }
    }

    /// A function or a variable, in which a class can be declared.
    private mutating func entity(isVariable: Bool) throws(Failure) -> Node {
        let context = try context().text
        if !isVariable, take("U") {
            let number = try index() + 1
            return try made(.entity, "closure #\(number) \(try type().text) in \(context)")
        }
        for (letter, name) in [("C", "__allocating_init"), ("c", "init")] as [(Character, String)]
        where !isVariable && take(letter) {
            return try made(.entity, "\(context).\(name)\(try type().text)")
        }
        let accessor = isVariable ? "" : take("g") ? ".getter" : take("s") ? ".setter" : nil
        let name = try declaration().text(in: context)
        let type = try type().text
        return try made(.entity, accessor.map { "\(name)\($0) : \(type)" } ?? name + type)
    }
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
