import Diagnostics

/// What `recursiveDescription` cannot say, or did not say this time.
struct DescriptionLosses {
    var hasAddresses: Bool
    var hasCutTexts: Bool
    var hasControllers: Bool
    var hasFrames: Bool

    /// One entry for each thing.
    var entries: [Diagnostic] {
        var entries = [
            entry(
                "bounds",
                "bounds and center are not printed; they were worked out from frame, transform and contentOffset"
            ),
            entry("contentMode", "the content mode is not printed; every view has scaleToFill"),
            entry("identifiers", "accessibility identifiers, labels and values are not printed"),
            entry("roundedFrames", "frames are printed with six significant digits"),
            entry("touches", "multipleTouchEnabled and exclusiveTouch are not printed; both are taken as NO"),
            entry("device", "the device, the app and the time are not printed"),
        ]
        if !hasControllers { entries.append(entry("controllers", "view controllers are not printed")) }
        if !hasAddresses { entries.append(entry("addresses", "the addresses were taken out of this dump")) }
        if !hasFrames {
            entries.append(entry("frames", "this dump gives no frames; every view is at 0, 0 without a size"))
        }
        if hasCutTexts { entries.append(entry("text", "UIKit cuts texts to 25 characters, and some here are cut")) }
        return entries
    }

    private func entry(_ what: String, _ sentence: String) -> Diagnostic {
        Diagnostic(.info, "lost.\(what)", sentence.prefix(1).uppercased() + sentence.dropFirst() + ".")
    }
}
