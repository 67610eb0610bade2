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
                    || numbers[index] != nil
            else { continue }
            findings += diagnostics(of: index).prefix(limit - findings.count)
        }
        return findings
    }

    /// The names of the properties that are not finite. Those of the place are known to be finite without a look.
    private func nonFiniteFields(of index: Int) -> [String] {
        let isPlaced = !flagSets[index].contains(.nonFinite)
        guard !isPlaced || numbers[index] != nil else { return [] }
        return ViewProperty.all.filter { $0.value(of: index, in: self)?.isFinite == false }.map(\.name)
    }
}
