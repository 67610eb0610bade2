public import Diagnostics

extension BundleFinding {
    /// Whether it matters as much as a severity, or more.
    public func isAtLeast(_ least: Diagnostic.Severity) -> Bool {
        let order = Diagnostic.Severity.allCases
        return (order.firstIndex(of: severity) ?? 0) <= (order.firstIndex(of: least) ?? 0)
    }
}
