import Defaults
import HTTP
import Mustache
import PropertyList
import Services

/// What a form of the editor asks for.
struct DomainChange {
    /// Thrown where the form cannot be followed; it holds what was sent.
    struct Refused: Error {
        var refusal: ValueEditor.Refusal
    }

    var edits: [DefaultsEdit]
    /// The key to show afterwards.
    var keyAfter: String?
    /// What is done.
    var deed: DomainDeed
    /// Whether it relies on the domain being as it was read.
    var isGuarded = false
    /// What the form said.
    private(set) var sent: ValueEditor.Refusal

    /// Reads a form against the domain as it is.
    /// - Parameter secrets: what of it who sends the form cannot see.
    init(_ form: URLEncodedForm, _ snapshot: DomainSnapshot, _ secrets: SecretValues) throws(Refused) {
        let key = form["key"] ?? ""
        let stored = snapshot.values[key]
        let kind = form["type"].flatMap(ValueKind.init) ?? stored.map(ValueKind.init(of:)) ?? .string
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last ?? ""
        sent = ValueEditor.Refusal(key: key, kind: kind, text: text, error: TypedTextError(""))
        switch form["action"] {
        case "add":
            sent.isNew = true
            guard stored == nil else {
                throw sent.refused("The key “\(key.prefix(60))” already exists. Open it to change it.")
            }
            edits = [.set(key: key, value: try Self.value(form, sent))]
            (keyAfter, deed, isGuarded) = (key, DomainDeed(deed: .added, key: key), true)
        case "remove":
            if !secrets.withholds(key) { try Self.check(form, stored, sent) }
            (edits, deed) = ([.remove(key: key)], DomainDeed(deed: .removed, key: key))
        case "rename":
            let name = form["name"] ?? ""
            guard let stored else { throw sent.refused("The key was removed in the meantime.") }
            // Under another name it would be no secret any more.
            guard !secrets.withholds(key) else { throw sent.refused("The value is secret, so it keeps its name.") }
            guard name != key else { throw sent.refused("The key already has this name.") }
            guard snapshot.values[name] == nil else {
                throw sent.refused("The key “\(name.prefix(60))” already exists. Remove it first.")
            }
            edits = [.remove(key: key), .set(key: name, value: stored)]
            (keyAfter, deed, isGuarded) = (name, DomainDeed(deed: .renamed, key: name), true)
        default:
            let value = try Self.value(form, sent)
            if form["anyway"] == nil, !secrets.withholds(key) { try Self.check(form, stored, sent) }
            (edits, keyAfter) = ([.set(key: key, value: value)], key)
            deed = DomainDeed(deed: .stored, key: key)
            // What the form showed need not hold all of the value, such as parts of a second.
            if let stored, !secrets.withholds(key), Self.shows(form, stored, value) { edits = [] }
        }
    }

    private static func value(
        _ form: URLEncodedForm,
        _ sent: ValueEditor.Refusal
    ) throws(Refused) -> PropertyListValue {
        do throws(TypedTextError) {
            return try TypedText.value(sent.text, as: sent.kind, encoding: encoding(form))
        } catch {
            throw Refused(refusal: sent.because(error))
        }
    }

    private static func encoding(_ form: URLEncodedForm) -> TypedText.Encoding {
        form["encoding"].flatMap(TypedText.Encoding.init) ?? .hex
    }

    /// Whether a value is no more than what the form showed of the stored one.
    private static func shows(_ form: URLEncodedForm, _ stored: PropertyListValue, _ value: PropertyListValue) -> Bool {
        let kind = ValueKind(of: stored)
        guard kind == ValueKind(of: value) else { return false }
        let shown = MarkupEscaping.text(inForms: TypedText.text(of: stored, encoding: encoding(form)))
        guard let read = try? TypedText.value(shown, as: kind, encoding: encoding(form)) else { return false }
        return read.isIdentical(to: value)
    }

    /// Refuses when the value is another one than the form began with.
    private static func check(
        _ form: URLEncodedForm,
        _ stored: PropertyListValue?,
        _ sent: ValueEditor.Refusal
    ) throws(Refused) {
        guard let base = form["base"], base != TypedText.fingerprint(of: stored)
        else { return }
        var refusal = sent.because(TypedTextError("The value was changed while you were editing it."))
        refusal.conflict = stored
        refusal.isGone = stored == nil
        throw Refused(refusal: refusal)
    }
}

extension ValueEditor.Refusal {
    fileprivate func refused(_ reason: String) -> DomainChange.Refused {
        DomainChange.Refused(refusal: because(TypedTextError(reason)))
    }
}

extension MarkupEscaping {
    /// A text as a form sends it back: without the control characters that no markup holds.
    static func text(inForms text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 0x20 || [9, 10, 13].contains($0.value) })
        )
    }
}
