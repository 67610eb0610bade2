import OrderedCollections

/// The few words of Settings itself that stand around an app's pane, in the language of the pane; English where there is
/// no other.
struct SettingsWords: Sendable {
    /// What the search field says.
    let search: String
    /// What the app Settings is called.
    let settings: String
    /// The heading over the apps.
    let apps: String

    private init(_ search: String, _ settings: String, _ apps: String) {
        self.search = search
        self.settings = settings
        self.apps = apps
    }

    /// The words of a language, by its tag: `ar`, `zh-Hans`, `pt_BR`.
    static func of(_ language: String?) -> SettingsWords {
        let tag = (language ?? "en").replacing("_", with: "-").lowercased()
        return all.first { tag == $0.key || tag.hasPrefix($0.key + "-") }?.value ?? english
    }

    private static let english = SettingsWords("Search", "Settings", "Apps")

    private static let all: OrderedDictionary<String, SettingsWords> = [
        "ar": .init("بحث", "الإعدادات", "التطبيقات"), "ca": .init("Cerca", "Configuració", "Apps"),
        "cs": .init("Hledat", "Nastavení", "Aplikace"), "da": .init("Søg", "Indstillinger", "Apps"),
        "de": .init("Suchen", "Einstellungen", "Apps"), "el": .init("Αναζήτηση", "Ρυθμίσεις", "Εφαρμογές"),
        "es": .init("Buscar", "Ajustes", "Apps"), "fi": .init("Etsi", "Asetukset", "Apit"),
        "fr": .init("Rechercher", "Réglages", "Apps"), "he": .init("חיפוש", "הגדרות", "יישומים"),
        "hi": .init("खोजें", "सेटिंग्ज़", "ऐप्स"), "hu": .init("Keresés", "Beállítások", "Appok"),
        "id": .init("Cari", "Pengaturan", "App"), "it": .init("Cerca", "Impostazioni", "App"),
        "ja": .init("検索", "設定", "アプリ"), "ko": .init("검색", "설정", "앱"),
        "nb": .init("Søk", "Innstillinger", "Apper"), "nl": .init("Zoek", "Instellingen", "Apps"),
        "no": .init("Søk", "Innstillinger", "Apper"), "pl": .init("Szukaj", "Ustawienia", "Aplikacje"),
        "pt-pt": .init("Procurar", "Definições", "Aplicações"), "pt": .init("Buscar", "Ajustes", "Apps"),
        "ro": .init("Căutare", "Configurări", "Aplicații"), "ru": .init("Поиск", "Настройки", "Приложения"),
        "sv": .init("Sök", "Inställningar", "Appar"), "th": .init("ค้นหา", "การตั้งค่า", "แอป"),
        "tr": .init("Ara", "Ayarlar", "Uygulamalar"), "uk": .init("Пошук", "Параметри", "Програми"),
        "vi": .init("Tìm kiếm", "Cài đặt", "Ứng dụng"), "zh-hant": .init("搜尋", "設定", "App"),
        "zh-tw": .init("搜尋", "設定", "App"), "zh-hk": .init("搜尋", "設定", "App"), "zh": .init("搜索", "设置", "App"),
    ]
}
