extension AgentTool {
    /// All tools, in the order in which they are listed.
    static let all = [
        screens, look, find, why, check, layout, compare, explainLog, attempt, settings, defaults, open,
    ]
}
