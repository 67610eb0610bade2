/// Keys and values of Info.plist in words (Information Property List, developer.apple.com/documentation/bundleresources).
public enum InfoTerms {
    /// The meaning of a key in one line; nil for a key that is not known here. Device suffixes such as `~ipad` do not
    /// matter.
    public static func meaning(ofKey key: String) -> String? { meanings[plain(key)] }

    /// The values of some keys in words; nil for other keys. Device suffixes do not matter.
    public static func words(ofKey key: String) -> [String: String]? {
        switch plain(key) {
        case "UIDeviceFamily": devices
        case "UISupportedInterfaceOrientations", "UIInterfaceOrientation": orientations
        case "UIBackgroundModes": backgroundModes
        case "UIRequiredDeviceCapabilities": capabilities
        default: nil
        }
    }

    private static func plain(_ key: String) -> String {
        key.split(separator: "~", maxSplits: 1).first.map(String.init) ?? key
    }

    /// The kinds of devices by their numbers in `UIDeviceFamily`.
    public static let devices = [
        "1": "iPhone", "2": "iPad", "3": "Apple TV", "4": "Apple Watch", "6": "Mac", "7": "Apple Vision",
    ]

    /// The orientations by their names.
    public static let orientations = [
        "UIInterfaceOrientationPortrait": "Portrait",
        "UIInterfaceOrientationPortraitUpsideDown": "Upside down",
        "UIInterfaceOrientationLandscapeLeft": "Landscape, home button left",
        "UIInterfaceOrientationLandscapeRight": "Landscape, home button right",
    ]

    /// What an app goes on doing in the background, by the names in `UIBackgroundModes`.
    public static let backgroundModes = [
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

    /// What a device must have, by the names in `UIRequiredDeviceCapabilities`.
    public static let capabilities = [
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

    /// What a usage description is about, from the name of its key: `NSPhotoLibraryAddUsageDescription` is about
    /// “Photo library add”.
    public static func subject(ofUsage key: String) -> String {
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

    private static let meanings: [String: String] = [
        "BuildMachineOSBuild": "The macOS build on which the app was built.",
        "CFBundleAllowMixedLocalizations": "Whether frameworks may speak other languages than the app.",
        "CFBundleDevelopmentRegion": "The language in which the app is developed, used when no other fits.",
        "CFBundleDisplayName": "The name under the icon.",
        "CFBundleDocumentTypes": "The kinds of documents that the app opens.",
        "CFBundleExecutable": "The file in the bundle that is run.",
        "CFBundleIconFile": "The icon, as early systems named it.",
        "CFBundleIconFiles": "The icons of several sizes, as iOS 3.2 to 4 named them.",
        "CFBundleIcons": "The app's icons, primary and alternate.",
        "CFBundleIdentifier": "The name that identifies the app everywhere, and its defaults domain.",
        "CFBundleInfoDictionaryVersion": "The version of this file's own layout.",
        "CFBundleLocalizations": "Languages the app speaks beyond those with folders of their own.",
        "CFBundleName": "The short name of the app.",
        "CFBundlePackageType": "The four-letter kind of bundle; APPL is an app.",
        "CFBundleShortVersionString": "The version that people see.",
        "CFBundleSignature": "The four-letter creator code of classic Mac OS, usually ????.",
        "CFBundleSupportedPlatforms": "The platforms the app was built for.",
        "CFBundleURLTypes": "The URL schemes that open the app.",
        "CFBundleVersion": "The build number, which grows with every upload.",
        "DTCompiler": "The compiler that built the app.",
        "DTPlatformBuild": "The build of the platform that the app was built against.",
        "DTPlatformName": "The platform that the app was built against, such as iphoneos.",
        "DTPlatformVersion": "The version of that platform.",
        "DTSDKBuild": "The build of the SDK.",
        "DTSDKName": "The SDK that the app was built with.",
        "DTXcode": "The version of Xcode that built the app, without dots.",
        "DTXcodeBuild": "The build of that Xcode.",
        "ITSAppUsesNonExemptEncryption": "Whether the app uses encryption that export rules cover.",
        "LSApplicationCategoryType": "The App Store category.",
        "LSApplicationQueriesSchemes": "The URL schemes the app may ask whether anything opens them.",
        "LSMinimumSystemVersion": "The oldest macOS the app runs on.",
        "LSRequiresIPhoneOS": "Whether the app runs on iOS only.",
        "LSSupportsOpeningDocumentsInPlace": "Whether the app edits documents where they are, without a copy.",
        "MinimumOSVersion": "The oldest system the app runs on.",
        "NSAppTransportSecurity": "Exceptions to the rule that connections be encrypted.",
        "NSBluetoothAlwaysUsageDescription": "Why the app uses Bluetooth; shown when it first asks.",
        "NSBonjourServices": "The network services the app looks for.",
        "NSCalendarsUsageDescription": "Why the app reads calendars; shown when it first asks.",
        "NSCameraUsageDescription": "Why the app uses the camera; shown when it first asks.",
        "NSContactsUsageDescription": "Why the app reads contacts; shown when it first asks.",
        "NSExtension": "What kind of extension this is and how it is started.",
        "NSFaceIDUsageDescription": "Why the app uses Face ID; shown when it first asks.",
        "NSHealthShareUsageDescription": "Why the app reads health data; shown when it first asks.",
        "NSHealthUpdateUsageDescription": "Why the app writes health data; shown when it first asks.",
        "NSHumanReadableCopyright": "The copyright line.",
        "NSLocalNetworkUsageDescription": "Why the app talks to the local network; shown when it first asks.",
        "NSLocationAlwaysAndWhenInUseUsageDescription":
            "Why the app follows the location at all times; shown when it first asks.",
        "NSLocationAlwaysUsageDescription": "The same for systems before iOS 11.",
        "NSLocationWhenInUseUsageDescription":
            "Why the app reads the location while in use; shown when it first asks.",
        "NSMainNibFile": "The nib that is loaded at launch.",
        "NSMicrophoneUsageDescription": "Why the app records sound; shown when it first asks.",
        "NSMotionUsageDescription": "Why the app reads motion sensors; shown when it first asks.",
        "NSPhotoLibraryAddUsageDescription": "Why the app adds photos; shown when it first asks.",
        "NSPhotoLibraryUsageDescription": "Why the app reads photos; shown when it first asks.",
        "NSPrincipalClass": "The class that starts the app or extension.",
        "NSRemindersUsageDescription": "Why the app reads reminders; shown when it first asks.",
        "NSSiriUsageDescription": "Why the app talks to Siri; shown when it first asks.",
        "NSSpeechRecognitionUsageDescription": "Why the app sends speech to be recognised; shown when it first asks.",
        "NSUserActivityTypes": "The activities the app can continue from another device.",
        "NSUserTrackingUsageDescription": "Why the app tracks across other apps; shown when it first asks.",
        "UIAppFonts": "Fonts in the bundle that the app uses.",
        "UIApplicationSceneManifest": "The scenes of the app, and whether it has several windows.",
        "UIApplicationShortcutItems": "Actions in the menu of the icon.",
        "UIBackgroundModes": "What the app goes on doing in the background.",
        "UIDeviceFamily": "The devices the app is made for: 1 iPhone, 2 iPad, 3 TV, 4 watch, 6 Mac, 7 Vision.",
        "UIFileSharingEnabled": "Whether the Documents folder shows in Finder and Files.",
        "UILaunchImageFile": "The picture shown while the app starts, before launch storyboards.",
        "UILaunchImages": "The pictures shown while the app starts, by size and orientation.",
        "UILaunchScreen": "The screen shown while the app starts, described here.",
        "UILaunchStoryboardName": "The storyboard shown while the app starts.",
        "UIMainStoryboardFile": "The storyboard that holds the first screen.",
        "UIPrerenderedIcon": "Whether the icon goes without the gloss that early systems added.",
        "UIRequiredDeviceCapabilities": "What a device must have to run the app.",
        "UIRequiresFullScreen": "Whether the app refuses to share the iPad's screen.",
        "UIRequiresPersistentWiFi": "Whether the connection stays up while the screen is off.",
        "UIStatusBarHidden": "Whether the status bar is hidden at launch.",
        "UIStatusBarStyle": "The look of the status bar at launch.",
        "UISupportedInterfaceOrientations": "The orientations the app can take.",
        "UIUserInterfaceStyle": "Light or Dark, where the app has only one look.",
        "UIViewControllerBasedStatusBarAppearance": "Whether each screen decides about its status bar.",
        "UTExportedTypeDeclarations": "File types that the app owns.",
        "UTImportedTypeDeclarations": "File types of others that the app knows.",
        "WKApplication": "Whether this is a watch app.",
        "WKCompanionAppBundleIdentifier": "The iPhone app that a watch app belongs to.",
    ]
}
