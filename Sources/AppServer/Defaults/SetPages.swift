import Defaults
import FoundationEssentials
import HTTP
import HTTPTypes
import PropertyList
import Services
import Web

/// `/defaults/sets`: the named sets, what each holds and would change, and the question before one is applied.
struct SetPages: RouteGroup {
    private static let bodyLimit = 16 << 20

    let services: Services

    func add(to router: inout Router) {
        let set = SetAddress.all + "/{set}"
        router.get(SetAddress.all, query: ["domain"]) { request, _ in try list(request) }
        router.on(.post, SetAddress.all, bodyLimit: Self.bodyLimit) { request, _ in try make(request) }
        router.get(set, query: ["to", "applied", "domain"]) { try show(try $1.required("set"), $0) }
        router.get(set + "/apply", query: []) { try askToApply(try $1.required("set"), $0) }
        router.on(.post, set + "/apply") { try apply(try $1.required("set"), $0) }
        router.get(set + "/delete", query: []) { try askToDelete(try $1.required("set"), $0) }
        router.on(.post, set + "/delete") { _, path in
            try services.defaults.removeSet(try path.required("set"), source: .web)
            return .redirect(to: SetAddress.all)
        }
        router.get(set + "/export/{format}", query: []) { _, path in
            try export(try path.required("set"), as: try path.required("format"))
        }
    }

    private func list(_ request: Request, refused: SetForm? = nil, because reason: String? = nil) throws -> Response {
        let domain = request.queryValue("domain")?.trimmingBlanks
        let sets = try services.defaults.sets().sets
        let page = SetsPage(
            sets: sets.filter { set in domain.map { set.domains[$0] != nil } ?? true }.map(SetRow.init),
            domain: domain,
            form: refused ?? SetForm(domains: domain ?? ""),
            suggestions: try services.defaults.domains().prefix(200).map(\.name),
            reason: reason
        )
        return try page.response(in: services, "Sets", for: request)
    }

    private func make(_ request: Request) throws -> Response {
        guard let boundary = request.headers[.contentType].flatMap({ MultipartForm.boundary(contentType: $0) }) else {
            throw Problem.unsupportedMediaType("This takes a form of type multipart/form-data.")
        }
        let parts = try MultipartForm(parsing: request.body, boundary: boundary)
        let form = SetForm(parts)
        do {
            let (set, _) = try services.made(of: try form.document(parts["file"]?.bytes.map { $0 } ?? []))
            guard !set.domains.isEmpty else {
                throw DefaultsError(.invalidSet, "Name at least one domain, or choose a file.")
            }
            return .redirect(to: SetAddress.path(try services.defaults.store(set, isNew: true, source: .web).name))
        } catch {
            // What is wrong with the store or the rights is no fault of the form.
            guard let reason = Self.reason(error) else { throw error }
            var response = try list(request, refused: form, because: reason)
            response.status = .unprocessableContent
            return response
        }
    }

    private static func reason(_ error: any Error) -> String? {
        switch error {
        case let error as DefaultsError where error.code != .busy && error.code != .storageFailed: error.message
        case let error as PropertyListError: error.message
        case let error as Problem where error.status == .unprocessableContent: error.detail
        default: nil
        }
    }

    private func show(_ name: String, _ request: Request) throws -> Response {
        var query = QueryReader(request)
        let applied = query.integer("applied", in: 1...(Int.max - 1))
        try query.finish()
        let other = query.string("to").flatMap { $0.isEmpty ? nil : $0 }
        let set = try services.defaults.requiredSet(named: name)
        let comparison = try other.map { try SetComparison(name, to: $0, in: services) }
        let page = SetPage(
            set: set,
            parts: try set.domains.sorted { $0.key < $1.key }.map { domain, part in
                SetPart(
                    domain: domain,
                    part: part,
                    now: try services.defaults.snapshot(of: domain).values,
                    secret: try services.secrets(of: domain).keys
                )
            },
            others: try services.defaults.sets().sets.map(\.name).filter { $0 != name },
            other: other,
            differences: try comparison?.parts.filter { !$0.changes.isEmpty }.map { domain, changes in
                let secret = try services.secrets(of: domain).keys
                return ChangeSection(kind: nil, domain: domain, all: changes, secureKeys: secret)
            } ?? [],
            applied: applied,
            appliedTo: query.string("domain"),
            host: request.host
        )
        return try page.response(in: services, name, for: request)
    }

    private func askToApply(_ name: String, _ request: Request) throws -> Response {
        let set = try services.defaults.requiredSet(named: name)
        let sections = try services.defaults.preview(of: set).filter { !$0.changes.isEmpty }.map { part in
            ChangeSection(
                kind: nil,
                domain: part.from.name,
                all: part.changes,
                secureKeys: try services.secrets(of: part.from.name).keys,
                forced: try services.forced(part.changes.lazy.map(\.key), of: part.from.name)
            )
        }
        let path = SetAddress.path(name)
        let question = ConfirmPage(question: .apply(set), action: path + "/apply", back: path, sections: sections)
        return try question.response(in: services, name, "Apply", for: request)
    }

    private func apply(_ name: String, _ request: Request) throws -> Response {
        let form = try URLEncodedForm(parsing: request.body)
        let set = try services.defaults.requiredSet(named: name)
        // What was shown is what is applied.
        if let shown = form["revision"].flatMap({ Int($0) }), shown != set.revision {
            throw Problem.conflict("set-changed", "The set has changed since you looked at it. Look at it again.")
        }
        let changed = try services.defaults.apply(set, source: .web).first { !$0.changed.isEmpty }
        let page = PageAddress(SetAddress.path(name)).adding("applied", changed.map { String($0.revision) })
            .adding("domain", changed?.domain)
        return .redirect(to: page.text)
    }

    private func askToDelete(_ name: String, _ request: Request) throws -> Response {
        let set = try services.defaults.requiredSet(named: name)
        let path = SetAddress.path(name)
        let question = ConfirmPage(question: .delete(set), action: path + "/delete", back: path, sections: [])
        return try question.response(in: services, name, "Delete", for: request)
    }

    private func export(_ name: String, as format: String) throws -> Response {
        let (set, withheld) = try services.shown(try services.defaults.requiredSet(named: name))
        let file = String(name.unicodeScalars.filter { $0.isASCII && $0 != "\"" && $0 != "\\" })
        let mark = withheld.isEmpty ? "" : "-redacted"
        switch format {
        case "plist":
            let bytes = try PropertyListWriter.xml(SetDocument.propertyList(of: set))
            return .data(bytes, type: Request.propertyListType).saved(as: "\(file)\(mark).plist")
        case "json":
            let text = SetDocument.text(of: set)
            return .data(Array(text.utf8), type: "application/json").saved(as: "\(file)\(mark).json")
        default: throw Problem.notFound("Unknown export format “\(format.prefix(40))”. Use plist or json.")
        }
    }
}

extension Page {
    /// The page in the place that sets have.
    fileprivate func response(
        in services: Services,
        _ name: String,
        _ step: String? = nil,
        for request: Request
    ) throws -> Response {
        let isList = Self.template == SetsPage.template
        var crumbs = [PageRenderer.Crumb(name: "Defaults", address: "/defaults")]
        if !isList { crumbs.append(.init(name: "Sets", address: SetAddress.all)) }
        crumbs.append(.init(name: name, address: step == nil ? nil : SetAddress.path(name)))
        if let step { crumbs.append(.init(name: step)) }
        return try services.pages.page(
            self,
            title: "\(step.map { "\($0) · " } ?? "")\(name) · Vitrine",
            for: request,
            alternate: "/api/v1" + (isList ? SetAddress.all : SetAddress.path(name)),
            crumbs: crumbs
        )
    }
}

/// What the form for a new set holds.
struct SetForm: PageModel {
    var name = ""
    var description = ""
    /// The domains, a line each, with the revision behind an at sign.
    var domains = ""

    static let members: Members<Self> = [
        "setName": .text { $0.name }, "setDescription": .text { $0.description }, "setDomains": .text { $0.domains },
    ]

    init(domains: String) { self.domains = domains }

    init(_ parts: MultipartForm) {
        name = parts["name"]?.text?.trimmingBlanks ?? ""
        description = parts["description"]?.text?.trimmingBlanks ?? ""
        domains = parts["domains"]?.text ?? ""
    }

    /// What the form asks for. With a file, a domain that is named is the one whose values are in it.
    func document(_ file: [UInt8]) throws -> SetDocument {
        let sources = domains.split(whereSeparator: \.isNewline).map { SetDocument.Source(String($0)) }
            .filter { !$0.domain.isEmpty }
        var document: SetDocument
        if file.isEmpty {
            document = try SetDocument.read(Array("{}".utf8), name: name)
            document.sources = sources
        } else {
            document = try SetDocument.read(file, name: name.isEmpty ? nil : name, domain: sources.first?.domain)
        }
        if !description.isEmpty { document.set.description = description }
        return document
    }
}

/// A set in a list.
struct SetRow: PageModel {
    let set: DefaultsSetSummary

    init(_ set: DefaultsSetSummary) { self.set = set }

    static let members: Members<Self> = [
        "name": .text { $0.set.name }, "address": .text { SetAddress.path($0.set.name) },
        "description": .text { $0.set.description },
        "keys": .part { Count($0.set.domains.values.reduce(0, +)) },
        "domainCount": .part { Count($0.set.domains.count) },
        "when": .text { row in row.set.createdAt.map { Age.text(of: $0, now: Date()) } },
    ]
}

/// `/defaults/sets`.
struct SetsPage: Page {
    static let template = "pages/defaults-sets"

    let sets: [SetRow]
    /// The domain that the listed ones are about.
    let domain: String?
    let form: SetForm
    let suggestions: [String]
    /// Why the form was not taken.
    let reason: String?

    static let members: Members<Self> = [
        "sets": .list { $0.sets }, "setCount": .part { Count($0.sets.count) }, "onlyDomain": .text { $0.domain },
        "form": .part { $0.form }, "suggestions": .texts { $0.suggestions }, "reason": .text { $0.reason },
    ]
}

/// `/defaults/sets/{set}`.
struct SetPage: Page {
    static let template = "pages/defaults-set"

    let set: DefaultsSet
    let parts: [SetPart]
    let others: [String]
    /// The set that it is compared with.
    let other: String?
    let differences: [ChangeSection]
    /// A revision that applying it has just made, and of which domain.
    let applied: Int?
    let appliedTo: String?
    let host: String

    static let members: Members<Self> = [
        "name": .text { $0.set.name }, "address": .text { SetAddress.path($0.set.name) },
        "description": .text { $0.set.description }, "revision": .number { $0.set.revision },
        "when": .text { page in page.set.updatedAt.map { Age.text(of: $0, now: Date()) } },
        "parts": .list { $0.parts }, "differing": .part { page in Count(page.parts.reduce(0) { $0 + $1.differing }) },
        "hasOthers": .flag { !$0.others.isEmpty }, "others": .texts { $0.others }, "other": .text { $0.other },
        "sections": .list { $0.differences }, "hasDifferences": .flag { !$0.differences.isEmpty },
        "undone": .number { $0.appliedTo == nil ? nil : $0.applied },
        "undoAction": .text { page in page.appliedTo.map { PageAddress.path(ofDomain: $0) + "/history" } },
        "host": .text { $0.host },
    ]
}

/// What a set holds for one domain, beside what is stored now.
struct SetPart: PageModel {
    /// One key.
    struct Key: PageModel {
        let key: String
        let value: PropertyListValue?
        let now: PropertyListValue?
        let domain: String
        let isSecret: Bool

        /// Whether applying the set would change it. Of a secret nobody is told.
        var differs: Bool {
            switch (value, now) {
            case (nil, nil): false
            case (let value?, let now?): !value.isIdentical(to: now)
            default: true
            }
        }

        static let members: Members<Self> = [
            "key": .text { $0.key }, "keyParts": .pieces { $0.key },
            "keyHref": .text { DomainQuery.address(of: $0.key, in: $0.domain) },
            "value": .text { key in key.value.map { key.isSecret ? ValueText.hidden : ValueText.line($0, limit: 240) }
            },
            "type": .text { $0.value?.typeName }, "differs": .flag { $0.differs && !$0.isSecret },
            "now": .text { key in
                key.isSecret ? nil : key.now.map { ValueText.line($0, limit: 120) }
            },
        ]
    }

    private static let mostKeys = 500

    let domain: String
    let keys: [Key]

    init(
        domain: String,
        part: DefaultsSet.Part,
        now: [String: PropertyListValue],
        secret: Set<String>
    ) {
        self.domain = domain
        keys = part.keys.sorted().map { key in
            Key(key: key, value: part.values[key], now: now[key], domain: domain, isSecret: secret.contains(key))
        }
    }

    /// How many keys have another value now.
    var differing: Int { keys.count { $0.differs || $0.isSecret } }

    static let members: Members<Self> = [
        "domainParts": .pieces { $0.domain }, "domainPath": .text { PageAddress.path(ofDomain: $0.domain) },
        "keyCount": .part { Count($0.keys.count) }, "keys": .list { Array($0.keys.prefix(mostKeys)) },
        "more": .number { $0.keys.count > mostKeys ? $0.keys.count - mostKeys : nil },
    ]
}
