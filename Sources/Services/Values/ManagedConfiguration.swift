package import AppBundles
package import Defaults
import Foundation
package import JSON
package import Logging
package import PropertyList
package import Web

/// What a device management says to an app: the app config that describes its fields, and what is forced on it, as far as it
/// is for who asks.
package struct ManagedConfiguration: Sendable {
    /// The domain of the app.
    package let domain: String
    /// The app config as it came, and what it says; nil where none was given.
    package let document: [UInt8]?
    package let config: AppConfig?
    /// The managed layer, and the version that it has.
    package let forced: [String: PropertyListValue]
    package let version: Int
    /// What the app answers.
    package let feedback: PropertyListValue?
    /// What of it is secret, and which of its keys are left out.
    package let secrets: SecretValues
    package let withheld: [String]

    /// The values for the fields: what the app finds under the key for its configuration.
    package var values: [String: PropertyListValue] {
        forced[ConfigurationProfile.configurationKey]?.dictionaryValue ?? [:]
    }

    /// What is wrong with the values.
    package var faults: [AppConfig.Fault] { config?.faults(of: values) ?? [] }

    /// The configuration of a domain as it is.
    /// - Parameters:
    ///   - layers: where the managed layer is; nil where there is none.
    ///   - secrets: what of it is secret; nil for those who have the store.
    package init(
        of domain: String,
        in store: any DefaultsStore,
        _ layers: VolatileLayers?,
        _ secrets: SecretValues? = nil
    ) throws {
        let secrets = secrets ?? SecretValues(keys: [], areWithheld: false)
        let layers = try layers?.snapshot(of: domain)
        let all = layers?[.managed] ?? [:]
        let answer = try store.snapshot(of: domain).values[ConfigurationProfile.feedbackKey]
        self.domain = domain
        document = try store.managedDocument(of: domain)
        config = try document.map { bytes throws(ManagedConfigurationError) in try AppConfig(xml: bytes) }
        forced = secrets.shown(all)
        version = layers?.version ?? 0
        feedback = secrets.withholds(ConfigurationProfile.feedbackKey) ? nil : answer
        self.secrets = secrets
        withheld = secrets.withheld(from: all)
    }
}

/// The kinds of files for a device management; the raw values are the ends of their names.
package enum ManagedFile: String, CaseIterable, Sendable {
    /// The app config as it came.
    case config = "xml"
    /// The managed layer as a profile.
    case profile = "mobileconfig"
    /// The values for the fields.
    case values = "plist"

    /// The media type by which a server gives it.
    package var mediaType: String {
        switch self {
        case .config: "application/xml"
        case .profile: "application/x-apple-aspen-config"
        case .values: "application/x-plist"
        }
    }
}

extension ManagedConfiguration {
    /// A file for a device management; nil for the app config where none was given.
    package func file(_ kind: ManagedFile) throws -> [UInt8]? {
        switch kind {
        case .config: document
        case .profile: try ConfigurationProfile.profile(forcing: forced, of: domain)
        case .values: try PropertyListWriter.xml(.dictionary(values))
        }
    }

    /// What is forced where the fields have other values.
    package func forced(with values: [String: PropertyListValue]) -> [String: PropertyListValue] {
        var forced = forced
        forced[ConfigurationProfile.configurationKey] = values.isEmpty ? nil : .dictionary(values)
        return forced
    }
}

extension DefaultsStore {
    private static var documentKey: String { "document" }

    /// A name that no domain of an app can have, as sets have them.
    private static func managedDomain(of domain: String) -> String { "/managed/\(domain)" }

    /// The app config of a domain as it came; nil where none was given.
    package func managedDocument(of domain: String) throws(DefaultsError) -> [UInt8]? {
        try limits.check(domain: domain)
        return try snapshot(of: Self.managedDomain(of: domain)).values[Self.documentKey]?.dataValue.map { [UInt8]($0) }
    }

    /// Stores the app config of a domain; nil takes it away.
    package func storeManagedDocument(
        _ document: [UInt8]?,
        of domain: String,
        source: ChangeSource
    ) throws(DefaultsError) {
        try limits.check(domain: domain)
        let value = document.map { PropertyListValue.data(Data($0)) }
        if let value { try limits.check(value, forKey: Self.documentKey) }
        let name = Self.managedDomain(of: domain)
        _ = try update(name, source: source, actor: nil, ifRevision: nil) { _ in
            value.map { [Self.documentKey: $0] } ?? [:]
        }
    }
}

/// A file of a managed configuration, of whatever kind.
package enum ManagedDocument: Sendable {
    /// An app config.
    case config(AppConfig)
    /// A profile.
    case profile(ConfigurationProfile)
    /// Values for the fields.
    case values([String: PropertyListValue])

    /// Reads a file by what it holds: an app config, a profile, `{"values": {…}}`, or a property list of values.
    /// - Throws: what is wrong with it.
    package init(_ bytes: [UInt8]) throws {
        if bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
            let json: JSONValue
            do throws(JSONError) {
                json = try JSONValue(parsing: bytes, limits: .defaults)
            } catch {
                throw ManagedConfigurationError("The file is not JSON: \(error.description)", line: error.line)
            }
            let body = JSONPlace(json)
            guard let values = body["values"], values.value.objectValue != nil, body.members.count == 1 else {
                throw ManagedConfigurationError("JSON is {\"values\": {…}} and nothing else.")
            }
            self = .values(try PropertyListEnvelope.dictionary(values))
        } else if let config = try AppConfig.read(bytes) {
            self = .config(config)
        } else {
            let (list, isSigned) = try ConfigurationProfile.content(of: bytes)
            let members = list.dictionaryValue
            if !isSigned, let members, !members.keys.contains(where: { $0.contains("Payload") }) {
                self = .values(members)
            } else {
                self = .profile(try ConfigurationProfile(list, isSigned: isSigned))
            }
        }
    }
}

extension ManagedConfigurationError: ProblemConvertible {
    package func problem(logger: Logger) -> Problem {
        let items = line.map { [Problem.Item(message, at: .line($0))] } ?? []
        return .unprocessable("not-a-configuration", title: "Not a configuration", message, errors: items)
    }
}

/// What a managed configuration is as JSON.
extension ManagedConfiguration {
    /// Writes its members.
    /// - Parameter languages: those of who asks, for the words of the app config.
    package func write(to writer: inout JSONWriter, languages: [String] = []) {
        writer.member("domain", domain)
        writer.member("hasSchema", config != nil)
        writer.member("version", config?.version)
        writer.member("bundleId", config?.bundleIdentifier)
        writer.list("fields", config?.fields ?? []) { Self.write($1, to: &$0, languages: languages) }
        writer.member("values", .dictionary(values))
        var others = forced
        others[ConfigurationProfile.configurationKey] = nil
        writer.member("forced", .dictionary(others))
        if let feedback { writer.member("feedback", feedback) }
        if !withheld.isEmpty { writer.member("redacted", withheld) }
        writer.list("faults", faults) { writer, fault in
            writer.member("key", fault.key)
            writer.member("message", fault.message)
        }
    }

    private static func write(_ field: AppConfig.Field, to writer: inout JSONWriter, languages: [String]) {
        writer.member("key", field.key)
        writer.member("type", field.type.rawValue)
        if let value = field.defaultValue { writer.member("default", value) }
        writer.member("nullable", field.isNullable)
        if let minimum = field.minimum { writer.member("min", minimum) }
        if let maximum = field.maximum { writer.member("max", maximum) }
        if !field.choices.isEmpty { writer.member("values", .array(field.choices)) }
        if let pattern = field.pattern { writer.member("pattern", pattern) }
        if let control = field.control { writer.member("control", control.rawValue) }
        if let label = field.label.text(in: languages) { writer.member("label", label) }
        if let description = field.description.text(in: languages) { writer.member("description", description) }
        if let group = field.group.text(in: languages) { writer.member("group", group) }
        guard !field.titles.isEmpty else { return }
        writer.object("titles") { writer in
            for (value, title) in field.titles.sorted(by: { $0.key < $1.key }) {
                writer.member(value, title.text(in: languages) ?? value)
            }
        }
    }
}
