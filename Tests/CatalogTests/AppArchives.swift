import TestSupport

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
