extension LookAlike {
    /// What a text without views looks like by its lines, with the number of the line that says so.
    static func name(of survey: DescriptionSurvey) -> String? {
        if survey.isTrace { return "an _autolayoutTrace, which gives no frames" }
        if survey.controllerLines > 0 { return "a _printHierarchy of view controllers, which gives no frames" }
        if survey.constraintLines > 0 { return "a log of Auto Layout constraints" }
        if survey.isResponderChain { return "a responder chain without views" }
        return nil
    }
}
