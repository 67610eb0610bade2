import ViewHierarchy
import Diagnostics

/// The rules of the check, in the order of a reader's interest: severity, id and needs, what is asked for, why,
/// and the cure.
extension HierarchyLint {
    /// What is checked of sizes and places.
    static let placeRules = DeclaredRules(
        """
        warning size.zero frames
        What shows something has an area
        A text, a control or a picture without width or height cannot be seen or touched; a view without area takes no \
        touches for its subviews either, even where these are drawn outside of it.
        Give the view a size, or hide it while it has nothing to show.

        warning size.negative frames
        Lengths are not negative
        UIKit standardises negative widths and heights in some places and not in others, so the view lies elsewhere \
        than its numbers say.
        Look for a subtraction in the layout that goes below nothing, and stop at 0.

        error place.nonFinite frames
        Every place is a finite number
        A view at NaN or infinity, with all that is in it, has no place in the window; Core Animation raises an \
        exception when such a position is set.
        Look for a division by zero, often by a size that is still 0 when the layout first runs.

        warning place.clipped frames clips
        Nothing with content is clipped away
        The view is entirely outside a superview that clips, so nobody sees it; scroll views, whose content comes into \
        sight, are left out.
        Correct the frame, or let the superview be larger.

        info place.offScreen frames
        Nothing with content is outside the window
        The view is shown, yet is entirely outside the window: it costs layout and drawing, and VoiceOver may still \
        reach it. Panels that wait outside the screen are meant to.
        Hide what is parked outside, or correct the frame.

        info place.halfPixel frames scale
        Views lie on whole pixels
        An edge between two pixels of this screen is smoothed, so text, pictures and lines look blurred. Of views that \
        share the fault with their superview only the outermost is named.
        Round the origin and the size to the screen's pixels.

        warning place.unsafeArea frames screen
        Controls and texts keep clear of the sensor housing and the home indicator
        The control is entirely under the island, the notch, the status bar or the home indicator of this device, or the \
        text under one of the first three, where it is hard to see and to touch. On other devices that are named, views \
        are told of too that nothing known moves.
        Tie it to the safe area.
        """
    )

    /// What is checked of touches.
    static let touchRules = DeclaredRules(
        """
        warning touch.small frames
        Touch targets have at least 44 × 44 points
        Apple asks for 44 × 44 points (Human Interface Guidelines, Buttons); smaller targets are missed. Controls of \
        UIKit with a height of their own are left out. A control that takes touches around itself, in \
        point(inside:with:), is larger than a dump can show.
        Enlarge the control; its picture may stay as it is.

        warning touch.unreachable frames touches
        A tap reaches every control
        The control can be seen, and by UIKit's rules of hit testing no tap gets to it.
        Let the superviews be large enough and take touches, and let nothing lie over the control.

        warning touch.cut frames touches
        Controls lie inside their superviews
        Outside the bounds of its superview a control is drawn, but takes no touches there, whatever clipsToBounds says.
        Enlarge the superview, or move the control.

        warning touch.overlap frames
        Controls do not overlap
        Where two controls lie over each other the one in front takes the touches that people mean for the other.
        Move them apart, or make one of them smaller.
        """
    )

    /// What is checked of accessibility.
    static let accessibilityRules = DeclaredRules(
        """
        info identifier.missing identifiers
        Controls have an accessibility identifier
        Tests then find the control by a name that stays the same in every language and layout. Only dumps in which \
        some views have identifiers are checked.
        Set accessibilityIdentifier.

        warning identifier.duplicate identifiers
        Accessibility identifiers are unique on a screen
        A test that looks for the identifier gets the first of the views, whichever that is. Rows of lists, which \
        repeat what they hold, are left out.
        Give each view an identifier of its own.

        warning label.missing labels
        Controls have a name for VoiceOver
        VoiceOver says no more than “button”, and Voice Control cannot name the control. Checked where the dump tells \
        the labels of accessibility elements.
        Set accessibilityLabel, or give the control a title.

        info label.pictureMissing labels elements
        Pictures that VoiceOver stops at have a name
        VoiceOver says no more than “image”. Checked where the dump says that the picture is an accessibility element.
        Set accessibilityLabel, or isAccessibilityElement to false for decoration.
        """
    )

    /// What is checked of looks.
    static let lookRules = DeclaredRules(
        """
        warning contrast.low colours
        Text stands out from its background
        WCAG 2.2 asks for a contrast of 4.5 to 1, of 3 to 1 for text of 18 points and more, or 14 points bold \
        (success criterion 1.4.3). Checked where the dump names the colours of the text and of all that lies behind \
        it, for light and dark appearance; disabled controls are left out.
        Choose a darker or lighter colour; the label colours of UIKit follow the appearance.

        warning text.truncated frames texts
        Texts fit
        By an estimate the text is wider than its label, whose end is replaced by an ellipsis, or its lines are higher. \
        Widths are those of a neutral typeface, so only texts that are a good deal too wide are named. Where the dump \
        names no font, 9 points are taken.
        Let the label grow, wrap or shrink its text, and try longer languages and larger text sizes.

        info opaque.transparent opaque
        Opaque views are opaque
        opaque = YES promises Core Animation that nothing shines through, and the view's alpha or background breaks \
        the promise; what is drawn is then undefined (UIView.isOpaque).
        Set isOpaque to false, or the alpha to 1.

        info drawing.overdraw frames colours
        Nothing is painted that nobody sees
        The view paints its whole area and opaque views in front of it cover all of it, so every frame draws it for \
        nothing.
        Hide the view while it is covered, or take it out of the hierarchy.

        info hidden.large hidden
        Hidden subtrees are small
        Hidden views take memory, layout and constraints as shown ones do.
        Make them when they are needed, or take them out of the hierarchy.
        """
    )

    /// The rule about files that a merge has left unfinished, of which nothing else can be checked.
    public static let mergeConflict = "interface.mergeConflict"

    /// What is checked of interface files, which are often in the middle of work.
    static let interfaceRules = DeclaredRules(
        """
        error interface.mergeConflict interface
        Merges are finished
        Two versions of the file could not be merged, and both stand in it between marks: neither Xcode nor anything \
        else reads it.
        Choose what is to stay of each side, and take out the marks.

        error interface.repeatedID interface
        Each object has an id of its own
        Two objects of the file have one id, mostly since both sides of a merge added them: whatever names the id means \
        the one or the other, and Xcode opens the file with one of them or not at all.
        Give one of them another id, or delete it.

        error interface.missingItem interface
        Constraints name what is there
        A constraint names an id that no view and no layout guide of the file has: Xcode drops it, or refuses the file.
        Delete the constraint, or bring back what it names.

        error interface.missingDestination interface
        Outlets, actions and segues lead to what is there
        A connection names an id that no object of the file has: Xcode drops it, and an outlet stays nil.
        Connect it again, or delete it.

        error interface.repeatedConstraint interface
        Constraints say something of their own
        Two constraints of the file say the same, mostly since both sides of a merge added one: code that changes the one \
        then conflicts with the other.
        Delete one of them.
        """
    )

    /// What is checked of layout.
    static let layoutRules = DeclaredRules(
        """
        error constraints.conflict verdicts
        Constraints can all hold
        Constraints of the view contradict each other; UIKit breaks one of them, another one in the next version.
        Take away one of the constraints, or lower its priority.

        warning constraints.ambiguous verdicts
        Constraints decide every frame
        More than one layout fulfils the constraints, so the view lies elsewhere from one run to the next.
        Add constraints until position and size are decided on both axes.

        warning constraints.missingHost verdicts
        What Auto Layout lays out is tied to its superview
        Subviews have constraints among each other, and none of them ties them to the view that holds them.
        Tie the subviews to their superview.

        info constraints.misplaced interface constraints
        Frames of interface files are those that constraints give
        Interface Builder shows another place than the app will.
        Choose “Update Frames” in Interface Builder.

        warning mask.fights masks
        What fills a superview that resizes follows it
        The view fills its superview on an axis on which that changes with the screen, and its autoresizing mask fixes \
        length and margins there, so on other screens it is too short or cut.
        Make width or height flexible.

        info mask.transformed masks
        Transformed views are not resized by masks
        Autoresizing sets the frame, which Apple calls undefined under a transform other than the identity: a view \
        that is scaled down grows many times too much.
        Put the view into one without a transform, and let that one follow the superview.

        warning transform.frame bounds
        Frames agree with bounds, center and transform
        The frame that the dump gives is not what bounds, center and transform make: it was set, or kept, while a \
        transform was active.
        Set bounds and center of transformed views, never the frame.

        warning scroll.contentCut contentSizes
        Everything in a scroll view can be scrolled to
        Subviews reach beyond contentSize and beyond what is seen, so people never get to them.
        Set contentSize to what the subviews take, or tie them to contentLayoutGuide.

        info scroll.smallContent contentSizes
        Scroll views have something to scroll
        The content is smaller than the scroll view on both axes: it does not scroll.
        Use a plain view, or check that contentSize is set after the layout.

        info depth.truncated
        The dump ends before the depth at which tools cut
        Tools cut trees at a depth (WebDriverAgent at 50 or 60, at most 62, Sentry at 90), and this tree ends just \
        there: views below it may be missing.
        Raise the limit (appium: snapshotMaxDepth), or dump a part of the screen.
        """
    )
}
