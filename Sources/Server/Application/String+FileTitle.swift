extension String {
    /// A file's name without its folder and extension.
    var fileTitle: String {
        let last = split { $0 == "/" || $0 == "\\" }.last ?? ""
        guard let dot = last.lastIndex(of: "."), dot > last.startIndex else { return String(last) }
        return String(last[..<dot])
    }
}
