import AppBundles
import Catalog
import Foundation
import JSON
import PropertyList
import Web

/// What an app's bundle says of the app, in words: what it runs on, what it opens and asks for, what it is made of.
struct AppFacts: Sendable {
    /// Something with a name of its own and what it means.
    struct Term: Sendable, Hashable {
        var id: String
        var meaning: String?
    }

    /// A scheme of addresses that open the app.
    struct Scheme: Sendable, Hashable {
        var scheme: String
        var name: String?
        var role: String?
    }

    /// The orientations of a kind of device.
    struct Orientations: Sendable, Hashable {
        var device: String
        var names: [String]
    }

    /// A text that is shown when the app first asks for something private.
    struct Usage: Sendable, Hashable {
        var key: String
        var subject: String
        var text: String
    }

    /// So many entries are taken of one list, which may be of any length.
    private static let maximumEntries = 200

    let minimumSystem: String?
    let devices: [String]
    let platforms: [String]
    let orientations: [Orientations]
    let schemes: [Scheme]
    let queriedSchemes: [String]
    let capabilities: [Term]
    let backgroundModes: [Term]
    let usages: [Usage]
    let localizations: [Term]
    let inventory: BundleInventory
    let appGroups: [String]
    let sandbox: [Term]

    init(_ app: CatalogApp, languages: [String]) {
        var info: [String: PropertyListValue] = [:]
        for entry in app.bundle.info(languages: languages).entries { info[entry.key] = entry.value }
        minimumSystem = info["MinimumOSVersion"]?.coercedString ?? info["LSMinimumSystemVersion"]?.coercedString
        devices = Self.elements(of: info["UIDeviceFamily"]).compactMap(\.coercedString)
            .map { InfoTerms.devices[$0] ?? "device \($0)" }
        platforms = Self.strings(info["CFBundleSupportedPlatforms"])
        orientations = [("", "All devices"), ("~iphone", "iPhone"), ("~ipad", "iPad")].compactMap { suffix, device in
            let names = Self.strings(info["UISupportedInterfaceOrientations" + suffix])
            return names.isEmpty
                ? nil : Orientations(device: device, names: names.map { InfoTerms.orientations[$0] ?? $0 })
        }
        schemes = Self.elements(of: info["CFBundleURLTypes"]).flatMap { type in
            Self.strings(type["CFBundleURLSchemes"]).map {
                Scheme(
                    scheme: $0,
                    name: type["CFBundleURLName"]?.stringValue,
                    role: type["CFBundleTypeRole"]?.stringValue
                )
            }
        }
        queriedSchemes = Self.strings(info["LSApplicationQueriesSchemes"])
        capabilities = Self.capabilities(info["UIRequiredDeviceCapabilities"])
        backgroundModes = Self.strings(info["UIBackgroundModes"])
            .map { Term(id: $0, meaning: InfoTerms.backgroundModes[$0]) }
        usages = info.keys.sorted().compactMap { key in
            guard key.hasPrefix("NS"), key.hasSuffix("UsageDescription"), let text = info[key]?.stringValue else {
                return nil
            }
            return Usage(key: key, subject: InfoTerms.subject(ofUsage: key), text: text)
        }
        localizations = app.bundle.languages.map { tag in
            let plain = tag.replacing("_", with: "-")
            // Nibs and storyboards as they are before they are translated.
            guard tag != "Base" else { return Term(id: tag, meaning: "before translation") }
            return Term(id: tag, meaning: Locale(identifier: plain).localizedString(forIdentifier: plain))
        }
        inventory = BundleInventory(app.files)
        appGroups = app.bundle.applicationGroups(entitlements: inventory.entitlements)
        sandbox = SandboxPlace.all(domain: app.domain, groups: appGroups).map { Term(id: $0.path, meaning: $0.meaning) }
    }

    private static func elements(of value: PropertyListValue?) -> ArraySlice<PropertyListValue> {
        (value?.arrayValue ?? [])[...].prefix(maximumEntries)
    }

    /// The texts of a list, or a text alone.
    private static func strings(_ value: PropertyListValue?) -> [String] {
        value?.stringValue.map { [$0] } ?? elements(of: value).compactMap(\.stringValue)
    }

    /// A list of names, or a dictionary that says which of them a device must have and which it must not.
    private static func capabilities(_ value: PropertyListValue?) -> [Term] {
        let names = strings(value).map { Term(id: $0, meaning: InfoTerms.capabilities[$0]) }
        let wanted = (value?.dictionaryValue ?? [:]).sorted { $0.key < $1.key }.prefix(maximumEntries)
        return names
            + wanted.map { name, flag in
                let meaning = InfoTerms.capabilities[name]
                guard flag.boolValue == false else { return Term(id: name, meaning: meaning) }
                return Term(id: name, meaning: "Must be absent" + (meaning.map { ": " + $0 } ?? ""))
            }
    }
}

extension AppFacts {
    /// Writes the facts as members of an object.
    func writeMembers(to writer: inout JSONWriter) {
        func terms(_ name: String, _ terms: [Term], id: String) {
            writer.list(name, terms) { writer, term in
                writer.member(id, term.id)
                writer.member("meaning", term.meaning)
            }
        }
        func items(_ name: String, _ items: [BundleInventory.Item]) {
            writer.list(name, items) { writer, item in
                writer.member("path", item.path)
                writer.member("kind", item.kind)
            }
        }
        writer.member("minimumSystemVersion", minimumSystem)
        writer.member("devices", devices)
        writer.member("platforms", platforms)
        writer.list("orientations", orientations) { writer, entry in
            writer.member("device", entry.device)
            writer.member("orientations", entry.names)
        }
        writer.list("urlSchemes", schemes) { writer, entry in
            writer.member("scheme", entry.scheme)
            writer.member("name", entry.name)
            writer.member("role", entry.role)
        }
        writer.member("queriedSchemes", queriedSchemes)
        terms("capabilities", capabilities, id: "id")
        terms("backgroundModes", backgroundModes, id: "id")
        writer.list("usageDescriptions", usages) { writer, entry in
            writer.member("key", entry.key)
            writer.member("subject", entry.subject)
            writer.member("text", entry.text)
        }
        writer.list("localizations", localizations) { writer, entry in
            writer.member("language", entry.id)
            writer.member("name", entry.meaning)
        }
        items("interfaceFiles", inventory.interfaces)
        items("icons", inventory.icons)
        writer.member("files", inventory.fileCount)
        writer.member("appGroups", appGroups)
        terms("sandbox", sandbox, id: "path")
    }
}

// Addresses and schemes are text on pages too: nothing that a bundle says becomes a link.
extension AppFacts: PageModel {
    /// One of several facts of a kind.
    struct Fact: PageModel {
        var term: String
        var text: String
        /// Whether the term is one of code.
        var isCode = true

        static let members: Members<Self> = [
            "term": .text { $0.term }, "text": .text { $0.text }, "code": .flag { $0.isCode },
        ]
    }

    /// Facts of a kind: at least one.
    struct Facts: PageModel {
        let rows: [Fact]

        static let members: Members<Self> = ["rows": .list { $0.rows }]

        init?(_ rows: [Fact]) {
            if rows.isEmpty { return nil }
            self.rows = rows
        }
    }

    static let members: Members<Self> = [
        "minimumSystem": .text { $0.minimumSystem }, "devices": .text { $0.devices.joined(separator: ", ") },
        "platforms": .text { $0.platforms.joined(separator: ", ") }, "orientations": .list { $0.orientations },
        "runs": .flag {
            $0.minimumSystem != nil || !$0.devices.isEmpty || !$0.platforms.isEmpty || !$0.orientations.isEmpty
        },
        "schemes": .part { facts in
            Facts(
                facts.schemes.map {
                    let texts = [$0.name, $0.role].compactMap(\.self).filter { !$0.isEmpty }
                    return Fact(term: $0.scheme + "://", text: texts.joined(separator: " · "))
                }
            )
        },
        "queriedSchemes": .part { Facts($0.queriedSchemes.map { Fact(term: $0 + "://", text: "") }) },
        "capabilities": .part { Facts(terms($0.capabilities)) },
        "backgroundModes": .part { Facts(terms($0.backgroundModes)) },
        "usages": .part { Facts($0.usages.map { Fact(term: $0.subject, text: "“\($0.text)”", isCode: false) }) },
        "localizations": .part { Facts(terms($0.localizations)) },
        "appGroups": .part { Facts($0.appGroups.map { Fact(term: $0, text: "") }) },
        "sandbox": .part { Facts(terms($0.sandbox)) },
    ]

    private static func terms(_ terms: [Term]) -> [Fact] { terms.map { Fact(term: $0.id, text: $0.meaning ?? "") } }
}

extension AppFacts.Orientations: PageModel {
    static let members: Members<Self> = [
        "device": .text { $0.device }, "names": .text { $0.names.joined(separator: "; ") },
    ]
}
