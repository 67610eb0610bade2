import Diagnostics

/// What is checked of choices, toggles, sliders, date pickers, lists and links.
extension BundleLint {
    static let choiceRules: [LintRule] = [
        LintRule(
            .error,
            "settings.row.choicesMismatch",
            "There is a title for each value",
            "Settings pairs Values and Titles by their place; InAppSettingsKit shows nothing when their numbers differ.",
            cure: "Give Values and Titles the same number of elements."
        ),
        LintRule(
            .warning,
            "settings.row.shortTitlesMismatch",
            "There is a short title for each value",
            "A choice without a short title shows its long one on the row.",
            cure: "Give ShortTitles as many elements as Values."
        ),
        LintRule(
            .error,
            "settings.row.noChoices",
            "There is something to choose",
            "The row opens an empty list.",
            cure: "Give the row Values and Titles."
        ),
        LintRule(
            .warning,
            "settings.row.defaultNotAChoice",
            "The default is one of the values",
            "Nothing is selected until somebody chooses; often the DefaultValue is one of the Titles.",
            cure: "Set DefaultValue to one of Values, with the same type."
        ),
        LintRule(
            .warning,
            "settings.row.mixedValueTypes",
            "Values have one type",
            "Xcode's editor adds new elements as strings, so an app that reads a number gets text for some choices.",
            cure: "Give all Values the same type."
        ),
        LintRule(
            .warning,
            "settings.row.duplicateValue",
            "Values differ",
            "Two choices store the same value, so only the first can ever show as selected.",
            cure: "Give each choice its own value."
        ),
        LintRule(
            .error,
            "settings.row.toggleValues",
            "On and off store different values",
            "A toggle that stores the same value either way cannot be turned off.",
            cure: "Make TrueValue and FalseValue differ."
        ),
        LintRule(
            .warning,
            "settings.row.toggleDefault",
            "A toggle's default is one of its values",
            "The app reads a value that the switch never stores.",
            cure: "Set DefaultValue to TrueValue or FalseValue, with the same type."
        ),
        LintRule(
            .info,
            "settings.row.toggleHalf",
            "A toggle declares both of its values or none",
            "The value that is not declared is a boolean, so the type that is stored changes with the switch.",
            cure: "Declare TrueValue and FalseValue, or neither."
        ),
        LintRule(
            .info,
            "settings.row.numberAsText",
            "A slider's numbers are numbers",
            "The schema asks for reals; text is read as a number where it is one.",
            cure: "Write the number as a real."
        ),
        LintRule(
            .error,
            "settings.row.sliderRange",
            "A slider's minimum is below its maximum",
            "The slider cannot be moved.",
            cure: "Correct MinimumValue and MaximumValue."
        ),
        LintRule(
            .warning,
            "settings.row.sliderDefault",
            "A slider's default is within its bounds",
            "The slider stands at a bound and the app reads a value beyond it.",
            cure: "Move DefaultValue inside the bounds."
        ),
        LintRule(
            .warning,
            "settings.row.imageMissing",
            "A slider's pictures are in the bundle",
            "The slider shows no picture at that end.",
            cure: "Add the picture to the settings bundle, or correct its name."
        ),
        LintRule(
            .warning,
            "settings.row.minuteInterval",
            "A date picker's minutes divide an hour",
            "UIDatePicker ignores an interval that does not divide 60.",
            cure: "Give a divisor of 60 up to 30."
        ),
        LintRule(
            .error,
            "settings.list.part",
            "A list's items are rows",
            "InAppSettingsKit cannot show groups and lists inside a list.",
            cure: "Use a row, such as a text field or a child pane, as ItemSpecifier and AddSpecifier."
        ),
        LintRule(
            .warning,
            "settings.link.unsafeAddress",
            "Links lead to the web",
            "Addresses such as javascript: and file: run script or read files in whatever opens them.",
            cure: "Use an https address."
        ),
    ]
}
