import Defaults
import HTTP

extension Services {
    /// The domain that a path names, whether it holds anything or not.
    /// - Throws: 422 when no domain can have the name.
    func domain(in path: PathParameters) throws -> String {
        let domain = try path.required("domain")
        try defaults.limits.check(domain: domain)
        return domain
    }
}
