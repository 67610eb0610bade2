extension SettingsBundle {
    /// A picture by the name that a slider gives: with or without extension, the sharpest variant first. Nil when
    /// there is none that browsers show, or the name leads out of the bundle.
    public func image(named name: String) -> BundleImage? {
        for file in imageFiles(named: name) {
            guard let bytes = try? files.read(file, limit: limits.maximumFileBytes),
                let image = BundleImage(file: file, bytes: bytes), image.format != .crushedPNG
            else { continue }
            return image
        }
        return nil
    }

    /// The files that a picture's name can mean, the sharpest first.
    func imageFiles(named name: String) -> [String] {
        guard let path = BundlePath.normalized(name), !path.isEmpty else { return [] }
        let known = [".png", ".jpg", ".jpeg"].first { path.lowercased().hasSuffix($0) }
        let stem = known.map { String(path.dropLast($0.count)) } ?? path
        let ends = known.map { [String(path.suffix($0.count))] } ?? [".png", ".jpg"]
        let candidates = ends.flatMap { end in ["@3x", "@2x", "", "~iphone", "~ipad"].map { stem + $0 + end } }
        return (candidates + [path]).filter(files.isFile)
    }
}
