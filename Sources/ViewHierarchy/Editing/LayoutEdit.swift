/// New values for some members of a constraint.
public typealias ConstraintChanges = EditChanges<LayoutField<LayoutConstraint>>

/// New values for some of what is said of a view's layout.
public typealias LayoutTraitChanges = EditChanges<LayoutField<LayoutTraits>>

/// A constraint that an edit adds: its sides and the members of ``LayoutConstraint/fields``. The view that holds it follows
/// from those that it relates.
public typealias NewConstraint = LayoutConstraint

extension LayoutTraitChanges {
    /// Whether something of a stack view is given.
    var isAboutStack: Bool { given.contains { $0.property.names.first == "stack" } }
}

extension LayoutConstraint {
    /// Creates a required equality that no view holds yet.
    public init(_ first: LayoutAnchor, _ second: LayoutAnchor? = nil) {
        self.init(owner: 0, first: first, second: second)
    }

    /// Throws for the first number that a constraint cannot have, and for sides that cannot be compared.
    func check() throws(TreeEditError) {
        for field in Self.fields {
            if let value = field.value(in: self), let error = field.refusal(of: value) { throw error }
        }
        guard let second else {
            guard first.attribute.isLength else {
                let message = "“\(first.attribute.name)” is a place: it is compared with another one, as “second”."
                throw TreeEditError(.mixedAxes, at: "second", message)
            }
            return
        }
        guard first.attribute.isPairable(with: second.attribute) else {
            let message =
                "“\(first.attribute.name)” and “\(second.attribute.name)” cannot be compared: "
                + "both are places on one axis, or both are lengths."
            throw TreeEditError(.mixedAxes, at: "second/attribute", message)
        }
    }
}
