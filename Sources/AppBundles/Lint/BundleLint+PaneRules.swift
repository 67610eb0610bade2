import Diagnostics

/// What is checked of panes, of their keys among one another, and of the settings bundle as a whole.
extension BundleLint {
    static let paneRules: [LintRule] = [
        LintRule(
            .error,
            "settings.root.missing",
            "The bundle has a Root.plist",
            "Settings opens Root.plist; without it the app has no row in Settings.",
            cure: "Add a Root.plist, or correct its name: case matters on devices."
        ),
        LintRule(
            .error,
            "settings.pane.unreadable",
            "Every pane is a property list with PreferenceSpecifiers",
            "Settings shows nothing of a pane that it cannot read.",
            cure: "Correct the file at that line; plutil -lint finds such mistakes before they ship."
        ),
        LintRule(
            .error,
            "settings.pane.tooManyRows",
            "A pane has a sensible number of rows",
            "Only a part of the pane is read here.",
            cure: "Split the pane."
        ),
        LintRule(
            .error,
            "settings.panes.tooMany",
            "A bundle has a sensible number of panes",
            "Only a part of the panes is followed here.",
            cure: "Remove the panes that are not needed."
        ),
        LintRule(
            .warning,
            "settings.pane.noLeadingGroup",
            "A pane begins with a group",
            "iOS 13.0 showed child panes that do not begin with a group blank, or crashed; later ones put the rows into a "
                + "group without a title.",
            cure: "Put a PSGroupSpecifier first."
        ),
        LintRule(
            .warning,
            "settings.pane.empty",
            "A pane shows something",
            "The pane opens an empty screen.",
            cure: "Give the pane rows, or remove it and the row that opens it."
        ),
        LintRule(
            .info,
            "settings.pane.unreachable",
            "Every pane is opened by a row",
            "Nobody can open the pane in Settings.",
            cure: "Add a child-pane row that opens it, or remove the file."
        ),
        LintRule(
            .info,
            "settings.pane.twoPlaces",
            "A pane is either localised or not",
            "Readers differ in which they prefer; this one takes the language's folder first, as InAppSettingsKit does.",
            cure: "Keep the pane in one place and translate its strings table."
        ),
        LintRule(
            .warning,
            "settings.pane.applicationGroup",
            "An app group's name begins with “group.”",
            "iOS gives containers only to names that the entitlements allow, which begin with “group.”; the pane reads "
                + "and writes nothing. The key is ignored before iOS 8.2.",
            cure: "Use the identifier of the app group as in the entitlements."
        ),
        LintRule(
            .info,
            "settings.group.longFooter",
            "Footers are short",
            "tvOS shows at most five lines of a footer; long licences scroll badly on phones.",
            cure: "Put long texts into panes of their own."
        ),
        LintRule(
            .error,
            "settings.childPane.unsafeName",
            "Child panes are in the bundle",
            "A File that climbs out of the bundle opens nothing.",
            cure: "Name a pane inside the bundle."
        ),
        LintRule(
            .error,
            "settings.childPane.noFile",
            "A child-pane row names its File",
            "The row opens nothing.",
            cure: "Give the row the name of a pane as its File, without .plist."
        ),
        LintRule(
            .error,
            "settings.childPane.missing",
            "Child panes exist",
            "The row opens an empty screen. On devices the case of a name matters, in the simulator it does not.",
            cure: "Add the pane, or correct the row's File."
        ),
        LintRule(
            .warning,
            "settings.key.typeConflict",
            "Rows that share a Key are of one type",
            "One row stores what the other cannot show.",
            cure: "Give the rows different keys, or make them of one type."
        ),
        LintRule(
            .warning,
            "settings.key.defaultConflict",
            "Rows that share a Key have one default",
            "Each row shows its own DefaultValue until something is stored, so they contradict each other.",
            cure: "Give the rows the same DefaultValue."
        ),
        LintRule(
            .info,
            "settings.defaults.notRegistered",
            "Defaults are registered by the app",
            "A DefaultValue is only what Settings shows: until somebody changes the row, UserDefaults gives the app nil, "
                + "false or 0, on every iOS.",
            cure: "Pass the defaults to register(defaults:) when the app starts; “registration” writes that code."
        ),
    ]
}
