import JSON

/// Edits as changed lines of the interface file that a screen is of: what to write where so that the file has them too.
///
/// Interface Builder writes an element's start on one line, with what it is called as `id`. Lines are found by that; what is
/// not found, or would need more than lines, is left out and counted.
struct EditLines {
    /// A line, and what it becomes; a nil line is new, and a nil text goes.
    struct Line: Equatable {
        /// Where it is in the file, from 1; of a new line, behind which.
        let number: Int
        let before: String?
        let after: String?
    }

    private let lines: [ArraySlice<UInt8>]
    /// The lines by what the elements that begin there are called.
    private let places: [String: Int]
    private let subjects: EditSubjects
    /// The lines that change, in the order of the edits.
    private(set) var changes: [Line] = []
    /// Blocks of lines that move, in words.
    private(set) var moves: [String] = []
    /// What of the edits has no line in the file.
    private(set) var left: [String] = []

    /// A longer file is not looked through.
    static let maximumBytes = 8 << 20

    init(_ edits: [JSONValue], _ subjects: EditSubjects, in source: [UInt8]) {
        self.subjects = subjects
        lines = source.split(separator: 0x0A, omittingEmptySubsequences: false)
        places = Self.places(in: lines)
        for edit in edits { add(edit) }
    }

    private static func places(in lines: [ArraySlice<UInt8>]) -> [String: Int] {
        let mark = Array(" id=\"".utf8)
        var places: [String: Int] = [:]
        for (place, line) in lines.enumerated() {
            guard let start = line.firstRange(of: mark)?.upperBound, let end = line[start...].firstIndex(of: 0x22)
            else {
                continue
            }
            let id = String(decoding: line[start..<end], as: UTF8.self)
            // The first is the element itself: nothing else in the file has the same.
            if places[id] == nil { places[id] = place }
        }
        return places
    }

    private mutating func add(_ edit: JSONValue) {
        let op = edit["op"]?.stringValue ?? ""
        switch op {
        case "change": change(edit)
        case "changes": for part in edit["views"]?.arrayValue ?? [] { change(part) }
        case "text": setText(edit)
        case "changeConstraint": changeConstraint(edit)
        case "removeConstraint":
            guard let place = constraintLine(edit["constraint"]) else { return left.append(op) }
            changes.append(Line(number: place + 1, before: text(place), after: nil))
        case "addConstraint": addConstraint(edit["constraint"] ?? [:])
        case "changeLayout": changeLayout(edit)
        case "bringToFront", "sendToBack", "remove": reorder(op, edit)
        default: left.append(op)
        }
    }

    // MARK: Views

    private static let usual: [String: (name: String, usual: String)] = [
        "hidden": ("hidden", "NO"), "opaque": ("opaque", "YES"), "clipsToBounds": ("clipsSubviews", "NO"),
        "userInteractionEnabled": ("userInteractionEnabled", "YES"), "alpha": ("alpha", "1"), "tag": ("tag", "0"),
        "autoresizesSubviews": ("autoresizesSubviews", "YES"), "contentMode": ("contentMode", ""),
    ]

    private mutating func change(_ edit: JSONValue) {
        guard let place = viewLine(edit["view"]) else { return left.append("change") }
        var line = text(place)
        for member in edit["changes"]?.objectValue ?? [] {
            if let attribute = Self.usual[member.name] {
                let value = Self.value(member.value)
                line = Self.setting(attribute.name, value == attribute.usual ? nil : value, in: line)
            } else if member.name == "frame", let rect = own(below: place, beginning: "<rect key=\"frame\"") {
                let sides = ["x", "y", "width", "height"].reduce(text(rect)) { sides, side in
                    Self.setting(side, EditCode.number(member.value[side]), in: sides)
                }
                note(rect, sides)
            } else if member.name == "autoresizingMask", let mask = own(below: place, beginning: "<autoresizingMask ") {
                note(mask, Self.mask(member.value))
            } else {
                left.append(member.name)
            }
        }
        note(place, line)
    }

    private static let masks = [
        "flexibleLeftMargin": "flexibleMinX", "flexibleWidth": "widthSizable", "flexibleRightMargin": "flexibleMaxX",
        "flexibleTopMargin": "flexibleMinY", "flexibleHeight": "heightSizable", "flexibleBottomMargin": "flexibleMaxY",
    ]

    private static func mask(_ value: JSONValue) -> String {
        let words = (value.arrayValue ?? []).compactMap { $0.stringValue.flatMap { masks[$0] } }
        return "<autoresizingMask key=\"autoresizingMask\"\(words.map { " \($0)=\"YES\"" }.joined())/>"
    }

    private mutating func setText(_ edit: JSONValue) {
        guard let place = viewLine(edit["view"]), let words = edit["text"]?.stringValue else {
            return left.append("text")
        }
        if text(place).hasPrefix("<button ") {
            guard let state = own(below: place, beginning: "<state key=\"normal\"") else { return left.append("text") }
            return note(state, Self.setting("title", words, in: text(state)))
        }
        // A text of several lines is an element of its own.
        guard own(below: place, beginning: "<string key=\"text\"") == nil else { return left.append("text") }
        note(place, Self.setting("text", words, in: text(place)))
    }

    private mutating func changeLayout(_ edit: JSONValue) {
        guard let place = viewLine(edit["view"]) else { return left.append("changeLayout") }
        var line = text(place)
        for member in edit["changes"]?.objectValue ?? [] {
            switch member.name {
            case "translatesAutoresizingMaskIntoConstraints":
                line = Self.setting(member.name, member.value == false ? "NO" : nil, in: line)
            case "contentHuggingPriority", "contentCompressionResistancePriority":
                let kind = member.name == "contentHuggingPriority" ? "Hugging" : "CompressionResistance"
                for axis in member.value.objectValue ?? [] {
                    line = Self.setting("\(axis.name)\(kind)Priority", EditCode.number(axis.value), in: line)
                }
            case "stack":
                for part in member.value.objectValue ?? [] {
                    line = Self.setting(part.name, part.value == .null ? nil : Self.value(part.value), in: line)
                }
            default: left.append(member.name)
            }
        }
        note(place, line)
    }

    private mutating func reorder(_ op: String, _ edit: JSONValue) {
        guard let place = viewLine(edit["view"]), let block = block(at: place) else { return left.append(op) }
        let what = "lines \(block.lowerBound + 1) to \(block.upperBound) (\(AgentText.line(text(place))))"
        if op == "remove" { return moves.append("Delete \(what).") }
        guard let around = subviews(around: place) else { return left.append(op) }
        moves.append(
            op == "sendToBack"
                ? "Move \(what) behind line \(around.lowerBound + 1), <subviews>."
                : "Move \(what) before line \(around.upperBound + 1), </subviews>."
        )
    }

    // MARK: Constraints

    private mutating func changeConstraint(_ edit: JSONValue) {
        guard let place = constraintLine(edit["constraint"]) else { return left.append("changeConstraint") }
        var line = text(place)
        for member in edit["changes"]?.objectValue ?? [] {
            let value = Self.value(member.value)
            switch member.name {
            case "constant":
                // What is said in points is the standard distance no more.
                line = Self.setting("symbolic", nil, in: Self.setting("constant", value == "0" ? nil : value, in: line))
            case "multiplier": line = Self.setting("multiplier", value == "1" ? nil : value, in: line)
            case "priority": line = Self.setting("priority", value == "1000" ? nil : value, in: line)
            case "relation": line = Self.setting("relation", value == "equal" ? nil : value, in: line)
            case "identifier": line = Self.setting("identifier", member.value.stringValue, in: line)
            // Whether it is installed stands with the variations of its view, in other lines.
            default: left.append(member.name)
            }
        }
        note(place, line)
    }

    private mutating func addConstraint(_ constraint: JSONValue) {
        let guides = [constraint["first"]?["guide"], constraint["second"]?["guide"]]
        let sides = ["first", "second"].compactMap { side in
            constraint[side].flatMap { $0 == .null ? nil : $0 }.map { (side, $0) }
        }
        var line = "<constraint"
        for (side, anchor) in sides {
            guard let id = objectID(anchor["view"]) else { return left.append("addConstraint") }
            line += " \(side)Item=\"\(id)\" \(side)Attribute=\"\(Self.value(anchor["attribute"] ?? ""))\""
            let relation = Self.value(constraint["relation"] ?? "equal")
            if side == "first", relation != "equal" { line += " relation=\"\(relation)\"" }
        }
        for (name, usual) in [("constant", "0"), ("multiplier", "1"), ("priority", "1000")] {
            let value = constraint[name].map(Self.value) ?? usual
            if value != usual { line += " \(name)=\"\(value)\"" }
        }
        var number = 1
        while find(id: Self.newID(number)) != nil { number += 1 }
        line += " id=\"\(Self.newID(number))\"/>"
        let views = sides.compactMap { $0.1["view"] }
        // It belongs to the nearest view around both; with one of them above the other that is the upper one.
        let owner = views.count == 2 && subjects.view(views[0])?["superview"] == views[1] ? views[1] : views.first
        guard guides.allSatisfy({ $0 == nil || $0 == .null }), let place = viewLine(owner),
            let block = block(at: place),
            views.count == 1 || block.contains(viewLine(views.last) ?? -1)
        else { return left.append("addConstraint") }
        let indent = Self.indent(lines[place]) + 4
        let list = block.last { Self.indent(lines[$0]) == indent && text($0) == "</constraints>" }
        if let list {
            changes.append(Line(number: list, before: nil, after: line))
        } else if let end = block.last, end > place {
            changes.append(Line(number: end, before: nil, after: "<constraints>\(line)</constraints>"))
        } else {
            left.append("addConstraint")
        }
    }

    private static func newID(_ number: Int) -> String {
        "new-00-\(String(repeating: "0", count: number < 10 ? 2 : 1))\(number)"
    }

    // MARK: The file

    private func text(_ place: Int) -> String {
        guard lines.indices.contains(place) else { return "" }
        let line = lines[place].drop { $0 == 0x20 || $0 == 0x09 }
        return String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
    }

    private static func indent(_ line: ArraySlice<UInt8>) -> Int { line.prefix { $0 == 0x20 }.count }

    private func objectID(_ view: JSONValue?) -> String? {
        subjects.view(view)?["attributes"]?["objectID"]?.stringValue
    }

    private func viewLine(_ view: JSONValue?) -> Int? { objectID(view).flatMap(find) }

    private func constraintLine(_ number: JSONValue?) -> Int? {
        guard let name = subjects.constraint(number)?["name"]?.stringValue, !name.isEmpty else { return nil }
        return find(id: name).flatMap { text($0).hasPrefix("<constraint ") ? $0 : nil }
    }

    private func find(id: String) -> Int? {
        places[Self.escaped(id)].flatMap { text($0).hasPrefix("<") && text($0).hasSuffix(">") ? $0 : nil }
    }

    /// The line of a view's own property, before its subviews begin.
    private func own(below place: Int, beginning start: String) -> Int? {
        guard let block = block(at: place) else { return nil }
        let indent = Self.indent(lines[place]) + 4
        return block.dropFirst().first { Self.indent(lines[$0]) == indent && text($0).hasPrefix(start) }
    }

    /// The lines of an element, as Interface Builder indents them.
    private func block(at place: Int) -> Range<Int>? {
        if text(place).hasSuffix("/>") { return place..<place + 1 }
        let indent = Self.indent(lines[place])
        let end = lines.indices.dropFirst(place + 1).first { Self.indent(lines[$0]) <= indent && !text($0).isEmpty }
        return end.flatMap { text($0).hasPrefix("</") ? place..<$0 + 1 : nil }
    }

    /// The lines with `<subviews>` and `</subviews>` around a view.
    private func subviews(around place: Int) -> Range<Int>? {
        let indent = Self.indent(lines[place])
        guard let start = lines[..<place].lastIndex(where: { Self.indent($0) < indent && $0.contains(0x3C) }),
            text(start) == "<subviews>", let block = block(at: start)
        else { return nil }
        return block.lowerBound..<block.upperBound - 1
    }

    private mutating func note(_ place: Int, _ line: String) {
        guard line != text(place) else { return }
        changes.append(Line(number: place + 1, before: text(place), after: line))
    }

    /// The line with an attribute set, or without it.
    private static func setting(_ name: String, _ value: String?, in line: String) -> String {
        let mark = " \(name)=\""
        if let start = line.firstRange(of: mark), let end = line[start.upperBound...].firstIndex(of: "\"") {
            let rest = line[line.index(after: end)...]
            guard let value else { return line[..<start.lowerBound] + String(rest) }
            return line[..<start.upperBound] + escaped(value) + "\"" + rest
        }
        guard let value else { return line }
        let added = "\(mark)\(escaped(value))\""
        if let id = line.firstRange(of: " id=\"") { return line[..<id.lowerBound] + added + line[id.lowerBound...] }
        let end = line.firstRange(of: "/>")?.lowerBound ?? line.firstIndex(of: ">") ?? line.endIndex
        return line[..<end] + added + line[end...]
    }

    private static func value(_ value: JSONValue) -> String {
        if let flag = value.boolValue { return flag ? "YES" : "NO" }
        return EditCode.number(value) ?? value.stringValue ?? ""
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
