import ViewHierarchy

/// Of which parts of a view a row speaks.
struct RowSubject {
    private let unit: LayoutUnit
    private let place: Int

    init(_ unit: LayoutUnit, _ place: Int) { (self.unit, self.place) = (unit, place) }

    /// A constraint speaks of what its anchors name; any other row of what it has in it of the view.
    func parts(of row: LayoutRow) -> Set<LayoutExplanation.Part> {
        guard case .constraint(let number) = row.source else { return Set(parts(in: row.expression)) }
        let id = unit.tree.id(at: unit.index(place))
        let anchors = unit.tree.layout.constraints[number].anchors.filter { $0.item.view == id }
        return Set(anchors.compactMap(part))
    }

    private func part(of anchor: LayoutAnchor) -> LayoutExplanation.Part? {
        switch anchor.item.guide {
        case .top: return .top
        case .bottom, .keyboard: return .bottom
        case .custom, .scrollContent: return nil
        case nil, .safeArea, .layoutMargins, .readableContent, .scrollFrame: break
        }
        let isText = [.textField, .button].contains(unit.roles[place])
        switch anchor.attribute {
        case .firstBaseline,
            .lastBaseline where isText:
            return .centerY
        case let attribute:
            switch attribute.withoutMargin {
            case .left, .leading: return .left
            case .right, .trailing: return .right
            case .top: return .top
            case .bottom: return .bottom
            case .width: return .width
            case .height: return .height
            case .centerX: return .centerX
            case .centerY: return .centerY
            default: return nil
            }
        }
    }

    private func parts(in expression: LayoutExpression) -> [LayoutExplanation.Part] {
        func coefficient(_ part: Int) -> Double {
            expression.terms.first { $0.variable == LayoutItems.variable(place, part) }?.coefficient ?? 0
        }
        func part(_ position: Double, _ length: Double, _ names: [LayoutExplanation.Part]) -> LayoutExplanation.Part? {
            guard position != 0 else { return length == 0 ? nil : names[3] }
            let share = length / position
            let place = [0, 1, 0.5].firstIndex { (share - $0).magnitude < 1e-6 }
            return place.map { names[$0] }
        }
        return [
            part(coefficient(0), coefficient(2), [.left, .right, .centerX, .width]),
            part(coefficient(1), coefficient(3), [.top, .bottom, .centerY, .height]),
        ].compactMap { $0 }
    }
}
