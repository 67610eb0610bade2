import ViewHierarchy
import Diagnostics

/// The rules about what constraints and masks make of a dump, on its canvas and on other devices.
extension HierarchyLint {
    /// What is checked by solving the constraints that a dump says.
    static let constraintRules = LintRule.table(
        """
        error layout.conflict
        Required constraints hold together
        Solved on the canvas, or on the devices that are named, required constraints of the file leave no solution; UIKit \
        breaks one of them, another one in the next version. Left out are cells, and what depends on texts, pictures and \
        baselines.
        Take away one of the constraints, or lower its priority below 1000.

        warning layout.ambiguous
        Constraints leave no choice
        More than one layout fulfils the constraints of the file equally well, so the view may lie elsewhere from one run to \
        the next. Of views that share the choice with their superview only the outermost is named.
        Add constraints until position and size are decided on both axes, or give contents different hugging and \
        compression priorities.

        info layout.stale
        Frames of interface files follow from their constraints
        The file's own constraints, by numbers that depend on no text or picture, put the view elsewhere than the file has \
        it: it was edited or merged by hand, and Interface Builder shows another place than the app will. Of views that lie \
        in each other only the outermost is named.
        Choose “Update Frames” in Interface Builder, or correct the constraint if the frame was meant.
        """
    )

    /// What is checked on other devices.
    static let deviceRules = LintRule.table(
        """
        warning layout.offScreen
        What is on screen stays there on other devices
        Autoresizing or constraints move the view out of the window on these devices.
        Let the margin flex that should give way, or tie the view to the edge that it should keep to.

        warning layout.newlyClipped
        What is whole stays whole on other devices
        The window, or a superview that clips, cuts the view on these devices.
        Let the size flex, or the margin on the other side; put what needs more room into a scroll view.

        warning layout.newOverlap
        What lies apart stays apart on other devices
        Views that lie apart here lie over each other on these devices.
        Let one of the two follow the other, or the other's side.

        warning layout.negativeSize
        No view shrinks below nothing on other devices
        The mask takes more from the view than it has.
        Let the margins flex instead of the length, or both.

        warning layout.collapsed
        What shows something keeps an area on other devices
        Constraints leave the view no width or no height on these devices, and it has both on the canvas.
        Give the view a least size, or let something else give way first.

        info layout.cut
        Texts fit on other devices
        By an estimate the text fits its label of one line on the canvas, and is a good deal too long for it on these \
        devices. Checked where the file says the font.
        Let the label have more lines or shrink its text, or let its neighbours give way.

        warning layout.fixedWidth
        A screen works on more than one width
        On every device held as the canvas is whose screen is narrower or wider, constraints of this screen conflict, or views \
        leave the window or are cut at its sides; on the width of the canvas nothing of that happens.
        Tie views to both sides or to the centre in place of fixed widths and places.

        info layout.unknown
        The dump says how views resize
        Only constraints and autoresizing masks that the dump says are followed; where it says none of both, or constraints \
        that it does not say place views, nothing is known about other devices.
        Dump with constraints or masks: an interface file, Vitrine's exporter or recursiveDescription.
        """
    )
}
