package import Services
package import Web

extension Services {
    /// The routes of apps, their settings and user defaults, of tokens and of what is stored.
    package var appRoutes: [any RouteGroup] {
        [
            AppRoutes(services: self),
            RegistrationRoutes(services: self),
            AppPages(services: self),
            LintPages(services: self),
            ManagedConfigurationRoutes(services: self),
            InterfaceRoutes(services: self),
            InterfacePages(services: self),
            SettingsRoutes(services: self),
            SettingsPages(services: self),
            DefaultsRoutes(services: self),
            DefaultsValueRoutes(services: self),
            DefaultsLayerRoutes(services: self),
            DefaultsHistoryRoutes(services: self),
            SetRoutes(services: self),
            SetPages(services: self),
            DomainsPages(services: self),
            DomainPages(services: self),
            HistoryPages(services: self),
            ImportPages(services: self),
            LayerPages(services: self),
            SecretRoutes(services: self),
            TokenPages(services: self),
            TokenRoutes(services: self),
            UsageRoutes(services: self),
        ]
    }
}
