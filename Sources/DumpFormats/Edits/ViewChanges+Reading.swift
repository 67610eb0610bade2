import JSON
import ViewHierarchy

extension ViewChanges {
    /// Reads the members of a JSON Merge Patch (RFC 7396); null is UIKit's default where a property has one.
    init(_ members: [JSONMember], at pointer: String, _ values: inout EditValues) {
        self.init()
        for member in members {
            let pointer = pointer + "/" + JSONPointer.escape(member.name)
            if member.value == .null {
                reset(member.name, at: pointer, &values)
            } else {
                take(member.name, member.value, at: pointer, &values)
            }
        }
    }

    private mutating func take(
        _ name: String,
        _ value: JSONValue,
        at pointer: String,
        _ values: inout EditValues
    ) {
        switch name {
        case "frame": frame = values.rect(value, at: pointer)
        case "bounds": bounds = values.rect(value, at: pointer)
        case "center": center = values.point(value, at: pointer)
        case "transform": transform = values.transform(value, at: pointer)
        case "anchorPoint": anchorPoint = values.point(value, at: pointer)
        case "alpha": alpha = values.number(value, at: pointer)
        case "hidden": isHidden = values.bool(value, at: pointer)
        case "opaque": isOpaque = values.bool(value, at: pointer)
        case "clipsToBounds": clipsToBounds = values.bool(value, at: pointer)
        case "userInteractionEnabled": isUserInteractionEnabled = values.bool(value, at: pointer)
        case "autoresizesSubviews": autoresizesSubviews = values.bool(value, at: pointer)
        case "autoresizingMask": autoresizingMask = values.mask(value, at: pointer)
        case "contentMode": contentMode = values.contentMode(value, at: pointer)
        case "tag": tag = values.integer(value, at: pointer)
        case "contentSize": contentSize = values.size(value, at: pointer)
        default: Self.refuseUnknown(at: pointer, &values)
        }
    }

    private mutating func reset(_ name: String, at pointer: String, _ values: inout EditValues) {
        switch name {
        case "transform": transform = .identity
        case "anchorPoint": anchorPoint = ViewGeometry.middle
        case "alpha": alpha = 1
        case "hidden": isHidden = false
        case "opaque": isOpaque = true
        case "clipsToBounds": clipsToBounds = false
        case "userInteractionEnabled": isUserInteractionEnabled = true
        case "autoresizesSubviews": autoresizesSubviews = true
        case "autoresizingMask": autoresizingMask = []
        case "contentMode": contentMode = .scaleToFill
        case "tag": tag = 0
        case "contentSize": contentSize = .some(nil)
        case "frame", "bounds", "center": values.refuse("“\(name)” has no default to go back to.", at: pointer)
        default: Self.refuseUnknown(at: pointer, &values)
        }
    }

    private static func refuseUnknown(at pointer: String, _ values: inout EditValues) {
        values.refuse("There is no such property to set; there are \(names.joined(separator: ", ")).", at: pointer)
    }
}
