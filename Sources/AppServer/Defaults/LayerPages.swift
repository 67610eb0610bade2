import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList
import Services
import Web

/// `/defaults/{domain}/arguments`: the layers above and below what is stored, and what launch arguments would change.
struct LayerPages: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let page = "/defaults/{domain}/arguments"
        router.get(page, query: ["arguments"]) { try show(try $1.required("domain"), $0) }
        router.on(.post, page) { try change(try $1.required("domain"), $0) }
    }

    private func show(
        _ domain: String,
        _ request: Request,
        refused: (layer: VolatileLayerName, text: String, error: TypedTextError)? = nil
    ) throws -> Response {
        try services.layers.limits.check(domain: domain)
        let text = request.queryValue("arguments") ?? ""
        let search = try services.searchList(of: try services.defaults.snapshot(of: domain))
        let secrets = try services.secrets(of: domain)
        let page = LayersPage(
            domain: domain,
            text: text,
            arguments: LaunchArguments(ArgumentText.split(text)),
            search: search,
            secrets: secrets,
            layers: VolatileLayerName.allCases.map { name in
                let refused = refused.flatMap { $0.layer == name ? $0 : nil }
                return LayerSection(
                    layer: name,
                    values: search[name.layer],
                    secrets: secrets,
                    refused: refused?.text,
                    failed: refused?.error
                )
            }
        )
        return try services.pages.page(page, "Layers", of: domain, for: request, alternate: "/layers")
    }

    private func change(_ domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let name = form["layer"].flatMap(VolatileLayerName.init) else {
            throw Problem.expected("layer", "Name the layer to change.")
        }
        var write = try LayerWrite(clearing: name, of: domain, request, in: services)
        let text = form["source"] ?? ""
        if form["action"] == "set" {
            write.isClearing = false
            do throws(TypedTextError) {
                if name == .argument {
                    write.values = LaunchArguments(ArgumentText.split(text)).values
                } else {
                    write.values = try TypedText.value(text, as: .dictionary).dictionaryValue ?? [:]
                }
            } catch {
                var response = try show(domain, request, refused: (name, text, error))
                response.status = .unprocessableContent
                return response
            }
        }
        _ = try services.setLayer(name, of: domain, to: write)
        return .redirect(to: PageAddress.path(ofDomain: domain) + "/arguments")
    }
}

/// `/defaults/{domain}/arguments`.
struct LayersPage: Page {
    static let template = "pages/layers"

    let domain: String
    /// The arguments to try, as they were typed.
    let text: String
    let arguments: LaunchArguments
    let search: SearchList
    let secrets: SecretValues
    let layers: [LayerSection]

    static let members: Members<Self> = [
        "domain": .text { $0.domain }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "arguments": .text { $0.text },
        "effects": .list { page in
            page.arguments.values.sorted { $0.key < $1.key }
                .map { ArgumentEffect(key: $0, value: $1, page) }
        },
        "ignored": .list { $0.arguments.ignored }, "layers": .list { $0.layers },
    ]
}

/// What an argument would change.
struct ArgumentEffect: PageModel {
    let change: ChangeModel
    /// The layer that hides it.
    let hider: SearchList.Layer?

    static let members: Members<Self> = [
        "change": .part { $0.change }, "hider": .text { $0.hider?.rawValue },
    ]

    init(key: String, value: PropertyListValue, _ page: LayersPage) {
        var search = page.search
        search[.argument] = [:]
        let change = DefaultsChange(key: key, before: search.lookUp(key)?.value, after: value)
        self.change = ChangeModel(change, domain: page.domain, hides: page.secrets.keys.contains(key))
        search[.argument] = [key: value]
        hider = search.layer(shadowing: key, in: .argument)
    }
}

extension LaunchArguments.Ignored: PageModel {
    static let members: Members<Self> = ["argument": .text { $0.argument }, "reason": .text { $0.reason }]
}

/// One layer and the form that sets it.
struct LayerSection: PageModel {
    /// One of its values.
    struct Value: PageModel {
        let key: String
        let value: PropertyListValue
        /// Whether it shows as bullets.
        let isSecret: Bool

        static let members: Members<Self> = [
            "keyParts": .pieces { $0.key },
            "value": .text { $0.isSecret ? ValueText.hidden : ValueText.line($0.value, limit: 120) },
        ]
    }

    private static let mostValues = 200

    let layer: VolatileLayerName
    let values: [String: PropertyListValue]
    let secrets: SecretValues
    /// A text that was not taken, and why.
    let refused: String?
    let failed: TypedTextError?

    static let members: Members<Self> = [
        "layer": .text { $0.layer.rawValue }, "managed": .flag { $0.layer == .managed },
        "argument": .flag { $0.layer == .argument }, "registration": .flag { $0.layer == .registration },
        "layerCount": .number { $0.values.count }, "isSet": .flag { !$0.values.isEmpty },
        "values": .list { layer in
            layer.values.sorted { $0.key < $1.key }.prefix(mostValues)
                .map { Value(key: $0, value: $1, isSecret: layer.secrets.keys.contains($0)) }
        },
        "source": .text { layer in
            let shown = layer.secrets.shown(layer.values)
            return layer.refused ?? (shown.isEmpty ? nil : TypedText.text(of: .dictionary(shown)))
        },
        "withheld": .part { layer in
            let count = layer.secrets.withheld(from: layer.values).count
            return count > 0 ? Count(count) : nil
        },
        "failed": .part { $0.failed },
    ]
}

/// Splits a command line as a shell does, as far as launch arguments need it: blanks, quotes and backslashes.
enum ArgumentText {
    /// The arguments of a line; an open quote ends with the text.
    static func split(_ line: String) -> [String] {
        var arguments: [String] = []
        var current = ""
        var isInside = false
        var quote: Character?
        var isEscaped = false
        for character in line {
            if isEscaped {
                current.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                (isEscaped, isInside) = (true, true)
            } else if let open = quote {
                if character == open { quote = nil } else { current.append(character) }
            } else if character == "'" || character == "\"" {
                (quote, isInside) = (character, true)
            } else if character.isWhitespace {
                if isInside { arguments.append(current) }
                (current, isInside) = ("", false)
            } else {
                current.append(character)
                isInside = true
            }
        }
        if isInside { arguments.append(current) }
        return arguments
    }
}

/// `/api/v1/defaults/{domain}/layers` and `/arguments`: the layers of the search list that no file keeps, and what
/// launch arguments would make the app see.
struct DefaultsLayerRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/defaults/{domain}"
        let layer = base + "/layers/{layer}"
        router.get(base + "/layers", query: []) { _, path in try readAll(try services.domain(in: path)) }
        router.get(layer, query: []) { _, path in try read(try name(path), of: try services.domain(in: path)) }
        router.on(.put, layer, bodyLimit: services.configuration.maximumDomainBodyBytes) { request, path in
            let (name, domain) = (try name(path), try services.domain(in: path))
            return try set(name, of: domain, try LayerWrite(name, of: domain, request, in: services))
        }
        router.on(.delete, layer) { request, path in
            let (name, domain) = (try name(path), try services.domain(in: path))
            return try set(name, of: domain, try LayerWrite(clearing: name, of: domain, request, in: services))
        }
        router.on(.post, base + "/arguments") { request, path in
            try preview(try LayerWrite.arguments(request), of: try services.domain(in: path))
        }
    }

    private func name(_ path: PathParameters) throws -> VolatileLayerName {
        let text = try path.required("layer")
        guard let name = VolatileLayerName(rawValue: text) else {
            let names = VolatileLayerName.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem.notFound("There is no layer “\(text.prefix(40))”; there are: \(names).")
        }
        return name
    }

    private func readAll(_ domain: String) throws -> Response {
        let snapshot = try services.layers.snapshot(of: domain)
        let secrets = try services.withheld(of: domain)
        return reply(snapshot) { writer in
            writer.member("domain", domain)
            writer.object("layers") { writer in
                for name in VolatileLayerName.allCases {
                    writer.member(name.rawValue, .dictionary(secrets.shown(snapshot[name.layer])))
                }
            }
            let withheld = Set(VolatileLayerName.allCases.flatMap { secrets.withheld(from: snapshot[$0.layer]) })
            if !withheld.isEmpty { writer.member("redacted", withheld.sorted()) }
        }
    }

    private func read(_ name: VolatileLayerName, of domain: String) throws -> Response {
        let snapshot = try services.layers.snapshot(of: domain)
        let secrets = try services.withheld(of: domain)
        let withheld = secrets.withheld(from: snapshot[name.layer])
        return reply(snapshot) { writer in
            writer.member("domain", domain)
            writer.member("layer", name.rawValue)
            writer.member("values", .dictionary(secrets.shown(snapshot[name.layer])))
            if !withheld.isEmpty { writer.member("redacted", withheld) }
        }
    }

    private func set(_ name: VolatileLayerName, of domain: String, _ write: LayerWrite) throws -> Response {
        let changed = try services.setLayer(name, of: domain, to: write)
        return reply(try services.layers.snapshot(of: domain)) { writer in
            writer.member("domain", domain)
            writer.member("layer", name.rawValue)
            writer.member("changed", changed)
            if name == .argument { writer.member("ignored", write.ignored) }
        }
    }

    private func preview(_ arguments: LaunchArguments, of domain: String) throws -> Response {
        var search = try services.searchList(of: try services.defaults.snapshot(of: domain))
        search[.argument] = [:]
        let without = search
        search[.argument] = arguments.values
        let secrets = try services.withheld(of: domain)
        return .json { writer in
            writer.member("domain", domain)
            writer.list("arguments", arguments.values.sorted { $0.key < $1.key }) { writer, argument in
                let (key, value) = argument
                writer.member("key", key)
                writer.member("value", value)
                writer.member("type", value.typeName)
                let hider = search.layer(shadowing: key, in: .argument)
                if let hider { writer.member("shadowedBy", hider.rawValue) }
                if hider == nil, let hidden = without.lookUp(key) {
                    writer.object("shadows") { writer in
                        writer.member("origin", hidden.origin.rawValue)
                        let isRedacted = secrets.withholds(key)
                        writer.member("value", isRedacted ? nil : hidden.value)
                        if isRedacted { writer.member("redacted", true) }
                    }
                } else {
                    writer.member("shadows", nil as String?)
                }
            }
            writer.member("ignored", arguments.ignored)
        }
    }

    /// A reply tagged with the version of the layers, and with its contents: versions begin anew with the server.
    private func reply(_ snapshot: VolatileSnapshot, _ members: (inout JSONWriter) -> Void) -> Response {
        let bytes = JSONWriter.object { writer in
            members(&writer)
            writer.member("version", snapshot.version)
        }
        return .json(
            bytes,
            tag: Precondition.tag(snapshot.version, variant: EntityTag.strong(hashing: bytes).unquoted)
        )
    }
}

/// What a request puts into a volatile layer.
struct LayerWrite: Sendable {
    /// The values of the layer from then on.
    var values: [String: PropertyListValue] = [:]
    /// The arguments that make no value, for the argument layer.
    var ignored: [LaunchArguments.Ignored] = []
    /// The version that the layers have to be at; nil accepts any.
    var expectedVersion: Int?
    /// Whether it is to clear the layer.
    var isClearing = true

    /// A write that no request conditions; nothing clears the layer.
    /// - Parameter version: the version that the layers have to be at; nil accepts any.
    init(values: [String: PropertyListValue]? = nil, ifVersion version: Int? = nil) {
        self.values = values ?? [:]
        expectedVersion = version
        isClearing = values == nil
    }

    /// Nothing, which clears the layer.
    /// - Throws: 412 when `If-Match` names another state of the layers, or `If-None-Match` what is there.
    init(clearing layer: VolatileLayerName, of domain: String, _ request: Request, in services: Services) throws {
        let snapshot = try services.layers.snapshot(of: domain)
        let exists = !snapshot[layer.layer].isEmpty
        expectedVersion = try Precondition.revision(request, current: snapshot.version, exists: exists)
    }

    /// Reads the body: `{"arguments":[…]}` for the argument layer, `{"values":{…}}` or a property list for the others.
    init(_ layer: VolatileLayerName, of domain: String, _ request: Request, in services: Services) throws {
        try self.init(clearing: layer, of: domain, request, in: services)
        isClearing = false
        guard layer == .argument else {
            values = try Self.values(request)
            return
        }
        let arguments = try Self.arguments(request)
        values = arguments.values
        ignored = arguments.ignored
    }

    /// The arguments in a body.
    static func arguments(_ request: Request) throws -> LaunchArguments {
        let elements = try request.onlyMember("arguments").arrayValue
        let texts = elements?.compactMap(\.stringValue)
        guard let texts, texts.count == elements?.count, texts.count <= LaunchArguments.maximumCount else {
            throw Problem.expected(
                "arguments",
                "“arguments” is an array of at most \(LaunchArguments.maximumCount) strings, such as "
                    + "[\"-Key\", \"value\"]."
            )
        }
        return LaunchArguments(texts)
    }

    private static func values(_ request: Request) throws -> [String: PropertyListValue] {
        if request.holdsPropertyList { return try DomainFile.values(in: request.body.bytes()) }
        guard case .object(let members) = try request.onlyMember("values", limits: .defaults) else {
            throw Problem.expected("values", "“values” is an object of keys and values.")
        }
        return try PropertyListEnvelope.dictionary(JSONPlace(.object(members), named: "values"))
    }
}
