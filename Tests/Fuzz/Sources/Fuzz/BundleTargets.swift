import AppBundles
import Archives
import DumpFormats
import Foundation
import PropertyList
import TestSupport

/// Bundles and archives by grammar: panes that open each other, and archives whose check sums are right.
enum BundleTargets {
    /// So much time of the processor one bundle may take, in seconds. The bundles of this grammar take milliseconds.
    private static let mostSeconds = 3.0

    /// Panes with specifiers of every type and absurd values, which open each other, in two languages, for every idiom.
    static let specifiers = FuzzTarget(name: "specifiers", maximumLength: 4_096, dictionary: "text") { bytes in
        var choices = Choices(bytes)
        var files: [String: [UInt8]] = [:]
        for pane in panes {
            if pane != "Root", !choices.once(in: 2) { continue }
            files["Settings.bundle/\(pane).plist"] = try? PropertyListWriter.binary(Self.pane(&choices))
        }
        for language in ["en", "ar"] where choices.once(in: 2) {
            var table: [String: PropertyListValue] = [:]
            for _ in choices.many(atMost: 6) { table[choices.text()] = .string(choices.text()) }
            files["Settings.bundle/\(language).lproj/Root.strings"] = try? PropertyListWriter.binary(.dictionary(table))
        }
        files["Info.plist"] = try? PropertyListWriter.binary(
            .dictionary(["CFBundleIdentifier": .string("com.example.fuzz")])
        )
        let start = clock()
        open(files)
        let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
        Invariants.require(seconds < mostSeconds, "\(files.count) files of settings took \(seconds) s")
    }

    /// An app config; whatever it says, judging values of every key ends.
    static let appConfig = FuzzTarget(name: "appConfig", maximumLength: 16_384, dictionary: "xml") { bytes in
        guard let config = try? AppConfig(xml: bytes) else { return }
        let values = config.fields.reduce(into: [String: PropertyListValue]()) {
            $0[$1.key] = $1.defaultValue ?? .integer(1)
        }
        Invariants.require(Set(config.fields.map(\.key)).count == config.fields.count, "a field is there twice")
        Invariants.require(config.faults(of: values).count <= config.fields.count, "a field has several faults")
    }

    /// A profile, signed or not; what it forces is written and read again.
    static let profile = FuzzTarget(name: "profile", maximumLength: 16_384, dictionary: "binary") { bytes in
        guard let profile = try? ConfigurationProfile(bytes) else { return }
        for (domain, values) in profile.forced {
            guard let written = try? ConfigurationProfile.profile(forcing: values, of: domain) else { continue }
            Invariants.require((try? ConfigurationProfile(written)) != nil, "a profile that was written cannot be read")
        }
    }

    private static func open(_ files: [String: [UInt8]]) {
        guard let app = try? AppBundle(files: FilesInMemory(files: files)), let settings = app.settings else { return }
        for idiom in InterfaceIdiom.allCases {
            for languages in [[], ["en"], ["ar"]] {
                let set = settings.allPanes(languages: languages, idiom: idiom)
                Invariants.require(set.inOrder.count <= files.count, "a pane is shown twice")
                for pane in set.inOrder {
                    let values = PaneResolver.values(
                        of: pane,
                        stored: ["a": .integer(1), "sound": .string("x")],
                        managed: [:]
                    )
                    Invariants.require(values.count == pane.rows.count, "every row of “\(pane.name)” has a value")
                }
            }
        }
        let findings = BundleLint.findings(of: app)
        Invariants.require(findings.count <= BundleLint.maximumFindings + 1, "\(findings.count) findings")
        let registration = Registration(of: settings)
        for code in RegistrationCode.allCases { _ = code.text(of: registration) }
    }

    private static let panes = ["Root", "Child", "a", "a/b", "Root~ipad"]

    private static func pane(_ choices: inout Choices) -> PropertyListValue {
        if choices.once(in: 24) { return value(&choices, 0) }
        var pane: [String: PropertyListValue] = [:]
        if choices.once(in: 2) { pane["Title"] = .string(choices.text()) }
        if choices.once(in: 2) { pane["StringsTable"] = .string(choices.text()) }
        if choices.once(in: 8) { pane["ApplicationGroupContainerIdentifier"] = value(&choices, 0) }
        pane["PreferenceSpecifiers"] = .array((0..<choices.below(12)).map { _ in specifier(&choices) })
        return .dictionary(pane)
    }

    private static let types = [
        "PSGroupSpecifier", "PSTextFieldSpecifier", "PSTitleValueSpecifier", "PSToggleSwitchSpecifier",
        "PSSliderSpecifier",
        "PSMultiValueSpecifier", "PSRadioGroupSpecifier", "PSChildPaneSpecifier", "IASKOpenURLSpecifier",
        "IASKMailComposeSpecifier", "IASKButtonSpecifier", "IASKTextViewSpecifier", "IASKDatePickerSpecifier",
        "IASKListGroupSpecifier", "IASKCustomViewSpecifier", "Custom",
    ]
    private static let keys = [
        "Title", "Key", "DefaultValue", "Values", "Titles", "ShortTitles", "File", "MinimumValue", "MaximumValue",
        "TrueValue",
        "FalseValue", "IsSecure", "KeyboardType", "FooterText", "DisplaySortedByTitle", "IconNames", "ItemSpecifier",
        "AddSpecifier", "Deletable", "DatePickerMode", "MinuteInterval", "SupportedUserInterfaceIdioms",
        "MinimumValueImage",
        "IASKToggleStyle", "IASKMailComposeToRecipents", "IASKTextAlignment", "IASKSubtitle", "Type",
    ]

    private static func specifier(_ choices: inout Choices) -> PropertyListValue {
        if choices.once(in: 24) { return value(&choices, 0) }
        var specifier: [String: PropertyListValue] = ["Type": .string(choices.one(of: types))]
        for _ in 0..<choices.below(8) { specifier[choices.one(of: keys)] = value(&choices, 0) }
        return .dictionary(specifier)
    }

    private static func value(_ choices: inout Choices, _ depth: Int) -> PropertyListValue {
        switch choices.below(9) {
        case 0, 1: return .string(choices.text())
        case 2: return .integer(Int64(choices.whole()))
        case 3: return .real(choices.once(in: 8) ? choices.one(of: [.nan, .infinity, -.infinity]) : choices.number())
        case 4: return .bool(choices.once(in: 2))
        case 5: return .date(Date(timeIntervalSinceReferenceDate: choices.number()))
        case 6: return .data(Data(choices.piece(atMost: 16)))
        case 7:
            guard !choices.isLeaf(at: depth, deepest: 6) else { return .array([]) }
            return .array((0..<choices.below(6)).map { _ in value(&choices, depth + 1) })
        default:
            guard !choices.isLeaf(at: depth, deepest: 6) else { return specifier(&choices, depth) }
            return .dictionary([choices.text(): value(&choices, depth + 1)])
        }
    }

    /// A specifier inside another, as items of lists are.
    private static func specifier(_ choices: inout Choices, _ depth: Int) -> PropertyListValue {
        .dictionary([
            "Type": .string(choices.one(of: types)), "Key": .string(choices.text()), "DefaultValue": .string("a"),
        ])
    }

    // MARK: Archives

    /// Archives whose check sums fit whatever they hold, and then a few bytes changed where no check sum looks.
    static let zip = FuzzTarget(name: "zip", maximumLength: 2_048, dictionary: "binary") { bytes in
        var choices = Choices(bytes)
        var archive = BundleTargets.archive(&choices)
        for _ in choices.many(atMost: 4) {
            // Most of what lies is the directory, which stands at the end.
            let place = archive.count - 1 - choices.below(min(archive.count, 512))
            archive[place] = choices.byte()
        }
        read(archive)
        _ = try? DumpReader.read(archive)
    }

    private static let mostBytes = 4 << 20
    private static let limits = ArchiveLimits(
        maximumEntryBytes: 1 << 20,
        maximumTotalBytes: mostBytes,
        ratioFloorBytes: 1 << 20
    )

    private static func read(_ bytes: [UInt8]) {
        _ = try? Archive.reading(bytes[...], limits: limits) { archive throws(ArchiveError) in
            var expanded = 0
            for entry in archive.entries {
                let isSafe = BundlePath.normalized(entry.path).map { !$0.isEmpty } ?? false
                Invariants.require(isSafe, "the path “\(entry.path)” leads elsewhere")
                let file = try archive.read(entry)
                Invariants.require(file.count == entry.size || entry.isFolder, "a file has the size that is told")
                expanded += file.count
            }
            Invariants.require(expanded <= mostBytes, "\(expanded) bytes came out of an archive")
        }
    }

    private static let names = [
        "Root.plist", "Settings.bundle/Root.plist", "a.app/Info.plist", "a.viewhierarchy/metadata",
        "a.viewhierarchy/RequestResponses/Response_0", "../Root.plist", "/etc/passwd", "a/../../b", "C:\\a", "a\\..\\b",
        "__MACOSX/a",
        "a/", "./a", "", "a//b", "A", "a", "a/b", "objects.nib", "Info.plist",
    ]

    private static func archive(_ choices: inout Choices) -> [UInt8] {
        var writer = ZipWriter()
        for number in 0..<choices.below(6) {
            var entry = ZipWriter.Entry(choices.one(of: names), content(&choices))
            if choices.once(in: 4) { entry.name = choices.piece(atMost: 40) }
            entry.method = choices.one(of: [0, 8, 8, 0, 12, 99])
            if choices.once(in: 4) { entry.flags = UInt16(choices.below(65_536)) }
            if choices.once(in: 4) { entry.mode = choices.one(of: [0o120777, 0o040755, 0o100644, 0o060000, 0o010000]) }
            if choices.once(in: 6) { entry.toldSize = choices.one(of: [0, 1, .max, .max - 1, 1 << 31, 4_096]) }
            if choices.once(in: 12) { entry.toldChecksum = 0 }
            entry.sharesData = number > 0 && choices.once(in: 6)
            writer.add(entry)
        }
        return writer.finish()
    }

    private static func content(_ choices: inout Choices) -> [UInt8] {
        switch choices.below(5) {
        case 0: choices.piece(atMost: 64)
        case 1: [UInt8](repeating: choices.byte(), count: choices.below(4_096))
        case 2: (try? PropertyListWriter.binary(pane(&choices))) ?? []
        // An archive in an archive.
        case 3: ZipWriter.archive(["Root.plist": "<plist/>", "../a": "b"])
        default: Array("<UIView: 0x1; frame = (0 0; 1 1)>".utf8)
        }
    }
}
