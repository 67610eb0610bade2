package import Services
package import Web

extension Services {
    /// The routes of dumps: API, inspector, reports, comparisons, and the help with getting dumps.
    package var dumpRoutes: [any RouteGroup] {
        let comparisons = Comparisons(self)
        let live = LiveSessions(comparisons)
        return [
            DumpRoutes(services: self),
            ViewRoutes(services: self),
            ExplanationRoutes(services: self),
            ConstraintChangeRoutes(services: self),
            LocatorRoutes(services: self),
            DigestRoutes(services: self),
            EditRoutes(services: self),
            MarkRoutes(services: self),
            TouchRoutes(services: self),
            PlacementRoutes(services: self),
            LayoutRoutes(services: self),
            AnimationRoutes(services: self),
            AssertionRoutes(services: self),
            CompanionRoutes(services: self),
            ConflictRoutes(services: self),
            DiffRoutes(comparisons: comparisons),
            DumpDiffPages(comparisons: comparisons),
            TimelineRoutes(comparisons: comparisons),
            TimelinePages(comparisons: comparisons),
            LintRoutes(services: self),
            ReportRoutes(services: self),
            InspectorPages(services: self),
            CompanionPages(services: self),
            ReportPages(services: self),
            DumpLintPages(services: self),
            DumpDevicesPages(services: self),
            MatrixRoutes(services: self),
            SceneRoutes(services: self),
            BoardPages(services: self),
            HelpPages(services: self), GuidePages(services: self),
            LiveRoutes(sessions: live),
            LivePages(sessions: live),
        ]
    }
}
