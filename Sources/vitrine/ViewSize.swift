import ArgumentParser
import ViewHierarchy

/// A size on the command line, as `375x667`.
struct ViewSize: ExpressibleByArgument {
    let size: Size

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]),
            (0...100_000).contains(width), (0...100_000).contains(height)
        else { return nil }
        size = Size(width: width, height: height)
    }
}
