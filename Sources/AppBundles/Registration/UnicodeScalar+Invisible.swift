extension Unicode.Scalar {
    /// Whether it changes how code reads without showing: controls, marks of direction, separators of lines.
    var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
