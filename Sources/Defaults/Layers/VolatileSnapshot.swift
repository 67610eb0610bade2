public import PropertyList

/// The volatile layers of one domain at one moment.
public struct VolatileSnapshot: Sendable, Hashable {
    /// Another number after every change; 0 while no layer holds anything.
    public var version: Int
    /// The values of the layers that hold any.
    public var layers: [SearchList.Layer: [String: PropertyListValue]]

    /// Creates a snapshot; one without layers unless told otherwise.
    public init(version: Int = 0, layers: [SearchList.Layer: [String: PropertyListValue]] = [:]) {
        self.version = version
        self.layers = layers
    }

    /// The values of a layer.
    public subscript(layer: SearchList.Layer) -> [String: PropertyListValue] { layers[layer] ?? [:] }
}
