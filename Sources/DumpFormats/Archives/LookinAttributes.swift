import Diagnostics
import ObjectArchives
import ViewHierarchy

/// Reads what Lookin's panels show of a view: properties where UIKit has them, all else as attributes.
///
/// The short names are those of LookinServer's `LookinAttrIdentifiers.m`.
struct LookinAttributes {
    /// How long the text of one attribute may be.
    private static var maximumText: Int { 4_000 }
    /// How many elements of a list are told.
    private static var maximumElements: Int { 200 }

    /// The most attributes that are looked at.
    let limit: Int

    /// UIKit's names of what has a short name.
    private static let names: [String: String] = [
        "vl_c_r": "layer.cornerRadius", "vl_b_b": "backgroundColor", "vl_b_c": "layer.borderColor",
        "vl_b_w": "layer.borderWidth", "vl_s_c": "layer.shadowColor", "vl_s_o": "layer.shadowOpacity",
        "vl_s_r": "layer.shadowRadius", "vl_s_ow": "layer.shadowOffset.width",
        "vl_s_oh": "layer.shadowOffset.height",
        "vl_t_c": "tintColor", "vl_t_m": "tintAdjustmentMode", "l_p_p": "layer.position",
        "l_a_a": "layer.anchorPoint", "l_s_s": "safeAreaInsets", "l_f_f": "layer.frame", "l_b_b": "layer.bounds",
        "al_h_h": "contentHuggingPriority.horizontal", "al_h_v": "contentHuggingPriority.vertical",
        "al_r_h": "contentCompressionResistancePriority.horizontal",
        "al_r_v": "contentCompressionResistancePriority.vertical", "cl_i_s": "intrinsicContentSize",
        "iv_n_n": "image", "lb_f_n": "font.fontName", "lb_f_s": "font.pointSize", "lb_n_n": "numberOfLines",
        "lb_t_c": "textColor", "lb_a_a": "textAlignment", "lb_b_m": "lineBreakMode",
        "lb_c_c": "adjustsFontSizeToFitWidth", "ct_e_e": "enabled", "ct_e_s": "selected",
        "ct_v_a": "contentVerticalAlignment", "ct_h_a": "contentHorizontalAlignment", "bt_c_i": "contentEdgeInsets",
        "bt_t_i": "titleEdgeInsets", "bt_i_i": "imageEdgeInsets", "sv_c_i": "contentInset",
        "sv_a_i": "adjustedContentInset", "sv_b_b": "contentInsetAdjustmentBehavior",
        "sv_i_i": "scrollIndicatorInsets", "sv_s_s": "scrollEnabled", "sv_s_p": "pagingEnabled",
        "sv_b_v": "alwaysBounceVertical", "sv_b_h": "alwaysBounceHorizontal",
        "sv_h_h": "showsHorizontalScrollIndicator", "sv_s_v": "showsVerticalScrollIndicator",
        "sv_c_d": "delaysContentTouches", "sv_c_c": "canCancelContentTouches", "sv_z_mi": "minimumZoomScale",
        "sv_z_ma": "maximumZoomScale", "sv_z_s": "zoomScale", "sv_z_b": "bouncesZoom", "tv_s_s": "style",
        "tv_s_n": "numberOfSections", "tv_r_n": "numberOfRows", "tv_s_i": "separatorInset",
        "tv_s_c": "separatorColor", "tv_ss_s": "separatorStyle", "te_f_n": "font.fontName",
        "te_f_s": "font.pointSize", "te_b_e": "editable", "te_b_s": "selectable", "te_t_c": "textColor",
        "te_a_a": "textAlignment", "te_c_i": "textContainerInset", "tf_p_p": "placeholder",
        "tf_f_n": "font.fontName", "tf_f_s": "font.pointSize", "tf_t_c": "textColor", "tf_a_a": "textAlignment",
        "tf_c_c": "clearsOnBeginEditing", "tf_c_co": "clearsOnInsertion", "tf_c_ca": "adjustsFontSizeToFitWidth",
        "tf_c_m": "minimumFontSize", "tf_cb_m": "clearButtonMode", "ve_s_s": "effect",
    ]

    /// What says again what stands elsewhere.
    private static let repeated: Set<String> = ["c_c_c", "vl_v_h", "vl_v_o", "l_f_f", "l_b_b"]

    /// Reads all groups of an item.
    func read(_ item: ArchivedNode, into view: inout ViewDescription) {
        if let color = item[.backgroundColor].flatMap(Self.color) { view.keep("backgroundColor", color) }
        var left = limit
        for group in item[.attributesGroupList]?.elements ?? [] {
            for section in group[.attrSections]?.elements ?? [] {
                for attribute in section[.attributes]?.elements ?? [] {
                    left &-= 1
                    guard left >= 0 else { return }
                    read(attribute: attribute, into: &view)
                }
            }
        }
        for handler in item[.eventHandlers]?.elements(atMost: Self.maximumElements) ?? [] {
            if let name = handler[.eventName]?.string { view.keep("eventHandler", name) }
        }
        let object = item[.viewObject] ?? item[.layerObject]
        if let trace = object?[.specialTrace]?.string { view.keep("specialTrace", trace) }
        for trace in object?[.ivarTraces]?.elements(atMost: Self.maximumElements) ?? [] {
            let parts = [trace[.hostClassName]?.string, trace[.ivarName]?.string].compactMap { $0 }
            if !parts.isEmpty { view.keep("ivar", parts.joined(separator: ".")) }
        }
    }

    private func read(attribute: ArchivedNode, into view: inout ViewDescription) {
        guard let value = attribute[.value] else { return }
        let identifier = attribute[.identifier]
        let code = identifier?.string ?? identifier?.integer.map { "attribute \($0)" } ?? "attribute"
        guard !Self.repeated.contains(code) else { return }
        if let property = Self.properties[code], view.say(property, archived: value) { return }
        let name = Self.names[code] ?? attribute[.displayTitle]?.string ?? code
        if code == "al_c_c" {
            for constraint in value.elements(atMost: Self.maximumElements) {
                view.keep("constraint", ConstraintText.text(of: constraint))
            }
        } else if let text = Self.text(of: value, isColor: name.hasSuffix("Color")) {
            view.keep(name, text)
        }
    }

    /// The properties of the tree by their short names.
    private static let properties: [String: String] = [
        "vl_i_i": "userInteractionEnabled", "vl_i_m": "clipsToBounds", "vl_t_t": "tag", "vl_c_m": "contentMode",
        "lb_t_t": "text", "te_t_t": "text", "tf_t_t": "text", "sv_o_o": "contentOffset", "sv_c_s": "contentSize",
    ]

    // MARK: Values

    /// Four numbers from 0 to 1 as UIKit prints a colour.
    private static func color(_ node: ArchivedNode) -> String? {
        let parts = node.elements.compactMap(\.number)
        guard parts.count == 4, parts.allSatisfy(\.isFinite) else { return nil }
        return "UIExtendedSRGBColorSpace " + parts.map { NumberText.fine($0) }.joined(separator: " ")
    }

    /// A value in words; nil for what has none.
    static func text(of node: ArchivedNode, isColor: Bool) -> String? {
        if isColor, let color = color(node) { return color }
        if let text = node.string { return String(text.prefix(maximumText)) }
        if let isOn = node.plainBool { return isOn ? "YES" : "NO" }
        if let whole = node.plainInteger { return String(whole) }
        if let number = node.number { return "\(number)" }
        for (key, count) in [(ArchiveKey.rectValue, 4), (.sizeValue, 2), (.pointValue, 2), (.edgeValue, 4)] {
            if let value = node[key]?.string { return value }
            if node.has(key), let numbers = node.numbers(count) { return "\((0..<count).map { numbers[$0] })" }
        }
        let elements = node.elements(atMost: maximumElements)
        guard !elements.isEmpty else { return node.className.isEmpty ? nil : "<\(node.className)>" }
        let parts = elements.map { $0.string ?? $0.number.map { "\($0)" } ?? "<\($0.className)>" }
        return String(parts.joined(separator: ", ").prefix(maximumText))
    }
}

/// A constraint in words.
enum ConstraintText {
    /// `NSLayoutConstraint.Attribute`, and the private ones that autoresizing masks become.
    private static let attributes: [Int: String] = [
        0: "notAnAttribute", 1: "left", 2: "right", 3: "top", 4: "bottom", 5: "leading", 6: "trailing", 7: "width",
        8: "height", 9: "centerX", 10: "centerY", 11: "lastBaseline", 12: "firstBaseline", 13: "leftMargin",
        14: "rightMargin", 15: "topMargin", 16: "bottomMargin", 17: "leadingMargin", 18: "trailingMargin",
        19: "centerXWithinMargins", 20: "centerYWithinMargins", 32: "minX", 33: "minY", 34: "midX", 35: "midY",
        36: "maxX", 37: "maxY",
    ]

    /// The name of an attribute; its number for one that is not known.
    static func name(ofAttribute number: Int) -> String { attributes[number] ?? "attribute \(number)" }

    /// `UIView 0x7f10.leading = 1 * UIView 0x7f20.leading + 8 @1000`.
    ///
    /// - Parameter relation: The number of `NSLayoutConstraint.Relation`.
    static func equation(
        _ first: String,
        relation: Int,
        second: String?,
        multiplier: String,
        constant: String,
        priority: String
    ) -> String {
        let sign = relation == -1 ? "<=" : relation == 1 ? ">=" : "="
        let factor = second.map { "\(multiplier) * \($0) + " } ?? ""
        return "\(first) \(sign) \(factor)\(constant) @\(priority)"
    }

    /// A constraint as Lookin archives it.
    static func text(of node: ArchivedNode) -> String {
        var text = equation(
            item(node[.firstItem], node[.firstAttribute]?.integer),
            relation: node[.relation]?.integer ?? 0,
            second: node[.secondItem].map { item($0, node[.secondAttribute]?.integer) },
            multiplier: "\(node[.multiplier]?.number ?? 1)",
            constant: "\(node[.constant]?.number ?? 0)",
            priority: "\(node[.priority]?.number ?? 1_000)"
        )
        if let identifier = node[.identifier]?.string { text += " '\(identifier.prefix(200))'" }
        if node[.active]?.bool == false { text += " (inactive)" }
        if node[.effective]?.bool == false { text += " (not effective)" }
        return text
    }

    private static func item(_ node: ArchivedNode?, _ attribute: Int?) -> String {
        let className = node?[.classChainList]?.firstElement?.string ?? "nil"
        let address = node?[.memoryAddress]?.string.map { " \($0)" } ?? ""
        return "\(className)\(address).\(name(ofAttribute: attribute ?? 0))"
    }
}

// MARK: Values of archives as those of views

extension ViewDescription {
    /// Says a property as an archive has it; false where its value is none of the property's kind.
    mutating func say(_ name: String, archived node: ArchivedNode) -> Bool {
        guard let property = ViewProperty.named(name), let value = node.value(property.kind) else { return false }
        say(property, value)
        return true
    }
}

extension ArchivedNode {
    /// A rectangle.
    var rect: Rect? { numbers(4).map { Rect(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) } }

    fileprivate func value(_ kind: ViewPropertyValue.Kind) -> ViewPropertyValue? {
        switch kind {
        case .bool: bool.map { .bool($0) }
        case .integer: integer.map { .integer($0) }
        case .number: number.map { .number($0) }
        case .text: string.map { .text($0) }
        case .rect: rect.map { .rect($0) }
        case .point: numbers(2).map { .point(Point(x: $0[0], y: $0[1])) }
        case .size: numbers(2).map { .size(Size(width: $0[0], height: $0[1])) }
        case .transform: nil
        case .mask: integer.flatMap { UInt8(exactly: $0 & 0x3F) }.map { .mask(AutoresizingMask(rawValue: $0)) }
        case .contentMode:
            integer.flatMap { UInt8(exactly: $0) }.flatMap { ContentMode(rawValue: $0) }.map { .contentMode($0) }
        }
    }
}
