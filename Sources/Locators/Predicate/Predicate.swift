import ViewHierarchy

/// A predicate string as WebDriverAgent takes it: the part of NSPredicate's format that says something about one element.
struct Predicate: Sendable {
    /// The condition.
    let condition: PredicateCondition
    /// Comparisons that end the same way for every element, with their places.
    let notes: [LocatorNote]
    /// What it asks of elements.
    let questions: [LocatorQuestion]

    /// Reads a predicate.
    ///
    /// - Throws: What is wrong with it and where.
    init(_ text: String) throws(LocatorError) {
        let scalars = Array(text.unicodeScalars)
        var parser = PredicateParser(scalars, 0..<scalars.count)
        condition = try parser.parse()
        (notes, questions) = (parser.notes, parser.questions)
    }

    /// Reads a predicate that is a part of something longer: places count in the whole.
    init(_ scalars: [Unicode.Scalar], in whole: [Unicode.Scalar], at start: Int) throws(LocatorError) {
        let before = whole.prefix(start).reduce(0) { $0 + ($1.value > 0xFFFF ? 2 : 1) }
        do throws(LocatorError) {
            var parser = PredicateParser(scalars, 0..<scalars.count)
            condition = try parser.parse()
            notes = parser.notes.map { LocatorNote(message: $0.message, offset: before + $0.offset) }
            questions = parser.questions.map { LocatorQuestion(subject: $0.subject, offset: before + $0.offset) }
        } catch {
            guard let offset = error.offset else { throw error }
            throw LocatorError(error.kind, error.message, offset: before + offset)
        }
    }
}

/// What has to hold.
indirect enum PredicateCondition: Sendable {
    case always(Bool)
    case not(PredicateCondition)
    case and([PredicateCondition])
    case or([PredicateCondition])
    case comparison(PredicateComparison)
}

/// How two values are compared.
struct PredicateComparison: Sendable {
    enum Operation: String, Sendable {
        case equal = "=="
        case notEqual = "!="
        case less = "<"
        case greater = ">"
        case lessOrEqual = "<="
        case greaterOrEqual = ">="
        case between = "BETWEEN"
        case isIn = "IN"
        case contains = "CONTAINS"
        case beginsWith = "BEGINSWITH"
        case endsWith = "ENDSWITH"
        case like = "LIKE"
        case matches = "MATCHES"

        /// Whether it takes `[c]` and `[d]`.
        var isOfTexts: Bool { ![.less, .greater, .lessOrEqual, .greaterOrEqual, .between].contains(self) }
    }

    var left: PredicateOperand
    var operation: Operation
    var right: PredicateOperand
    var ignoresCase = false
    var ignoresAccents = false
    /// The pattern of LIKE or MATCHES, where it is written in the predicate.
    var pattern: Pattern?

    /// Whether the type is compared with `XCUIElementTypeAny`, which every element is.
    var isOfAnyType: Bool {
        guard [.equal, .notEqual, .isIn].contains(operation) else { return false }
        return [(left, right), (right, left)].contains { type, other in
            guard case .key(.type, []) = type else { return false }
            return other.isAnyType
        }
    }
}

/// One side of a comparison.
enum PredicateOperand: Sendable {
    case value(PredicateValue)
    case key(PredicateKey, [PredicatePart])
    case list([PredicateOperand])
    /// What a function makes of values; `1 + 2` is one too. Of whole numbers it makes whole ones.
    case call(PredicateFunction, [PredicateOperand], areWhole: Bool)
    /// `SELF`: the element, which equals nothing that can be written.
    case element

    /// Whether it is a list that is written out.
    var isList: Bool { if case .list = self { true } else { false } }

    /// Whether it is a whole number by what it is; places on the screen are not.
    var isWhole: Bool {
        guard case .key(let key, let parts) = self else { return false }
        switch parts.last {
        case .length, .intValue, .integerValue, .boolValue: return true
        case nil: return !key.isText && key.parts.isDisjoint(with: [.x]) && key != .minValue && key != .maxValue
        default: return false
        }
    }

    /// Whether it is the type of all elements, or a list that has it.
    fileprivate var isAnyType: Bool {
        switch self {
        case .value(.text(let text)): text == ElementType.className("Any")
        case .list(let values): values.contains(where: \.isAnyType)
        default: false
        }
    }
}

/// A value.
enum PredicateValue: Sendable {
    case null
    case text(String)
    case number(Double)
    case rect(x: Double, y: Double, width: Double, height: Double)
    case list([PredicateValue])
    case element
}

/// What a predicate can ask of an element (WebDriverAgent's FBElement), each also as `wdName`.
enum PredicateKey: String, Sendable, CaseIterable {
    case name, label, value, type, enabled, visible, accessible, selected, focused, hittable, index, rect, frame
    case nativeFrame, placeholderValue, traits, minValue, maxValue, customActions, accessibilityContainer
    case nativeAccessibilityElement
    case uid = "UID"

    private static let known: [String: PredicateKey] = {
        var known: [String: PredicateKey] = [:]
        for key in allCases {
            known[key.rawValue] = key
            known["wd" + key.rawValue.prefix(1).uppercased() + key.rawValue.dropFirst()] = key
        }
        // How Objective-C calls the getters.
        for key in [enabled, visible, accessible, selected, focused, hittable] {
            known["isWD" + key.rawValue.prefix(1).uppercased() + key.rawValue.dropFirst()] = key
        }
        known["wdUID"] = .uid
        return known
    }()

    init?(_ name: String) {
        guard let key = Self.known[name] else { return nil }
        self = key
    }

    /// What a wrong name most likely stands for.
    static func suggestion(for name: String) -> String? {
        switch name {
        case "x", "y", "width", "height": return "rect.\(name)"
        case "class", "className", "elementType": return "type"
        case "title", "text": return "label"
        case "identifier", "id", "accessibilityIdentifier": return "name"
        case "accessibilityLabel": return "label"
        case "placeholder": return "placeholderValue"
        default: break
        }
        if name.hasPrefix("is") {
            let rest = name.dropFirst(2)
            let key = rest.prefix(1).lowercased() + rest.dropFirst()
            if known[key] != nil { return key }
        }
        return allCases.first { $0.rawValue.lowercased() == name.lowercased() }?.rawValue
    }

    /// Whether it is a text wherever it is there.
    var isText: Bool { [.name, .label, .value, .type, .placeholderValue].contains(self) }

    /// Whether parts can follow: `rect.x`, `label.length`.
    var parts: Set<PredicatePart> {
        switch self {
        case .rect, .frame, .nativeFrame: [.x, .y, .width, .height]
        case .name, .label, .value, .type, .placeholderValue, .traits, .uid, .customActions, .minValue, .maxValue:
            [
                .length, .lowercaseString, .uppercaseString, .intValue, .integerValue, .doubleValue, .floatValue,
                .boolValue,
            ]
        default: [.intValue, .integerValue, .doubleValue, .floatValue, .boolValue, .stringValue]
        }
    }
}

/// What can be asked of a value.
enum PredicatePart: String, Sendable, CaseIterable {
    case x, y, width, height, length, lowercaseString, uppercaseString, intValue, integerValue, doubleValue, floatValue
    case boolValue, stringValue
}
