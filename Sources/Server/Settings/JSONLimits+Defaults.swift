import Defaults
import JSON

extension JSONLimits {
    /// For the values of a domain: room for the largest one with its data in base 64.
    static let defaults = JSONLimits(
        maximumBytes: DefaultsLimits.standard.maximumDomainBytes / 2 * 3,
        maximumDepth: JSONLimits.standard.maximumDepth
    )
}
