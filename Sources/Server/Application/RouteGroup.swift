import HTTP

/// Routes that belong together, in one file.
protocol RouteGroup: Sendable {
    init(services: Services)
    /// Adds the group's routes.
    func add(to router: inout Router)
}
