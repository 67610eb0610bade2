import AppBundles
import Catalog
import Foundation
import JSON
import PropertyList

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

extension JSONWriter {
    /// Writes the facts of an app as an object.
    mutating func write(_ facts: AppFacts) {
        beginObject()
        member("minimumSystemVersion", facts.minimumSystem)
        member("devices", facts.devices)
        member("platforms", facts.platforms)
        list("orientations", facts.orientations) { writer, entry in
            writer.member("device", entry.device)
            writer.member("orientations", entry.names)
        }
        list("urlSchemes", facts.schemes) { writer, entry in
            writer.member("scheme", entry.scheme)
            writer.member("name", entry.name)
            writer.member("role", entry.role)
        }
        member("queriedSchemes", facts.queriedSchemes)
        terms("capabilities", facts.capabilities, id: "id")
        terms("backgroundModes", facts.backgroundModes, id: "id")
        list("usageDescriptions", facts.usages) { writer, entry in
            writer.member("key", entry.key)
            writer.member("subject", entry.subject)
            writer.member("text", entry.text)
        }
        list("localizations", facts.localizations) { writer, entry in
            writer.member("language", entry.id)
            writer.member("name", entry.meaning)
        }
        items("interfaceFiles", facts.inventory.interfaces)
        items("icons", facts.inventory.icons)
        member("files", facts.inventory.fileCount)
        member("appGroups", facts.appGroups)
        terms("sandbox", facts.sandbox, id: "path")
        endObject()
    }

    private mutating func terms(_ name: String, _ terms: [AppFacts.Term], id: String) {
        list(name, terms) { writer, term in
            writer.member(id, term.id)
            writer.member("meaning", term.meaning)
        }
    }

    private mutating func items(_ name: String, _ items: [BundleInventory.Item]) {
        list(name, items) { writer, item in
            writer.member("path", item.path)
            writer.member("kind", item.kind)
        }
    }

    private mutating func list<Element>(
        _ name: String,
        _ elements: [Element],
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        key(name)
        beginArray()
        for element in elements {
            beginObject()
            members(&self, element)
            endObject()
        }
        endArray()
    }
}
