package import Defaults
import JSON

/// One thing that happened: its topic, its name on the wire, and its data as JSON, made once for all that watch.
package struct TopicEvent: Sendable {
    /// The most views or keys that an event names; `"truncated":true` then says that there are more.
    static let longestList = 1_000
    /// The most bytes of the keys that an event names: an event has to fit into the queue of a stream several times.
    static let longestKeys = 8 * 1024

    package let topic: EventTopic
    /// `edit`, `marks`, `change`, `library` or `gone`.
    package let name: String
    /// The revision that the topic is at; nil when it is gone.
    package let revision: Int?
    /// The data for a stream of this topic alone.
    package let data: [UInt8]
    /// The data for a stream of several topics: it names the topic.
    let namedData: [UInt8]

    /// The event tells of something that makes no revision, so it counts although its revision is known already.
    package var isVolatile = false
    /// What becomes of it for somebody who has not been told of the revision before.
    package var gap = Gap.isNoMatter

    /// How an event is told to somebody who has not been told of all before it.
    package enum Gap: Sendable {
        /// As it is: it tells where things are, or says already that more has changed.
        case isNoMatter
        /// In this way, which says that more has changed.
        case isSaid(@Sendable () -> TopicEvent)
        /// Not yet: the history has what is between, which is told first.
        case isFilled
    }

    /// Whether no event of the topic follows.
    package var isLast: Bool { revision == nil }

    /// Views of a dump have changed.
    /// - Parameters:
    ///   - isTruncated: whether more have changed than are listed.
    ///   - marks: the revision of the dump's marks, where they are told of too.
    package static func edit(
        dump id: String,
        revision: Int,
        changed: [Int],
        isTruncated: Bool = false,
        marks: Int? = nil
    ) -> TopicEvent {
        let list = changed.prefix(longestList)
        let isTruncated = isTruncated || list.count < changed.count
        func data(naming isNamed: Bool) -> [UInt8] {
            object { writer in
                if isNamed { writer.member("dump", id) }
                writer.member("revision", revision)
                writer.member("changed", Array(list))
                if isTruncated { writer.member("truncated", true) }
                if let marks { writer.member("marks", marks) }
            }
        }
        return TopicEvent(
            topic: .dump(id),
            name: "edit",
            revision: revision,
            data: data(naming: false),
            namedData: data(naming: true),
            gap: isTruncated
                ? .isNoMatter
                : .isSaid { edit(dump: id, revision: revision, changed: changed, isTruncated: true, marks: marks) }
        )
    }

    /// Views of a dump were pinned, or notes on them written, or either taken away. The dump itself is as it was.
    /// - Parameters:
    ///   - revision: the dump's.
    ///   - marks: the revision that its marks are at now.
    package static func marks(dump id: String, revision: Int, marks: Int) -> TopicEvent {
        func data(naming isNamed: Bool) -> [UInt8] {
            object { writer in
                if isNamed { writer.member("dump", id) }
                writer.member("revision", revision)
                writer.member("marks", marks)
            }
        }
        return TopicEvent(
            topic: .dump(id),
            name: "marks",
            revision: revision,
            data: data(naming: false),
            namedData: data(naming: true),
            isVolatile: true
        )
    }

    /// A dump has been deleted.
    package static func gone(dump id: String) -> TopicEvent {
        let data = object { $0.member("dump", id) }
        return TopicEvent(topic: .dump(id), name: "gone", revision: nil, data: data, namedData: data)
    }

    /// Dumps or apps have come or gone, or lists say something else of them.
    package static func library(revision: Int) -> TopicEvent {
        let data = object { writer in
            writer.member("library", true)
            writer.member("revision", revision)
        }
        return TopicEvent(topic: .library, name: "library", revision: revision, data: data, namedData: data)
    }

    /// What a revision of a domain changed, or where it is, as the history tells it.
    /// - Parameter layers: the version of its layers, which have no revisions: by that a client that comes back sees whether it
    ///   has missed a change of them. 0 where that is not told.
    package static func change(domain: String, _ changes: ChangedKeys, layers: Int = 0) -> TopicEvent {
        change(
            domain: domain,
            revision: changes.revision,
            keys: changes.keys,
            isTruncated: changes.isTruncated,
            layers: layers
        )
    }

    /// Values of a domain have changed.
    /// - Parameters:
    ///   - layer: the layer they have changed in when it is not the stored one; that makes no revision.
    ///   - isTruncated: whether more have changed than are listed.
    ///   - layers: the version that its layers are at; 0 while none holds anything, and where that is not told.
    package static func change(
        domain: String,
        revision: Int,
        keys: [String],
        layer: String? = nil,
        isTruncated: Bool = false,
        layers: Int = 0
    ) -> TopicEvent {
        var room = longestKeys
        let list = keys.prefix(longestList).prefix { key in
            room -= key.utf8.reduce(3) { $0 + Self.escapedLength(of: $1) }
            return room >= 0
        }
        let data = object { writer in
            writer.member("domain", domain)
            writer.member("revision", revision)
            if let layer { writer.member("layer", layer) }
            writer.member("keys", Array(list))
            if isTruncated || list.count < keys.count { writer.member("truncated", true) }
            if layers > 0 { writer.member("layers", layers) }
        }
        return TopicEvent(
            topic: .defaults(domain),
            name: "change",
            revision: revision,
            data: data,
            namedData: data,
            isVolatile: layer != nil,
            gap: isTruncated ? .isNoMatter : .isFilled
        )
    }

    /// The most bytes that a byte of a key takes in JSON.
    private static func escapedLength(of byte: UInt8) -> Int {
        switch byte {
        case ..<0x20, UInt8(ascii: "<"): 6
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x7F...: 2
        default: 1
        }
    }

    private static func object(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.object(reservingCapacity: 128) { writer in
            members(&writer)
        }
    }
}
