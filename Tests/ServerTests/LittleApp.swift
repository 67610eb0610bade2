import TestSupport

/// An archive with the smallest app.
enum LittleApp {
    static let archive = ZipWriter.archive([
        "Little.app/Info.plist": """
        <?xml version="1.0"?><plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>com.example.little</string>
        <key>CFBundleName</key><string>Little</string></dict></plist>
        """,
        "Little.app/Little": "program",
    ])
}
