import AppBundles
import Catalog
import Defaults
import DumpFormats
import HTTP
import HTTPTypes
import JSON
import OrderedCollections
import PropertyList
import Services
import Web

/// `/api/v1/apps/{app}/settings`: panes with their values, all of them at once, and changes by key.
struct SettingsRoutes: RouteGroup {
    let services: Services

    func add(to router: inout Router) {
        let base = "/api/v1/apps/{app}/settings"
        let parameters = SettingsRequest.parameters.union(["reveal", "limit", "after"])
        router.get(base, query: parameters.union(["deep"])) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try root(settings, request).kept(while: freshness)
        }
        router.get(base + "/{pane...}", query: parameters) { request, path in
            let freshness = services.freshnessOfSettings()
            let settings = try SettingsRequest(request, app: try path.required("app"), in: services)
            return try pane(try path.required("pane"), settings, request).kept(while: freshness)
        }
        router.on(.patch, base, query: ["bundle"]) { request, path in
            try write(try SettingsRequest(request, app: try path.required("app"), in: services), request)
        }
    }

    private func root(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let isDeep = query.bool("deep") ?? false
        try query.finish()
        guard isDeep else { return try pane(settings.bundle.entryName, settings, request) }
        let panes = settings.panes().panes.values
        let counts = panes.map { $0.groups.reduce(0) { $0 + $1.rows.count } }
        let (writer, rows) = try self.writer(settings, request, rows: counts.reduce(0, +))
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        try json.object("panes") { json in
            for (pane, count) in zip(panes, counts) {
                guard part.holds(count) else {
                    part.pass(count)
                    continue
                }
                let values = try services.rowValues(of: pane, settings).values
                json.object(pane.name) { writer.writeMembers(of: pane, values, &part, to: &$0) }
            }
        }
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    private func pane(_ name: String, _ settings: SettingsRequest, _ request: Request) throws -> Response {
        let pane = try settings.pane(name)
        let values = try services.rowValues(of: pane, settings).values
        let (writer, rows) = try self.writer(settings, request, rows: pane.rows.count)
        var part = rows
        var json = JSONWriter()
        json.beginObject()
        writer.writeMembers(of: pane, values, &part, to: &json)
        json.end(total: part.total, next: part.next)
        return localized(.json(json.finish()))
    }

    /// What writes panes, and which of so many rows.
    private func writer(
        _ settings: SettingsRequest,
        _ request: Request,
        rows: Int
    ) throws -> (PaneWriter, RowPart) {
        var query = QueryReader(request)
        let reveals = query.bool("reveal") ?? false
        let range = PageRange(&query)
        try query.finish()
        return (PaneWriter(request: settings, reveals: reveals), RowPart(range, of: rows))
    }

    private func localized(_ response: Response) -> Response {
        var response = response
        response.headers[.vary] = "Accept-Language"
        return response
    }

    private func write(_ settings: SettingsRequest, _ request: Request) throws -> Response {
        let write = try SettingsWrite(try request.jsonObject(), for: settings)
        let source: ChangeSource = request.isFromPage ? .web : .api
        return .written(try services.apply(write, own: settings.app.domain, source: source, request))
    }
}

/// The part of a long list of rows that a reply holds, of one pane or of several behind each other.
struct RowPart {
    /// Which rows they are, counted from the first row of the first pane.
    private(set) var range: Range<Int>
    /// How many rows there are.
    let total: Int
    /// The row that comes next.
    private(set) var position = 0
    private let maximumBytes: Int

    init(_ range: PageRange, of total: Int) {
        self.range = range.positions(of: total)
        self.total = total
        maximumBytes = range.maximumBytes
    }

    /// Whether any of the next rows is in the part; where there are none, whether the place is.
    func holds(_ count: Int) -> Bool {
        let isBefore = count == 0 ? position < range.lowerBound : position + count <= range.lowerBound
        return !isBefore && (position < range.upperBound || (count == 0 && range.upperBound == total))
    }

    /// Goes on behind so many rows. The part ends early when the reply has grown too long.
    /// - Parameter bytes: how long the reply is.
    mutating func pass(_ count: Int, written bytes: Int = 0) {
        position += count
        if bytes > maximumBytes, position > range.lowerBound, position < range.upperBound {
            range = range.lowerBound..<position
        }
    }

    /// The cursor of the next part; nil at the end.
    var next: Int? { range.upperBound < total && !range.isEmpty ? range.upperBound - 1 : nil }
}

/// Writes panes with their values as the API's `Pane`.
struct PaneWriter {
    let request: SettingsRequest
    /// Whether values of secure fields are sent.
    let reveals: Bool

    /// Writes the rows of a pane that belong to a part, with their groups, as members of an object.
    func writeMembers(
        of pane: SettingsPane,
        _ values: [Int: RowValue],
        _ part: inout RowPart,
        to writer: inout JSONWriter
    ) {
        writer.member("name", pane.name)
        writer.member("title", pane.title ?? request.appName)
        writer.member("language", pane.language)
        writer.member("direction", pane.direction.rawValue)
        writer.key("groups")
        writer.beginArray()
        for group in pane.groups {
            guard part.holds(group.rows.count) else {
                part.pass(group.rows.count)
                continue
            }
            writer.beginObject()
            writer.member("title", group.title)
            writer.member("footer", group.footer)
            if let key = group.key { writer.member("key", key) }
            if part.position < part.range.lowerBound { writer.member("continued", true) }
            writer.key("rows")
            writer.beginArray()
            for row in group.rows {
                if part.holds(1) {
                    writer.beginObject()
                    writeMembers(of: row, values[row.index] ?? RowValue(row, stored: nil), to: &writer)
                    writer.endObject()
                }
                part.pass(1, written: writer.count)
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.member("report", pane.report)
    }

    func writeMembers(of row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        let isRedacted = row.isSecure && !reveals || value.isWithheld
        writer.member("index", row.index)
        writer.member("type", row.typeName)
        writer.member("specifier", row.specifier)
        writer.member("title", row.title)
        if let key = row.key { writer.member("key", key) }
        for (name, entry) in [("value", value.value), ("stored", value.stored), ("default", value.defaultValue)] {
            writer.member(name, isRedacted ? nil : entry)
        }
        writer.member("origin", value.origin.rawValue)
        writer.member("modified", value.isModified)
        if isRedacted { writer.member("redacted", true) }
        writePresentation(row, value, to: &writer)
        writeContent(row, value, to: &writer)
    }

    private func writeContent(_ row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        switch row.content {
        case .textField(let traits), .textView(let traits):
            writer.member("secure", traits.isSecure)
            writer.member("keyboard", traits.keyboard.rawValue)
            writer.member("autocapitalization", traits.autocapitalization.rawValue)
            writer.member("autocorrection", traits.autocorrection.rawValue)
        case .toggle(let values):
            writer.member("on", value.isOn ?? false)
            writer.member("trueValue", values.trueValue)
            writer.member("falseValue", values.falseValue)
        case .slider(let range):
            writer.member("minimum", range.minimum)
            writer.member("maximum", range.maximum)
            writer.member("minimumImage", request.imageAddress(range.minimumImage))
            writer.member("maximumImage", request.imageAddress(range.maximumImage))
        case .multiValue(let choices), .radioGroup(let choices):
            write(choices, icons: row.presentation.choiceIcons, to: &writer)
            writer.member("selected", value.selectedIndex)
        case .title:
            writer.member("display", value.display)
        case .childPane(let child):
            if let pane = child.pane {
                writer.member("pane", pane)
                writer.member("href", request.apiAddress(ofPane: pane))
            }
        case .datePicker, .button, .link, .list, .custom: writeLibraryContent(row, value, to: &writer)
        case .unsupported: break
        }
    }

    private func write(_ choices: [SettingsChoice], icons: [String?], to writer: inout JSONWriter) {
        writer.list("options", choices.enumerated()) { writer, entry in
            writer.member("title", entry.element.title)
            writer.member("shortTitle", entry.element.shortTitle)
            writer.member("value", entry.element.value)
            if icons.indices.contains(entry.offset), let icon = icons[entry.offset] { writer.member("icon", icon) }
        }
    }
}

/// What InAppSettingsKit adds to rows: keys that every type may have, and types of its own.
extension PaneWriter {
    /// Writes the members that say how a row is shown, each only where the bundle has it.
    func writePresentation(_ row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        let presentation = row.presentation
        if let subtitle = presentation.subtitle(showing: value) { writer.member("subtitle", subtitle) }
        if let placeholder = presentation.placeholder { writer.member("placeholder", placeholder) }
        if presentation.alignment != .natural { writer.member("alignment", presentation.alignment.rawValue) }
        if let image = presentation.imageName { writer.member("image", image) }
        if let type = presentation.contentType { writer.member("contentType", type) }
        if presentation.isCheckmark { writer.member("checkmark", true) }
        if let footer = presentation.choicesFooter { writer.member("optionsFooter", footer) }
        if let condition = row.condition { writer.member("condition", condition) }
    }

    /// Writes the members of the library's own types.
    func writeLibraryContent(_ row: SettingsRow, _ value: RowValue, to writer: inout JSONWriter) {
        switch row.content {
        case .datePicker(let traits):
            writer.member("mode", traits.mode.rawValue)
            writer.member("style", traits.style.rawValue)
            writer.member("minuteInterval", traits.minuteInterval)
            writer.member("display", value.display)
        case .button:
            writer.member("display", value.display)
        case .link(let link):
            writer.member("kind", link.kind.rawValue)
            writer.member("address", link.address)
            writer.list("fields", link.lines) { writer, line in
                writer.member("label", line.label)
                writer.member("value", line.value)
            }
        case .list(let group):
            if let item = group.item {
                writer.object("item") { writeMembers(of: item, RowValue(item, stored: nil), to: &$0) }
            } else {
                writer.member("item", nil as String?)
            }
            writer.member("items", .array(row.isSecure && !reveals ? [] : value.items ?? []))
            writer.member("deletable", group.isDeletable)
            writer.member("addable", group.add != nil)
        default: break
        }
    }
}
