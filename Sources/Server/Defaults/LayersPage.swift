import Defaults
import HTTP
import HTTPTypes
import PropertyList

/// `/defaults/{domain}/arguments`: the layers above and below what is stored, and what launch arguments would change.
struct LayersPage: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let page = "/defaults/{domain}/arguments"
        router.get(page, query: ["arguments"]) { try show(try $1.required("domain"), $0) }
        router.on(.post, page) { try change(try $1.required("domain"), $0) }
    }

    /// A text that was not taken, and why.
    private struct Refusal {
        var layer: VolatileLayerName
        var text: String
        var error: TypedTextError
    }

    private func show(_ domain: String, _ request: Request, refusal: Refusal? = nil) throws -> Response {
        try services.layers.limits.check(domain: domain)
        let text = request.queryValue("arguments") ?? ""
        let path = DomainQuery.path(of: domain)
        let snapshot = try services.defaults.snapshot(of: domain)
        let search = try services.searchList(of: snapshot)
        let arguments = LaunchArguments(ArgumentText.split(text))
        var next = search
        next[.argument] = arguments.values
        return try services.pages.page(
            "layers",
            title: "Layers · \(domain) · Vitrine",
            for: request,
            alternate: "/api/v1\(path)/layers",
            crumbs: [
                .init(name: "Defaults", address: "/defaults"), .init(name: domain, address: path),
                .init(name: "Layers"),
            ],
            [
                "domain": .text(domain), "domainHref": .text(path), "action": .text(path + "/arguments"),
                "arguments": .text(text), "tried": .flag(!text.isEmpty),
                "effects": .list(
                    arguments.values.sorted { $0.key < $1.key }.map { effect($0, $1, search, next, domain) }
                ),
                "ignored": .list(
                    arguments.ignored.map { ["argument": .text($0.argument), "reason": .text($0.reason)] }
                ),
                "layers": .list(VolatileLayerName.allCases.map { layer($0, search, domain, refusal) }),
                "appHref": .text(path + "?view=app"),
            ]
        )
    }

    /// What an argument would change.
    private func effect(
        _ key: String,
        _ value: PropertyListValue,
        _ search: SearchList,
        _ next: SearchList,
        _ domain: String
    ) -> TemplateModel {
        var without = search
        without[.argument] = [:]
        let hider = next.layer(shadowing: key, in: .argument)
        let change = DefaultsChange(key: key, before: without.lookUp(key)?.value, after: value)
        return [
            "change": .absent, "changes": .list([ChangeModel.make(change, domain: domain)]),
            "note": .optional(hider.map { "The \($0.rawValue) layer hides it: the app sees what that says." }),
        ]
    }

    private func layer(
        _ name: VolatileLayerName,
        _ search: SearchList,
        _ domain: String,
        _ refusal: Refusal?
    ) -> TemplateModel {
        let values = search[name.layer]
        let refusal = refusal.flatMap { $0.layer == name ? $0 : nil }
        let (title, about) =
            switch name {
            case .managed:
                (
                    "Managed",
                    "A configuration profile forces these values; Settings shows them and lets nobody change them."
                )
            case .argument:
                ("Arguments", "Given on the app's command line, for as long as it runs. They hide what is stored.")
            case .registration:
                ("Registered", "What the app passes to register(defaults:). It counts where nothing else has the key.")
            }
        return [
            "layer": .text(name.rawValue), "layerTitle": .text(title), "about": .text(about),
            "layerCount": .number(values.count), "isSet": .flag(!values.isEmpty),
            "takesValues": .flag(name != .argument),
            "values": .list(
                values.sorted { $0.key < $1.key }.prefix(200).map {
                    ["key": .text($0.key), "value": .text(ValueText.line($0.value, limit: 120))]
                }
            ),
            "source": .text(
                refusal?.text
                    ?? (values.isEmpty ? "" : TypedText.text(of: .dictionary(values)))
            ),
            "failed": .optional(refusal?.error.message), "place": .optional(refusal?.error.place),
        ]
    }

    private func change(_ domain: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        guard let name = form["layer"].flatMap(VolatileLayerName.init) else {
            throw Problem.unprocessable("layer-expected", title: "Layer expected", "Name the layer to change.")
        }
        var write = try LayerWrite(clearing: domain, request, in: services)
        let text = form["source"] ?? ""
        if form["action"] == "set" {
            if name == .argument {
                write.values = LaunchArguments(ArgumentText.split(text)).values
            } else {
                switch Self.values(text) {
                case .success(let values): write.values = values
                case .failure(let error):
                    let refusal = Refusal(layer: name, text: text, error: error)
                    var response = try show(domain, request, refusal: refusal)
                    response.status = .unprocessableContent
                    return response
                }
            }
        }
        _ = try services.setLayer(name, of: domain, to: write)
        return .redirect(to: DomainQuery.path(of: domain) + "/arguments")
    }

    private static func values(_ text: String) -> Result<[String: PropertyListValue], TypedTextError> {
        do throws(TypedTextError) {
            let value = try TypedText.value(text, as: .dictionary)
            return .success(value.dictionaryValue ?? [:])
        } catch {
            return .failure(error)
        }
    }
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
