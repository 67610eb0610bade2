/// The events there are.
extension EventHub {
    /// Says that views of a dump have changed. Call it after the edit is durable, in the order of the revisions.
    /// - Parameters:
    ///   - revision: the revision that the edit made.
    ///   - changed: the ids of the views whose attributes, place or existence changed; events name the first
    ///     `TopicEvent.longestList` of them.
    func publish(dump id: String, revision: Int, changed: [Int]) {
        publish(.edit(dump: id, revision: revision, changed: changed))
    }

    /// Says that a dump is gone: the last event of its topic.
    func publish(deletionOfDump id: String) {
        publish(.gone(dump: id))
    }

    /// Says that values of a domain have changed. Call it after the write is durable, in the order of the revisions.
    func publish(domain: String, revision: Int, keys: [String]) {
        publish(.change(domain: domain, revision: revision, keys: keys))
    }

    /// Says that a layer of a domain's search list has changed that makes no revisions.
    func publish(domain: String, revision: Int, layer: String, keys: [String]) {
        publish(.change(domain: domain, revision: revision, keys: keys, layer: layer))
    }
}
