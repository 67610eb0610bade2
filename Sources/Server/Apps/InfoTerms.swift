/// Values of Info.plist in words (Information Property List, developer.apple.com/documentation/bundleresources).
enum InfoTerms {
    static let devices = [
        "1": "iPhone", "2": "iPad", "3": "Apple TV", "4": "Apple Watch", "6": "Mac", "7": "Apple Vision",
    ]

    static let orientations = [
        "UIInterfaceOrientationPortrait": "Portrait",
        "UIInterfaceOrientationPortraitUpsideDown": "Upside down",
        "UIInterfaceOrientationLandscapeLeft": "Landscape, home button left",
        "UIInterfaceOrientationLandscapeRight": "Landscape, home button right",
    ]

    static let backgroundModes = [
        "audio": "Plays or records sound, or shows pictures over other apps",
        "bluetooth-central": "Talks to Bluetooth accessories",
        "bluetooth-peripheral": "Is a Bluetooth accessory for others",
        "external-accessory": "Talks to accessories with a cable or classic Bluetooth",
        "fetch": "Loads new content from time to time",
        "location": "Follows the location",
        "nearby-interaction": "Measures the distance to devices nearby",
        "network-authentication": "Signs in to captive networks",
        "newsstand-content": "Downloads issues of a magazine",
        "processing": "Does long work while the device charges",
        "push-to-talk": "Holds a push-to-talk channel open",
        "remote-notification": "Wakes up for silent notifications",
        "voip": "Takes internet calls",
    ]

    static let capabilities = [
        "accelerometer": "An accelerometer",
        "arkit": "Augmented reality",
        "arm64": "A 64-bit processor",
        "armv6": "Any ARM processor",
        "armv7": "An ARMv7 processor",
        "auto-focus-camera": "A camera that focuses by itself",
        "bluetooth-le": "Bluetooth Low Energy",
        "camera-flash": "A camera flash",
        "front-facing-camera": "A front camera",
        "gamekit": "Game Center",
        "gps": "A GPS receiver",
        "gyroscope": "A gyroscope",
        "healthkit": "Health data",
        "iphone-ipad-minimum-performance-a12": "An A12 chip or later",
        "location-services": "Location services",
        "magnetometer": "A compass",
        "metal": "Metal graphics",
        "microphone": "A microphone",
        "nfc": "An NFC reader",
        "opengles-1": "OpenGL ES 1.1",
        "opengles-2": "OpenGL ES 2.0",
        "opengles-3": "OpenGL ES 3.0",
        "peer-peer": "Peer-to-peer Bluetooth",
        "sms": "The Messages app",
        "still-camera": "A camera",
        "telephony": "The Phone app",
        "video-camera": "A camera that films",
        "wifi": "Wi-Fi",
    ]

    /// The values of some keys in words; nil for other keys.
    static func words(ofKey key: String) -> [String: String]? {
        switch key.split(separator: "~").first ?? "" {
        case "UIDeviceFamily": devices
        case "UISupportedInterfaceOrientations", "UIInterfaceOrientation": orientations
        case "UIBackgroundModes": backgroundModes
        case "UIRequiredDeviceCapabilities": capabilities
        default: nil
        }
    }

    /// What a usage description is about, from the name of its key: `NSPhotoLibraryAddUsageDescription` is about
    /// “Photo library add”.
    static func subject(ofUsage key: String) -> String {
        let name = Array(key.dropFirst("NS".count).dropLast("UsageDescription".count))
        var words = ""
        for (index, character) in name.enumerated() {
            let isNew = index > 0 && character.isUppercase && !name[index - 1].isUppercase
            // A run of capitals, as in Face ID, stays one.
            let isRun = index + 1 < name.count ? name[index + 1].isUppercase : true
            words += isNew ? " " + (isRun ? String(character) : character.lowercased()) : String(character)
        }
        return words
    }
}
