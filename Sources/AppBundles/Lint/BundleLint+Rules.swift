import Diagnostics

/// The rules of the check, in the order of a reader's interest.
extension BundleLint {
    /// The versions of iOS that rules are about, where they are not about all.
    static let versions = [
        "settings.row.emptyKey": "iOS 18", "settings.pane.noLeadingGroup": "iOS 13",
        "settings.language.region": "iOS 17",
    ]

    /// What is checked of panes, of their keys among one another, and of the settings bundle as a whole.
    static let paneRules = LintRule.table(
        """
        error settings.root.missing
        The bundle has a Root.plist
        Settings opens Root.plist; without it the app has no row in Settings.
        Add a Root.plist, or correct its name: case matters on devices.

        error settings.pane.unreadable
        Every pane is a property list with PreferenceSpecifiers
        Settings shows nothing of a pane that it cannot read.
        Correct the file at that line; plutil -lint finds such mistakes before they ship.

        error settings.pane.tooManyRows
        A pane has a sensible number of rows
        Only a part of the pane is read here.
        Split the pane.

        error settings.panes.tooMany
        A bundle has a sensible number of panes
        Only a part of the panes is followed here.
        Remove the panes that are not needed.

        warning settings.pane.noLeadingGroup
        A pane begins with a group
        iOS 13.0 showed child panes that do not begin with a group blank, or crashed; later ones put the rows \
        into a group without a title.
        Put a PSGroupSpecifier first.

        warning settings.pane.empty
        A pane shows something
        The pane opens an empty screen.
        Give the pane rows, or remove it and the row that opens it.

        info settings.pane.unreachable
        Every pane is opened by a row
        Nobody can open the pane in Settings.
        Add a child-pane row that opens it, or remove the file.

        info settings.pane.twoPlaces
        A pane is either localised or not
        iOS takes the file at the top and never looks into the languages' folders then; InAppSettingsKit takes the \
        language's file first.
        Keep the pane in one place and translate its strings table.

        warning settings.pane.applicationGroup
        An app group's name begins with “group.”
        iOS gives containers only to names that the entitlements allow, which begin with “group.”; the pane \
        reads and writes nothing. The key is ignored before iOS 8.2.
        Use the identifier of the app group as in the entitlements.

        info settings.group.longFooter
        Footers are short
        tvOS shows at most five lines of a footer; long licences scroll badly on phones.
        Put long texts into panes of their own.

        error settings.childPane.unsafeName
        Child panes are in the bundle
        A File that climbs out of the bundle opens nothing.
        Name a pane inside the bundle.

        error settings.childPane.noFile
        A child-pane row names its File
        The row opens nothing.
        Give the row the name of a pane as its File, without .plist.

        error settings.childPane.missing
        Child panes exist
        The row opens an empty screen. On devices the case of a name matters, in the simulator it does not.
        Add the pane, or correct the row's File.

        warning settings.key.typeConflict
        Rows that share a Key are of one type
        One row stores what the other cannot show.
        Give the rows different keys, or make them of one type.

        warning settings.key.defaultConflict
        Rows that share a Key have one default
        Each row shows its own DefaultValue until something is stored, so they contradict each other.
        Give the rows the same DefaultValue.

        warning settings.key.idioms
        Rows for different devices have different Keys
        iOS takes rows that share a Key for one: on an iPad it shows both of them, on an iPhone none, whatever their \
        SupportedUserInterfaceIdioms say.
        Give the row for each device a Key of its own.

        info settings.defaults.notRegistered
        Defaults are registered by the app
        A DefaultValue is only what Settings shows: until somebody changes the row, UserDefaults gives the app \
        nil, false or 0, on every iOS.
        Pass the defaults to register(defaults:) when the app starts; “registration” writes that code.
        """
    )

    /// What is checked of strings tables and language folders.
    static let stringsRules = LintRule.table(
        """
        warning settings.strings.missing
        Every strings table exists in every language
        Settings shows the keys as they are where a table is missing.
        Add the table to the language's folder.

        info settings.strings.missingKeys
        Translations are complete
        Settings shows the key as it is where a table does not have it.
        Add the keys to the table.

        warning settings.strings.catalog
        Texts are in .strings files
        A strings table is a .strings file. Xcode copies a settings bundle as it is, so a catalog in it is never \
        compiled and nothing reads it.
        Make a .strings file in each language's folder; Xcode exports them from the catalog.

        info settings.strings.unnamed
        Strings tables are named by a pane
        Without StringsTable Settings localises nothing of a pane and shows its keys; InAppSettingsKit takes the \
        table with the pane's name.
        Name the table in the pane's StringsTable, without .strings, or remove the table.

        error settings.strings.unreadable
        Strings tables can be read
        One mistake, such as a missing semicolon, loses the whole table, so all its texts show as keys.
        Correct the file at that line; UTF-8 and UTF-16 with a byte-order mark are read.

        error settings.strings.unsafeName
        Strings tables are in the bundle
        A StringsTable that climbs out of the bundle names nothing.
        Give the plain name of the table, without .strings.

        info settings.language.region
        The plain language is the one that iOS has
        iOS itself is translated into the plain language and a few regions of it. Settings on iOS 17 took the \
        folder of the plain language where iOS 15, and the app itself, took the one of the region: a device in US English \
        showed en, not en-us (reported for Kodi's remote control in May 2024).
        Put the texts of that region into the folder of the plain language, and those of others into en-gb or the like.

        warning settings.language.folderName
        Language folders end in .lproj
        iOS ignores folders with other names, so the language is missing.
        Rename the folder.
        """
    )

    /// What is checked of the app around the settings, and of the check itself.
    static let appRules = LintRule.table(
        """
        error app.info.unreadable
        Info.plist can be read
        iOS installs no app without it.
        Correct the file at that line.

        error app.info.notADictionary
        Info.plist is a dictionary
        iOS installs no app without it.
        Make the top of Info.plist a dictionary.

        warning app.info.noIdentifier
        Info.plist has a bundle identifier
        The identifier names the app's defaults; without it this server makes one up from the folder's name.
        Give CFBundleIdentifier, or load a built app whose build settings are filled in.

        info app.settings.others
        An app has one settings bundle
        Settings opens Settings.bundle only; others, such as InAppSettings.bundle, are for libraries in the app.
        Check the other bundle by itself.

        info app.settings.watch
        The Watch app shows Settings-Watch.bundle
        With WatchKit 1 the Watch app on the iPhone lists an app's Settings-Watch.bundle, whose panes use an app group; \
        from watchOS 2 on apps of the watch have bundles of their own.
        Check its panes beside those of Settings.bundle.

        warning app.file.repeatedKey
        A dictionary has each key once
        Of two values for one key in text the last one counts, in a binary list the first; the other is lost.
        Remove one of them.

        warning app.file.lostData
        Data is base 64
        Foundation passes over characters of other alphabets and drops what is left of an incomplete group, so bytes \
        are lost.
        Encode the data again: A to Z, a to z, 0 to 9, + and /, filled up with = to a multiple of four.

        info app.file.noMark
        Text in UTF-16 begins with a byte-order mark
        Foundation reads text in 16-bit units without a mark only where the low byte comes first, and other tools take \
        it for damaged.
        Save the file as UTF-8.

        error app.infoStrings.unreadable
        InfoPlist.strings can be read
        The app's name and its explanations for permissions are not localised.
        Correct the file at that line.

        warning app.icon.crushed
        Icons are ordinary PNG files
        Apps built for devices hold PNG files in Apple's own form, which browsers do not show.
        Load a simulator build, or convert the file with pngcrush -revert-iphone-optimizations.

        warning app.icon.unreadable
        Icons are PNG files
        The file cannot be shown.
        Replace the file.

        error lint.tooMany
        The list of findings is complete
        A bundle with this many findings is not read to its end.
        Correct what is listed and check again.
        """
    )

    /// What is checked of a single specifier. Apple's “Settings Application Schema Reference” says what keys
    /// and types mean; where it is silent, an explanation tells what developers met.
    static let rowRules = LintRule.table(
        """
        error settings.row.notADictionary
        Every specifier is a dictionary
        Settings reads only dictionaries from PreferenceSpecifiers.
        Remove the element, or make it a dictionary with a Type.

        error settings.row.noType
        Every specifier has a Type
        Settings skips an element without Type; InAppSettingsKit stops the app with an assertion.
        Give the element its Type, or remove it.

        warning settings.row.unknownType
        Types are those of the schema
        Settings skips elements whose Type it does not know.
        Correct the spelling of the Type, or remove the element.

        info settings.row.libraryType
        Types of InAppSettingsKit show only in the app
        Settings skips the types that InAppSettingsKit adds; only the app's own screen shows them.
        Keep such rows in a .inApp.plist or in InAppSettings.bundle, which Settings does not read.

        error settings.row.missingKey
        Rows that store a value have a Key
        Without a Key nothing can be stored, so what people enter is lost.
        Give the row a Key.

        error settings.row.emptyKey
        No Key is empty
        Settings on iOS 18 shows every pane of the bundle blank because of one empty Key; earlier ones did not \
        mind.
        Give the row a Key that is not empty.

        warning settings.row.duplicateKey
        A Key is used once in a pane
        Rows with the same Key show and change one value.
        Give each row its own Key, unless both are meant to change together.

        warning settings.row.missingMember
        Rows have the keys that their type needs
        The schema requires them; Settings leaves the label or the value blank.
        Add the missing key.

        info settings.row.unknownKey
        Keys are those of the type
        Settings ignores keys that a type does not have, so a misspelt one does nothing.
        Correct the spelling, or remove the key.

        warning settings.row.unknownValue
        Keyboards and styles have known names
        Settings uses the default for names that it does not know.
        Use one of the names that the message lists.

        info settings.row.libraryKeyboard
        Keyboards are those of the schema
        Only InAppSettingsKit knows this keyboard; Settings shows the default one.
        Use NumberPad or NumbersAndPunctuation where Settings shows the row.

        info settings.row.condition
        Rows are there for everybody
        Settings ignores keys such as Platform and ExcludeTargets, so the row shows wherever the bundle is \
        copied as it is; only a build script or a library removes it.
        Make sure that the build filters the bundle, or use SupportedUserInterfaceIdioms.

        warning settings.row.idioms
        SupportedUserInterfaceIdioms is a list of names
        A list without names hides the row on no device.
        Make it an array of Phone and Pad, or remove it.

        warning settings.row.unknownIdiom
        SupportedUserInterfaceIdioms has the names Phone and Pad
        A name that Settings does not know, or in other letters, is that of no device.
        Use Phone and Pad, spelled like that.

        info settings.row.unfilledVariable
        Texts hold no build settings
        Xcode fills in $(…) and ${…} in Info.plist only, so Settings shows them as they are.
        Write the value into the bundle in a build phase, or let the app store it under the row's Key.

        info settings.row.secureInClear
        Secrets are not kept in user defaults
        IsSecure only shows bullets: the value is stored in clear in the app's preferences, which backups hold.
        Keep secrets in the keychain and ask for them in the app.

        info settings.row.textDefault
        The default of a text field is text
        The first edit stores text, so the type that the app reads changes.
        Write the DefaultValue as a string.
        """
    )

    /// What is checked of choices, toggles, sliders, date pickers, lists and links.
    static let choiceRules = LintRule.table(
        """
        error settings.row.choicesMismatch
        There is a title for each value
        Settings pairs Values and Titles by their place; InAppSettingsKit shows nothing when their numbers differ.
        Give Values and Titles the same number of elements.

        warning settings.row.shortTitlesMismatch
        There is a short title for each value
        A choice without a short title shows its long one on the row.
        Give ShortTitles as many elements as Values.

        error settings.row.noChoices
        There is something to choose
        The row opens an empty list.
        Give the row Values and Titles.

        warning settings.row.defaultNotAChoice
        The default is one of the values
        Nothing is selected until somebody chooses; often the DefaultValue is one of the Titles.
        Set DefaultValue to one of Values, with the same type.

        warning settings.row.mixedValueTypes
        Values have one type
        Xcode's editor adds new elements as strings, so an app that reads a number gets text for some choices.
        Give all Values the same type.

        warning settings.row.duplicateValue
        Values differ
        Two choices store the same value, so only the first can ever show as selected.
        Give each choice its own value.

        error settings.row.toggleValues
        On and off store different values
        A toggle that stores the same value either way cannot be turned off.
        Make TrueValue and FalseValue differ.

        warning settings.row.toggleDefault
        A toggle's default is one of its values
        The app reads a value that the switch never stores.
        Set DefaultValue to TrueValue or FalseValue, with the same type.

        info settings.row.toggleHalf
        A toggle declares both of its values or none
        The value that is not declared is a boolean, so the type that is stored changes with the switch.
        Declare TrueValue and FalseValue, or neither.

        info settings.row.numberAsText
        A slider's numbers are numbers
        The schema asks for reals; text is read as a number where it is one.
        Write the number as a real.

        error settings.row.sliderRange
        A slider's minimum is below its maximum
        The slider cannot be moved.
        Correct MinimumValue and MaximumValue.

        warning settings.row.sliderDefault
        A slider's default is within its bounds
        The slider stands at a bound and the app reads a value beyond it.
        Move DefaultValue inside the bounds.

        warning settings.row.imageMissing
        A slider's pictures are in the bundle
        The slider shows no picture at that end.
        Add the picture to the settings bundle, or correct its name.

        warning settings.row.minuteInterval
        A date picker's minutes divide an hour
        UIDatePicker ignores an interval that does not divide 60.
        Give a divisor of 60 up to 30.

        error settings.list.part
        A list's items are rows
        InAppSettingsKit cannot show groups and lists inside a list.
        Use a row, such as a text field or a child pane, as ItemSpecifier and AddSpecifier.

        warning settings.link.unsafeAddress
        Links lead to the web
        Addresses such as javascript: and file: run script or read files in whatever opens them.
        Use an https address.
        """
    )
}
