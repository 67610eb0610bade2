import HTTP

/// Static files, and the address at which browsers look for an icon unasked.
struct AssetRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        router.add(services.assets.route)
        let icon = services.assets.url(for: "icons/vitrine.svg")
        router.getImmediate("/favicon.ico", query: []) { _, _ in .redirect(to: icon) }
    }
}
