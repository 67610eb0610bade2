import ViewHierarchy

extension Situation {
    /// The query parameters that ask for it, in a fixed order; none for one that changes nothing.
    var queryItems: [String] {
        var items: [String] = []
        if let device { items.append("device=\(device.id)") }
        if let orientation { items.append("orientation=\(orientation.rawValue)") }
        if let width { items.append("width=\(NumberText.short(width))") }
        if let height { items.append("height=\(NumberText.short(height))") }
        if statusBar != .normal { items.append("statusBar=\(statusBar.rawValue)") }
        if showsKeyboard { items.append("keyboard=true") }
        return items
    }
}
