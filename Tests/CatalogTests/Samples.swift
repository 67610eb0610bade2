import Catalog
import Testing
import TestSupport

/// Why the closure fails; it is an issue when it does not.
func code(_ body: () throws -> Void) -> CatalogError.Code? {
    (#expect(throws: CatalogError.self) { try body() })?.code
}

/// Small dumps to read.
enum SampleDumps {
    /// A window with one button, as text.
    static let text = """
        <UIWindow: 0x1; frame = (0 0; 320 480); layer = <UIWindowLayer: 0x2>>
           | <UIButton: 0x3; frame = (20 40; 280 44); layer = <CALayer: 0x4>>
        """

    /// A dump with a name, an app and a picture.
    static func json(name: String, app: String = "com.example.clock", screenshot: String? = nil) -> String {
        let picture = screenshot.map { "\"screenshot\":\"\($0)\"," } ?? ""
        return """
            {"vitrine":1,"name":"\(name)","app":"\(app)","capturedAt":"2026-01-02T03:04:05Z",\(picture)
             "device":{"width":375,"height":667},"windows":[{"class":"UIWindow","frame":[0,0,375,667]}]}
            """
    }

    /// The signature of a PNG and a little more, in base64.
    static let picture = "iVBORw0KGgoAAAAN"
    /// The bytes of ``picture``.
    /// The beginning of a PNG file of so many pixels.
    static func png(_ width: Int, _ height: Int) -> [UInt8] {
        pictureBytes + Array("IHDR".utf8)
            + [width, height].flatMap { number in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
    }

    static let pictureBytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]
}

/// Archives with little apps.
enum AppArchives {
    static func info(_ identifier: String?, version: String = "1.0", name: String = "Clock") -> String {
        let key = identifier.map { "<key>CFBundleIdentifier</key><string>\($0)</string>" } ?? ""
        return """
            <?xml version="1.0"?><plist version="1.0"><dict>\(key)
            <key>CFBundleName</key><string>\(name)</string>
            <key>CFBundleShortVersionString</key><string>\(version)</string></dict></plist>
            """
    }

    static let settings = """
        <?xml version="1.0"?><plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict>
        <key>Type</key><string>PSToggleSwitchSpecifier</string><key>Key</key><string>sound</string>
        <key>Title</key><string>Sound</string><key>DefaultValue</key><true/></dict></array></dict></plist>
        """

    static func app(
        _ identifier: String? = "com.example.clock",
        version: String = "1.0",
        in path: String = "Clock.app"
    )
        -> [UInt8]
    {
        ZipWriter.archive([
            "\(path)/Info.plist": info(identifier, version: version),
            "\(path)/Settings.bundle/Root.plist": settings,
            "\(path)/Clock": "program \(version)",
            "\(path)/Assets.car": "catalogue",
        ])
    }
}
