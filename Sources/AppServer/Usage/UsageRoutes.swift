import Catalog
import Defaults
import HTTP
import HTTPTypes
import JSON
import Services
import Storage
import Web

/// `/api/v1/usage` and `/usage`: how much is stored, what is largest, and what is allowed.
struct UsageRoutes: RouteGroup {
    /// How many of the largest things, and of the owners, are named.
    private static let most = 20

    let services: Services

    func add(to router: inout Router) {
        router.get("/api/v1/usage", query: []) { _, _ in
            let usage = try usage()
            return .json { writer in writer.members(of: usage) }
        }
        router.get("/usage", query: []) { request, _ in
            try services.pages.page(
                UsagePage(usage: try usage()),
                title: "Storage · Vitrine",
                for: request,
                alternate: "/api/v1/usage",
                crumbs: [.init(name: "Storage")]
            )
        }
    }

    /// How much is stored. The list of the sets of values and the app configs, which no page of a
    /// domain shows, are no things of their own.
    private func usage() throws -> StorageUsage? {
        var usage = try services.catalog.usage(largest: Self.most)
        usage?.largest.removeAll { $0.kind == .domain && DefaultsSet.keeps($0.id) && $0.set == nil }
        return usage
    }
}

extension StorageUsage.Item {
    /// The name of the set of values that it is; nil for other things.
    fileprivate var set: String? { kind == .domain ? DefaultsSet.name(keptIn: id) : nil }
}

extension JSONWriter {
    /// Writes the members of the API's `Usage` into the object that is open.
    /// - Parameter usage: nil where the storage does not tell.
    fileprivate mutating func members(of usage: StorageUsage?) {
        member("measured", usage != nil)
        let usage = usage ?? StorageUsage()
        member("bytes", usage.bytes)
        member("bytesOnDisk", usage.bytesOnDisk)
        member("bytesAvailable", usage.bytesAvailable)
        member("readOnly", usage.isReadOnly)
        list("kinds", usage.kinds) { writer, amount in
            writer.member("kind", amount.kind.rawValue)
            writer.member("count", amount.count)
            writer.member("bytes", amount.bytes)
        }
        list("largest", usage.largest) { writer, item in
            writer.member("kind", item.set == nil ? item.kind.rawValue : "set")
            writer.member("id", item.set ?? item.id)
            writer.member("name", item.set ?? item.name)
            writer.member("bytes", item.bytes)
        }
        list("owners", usage.owners) { writer, share in
            writer.member("owner", share.owner)
            writer.member("bytes", share.bytes)
        }
        object("quotas") { writer in
            for quota in StorageQuota.allCases { writer.member(quota.rawValue, usage.quotas[quota]) }
        }
    }
}

/// `/usage`.
struct UsagePage: Page {
    /// How much there is of a kind.
    struct Kind: PageModel {
        let amount: StorageUsage.Amount

        static let members: Members<Self> = [
            "isDumps": .flag { $0.amount.kind == .dumps }, "isScreenshots": .flag { $0.amount.kind == .screenshots },
            "isParts": .flag { $0.amount.kind == .parts }, "isEdits": .flag { $0.amount.kind == .edits },
            "isCompanions": .flag { $0.amount.kind == .companions }, "isApps": .flag { $0.amount.kind == .apps },
            "isDefaults": .flag { $0.amount.kind == .defaults }, "isHistory": .flag { $0.amount.kind == .history },
            "count": .number { $0.amount.count }, "size": .text { StorageQuotas.text($0.amount.bytes) },
        ]
    }

    /// One of the largest things.
    struct Item: PageModel {
        let item: StorageUsage.Item

        static let members: Members<Self> = [
            "itemName": .text { $0.name }, "nameParts": .pieces { $0.name },
            "address": .text { $0.address }, "isSet": .flag { $0.item.set != nil },
            "isDump": .flag { $0.item.kind == .dump }, "isApp": .flag { $0.item.kind == .app },
            "isDomain": .flag { $0.item.kind == .domain && $0.item.set == nil },
            "itemSize": .text { StorageQuotas.text($0.item.bytes) },
        ]

        private var name: String { item.set ?? (item.name.isEmpty ? item.id : item.name) }

        private var address: String {
            if let set = item.set { return SetAddress.path(set) }
            let folder =
                switch item.kind {
                case .dump: "dumps"
                case .app: "apps"
                case .domain: "defaults"
                }
            return "/\(folder)/\(item.id.pathSegment)"
        }
    }

    /// What one token has uploaded.
    struct Owner: PageModel {
        let share: StorageUsage.Share

        static let members: Members<Self> = [
            "owner": .text { $0.share.owner }, "nameParts": .pieces { $0.share.owner },
            "ownerSize": .text { StorageQuotas.text($0.share.bytes) },
        ]
    }

    /// One quota.
    struct Quota: PageModel {
        let quota: StorageQuota
        let limit: Int?

        static let members: Members<Self> = [
            "quota": .text { $0.quota.rawValue }, "limit": .text { $0.limit.map(StorageQuotas.text) },
            "isTotal": .flag { $0.quota == .total }, "isOneDump": .flag { $0.quota == .dump },
            "isOneApp": .flag { $0.quota == .app }, "isJournal": .flag { $0.quota == .journal },
            "isOneDomain": .flag { $0.quota == .domain }, "isOneHistory": .flag { $0.quota == .history },
            "isPrincipal": .flag { $0.quota == .principal },
        ]
    }

    static let template = "pages/usage"

    /// Nil where the storage does not tell.
    let usage: StorageUsage?

    static let members: Members<Self> = [
        "isMeasured": .flag { $0.usage != nil }, "isReadOnly": .flag { $0.usage?.isReadOnly == true },
        "used": .text { $0.usage.map { StorageQuotas.text($0.bytes) } },
        "onDisk": .text { $0.usage?.bytesOnDisk.map(StorageQuotas.text) },
        "available": .text { $0.usage?.bytesAvailable.map(StorageQuotas.text) },
        "kinds": .list { ($0.usage?.kinds ?? []).map(Kind.init) },
        "hasLargest": .flag { $0.usage?.largest.isEmpty == false },
        "largest": .list { ($0.usage?.largest ?? []).map(Item.init) },
        "hasOwners": .flag { $0.usage?.owners.isEmpty == false },
        "owners": .list { ($0.usage?.owners ?? []).map(Owner.init) },
        "quotas": .list { page in
            StorageQuota.allCases.map { Quota(quota: $0, limit: page.usage?.quotas[$0]) }
        },
    ]
}
