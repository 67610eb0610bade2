package import Defaults

/// The volatile layers by their names in the API, the highest first.
package enum VolatileLayerName: String, CaseIterable, Sendable {
    case managed
    case argument
    case registration

    /// The layer.
    package var layer: SearchList.Layer {
        switch self {
        case .managed: .managed
        case .argument: .argument
        case .registration: .registered
        }
    }
}
