import Defaults
import HTTP
import HTTPTypes
import JSON
import PropertyList

/// What a request puts into a volatile layer.
struct LayerWrite: Sendable {
    /// The values of the layer from then on.
    var values: [String: PropertyListValue] = [:]
    /// The arguments that make no value, for the argument layer.
    var ignored: [LaunchArguments.Ignored] = []
    /// The version that the layers have to be at; nil accepts any.
    var expectedVersion: Int?

    /// Nothing, which clears the layer.
    /// - Throws: 412 when `If-Match` names another state of the layers.
    init(clearing domain: String, _ request: Request, in services: Services) throws {
        let version = services.layers.snapshot(of: domain).version
        expectedVersion = try Precondition.revision(request, current: version)
    }

    /// Reads the body: `{"arguments":[…]}` for the argument layer, `{"values":{…}}` or a property list for the others.
    init(_ layer: VolatileLayerName, of domain: String, _ request: Request, in services: Services) throws {
        try self.init(clearing: domain, request, in: services)
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
        let elements = try member("arguments", request, limits: .standard).arrayValue
        let texts = elements?.compactMap(\.stringValue)
        guard let texts, texts.count == elements?.count, texts.count <= LaunchArguments.maximumCount else {
            throw Problem.unprocessable(
                "arguments-expected",
                title: "Arguments expected",
                "“arguments” is an array of at most \(LaunchArguments.maximumCount) strings, such as "
                    + "[\"-Key\", \"value\"]."
            )
        }
        return LaunchArguments(texts)
    }

    private static func values(_ request: Request) throws -> [String: PropertyListValue] {
        if request.holdsPropertyList { return try DomainFile.values(in: request.body) }
        guard case .object(let members) = try member("values", request, limits: .defaults) else {
            throw Problem.unprocessable(
                "values-expected",
                title: "Values expected",
                "“values” is an object of keys and values."
            )
        }
        return try PropertyListEnvelope.dictionary(members, at: "/values")
    }

    /// The only member that a body may have.
    private static func member(_ name: String, _ request: Request, limits: JSONLimits) throws -> JSONValue {
        let members = try request.jsonObject(limits: limits)
        guard members.count == 1, let member = members.first, member.name == name else {
            throw Problem.unprocessable(
                "\(name)-expected",
                title: "\(name.prefix(1).uppercased() + name.dropFirst()) expected",
                "The body is {\"\(name)\": …} and nothing else."
            )
        }
        return member.value
    }
}
