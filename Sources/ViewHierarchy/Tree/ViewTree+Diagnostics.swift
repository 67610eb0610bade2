public import Diagnostics

extension ViewTree {
    /// What is wrong with the numbers of one view: `geometry.nonFinite` and `geometry.frameMismatch`, both warnings.
    public func diagnostics(of index: Int) -> [Diagnostic] {
        guard indices.contains(index) else { return [] }
        var findings: [Diagnostic] = []
        let fields = nonFiniteFields(of: index)
        if !fields.isEmpty {
            var message = "\(className(of: index)): \(fields.joined(separator: ", ")) is not a finite number."
            if flagSets[index].contains(.nonFinite) {
                message += " The view and its subviews have no place in the window."
            }
            findings.append(Diagnostic(.warning, "geometry.nonFinite", message, view: id(at: index)))
        }
        if flagSets[index].contains(.frameDisagrees) {
            let message =
                "\(className(of: index)): the dump's frame is not what its bounds, center and transform give. "
                + "The frame shown is computed from them."
            findings.append(Diagnostic(.warning, "geometry.frameMismatch", message, view: id(at: index)))
        }
        return findings
    }

    /// The findings of all views in tree order, at most `limit` of them.
    public func diagnostics(limit: Int) -> [Diagnostic] {
        var findings: [Diagnostic] = []
        for index in indices {
            guard findings.count < limit else { break }
            guard
                flagSets[index].contains(.nonFinite) || flagSets[index].contains(.frameDisagrees)
                    || scalars[index] != nil
            else { continue }
            findings += diagnostics(of: index).prefix(limit - findings.count)
        }
        return findings
    }

    private func nonFiniteFields(of index: Int) -> [String] {
        var fields: [String] = []
        let geometry = geometry(of: index)
        if !frames[index].isFinite { fields.append("frame") }
        if !geometry.bounds.isFinite { fields.append("bounds") }
        if !geometry.center.isFinite { fields.append("center") }
        if !geometry.transform.isFinite { fields.append("transform") }
        if !geometry.anchorPoint.isFinite { fields.append("anchorPoint") }
        guard let scalars = scalars[index] else { return fields }
        if !scalars.alpha.isFinite { fields.append("alpha") }
        if let offset = scalars.contentOffset, !offset.isFinite { fields.append("contentOffset") }
        if let size = scalars.contentSize, !size.isFinite { fields.append("contentSize") }
        return fields
    }
}
