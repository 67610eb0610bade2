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
    static let pictureBytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D]
}
