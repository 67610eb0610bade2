/// What takes the events of topics it has been subscribed to.
protocol EventSink: AnyObject, Sendable {
    /// Takes an event, in the order of publication. It must return at once and must not call the hub.
    func receive(_ event: TopicEvent)
}
