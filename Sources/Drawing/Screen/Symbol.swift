import Diagnostics
import ViewHierarchy

/// A drawing of a system symbol (SF Symbols) in a square of 24 units, drawn for this project.
///
/// Paths use absolute coordinates and the commands M, L, C and Z only, so that scaling them is scaling their numbers.
public struct Symbol: Sendable, Hashable {
    /// How a part is painted.
    public enum Look: Sendable, Hashable {
        /// A line 2 units wide, in the tint.
        case stroke
        /// An area in the tint.
        case fill
        /// A line that is left out of the area under it.
        case knockout
    }

    /// One outline.
    public struct Part: Sendable, Hashable {
        /// In SVG's syntax.
        public var path: String
        /// How it is painted.
        public var look: Look
    }

    /// Back to front.
    public var parts: [Part]

    /// The drawing of the symbol with that name, with what its modifiers (`.fill`, `.circle`, `.square`) add; nil for
    /// marks that are not among those drawn.
    public static func named(_ name: String) -> Symbol? {
        if let own = marks[name] { return Symbol(own) }
        var words = name.split(separator: ".").map(String.init)
        let isFilled = words.last == "fill"
        if isFilled { words.removeLast() }
        if let mark = marks[words.joined(separator: ".")] { return isFilled ? Symbol(mark).filled : Symbol(mark) }
        if let frame = words.last, frame == "circle" || frame == "square", words.count > 1 {
            guard let mark = marks[words.dropLast().joined(separator: ".")] else { return nil }
            return Symbol(mark).framed(by: frame == "circle" ? circle(12, 12, 10) : box(3, 3, 21, 21, 4), isFilled)
        }
        let isStruck = words.contains("slash")
        // A badge or a slash changes a corner of what is otherwise the same.
        while words.count > 1 {
            words.removeLast()
            if let mark = marks[words.joined(separator: ".")] {
                var symbol = isFilled ? Symbol(mark).filled : Symbol(mark)
                if isStruck { symbol.parts.append(Part(path: "M3 3L21 21", look: .stroke)) }
                return symbol
            }
        }
        return nil
    }

    /// The symbol that buttons usually show in place of a word, with its name; nil for other words.
    static func named(byWord word: String) -> (String, Symbol)? {
        guard let name = words[word.lowercased()], let symbol = named(name) else { return nil }
        return (name, symbol)
    }

    /// The picture of a button of a bar whose word is that of one of the system's own, which show no words
    /// (`UIBarButtonItem.SystemItem`), in languages of iOS.
    static func ofBarItem(_ word: String) -> (String, Symbol)? {
        guard let name = items[word.lowercased()], let symbol = named(name) else { return nil }
        return (name, symbol)
    }

    private static let items: [String: String] = {
        let lines = [
            "plus add 追加 添加 加入 新增 추가 hinzufügen ajouter añadir agregar aggiungi adicionar добавить toevoegen",
            "magnifyingglass search 検索 搜索 搜尋 검색 suchen rechercher buscar cerca поиск zoeken",
            "square.and.arrow.up share 共有 共享 分享 공유 teilen partager compartir condividi compartilhar delen",
            "square.and.pencil compose 作成 新規作成 撰写 編寫 작성 verfassen composer redactar componi",
            "arrow.clockwise refresh reload 更新 再読み込み 刷新 重新整理 aktualisieren actualiser actualizar aggiorna",
            "camera camera カメラ 相机 相機 카메라 kamera cámara fotocamera", "ellipsis more その他 更多 더보기 mehr más altro",
        ].map { $0.split(separator: " ").map(String.init) }
        let pairs = lines.flatMap { line in line.dropFirst().map { ($0, line[0]) } }
        return Dictionary(pairs) { first, _ in first }
    }()

    private static let words = [
        "back": "chevron.left", "close": "xmark", "cancel": "xmark", "dismiss": "xmark", "add": "plus", "new": "plus",
        "share": "square.and.arrow.up", "delete": "trash", "search": "magnifyingglass",
        "clear text": "xmark.circle.fill",
        "more": "ellipsis", "settings": "gear", "edit": "pencil", "compose": "square.and.pencil",
        "refresh": "arrow.clockwise",
        "reload": "arrow.clockwise", "menu": "line.3.horizontal", "filter": "slider.horizontal.3", "camera": "camera",
        "info": "info.circle", "more info": "info.circle", "help": "questionmark.circle", "favorite": "heart",
        "bookmark": "bookmark", "play": "play", "pause": "pause", "next": "chevron.right", "previous": "chevron.left",
        "home": "house", "profile": "person", "dictate": "mic", "emoji": "globe", "next keyboard": "globe",
    ]

    static let checkmark = Symbol(marks["checkmark"] ?? [])
    static let magnifyingGlass = Symbol(marks["magnifyingglass"] ?? [])
    static let photo = Symbol(marks["photo"] ?? [])

    private init(_ marks: [String]) { parts = marks.compactMap(Part.init) }

    /// The first closed line becomes an area, and what lies on it is left out of it.
    private var filled: Symbol {
        guard let area = parts.first(where: { $0.path.hasSuffix("Z") }), let box = Self.box(of: area.path) else {
            return self
        }
        var symbol = self
        symbol.parts = parts.map { part in
            if part == area { return Part(path: part.path, look: .fill) }
            guard let inner = Self.box(of: part.path), box.inset(by: 1).contains(inner) else { return part }
            return Part(path: part.path, look: .knockout)
        }
        return symbol
    }

    /// The numbers of a path as points, and what they span.
    private static func box(of path: String) -> Rect? {
        let numbers = path.split { !($0.isNumber || $0 == "." || $0 == "-") }.compactMap { Double($0) }
        let xs = stride(from: 0, to: numbers.count - 1, by: 2).map { numbers[$0] }
        let ys = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// A mark of about half the size in a ring or a box.
    private func framed(by frame: String, _ isFilled: Bool) -> Symbol {
        var symbol = self
        symbol.parts = parts.map { part in
            let path = Self.scaled(part.path, 0.56)
            return Part(path: path, look: isFilled ? .knockout : part.look)
        }
        symbol.parts.insert(Part(path: frame, look: isFilled ? .fill : .stroke), at: 0)
        return symbol
    }

    /// Every number moved towards the middle.
    private static func scaled(_ path: String, _ factor: Double) -> String {
        var out = ""
        var number = ""
        func flushed() -> String {
            guard let value = Double(number) else { return number }
            return NumberText.short(12 + (value - 12) * factor)
        }
        for character in path {
            if character.isNumber || character == "." || character == "-" {
                number.append(character)
            } else {
                out += number.isEmpty ? "" : flushed()
                number = ""
                out.append(character)
            }
        }
        return out + (number.isEmpty ? "" : flushed())
    }

    /// A circle of four curves.
    static func circle(_ x: Double, _ y: Double, _ r: Double) -> String {
        let k = r * 0.5523
        func n(_ value: Double) -> String { NumberText.short(value) }
        func curve(_ values: Double...) -> String { "C" + values.map(n).joined(separator: " ") }
        return "M\(n(x + r)) \(n(y))" + curve(x + r, y + k, x + k, y + r, x, y + r)
            + curve(x - k, y + r, x - r, y + k, x - r, y) + curve(x - r, y - k, x - k, y - r, x, y - r)
            + curve(x + k, y - r, x + r, y - k, x + r, y) + "Z"
    }

    /// A rectangle with round corners between two corners.
    fileprivate static func box(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ r: Double) -> String {
        let k = r * 0.4477
        func p(_ x: Double, _ y: Double) -> String { "\(NumberText.short(x)) \(NumberText.short(y))" }
        return "M\(p(x1 + r, y1))L\(p(x2 - r, y1))C\(p(x2 - k, y1)) \(p(x2, y1 + k)) \(p(x2, y1 + r))L\(p(x2, y2 - r))"
            + "C\(p(x2, y2 - k)) \(p(x2 - k, y2)) \(p(x2 - r, y2))L\(p(x1 + r, y2))"
            + "C\(p(x1 + k, y2)) \(p(x1, y2 - k)) \(p(x1, y2 - r))L\(p(x1, y1 + r))C\(p(x1, y1 + k)) \(p(x1 + k, y1)) \(p(x1 + r, y1))Z"
    }
}

extension Symbol.Part {
    fileprivate init?(_ mark: String) {
        guard let kind = mark.first else { return nil }
        let rest = mark.dropFirst(2)
        let numbers = rest.split(separator: " ").compactMap { Double($0) }
        switch kind {
        case "s": self.init(path: String(rest), look: .stroke)
        case "f": self.init(path: String(rest), look: .fill)
        case "o" where numbers.count == 3:
            self.init(path: Symbol.circle(numbers[0], numbers[1], numbers[2]), look: .stroke)
        case "d" where numbers.count == 3:
            self.init(path: Symbol.circle(numbers[0], numbers[1], numbers[2]), look: .fill)
        case "b" where numbers.count == 5:
            self.init(path: Symbol.box(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]), look: .stroke)
        default: return nil
        }
    }
}

extension Symbol {
    /// The marks: `s` a line, `f` an area, then a path; `o x y r` a ring, `d x y r` a disc, `b x1 y1 x2 y2 r` a box.
    static let marks: [String: [String]] = [
        "plus": ["s M12 4L12 20", "s M4 12L20 12"], "minus": ["s M4 12L20 12"],
        "xmark": ["s M5 5L19 19", "s M19 5L5 19"], "checkmark": ["s M4 13L9 18L20 6"],
        "chevron.left": ["s M16 4L8 12L16 20"], "chevron.right": ["s M8 4L16 12L8 20"],
        "chevron.backward": ["s M16 4L8 12L16 20"], "chevron.forward": ["s M8 4L16 12L8 20"],
        "chevron.up": ["s M4 16L12 8L20 16"], "chevron.down": ["s M4 8L12 16L20 8"],
        "chevron.up.chevron.down": ["s M6 9L12 3L18 9", "s M6 15L12 21L18 15"],
        "arrow.left": ["s M20 12L4 12", "s M10 6L4 12L10 18"], "arrow.right": ["s M4 12L20 12", "s M14 6L20 12L14 18"],
        "arrow.up": ["s M12 20L12 4", "s M6 10L12 4L18 10"], "arrow.down": ["s M12 4L12 20", "s M6 14L12 20L18 14"],
        "arrow.clockwise": [
            "s M20 12C20 16.4 16.4 20 12 20C7.6 20 4 16.4 4 12C4 7.6 7.6 4 12 4C14.5 4 16.7 5.1 18 7",
            "s M18 2L18 7L13 7",
        ],
        "arrow.counterclockwise": [
            "s M4 12C4 16.4 7.6 20 12 20C16.4 20 20 16.4 20 12C20 7.6 16.4 4 12 4C9.5 4 7.3 5.1 6 7", "s M6 2L6 7L11 7",
        ],
        "pencil": ["s M4 20L5 15L16 4L20 8L9 19L4 20Z", "s M13 7L17 11"],
        "square.and.pencil": [
            "s M13 4L5 4C4 4 3 5 3 6L3 19C3 20 4 21 5 21L18 21C19 21 20 20 20 19L20 11",
            "s M10 14L11 11L19 3L21 5L13 13L10 14Z",
        ],
        "trash": ["s M6 7L7 21L17 21L18 7Z", "s M4 7L20 7", "s M9 7L9 4L15 4L15 7"],
        "magnifyingglass": ["o 10 10 7", "s M15 15L21 21"],
        "gear": [
            "o 12 12 3", "o 12 12 7", "s M12 2L12 5", "s M12 19L12 22", "s M2 12L5 12", "s M19 12L22 12", "s M5 5L7 7",
            "s M17 17L19 19", "s M5 19L7 17", "s M17 7L19 5",
        ],
        "gearshape": ["o 12 12 3", "o 12 12 8"], "ellipsis": ["d 5 12 2", "d 12 12 2", "d 19 12 2"],
        "info": ["d 12 6 1.5", "s M10 11L12 11L12 18", "s M9.5 18L14.5 18"],
        "questionmark": ["s M8 8C8 3 16 3 16 8C16 11 12 11 12 15", "d 12 19 1.4"],
        "exclamationmark": ["s M12 4L12 14", "d 12 19 1.4"],
        "exclamationmark.triangle": ["s M12 3L22 20L2 20Z", "s M12 9L12 14", "d 12 17 1"],
        "person": ["o 12 7.5 4", "s M4 21C4 16 8 14 12 14C16 14 20 16 20 21Z"],
        "person.2": [
            "o 9 8 3.5", "s M2 20C2 15 5.5 13.5 9 13.5C12.5 13.5 16 15 16 20Z", "o 17 9 2.8",
            "s M18 14C20.5 14.3 22 16.5 22 19L18.5 19",
        ],
        "person.3": ["o 12 8 3", "s M6 20C6 15 9 13 12 13C15 13 18 15 18 20Z", "o 5 9 2", "o 19 9 2"],
        "house": ["s M2 12L12 3L22 12", "s M5 10L5 21L19 21L19 10"],
        "star": ["s M12 2L14.6 8.6L21.5 9.1L16.2 13.6L17.9 20.4L12 16.7L6.1 20.4L7.8 13.6L2.5 9.1L9.4 8.6Z"],
        "heart": [
            "s M12 21C5 15.5 2 12 2 8.5C2 5.5 4.3 3.5 7 3.5C9 3.5 11 4.5 12 6.5C13 4.5 15 3.5 17 3.5C19.7 3.5 22 5.5 22 8.5C22 12 19 15.5 12 21Z"
        ],
        "bell": ["s M4 18C6 16 6 14 6 11C6 7 8.5 4 12 4C15.5 4 18 7 18 11C18 14 18 16 20 18Z", "s M10 21L14 21"],
        "bookmark": ["s M6 3L18 3L18 21L12 16L6 21Z"],
        "calendar": ["b 3 5 21 21 3", "s M3 10L21 10", "s M8 2L8 6", "s M16 2L16 6"],
        "clock": ["o 12 12 9", "s M12 6L12 12L16 14"],
        "alarm": ["o 12 13 8", "s M12 8L12 13L15 15", "s M3 6L6 3", "s M21 6L18 3"],
        "stopwatch": ["o 12 14 8", "s M12 14L12 9", "s M10 2L14 2", "s M18 6L20 8"],
        "timer": [
            "s M12 3C17 3 21 7 21 12C21 17 17 21 12 21C7 21 3 17 3 12C3 9.5 4 7.2 5.6 5.6", "s M12 3L12 7",
            "s M12 12L8 8",
        ],
        "globe": ["o 12 12 9", "s M3 12L21 12", "s M12 3C7.5 7 7.5 17 12 21C16.5 17 16.5 7 12 3Z"],
        "network": ["o 12 12 9", "s M3 12L21 12", "s M12 3C7.5 7 7.5 17 12 21C16.5 17 16.5 7 12 3Z"],
        "map": ["s M3 6L9 3L15 6L21 3L21 18L15 21L9 18L3 21Z", "s M9 3L9 18", "s M15 6L15 21"],
        "mappin": ["o 12 7 4", "s M12 11L12 21"], "location": ["s M21 3L3 11L11 13L13 21Z"],
        "paperplane": ["s M21 3L2 11L9 14L12 21Z", "s M21 3L9 14"],
        "envelope": ["b 2 5 22 19 3", "s M3 7L12 13L21 7"],
        "phone": [
            "s M6 3L9 3L11 8L8.5 10C9.5 12.5 11.5 14.5 14 15.5L16 13L21 15L21 18C21 20 19 21 17.5 21C9 20 4 15 3 6.5C3 5 4 3 6 3Z"
        ],
        "bubble.left": [
            "s M4 4L20 4C21 4 22 5 22 6L22 15C22 16 21 17 20 17L11 17L6 21L6 17L4 17C3 17 2 16 2 15L2 6C2 5 3 4 4 4Z"
        ],
        "message": [
            "s M12 4C17.5 4 22 7.5 22 11.5C22 15.5 17.5 19 12 19C11 19 10 19 9 18.6L5 21L5.5 17C3.3 15.6 2 13.7 2 11.5C2 7.5 6.5 4 12 4Z"
        ],
        "mic": ["b 9 2 15 14 3", "s M5 11C5 20 19 20 19 11", "s M12 18L12 22"],
        "speaker": ["s M3 9L7 9L12 4L12 20L7 15L3 15Z"],
        "speaker.wave.2": [
            "s M3 9L7 9L12 4L12 20L7 15L3 15Z", "s M15 9C17 10.5 17 13.5 15 15", "s M18 6C22 9 22 15 18 18",
        ],
        "play": ["s M6 4L20 12L6 20Z"], "pause": ["f M6 4L10 4L10 20L6 20Z", "f M14 4L18 4L18 20L14 20Z"],
        "stop": ["b 5 5 19 19 2"],
        "backward": ["s M12 5L3 12L12 19Z", "s M21 5L12 12L21 19Z"],
        "forward": ["s M3 5L12 12L3 19Z", "s M12 5L21 12L12 19Z"],
        "camera": [
            "s M4 7L8 7L10 4L14 4L16 7L20 7C21 7 22 8 22 9L22 18C22 19 21 20 20 20L4 20C3 20 2 19 2 18L2 9C2 8 3 7 4 7Z",
            "o 12 13 4",
        ],
        "photo": ["b 2 4 22 20 3", "o 8 9.5 1.8", "s M3 18L9 13L13 16L17 11L21 15"],
        "video": ["b 2 6 16 18 3", "s M16 11L22 7L22 17L16 13Z"],
        "folder": ["s M2 6C2 5 3 4 4 4L9 4L11 6L20 6C21 6 22 7 22 8L22 18C22 19 21 20 20 20L4 20C3 20 2 19 2 18Z"],
        "doc": ["s M6 2L14 2L19 7L19 22L6 22Z", "s M14 2L14 7L19 7"],
        "doc.text": ["s M6 2L14 2L19 7L19 22L6 22Z", "s M14 2L14 7L19 7", "s M9 12L16 12", "s M9 16L16 16"],
        "doc.on.doc": ["b 3 3 15 16 2", "s M18 8L21 8L21 21L9 21L9 19"],
        "list.bullet": ["d 4 6 1.5", "d 4 12 1.5", "d 4 18 1.5", "s M9 6L21 6", "s M9 12L21 12", "s M9 18L21 18"],
        "line.3.horizontal": ["s M3 6L21 6", "s M3 12L21 12", "s M3 18L21 18"],
        "line.horizontal.3": ["s M3 6L21 6", "s M3 12L21 12", "s M3 18L21 18"],
        "slider.horizontal.3": [
            "s M3 6L21 6", "s M3 12L21 12", "s M3 18L21 18", "d 8 6 2.5", "d 16 12 2.5", "d 8 18 2.5",
        ],
        "square.and.arrow.up": ["s M8 9L5 9L5 21L19 21L19 9L16 9", "s M12 15L12 2", "s M8 6L12 2L16 6"],
        "square.and.arrow.down": ["s M8 9L5 9L5 21L19 21L19 9L16 9", "s M12 2L12 15", "s M8 11L12 15L16 11"],
        "rectangle.portrait.and.arrow.right": ["s M14 4L5 4L5 20L14 20", "s M10 12L21 12", "s M17 8L21 12L17 16"],
        "lock": ["b 5 10 19 21 3", "s M8 10L8 7C8 2 16 2 16 7L16 10"],
        "key": ["o 8 8 5", "s M12 12L21 21", "s M17 17L20 14"],
        "eye": ["s M2 12C6 5 18 5 22 12C18 19 6 19 2 12Z", "o 12 12 3"],
        "qrcode": [
            "b 3 3 10 10 1", "b 14 3 21 10 1", "b 3 14 10 21 1", "d 16 16 1.5", "d 20 20 1.5", "d 20 15 1", "d 15 20 1",
        ],
        "tag": ["s M3 3L12 3L21 12L12 21L3 12Z", "d 8 8 1.5"],
        "cart": ["s M2 3L5 3L8 15L19 15L21 6L6 6", "o 9 19 1.5", "o 17 19 1.5"],
        "bag": ["s M5 8L19 8L20 21L4 21Z", "s M9 8C9 2 15 2 15 8"],
        "bolt": ["s M13 2L5 14L11 14L10 22L19 9L13 9Z"],
        "moon": ["s M20 14C14 17 7 11 10 3C5 4 2 8 3 13C4 19 10 22 15 20C17.5 19 19.5 17 20 14Z"],
        "sun.max": [
            "o 12 12 4", "s M12 2L12 5", "s M12 19L12 22", "s M2 12L5 12", "s M19 12L22 12", "s M5 5L7 7",
            "s M17 17L19 19", "s M5 19L7 17", "s M17 7L19 5",
        ],
        "cloud": ["s M7 19C0 19 0 10 6.5 10C7 4 16 3 17.5 9C23 9 24 19 17.5 19Z"],
        "flag": ["s M5 22L5 3L20 3L16 8L20 13L5 13"],
        "square": ["b 3 3 21 21 4"], "circle": ["o 12 12 10"], "rectangle": ["b 2 5 22 19 3"],
        "triangle": ["s M12 3L22 20L2 20Z"],
        "square.grid.2x2": ["b 3 3 10 10 2", "b 14 3 21 10 2", "b 3 14 10 21 2", "b 14 14 21 21 2"],
        "creditcard": ["b 2 5 22 19 3", "s M2 10L22 10"],
        "link": ["s M9 15L15 9", "s M11 7L14 4C18 0 24 6 20 10L17 13", "s M13 17L10 20C6 24 0 18 4 14L7 11"],
        "wifi": ["s M2 9C8 3 16 3 22 9", "s M6 13C9.5 9.8 14.5 9.8 18 13", "d 12 18 2"],
        "airplane": ["s M21 12L3 12", "s M14 12L9 4", "s M14 12L9 20", "s M4 9L5 12L4 15"],
    ]
}
