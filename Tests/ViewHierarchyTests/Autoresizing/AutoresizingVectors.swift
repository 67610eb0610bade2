import Testing

@testable import ViewHierarchy

/// One axis of a view before and after its superview's resize, with where the numbers come from.
struct AxisVector: CustomTestStringConvertible, Sendable {
    var number: Int
    var mask: String
    var from: Double
    var to: Double
    var before: (Double, Double)
    var after: (Double, Double)
    var tolerance: Double
    var source: String

    init(
        _ number: Int,
        _ mask: String,
        _ from: Double,
        _ to: Double,
        _ before: (Double, Double),
        _ after: (Double, Double),
        within tolerance: Double = 1e-3,
        _ source: String
    ) {
        self.number = number
        self.mask = mask
        self.from = from
        self.to = to
        self.before = before
        self.after = after
        self.tolerance = tolerance
        self.source = source
    }

    var testDescription: String { "\(number) \(mask) \(from)→\(to), \(source)" }

    /// L or T, W or H, and R or B as one axis' flexible parts.
    var flexible: AxisFlexibility {
        var flexible: AxisFlexibility = []
        if mask.contains("L") || mask.contains("T") { flexible.insert(.nearMargin) }
        if mask.contains("W") || mask.contains("H") { flexible.insert(.length) }
        if mask.contains("R") || mask.contains("B") { flexible.insert(.farMargin) }
        return flexible
    }

    func result(_ autoresizing: Autoresizing = Autoresizing()) -> (span: AxisSpan, isClamped: Bool) {
        let span = AxisSpan(position: before.0, length: before.1)
        return autoresizing.resize(span, flexible, from: from, to: to)
    }

    /// What UIKit was seen to do, before rounding.
    static let uikit = [
        AxisVector(1, "LWR", 180, 300, (20, 140), (33.333, 233.333), "UILabel dump, iOS 7/8"),
        AxisVector(2, "THB", 667, 736, (172, 118), (189.793, 130.207), "app dump on a 414 pt phone"),
        AxisVector(3, "LWR", 300, 245, (213, 81), (173.95, 66.15), "iOS 6 storyboard cell"),
        AxisVector(4, "W", 0, 320, (0, 375), (0, 695), "AppGyver/steroids #1044"),
        AxisVector(4, "W", 0, 1, (0, 375), (0, 376), "AppGyver/steroids #1044"),
        AxisVector(5, "LR", 393, 414, (494.0 / 3, 64), (0.500507 * 414 - 32.0324, 64), "whackylabs 2023"),
        AxisVector(5, "LR", 393, 320, (494.0 / 3, 64), (0.500507 * 320 - 32.0324, 64), "whackylabs 2023"),
    ]

    /// What Interface Builder wrote into nib files, on whole points.
    static let interfaceBuilder = [
        AxisVector(29, "L", 667, 320, (614, 34), (267, 34), within: 1, "e22c9421 CallView HAk-mv-6sG"),
        AxisVector(30, "L", 333, 438, (-57, 264), (48, 264), within: 1, "e22c9421 CallView sHZ-53-Hta"),
        AxisVector(31, "LW", 667, 320, (605, 40), (280, 18), within: 1, "e22c9421 CallView d9Y-2a-CDI"),
        AxisVector(32, "LW", 375, 667, (331, 22), (605, 40), within: 1, "ade06f3f CallView d9Y-2a-CDI"),
        AxisVector(33, "TH", 568, 394, (441, 67), (290, 44), within: 1, "668a6002 WizardViews 22"),
        AxisVector(34, "LR", 667, 375, (608, 51), (319, 51), within: 1, "63f69205 HistoryDetailsView MRH-yi-acw"),
        AxisVector(35, "TB", 559, 267, (37, 75), (15, 75), within: 1, "ade06f3f CallView oQ7-Ye-Vf5"),
        AxisVector(36, "TB", 667, 480, (491, 28), (347, 28), within: 1, "vlc-ios 46f15411 282"),
        AxisVector(37, "WR", 375, 667, (52, 295), (52, 562), within: 1, "ade06f3f CallView PfQ-F7-Kww"),
        AxisVector(38, "WR", 667, 320, (52, 514), (52, 224), within: 1, "e22c9421 CallView 8ep-1F-Gkg"),
        AxisVector(39, "WR", 320, 768, (0, 320), (0, 768), within: 1, "Awful 9b7b21c8 MainiPad 28S-OD-2Rg"),
        AxisVector(40, "LWR", 1270, 500, (860, 410), (338, 162), within: 1, "2acfc50a CallView~ipad T4K-WZ-66j"),
        AxisVector(41, "LWR", 1270, 500, (0, 404), (0, 159), within: 1, "2acfc50a CallView~ipad iVs-Uz-333"),
        AxisVector(42, "LWR", 667, 320, (0, 656), (0, 314.5), within: 1, "e22c9421 CallView qmh-Lu-UBi"),
        AxisVector(43, "LWR", 40, 66, (0, 42), (0, 69), within: 1, "3034d800 ChatConversationView"),
        AxisVector(44, "LWR", 320, 360, (0, 331), (0, 372), within: 1, "96718a80 UICallCell"),
        AxisVector(45, "LWR", 320, 360, (300, 21), (338, 24), within: 1, "6db8ec90 UIMainBar"),
        AxisVector(46, "LWR", 667, 320, (502, 167), (241, 80), within: 1, "e22c9421 CallView"),
        AxisVector(47, "LR", 375, 667, (0, 375), (146, 375), within: 1, "140331ba FirstLoginView"),
        AxisVector(48, "LR", 480, 537, (0, 480), (29, 480), within: 1, "96718a80 UICallBar"),
        AxisVector(49, "LR", 320, 375, (0, 320), (27, 320), within: 1, "KIF 026533b0 MainStoryboard"),
        AxisVector(50, "W", 0, 34, (0, 0), (0, 34), within: 1, "LNPopupController a9c82a64"),
    ]

    /// The exact numbers behind those that Interface Builder wrote.
    static let exact = [
        AxisVector(29, "L", 667, 320, (614, 34), (267, 34), "exact"),
        AxisVector(30, "L", 333, 438, (-57, 264), (48, 264), "exact"),
        AxisVector(31, "LW", 667, 320, (605, 40), (279.519, 18.481), "exact"),
        AxisVector(32, "LW", 375, 667, (331, 22), (604.802, 40.198), "exact"),
        AxisVector(33, "TH", 568, 394, (441, 67), (289.949, 44.051), "exact"),
        AxisVector(34, "LR", 667, 375, (608, 51), (319.792, 51), "exact"),
        AxisVector(35, "TB", 559, 267, (37, 75), (14.678, 75), "exact"),
        AxisVector(36, "TB", 667, 480, (491, 28), (347.311, 28), "exact"),
        AxisVector(37, "WR", 375, 667, (52, 295), (52, 561.687), "exact"),
        AxisVector(38, "WR", 667, 320, (52, 514), (52, 223.987), "exact"),
        AxisVector(39, "WR", 320, 768, (0, 320), (0, 768), "exact"),
        AxisVector(40, "LWR", 1270, 500, (860, 410), (338.583, 161.417), "exact"),
        AxisVector(41, "LWR", 1270, 500, (0, 404), (0, 159.055), "exact"),
        AxisVector(42, "LWR", 667, 320, (0, 656), (0, 314.723), "exact"),
        AxisVector(43, "LWR", 40, 66, (0, 42), (0, 69.3), "exact"),
        AxisVector(44, "LWR", 320, 360, (0, 331), (0, 372.375), "exact"),
        AxisVector(45, "LWR", 320, 360, (300, 21), (337.5, 23.625), "exact"),
        AxisVector(46, "LWR", 667, 320, (502, 167), (240.84, 80.12), "exact"),
        AxisVector(47, "LR", 375, 667, (0, 375), (146, 375), "exact"),
        AxisVector(48, "LR", 480, 537, (0, 480), (28.5, 480), "exact"),
        AxisVector(49, "LR", 320, 375, (0, 320), (27.5, 320), "exact"),
        AxisVector(50, "W", 0, 34, (0, 0), (0, 34), "exact"),
    ]

    /// What follows from the rules.
    static let derived = [
        AxisVector(51, "LWR", 100, 200, (25, 50), (50, 100), "proportions"),
        AxisVector(52, "LR", 50, 150, (20, 30), (120, 30), "no far margin"),
        AxisVector(53, "W", 100, 5, (10, 20), (10, 0), "negative length clamped"),
        AxisVector(54, "LWR", 90, 0, (30, 30), (0, 0), "shrunk to nothing"),
        AxisVector(54, "LWR", 0, 90, (0, 0), (30, 30), "grown from nothing"),
        AxisVector(55, "LWR", 100, 0, (10, 30), (0, 0), "shrunk to nothing"),
        AxisVector(55, "LWR", 0, 100, (0, 0), (33.333, 33.333), "proportions are lost"),
        AxisVector(56, "LW", 100, 120, (-30, 20), (-20, 30), "negative sum"),
    ]
}
