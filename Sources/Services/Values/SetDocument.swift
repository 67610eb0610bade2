package import Defaults
package import JSON
package import PropertyList
import Web

/// A named set of values as a document, JSON or property list, in and out.
///
/// JSON is `{"name","description","domains":{domain:{key:value or null}}}`; a null removes the key. Property lists have no null,
/// so that the keys a set removes are in `removed`, by domain.
package struct SetDocument: Sendable {
    /// A domain whose values are taken as they are, or were.
    package struct Source: Sendable {
        package var domain: String
        package var revision: Int?
        package var keys: [String]?

        package init(domain: String, revision: Int? = nil, keys: [String]? = nil) {
            (self.domain, self.revision, self.keys) = (domain, revision, keys)
        }

        /// Reads `domain` or `domain@revision`, as forms and commands write it.
        package init(_ text: String) {
            let text = text.trimmingBlanks
            if let at = text.lastIndex(of: "@"), let revision = Int(text[text.index(after: at)...]), revision >= 0 {
                self.init(domain: String(text[..<at]), revision: revision)
            } else {
                self.init(domain: text)
            }
        }
    }

    /// What the document says itself.
    package var set: DefaultsSet
    /// Where the rest is to be taken from.
    package var sources: [Source] = []

    /// Reads JSON.
    /// - Parameters:
    ///   - name: the name where the document has none; one that it has must be the same where this is binding.
    ///   - domain: the domain whose values and nulls the document is; nil for a whole set.
    /// - Throws: 422 that names what is wrong.
    package init(
        _ place: JSONPlace,
        name: String?,
        isNameBinding: Bool = false,
        domain: String? = nil
    ) throws {
        set = DefaultsSet(name: name ?? "")
        if let domain {
            set.domains[domain] = try Self.part(place)
            return
        }
        var reader = MemberReader()
        reader.checkNames(
            of: place,
            ["name", "description", "domains", "from", "createdAt", "updatedAt", "revision", "redacted"]
        )
        let own = reader.text(place["name"])
        if let own, isNameBinding, let name, own != name, let named = place["name"] {
            reader.refuse(named, "The address names the set “\(name)”.")
        } else if let own, !isNameBinding || name == nil {
            set.name = name ?? own
        }
        set.description = reader.text(place["description"]) ?? ""
        let domains = reader.object(place["domains"])
        for source in reader.elements(place["from"]) ?? [] {
            reader.checkNames(of: source, ["domain", "revision", "keys"])
            let keys = source["keys"].map { reader.elements($0) ?? [] }?.compactMap { reader.text($0) }
            let revision = reader.integer(source["revision"], in: 0...(Int.max - 1))
            if let domain = reader.required("domain", of: source).flatMap({ reader.text($0) }) {
                sources.append(Source(domain: domain, revision: revision, keys: keys))
            }
        }
        guard reader.faults.isEmpty else {
            throw Self.expected(
                reader.faults.count == 1 ? reader.faults[0].message : "\(reader.faults.count) members can't be used.",
                at: reader.faults.map { Problem.Item($0.message, at: .pointer($0.pointer)) }
            )
        }
        for domain in domains?.members ?? [] { set.domains[domain.name ?? ""] = try Self.part(domain) }
    }

    private static func part(_ place: JSONPlace) throws(Problem) -> DefaultsSet.Part {
        guard place.value.objectValue != nil else {
            throw expected(
                "A domain of a set is an object of keys and values; null removes a key.",
                at: [Problem.Item("Expected an object here.", at: .pointer(place.pointer))]
            )
        }
        var part = DefaultsSet.Part()
        for member in place.members {
            let key = try PropertyListEnvelope.key(of: member)
            if member.value == .null {
                part.removed.insert(key)
            } else {
                part.values[key] = try PropertyListEnvelope.value(member)
            }
        }
        return part
    }

    private static func expected(_ detail: String, at places: [Problem.Item] = []) -> Problem {
        .unprocessable("set-expected", title: "Set expected", detail, errors: places)
    }

    /// Reads a file of either kind.
    package static func read(_ bytes: [UInt8], name: String?, domain: String? = nil) throws -> SetDocument {
        if bytes.first(where: { $0 > 32 }) == UInt8(ascii: "{"),
            // try?: what is no JSON may be a property list in old style, which begins like it; that reader tells what is wrong.
            let json = try? JSONValue(parsing: bytes, limits: .defaults)
        {
            return try SetDocument(JSONPlace(json), name: name, domain: domain)
        }
        return try SetDocument(propertyList: bytes, name: name, domain: domain)
    }

    /// Reads a property list: a whole set, or the values of one domain.
    /// - Throws: what is wrong with the bytes, and 422 for a property list that is neither.
    package init(propertyList bytes: [UInt8], name: String?, domain: String? = nil) throws {
        let values = try DomainFile.values(in: bytes)
        set = DefaultsSet(name: name ?? values["name"]?.stringValue ?? "")
        if let domain {
            set.domains[domain] = .init(values: values)
            return
        }
        let domains = values["domains"]?.dictionaryValue
        guard let domains, domains.values.allSatisfy({ $0.dictionaryValue != nil }) else {
            throw Self.expected(
                "A set has a dictionary “domains” with one for each domain. Name the domain for a file of its values."
            )
        }
        set.description = values["description"]?.stringValue ?? ""
        for (domain, part) in domains { set.domains[domain] = .init(values: part.dictionaryValue ?? [:]) }
        for (domain, keys) in values["removed"]?.dictionaryValue ?? [:] {
            let keys = Set(keys.arrayValue?.compactMap(\.stringValue) ?? [])
            set.domains[domain] = .init(values: set.domains[domain]?.values ?? [:], removed: keys)
        }
    }

    /// A set as a property list.
    package static func propertyList(of set: DefaultsSet) -> PropertyListValue {
        var values: [String: PropertyListValue] = [
            "name": .string(set.name), "description": .string(set.description),
            "domains": .dictionary(set.domains.mapValues { .dictionary($0.values) }),
        ]
        let removed = set.domains.filter { !$0.value.removed.isEmpty }
        if !removed.isEmpty {
            values["removed"] = .dictionary(
                removed.mapValues { .array($0.removed.sorted().map { .string($0) }) }
            )
        }
        return .dictionary(values)
    }

    /// A set as JSON with indents.
    package static func text(of set: DefaultsSet) -> String {
        JSONLayout.indented(JSONWriter.object { write(set, to: &$0) }) + "\n"
    }

    /// Writes the members of a set.
    package static func write(_ set: DefaultsSet, to writer: inout JSONWriter) {
        writer.member("name", set.name)
        writer.member("description", set.description)
        writer.object("domains") { writer in
            for (domain, part) in set.domains.sorted(by: { $0.key < $1.key }) {
                writer.object(domain) { writer in
                    for key in part.keys.sorted() {
                        writer.member(key.utf8.first == UInt8(ascii: "$") ? "$" + key : key, part.values[key])
                    }
                }
            }
        }
    }
}

extension Services {
    /// A set as far as it is for who asks, and the keys whose values are left out, by domain.
    package func shown(_ set: DefaultsSet) throws -> (set: DefaultsSet, withheld: [String: [String]]) {
        var shown = set
        var withheld: [String: [String]] = [:]
        for (domain, part) in set.domains {
            let secrets = try self.withheld(of: domain)
            let keys = secrets.withheld(from: part.values)
            guard !keys.isEmpty else { continue }
            shown.domains[domain] = part.leavingOut(Set(keys))
            withheld[domain] = keys
        }
        return (shown, withheld)
    }

    /// The set that a document makes, with what is taken from domains.
    /// - Returns: the set, and the keys that who asks may not see, which were left out.
    package func made(of document: SetDocument) throws -> (set: DefaultsSet, withheld: [String: [String]]) {
        let sources = document.sources.map { ($0.domain, $0.revision, $0.keys) }
        var (set, withheld) = try defaults.makeSet(
            document.set.name,
            description: document.set.description,
            from: sources
        )
        for (domain, part) in document.set.domains {
            let base = set.domains[domain] ?? .init()
            set.domains[domain] = .init(
                values: base.values.filter { !part.keys.contains($0.key) }.merging(part.values) { $1 },
                removed: base.removed.subtracting(part.keys).union(part.removed)
            )
        }
        withheld = withheld.filter { !$0.value.isEmpty }
        return (set, withheld)
    }
}
