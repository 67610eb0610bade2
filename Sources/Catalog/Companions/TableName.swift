import AppBundles
import ViewHierarchy

/// What the name of a table of texts says: of which interface it is, and of which language. What it does not say for certain is
/// nil, so that somebody is asked: `Main-new.strings` is not taken for Newari.
public struct TableName: Sendable {
    /// Whether the file is a table, going by its extension.
    let isTable: Bool
    /// The name of the interface; nil where the file is called after its language only.
    let title: String?
    /// The language: of its folder `fr.lproj`, of a name as `Main-fr.strings`, `fr.strings` or `Main.strings (French)`.
    public let language: String?

    /// Looks at the name of a file, or at its path.
    public init(_ path: String) {
        let folders = path.split { $0 == "/" || $0 == "\\" }
        var last = String(folders.last ?? "")
        let noted = Self.takeNote(&last)
        isTable = ["strings", "stringsdict", "xcstrings"].contains(last.split(separator: ".").last?.lowercased() ?? "")
        var stem = isTable ? last.fileTitle : last
        let inner = Self.takeNote(&stem)
        var language: String?
        if let folder = folders.dropLast().last.flatMap({ LanguageFolder(String($0)) }),
            LanguageTag(folder.language) != nil, StringsTables.isLanguage(folder.language)
        {
            language = folder.language
        }
        language = language ?? (noted ?? inner).flatMap(Self.language(called:))
        if let whole = Self.spelled(stem) {
            (stem, language) = ("", language ?? whole)
        } else if language == nil, let (name, tag) = Self.ending(of: stem) {
            (stem, language) = (name, tag)
        }
        title = stem.isEmpty ? nil : stem
        self.language = language
    }

    /// Takes ` (French)` from the end of a name.
    private static func takeNote(_ name: inout String) -> String? {
        guard name.last == ")", let open = name.lastIndex(of: "("), open > name.startIndex else { return nil }
        let note = name[name.index(after: open)...].dropLast()
        let before = name[..<open]
        name = String(before.last == " " ? before.dropLast() : before)
        return String(note)
    }

    /// A language by its English name, as Xcode writes it, or by its tag.
    private static func language(called name: String) -> String? {
        if let tag = spelled(name) { return tag }
        let wanted = name.lowercased()
        return names.first { $0.name == wanted }?.tag
    }

    /// `Main` and `pt-BR` of `Main-pt-BR`, `Main_pt_BR` and `Main.pt-BR`.
    private static func ending(of stem: String) -> (String, String)? {
        let places = stem.indices.filter { $0 > stem.startIndex && "-_.".contains(stem[$0]) }
        for place in places.suffix(3) {
            if let tag = spelled(String(stem[stem.index(after: place)...])) { return (String(stem[..<place]), tag) }
        }
        return nil
    }

    /// A tag whose language has a code of two letters, or one of the few of three that apps are translated into.
    private static func spelled(_ text: String) -> String? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard (1...3).contains(parts.count), StringsTables.isLanguage(text), LanguageTag(text) != nil,
            codes.contains(parts[0].lowercased()),
            parts.dropFirst().allSatisfy({ $0.count == 4 || $0.count == 2 || $0.count == 3 && Int($0) != nil })
        else { return nil }
        return text.replacing("_", with: "-")
    }

    private static let codes = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et \
        eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl \
        km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj \
        om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to \
        tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu iw fil haw yue kok ckb chr
        """.split(separator: " ").map(String.init)
    )

    private static let names: [(name: String, tag: String)] = [
        ("arabic", "ar"), ("bulgarian", "bg"), ("catalan", "ca"), ("chinese (simplified)", "zh-Hans"),
        ("chinese, simplified", "zh-Hans"), ("simplified chinese", "zh-Hans"), ("chinese (traditional)", "zh-Hant"),
        ("chinese, traditional", "zh-Hant"), ("traditional chinese", "zh-Hant"), ("croatian", "hr"), ("czech", "cs"),
        ("danish", "da"), ("dutch", "nl"), ("english", "en"), ("estonian", "et"), ("finnish", "fi"), ("french", "fr"),
        ("german", "de"), ("greek", "el"), ("hebrew", "he"), ("hindi", "hi"), ("hungarian", "hu"), ("icelandic", "is"),
        ("indonesian", "id"), ("italian", "it"), ("japanese", "ja"), ("korean", "ko"), ("latvian", "lv"),
        ("lithuanian", "lt"), ("malay", "ms"), ("norwegian", "nb"), ("norwegian bokmål", "nb"), ("persian", "fa"),
        ("polish", "pl"), ("portuguese", "pt"), ("romanian", "ro"), ("russian", "ru"), ("serbian", "sr"),
        ("slovak", "sk"),
        ("slovenian", "sl"), ("spanish", "es"), ("swedish", "sv"), ("thai", "th"), ("turkish", "tr"),
        ("ukrainian", "uk"),
        ("urdu", "ur"), ("vietnamese", "vi"), ("welsh", "cy"),
    ]
}
