import Diagnostics
public import ViewHierarchy

/// What a keyboard is for, by the names and numbers of `UIKeyboardType` and `UIReturnKeyType`.
struct KeyboardPurpose: Sendable, Hashable {
    enum Kind { case text, plainText, email, address, search, mentions, signs, numbers, decimals, phone }

    /// What the keys are.
    private(set) var kind = Kind.text
    /// What the key says that ends the input.
    private(set) var action = "return"
    /// Whether a field said what it needs.
    private(set) var isSaid = false

    /// What the fields of a tree ask for: the one that has the focus, else all that say something alike.
    init(of tree: ViewTree) {
        let names = ["keyboardType", "returnKeyType", "textInputTraits", "focused", "keyboardFocused"]
        let numbers = names.map { tree.attributeColumn.number(ofName: $0) }
        guard numbers[..<3].contains(where: { $0 != nil }) else { return }
        var asked: [[String?]] = []
        for index in tree.indices {
            var said = [String?](repeating: nil, count: 3)
            var hasFocus = false
            tree.attributeColumn.forEach(of: index) { name, value in
                guard let place = numbers.firstIndex(of: name) else { return }
                let text = String(decoding: value.prefix(400), as: UTF8.self)
                if place < 3 { said[place] = text } else { hasFocus = text.lowercased() == "true" || text == "1" }
            }
            // Interface Builder's files have them together.
            for part in said[2]?.split(separator: ";") ?? [] {
                let sides = part.split(separator: "=").map { $0.drop { $0 == " " }.prefix { $0 != " " } }
                guard sides.count == 2, let place = names.firstIndex(of: String(sides[0])), place < 2 else { continue }
                said[place] = String(sides[1])
            }
            guard said[0] != nil || said[1] != nil else { continue }
            asked.append([said[0], said[1]])
            if hasFocus {
                asked = [[said[0], said[1]]]
                break
            }
        }
        isSaid = !asked.isEmpty
        kind =
            Self.agreed(asked.compactMap { $0[0] }.map { Self.value($0, Self.kinds, after: "uikeyboardtype") ?? .text })
            ?? .text
        action =
            Self.agreed(
                asked.compactMap { $0[1] }.map { Self.value($0, Self.actions, after: "uireturnkey") ?? "return" }
            ) ?? "return"
    }

    private static func agreed<Value: Equatable>(_ values: [Value]) -> Value? {
        values.allSatisfy { $0 == values[0] } ? values.first : nil
    }

    /// What a name in any spelling, or its number, stands for.
    private static func value<Value>(_ said: String, _ names: [(String, Value)], after prefix: String) -> Value? {
        if let number = Int(said) { return names.indices.contains(number) ? names[number].1 : nil }
        let word = said.lowercased()
        let name = word.hasPrefix(prefix) ? word.dropFirst(prefix.count) : word[...]
        return names.first { $0.0 == name }?.1
    }

    /// In the order of their raw values; Interface Builder calls the second one alphabet.
    private static let kinds: [(String, Kind)] = [
        ("default", .text), ("asciicapable", .plainText), ("numbersandpunctuation", .signs), ("url", .address),
        ("numberpad", .numbers), ("phonepad", .phone), ("namephonepad", .text), ("emailaddress", .email),
        ("decimalpad", .decimals), ("twitter", .mentions), ("websearch", .search), ("asciicapablenumberpad", .numbers),
        ("alphabet", .plainText),
    ]

    private static let actions: [(String, String)] = [
        ("default", "return"), ("go", "go"), ("google", "search"), ("join", "join"), ("next", "next"),
        ("route", "route"), ("search", "search"), ("yahoo", "search"), ("send", "send"), ("done", "done"),
        ("emergencycall", "emergency"), ("continue", "continue"),
    ]

    /// What it is for, in a word.
    var title: String {
        switch kind {
        case .text, .plainText: "letters"
        case .email: "letters, for e-mail addresses"
        case .address: "letters, for addresses of the web"
        case .search: "letters, to search the web"
        case .mentions: "letters, for names and tags"
        case .signs: "numbers and signs"
        case .numbers: "numbers"
        case .decimals: "numbers with a decimal sign"
        case .phone: "numbers of a telephone"
        }
    }

    /// Whether it is a pad of twelve keys on a phone.
    var isPad: Bool { kind == .numbers || kind == .decimals || kind == .phone }
}

/// Keyboards and their keys.
extension ScreenDrawing {
    /// The ground of a keyboard, and keys where the dump has none.
    func drawKeyboard(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let parts = parts(of: index, most: 128)
        guard !parts.contains(where: { roles[$0] == .keyboard || roles[$0] == .key }) else {
            return Keyboard(design, KeyboardPurpose(of: tree)).drawGround(
                bounds,
                color(.backgroundColor, of: index),
                &drawing
            )
        }
        let purpose = KeyboardPurpose(of: tree)
        let reason = purpose.isSaid ? "a field asks for such a keyboard" : "a keyboard for text is shown"
        drawing.guess("keys", purpose.title, "The dump has no keys; \(reason).")
        Keyboard(design, purpose).draw(bounds, color(.backgroundColor, of: index), &drawing)
    }

    /// The docked keyboard of the system that the fields of a tree ask for, in coordinates of its own, for what-if questions.
    public static func keyboard(_ size: Size, for tree: ViewTree, design: SystemDesign? = nil) -> ViewDrawing {
        var drawing = ViewDrawing()
        Keyboard(design ?? .ios13, KeyboardPurpose(of: tree)).draw(Rect(origin: .zero, size: size), nil, &drawing)
        return drawing
    }

    /// A key that the dump has a view for. The first of those that a tool lists among other elements has the ground of all:
    /// it covers what was listed before.
    func drawKey(of index: Int, _ bounds: Rect, _ drawing: inout ViewDrawing) {
        let key = ownText(of: index) ?? ""
        let keyboard = Keyboard(design, nil)
        guard let keys else { return keyboard.drawKey(key, in: bounds, &drawing) }
        let frame = screenFrame(of: index)
        if index == keys.first {
            drawing.guess("background", "a keyboard", "Elements of one letter each, in rows, are its keys.")
            let area = keys.area
            let ground = Rect(
                x: -frame.minX,
                y: area.minY - frame.minY,
                width: area.size.width,
                height: area.size.height
            )
            keyboard.drawGround(ground, nil, &drawing)
        }
        if frame.maxY <= keys.top + 4 || bounds.size.height > 60 {
            // Words that are suggested, and the signs below the keys, have no caps.
            let baseline = Point(x: bounds.center.x, y: bounds.center.y + 6)
            guard bounds.size.height > 60 else {
                return drawing.line(
                    key,
                    TextFont(size: 17),
                    SystemColor.label,
                    centeredAt: baseline,
                    room: bounds.size.width
                )
            }
            keyboard.drawSign(frame.center.x < keys.area.center.x ? "globe" : "mic", at: bounds.center, &drawing)
        } else {
            keyboard.drawKey(key, in: bounds, &drawing)
        }
    }
}

/// The keyboard of some years.
private struct Keyboard {
    private typealias Key = (x: Double, width: Double, key: String)

    private static let panel = DynamicColor(RGBA(hex: 0xD1D4DB), dark: RGBA(hex: 0x2B2B2B))
    private static let cap = DynamicColor(RGBA(hex: 0xFFFFFF), dark: RGBA(hex: 0x6B6B6B))
    /// Of keys that write nothing.
    private static let quiet = DynamicColor(RGBA(hex: 0xABB1BA), dark: RGBA(hex: 0x464646))
    /// The keys that have a quiet cap until iOS 18.
    private static let functions: Set = [
        "shift", "delete", "123", ".?123", "abc", "globe", "emoji", "mic", "hide", "#+=", "return", "next", "continue",
        "emergency", "numbers", "more", "dictate", "hide keyboard",
    ]
    /// What test tools call these keys in languages of iOS.
    private static let names: [String: String] = {
        let lines = [
            "delete 削除 删除 刪除 삭제 löschen supprimer borrar eliminar elimina apagar удалить",
            "shift シフト umschalt umschalttaste maj mayúsculas maiusc", "numbers 数字 數字 숫자 zahlen chiffres números numeri",
            "globe 次のキーボード 下一个键盘 下一個鍵盤 다음", "mic 音声入力 听写 聽寫 diktieren dicter dictado dettatura",
            "emoji 絵文字 表情符号 表情符號 이모티콘", "return 改行 換行 换行 리턴 eingabe retour intro invio",
            "search 検索 搜索 搜尋 검색 suchen rechercher buscar cerca", "done 完了 完成 fertig terminé fine",
            "go 開く 前往 öffnen accéder ir vai", "send 送信 发送 傳送 senden envoyer enviar invia",
        ].map { $0.split(separator: " ").map(String.init) }
        return Dictionary(lines.flatMap { line in line.dropFirst().map { ($0, line[0]) } }) { first, _ in first }
    }()
    /// The words of keys that end the input and have the tint; the others that do are as quiet as “return”.
    private static let actions: Set = ["go", "join", "route", "search", "send", "done"]

    private let isModern: Bool
    /// What it is for; nil where the dump lists the keys.
    private let purpose: KeyboardPurpose?

    init(_ design: SystemDesign, _ purpose: KeyboardPurpose?) {
        isModern = design == .ios26
        self.purpose = purpose
    }

    func drawGround(_ bounds: Rect, _ fill: DynamicColor?, _ drawing: inout ViewDrawing) {
        drawing.rect(bounds, radii: Corners(top: isModern ? 26 : 0, bottom: 0), fill: fill ?? Self.panel)
    }

    func draw(_ bounds: Rect, _ fill: DynamicColor?, _ drawing: inout ViewDrawing) {
        drawGround(bounds, fill, &drawing)
        guard let purpose else { return }
        let isWide = bounds.size.width >= 600 && bounds.size.height >= 250
        let isPad = purpose.isPad && !isWide
        // The bar of suggestions above the keys takes what these leave; pads have none, nor have iPads at times.
        let most = isWide ? ([264, 352].contains(bounds.size.height) ? 0.0 : 48) : 45
        let bar = bounds.size.height > 236 && !isPad ? min(most, bounds.size.height - 216) : 0
        let below = isWide ? 8.0 : bounds.size.height - bar >= 283 ? 68 : 0
        let pitch = isWide ? (bounds.size.height - bar - below) / 4 : min(54, (bounds.size.height - bar - 7) / 4)
        let rows =
            isWide ? Self.wideRows(purpose) : isPad ? Self.padRows(purpose) : Self.rows(purpose, hasSigns: below > 0)
        let unit = bounds.size.width / (isWide ? 11 : 402)
        for (number, row) in rows.enumerated() {
            for key in row {
                let cell = Rect(
                    x: key.x * unit,
                    y: bar + 7 + Double(number) * pitch,
                    width: key.width * unit,
                    height: pitch
                )
                if isPad { drawPadKey(key.key, in: cell, &drawing) } else { drawKey(key.key, in: cell, &drawing) }
            }
        }
        guard below > 20, !isPad else { return }
        let y = bounds.size.height - below + 26
        for (sign, x) in [("globe", 36.0), ("mic", bounds.size.width - 36)] {
            drawSign(sign, at: Point(x: x, y: y), &drawing)
        }
    }

    // Rows

    private static func letters(_ start: Double, _ keys: String, width: Double = 40) -> [Key] {
        keys.enumerated().map { (start + width * Double($0), width, String($1)) }
    }

    /// Keys one beside the other.
    private static func keys(_ start: Double, _ keys: [(width: Double, key: String)]) -> [Key] {
        var x = start
        return keys.map { key in
            defer { x += key.width }
            return (x, key.width, key.key)
        }
    }

    /// The rows of a phone's keyboard in the measures of one 402 points wide: where its cells begin and how wide each is.
    ///
    /// - Parameter hasSigns: Whether the sign for other keyboards is below the keys, and emoji among them.
    private static func rows(_ purpose: KeyboardPurpose, hasSigns: Bool) -> [[Key]] {
        let last = (98.0, purpose.action)
        guard purpose.kind != .signs else {
            return [
                letters(2, "1234567890"), letters(2, "-/:;()$&@\""),
                keys(2, [(52, "#+=")]) + keys(62, ".,?!'".map { (56, String($0)) }) + keys(348, [(52, "delete")]),
                keys(2, [(50, "ABC"), (50, hasSigns ? "emoji" : "globe"), (200, "space"), last]),
            ]
        }
        // What begins no sentence is written small.
        let isSmall = purpose.kind == .email || purpose.kind == .address || purpose.kind == .search
        func row(_ start: Double, _ text: String) -> [Key] { letters(start, isSmall ? text.lowercased() : text) }
        let middle: [(Double, String)] =
            switch purpose.kind {
            case .email: [(100, "space"), (50, "@"), (50, ".")]
            case .address: [(67, "."), (67, "/"), (66, ".com")]
            case .search: [(150, "space"), (50, ".")]
            case .mentions: [(100, "space"), (50, "@"), (50, "#")]
            default: [(200, "space")]
            }
        let switches: [(Double, String)] =
            purpose.kind == .plainText && hasSigns ? [(100, "123")] : [(50, "123"), (50, hasSigns ? "emoji" : "globe")]
        return [
            row(2, "QWERTYUIOP"), row(22, "ASDFGHJKL"),
            [(2, 52, "shift")] + row(62, "ZXCVBNM") + [(348, 52, "delete")], keys(2, switches + middle + [last]),
        ]
    }

    /// The rows of a pad, in the same measures.
    private static func padRows(_ purpose: KeyboardPurpose) -> [[Key]] {
        let corner = purpose.kind == .decimals ? "." : purpose.kind == .phone ? "+*#" : ""
        return ["1 2 3", "4 5 6", "7 8 9"].map { row in keys(2, row.split(separator: " ").map { (133, String($0)) }) }
            + [keys(2, [(133, corner), (133, "0"), (133, "delete")])]
    }

    /// The rows of an iPad's keyboard, in eleventh parts of its width.
    private static func wideRows(_ purpose: KeyboardPurpose) -> [[Key]] {
        let isSigns = purpose.isPad || purpose.kind == .signs
        let isSmall = purpose.kind == .email || purpose.kind == .address || purpose.kind == .search
        func row(_ start: Double, _ text: String) -> [Key] {
            letters(start, isSmall ? text.lowercased() : text, width: 1)
        }
        let ends = purpose.kind == .email ? "@." : purpose.kind == .address ? "/." : ",."
        let (shift, back) = isSigns ? ("#+=", "ABC") : ("shift", ".?123")
        return [
            row(0, isSigns ? "1234567890" : "QWERTYUIOP") + [(10, 1, "delete")],
            row(0.5, isSigns ? "@#$&*()'\"" : "ASDFGHJKL") + [(9.5, 1.5, purpose.action)],
            [(0, 1, shift)] + row(1, isSigns ? "%-+=/;:,." : "ZXCVBNM" + ends) + [(10, 1, shift)],
            keys(0, [(1, back), (1, "globe"), (1, "mic"), (5.5, ""), (1.25, back), (1.25, "hide")]),
        ]
    }

    // Keys

    private static let lettersOfDigits = [
        "2": "ABC", "3": "DEF", "4": "GHI", "5": "JKL", "6": "MNO", "7": "PQRS", "8": "TUV", "9": "WXYZ",
    ]

    /// A key of a pad: a digit above letters; what is no digit has no cap.
    private func drawPadKey(_ key: String, in cell: Rect, _ drawing: inout ViewDrawing) {
        guard key.count == 1, key.first?.isNumber == true else {
            if key == "delete" { return drawSign(key, at: cell.center, &drawing) }
            let baseline = Point(x: cell.center.x, y: cell.center.y + 6)
            return drawing.line(key, TextFont(size: 20), SystemColor.label, centeredAt: baseline)
        }
        let cap = Rect(x: cell.minX + 3, y: cell.minY + 3.5, width: cell.size.width - 6, height: cell.size.height - 7)
        drawing.rect(cap, radius: isModern ? 9 : 5, fill: Self.cap)
        let letters = Self.lettersOfDigits[key]
        let baseline = Point(x: cap.center.x, y: cap.center.y + (letters == nil ? 9 : 4))
        drawing.line(key, TextFont(size: 25), SystemColor.label, centeredAt: baseline)
        guard let letters, cap.size.height >= 36 else { return }
        let below = Point(x: cap.center.x, y: cap.center.y + 17)
        drawing.line(letters, TextFont(size: 10, weight: 700), SystemColor.label, centeredAt: below)
    }

    /// The cap in a key's cell, and what it says.
    func drawKey(_ key: String, in cell: Rect, _ drawing: inout ViewDrawing) {
        let cap = Rect(x: cell.minX + 3, y: cell.minY + 6, width: cell.size.width - 6, height: cell.size.height - 12)
        guard cap.size.width > 2, cap.size.height > 2 else { return }
        let word = Self.names[key.lowercased()] ?? key.lowercased()
        let isAction = Self.actions.contains(word)
        let quiet = isModern ? Self.cap : Self.quiet
        let blue = SystemColor.named("systemBlue", modern: isModern) ?? SystemColor.systemBlue
        let fill = isAction ? blue : Self.functions.contains(word) ? quiet : Self.cap
        drawing.rect(cap, radius: isModern ? 8.5 : 5, fill: fill)
        switch word {
        case "numbers", "more": return drawWord("123", in: cap, SystemColor.label, &drawing)
        case "emoji", "shift", "delete", "globe", "mic", "dictate", "hide", "hide keyboard":
            return drawSign(word, at: cap.center, &drawing)
        default: drawWord(key, in: cap, isAction ? .white : SystemColor.label, &drawing)
        }
    }

    private func drawWord(
        _ key: String,
        in cap: Rect,
        _ ink: DynamicColor,
        _ drawing: inout ViewDrawing
    ) {
        let font = TextFont(size: key.count > 1 ? 16 : 22.5)
        guard font.width(of: key) < cap.size.width || cap.size.width > 60 else { return }
        let baseline = Point(x: cap.center.x, y: cap.center.y + font.size * 0.35)
        drawing.line(key, font, ink, centeredAt: baseline, room: cap.size.width - 4)
    }

    func drawSign(_ sign: String, at center: Point, _ drawing: inout ViewDrawing) {
        let corner = Point(x: center.x - 10, y: center.y - 10)
        let ink = SystemColor.label
        switch sign {
        case "emoji":
            drawing.disc(center: center, radius: 8, stroke: ink)
            drawing.path("M6 12C8 15 12 15 14 12", at: corner, stroke: ink)
            for x in [-3.0, 3] { drawing.disc(center: Point(x: center.x + x, y: center.y - 2), radius: 1, fill: ink) }
        case "shift":
            drawing.path("M10 2L18 11L14 11L14 17L6 17L6 11L2 11Z", at: corner, stroke: ink, lineWidth: 1.5)
        case "delete":
            drawing.path("M7 4L19 4L19 16L7 16L1 10ZM9 7L15 13M15 7L9 13", at: corner, stroke: ink, lineWidth: 1.5)
        case "hide", "hide keyboard":
            drawing.path(
                "M1 3L19 3L19 12L1 12ZM4 6L16 6M6 9L14 9M7 15L10 18L13 15",
                at: corner,
                stroke: ink,
                lineWidth: 1.5
            )
        default:
            let box = Rect(x: center.x - 11, y: center.y - 11, width: 22, height: 22)
            if let symbol = Symbol.named(sign == "dictate" ? "mic" : sign) {
                drawing.symbol(symbol, in: box, color: ink)
            }
        }
    }
}
