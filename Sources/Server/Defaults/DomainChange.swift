import Defaults
import HTTP
import PropertyList

/// What a form of the editor asks for.
struct DomainChange {
    /// Thrown where the form cannot be followed; it holds what was sent.
    struct Refused: Error {
        var refusal: EditorModel.Refusal
    }

    var edits: [DefaultsEdit]
    /// The key to show afterwards.
    var keyAfter: String?
    /// What was done, for people.
    var sentence: String
    /// Whether it relies on the domain being as it was read.
    var isGuarded = false
    private var sent: EditorModel.Refusal

    /// What the form said, with a reason why it is not done.
    func refusal(_ error: TypedTextError) -> EditorModel.Refusal {
        var refusal = sent
        refusal.error = error
        return refusal
    }

    /// Reads a form against the domain as it is.
    static func read(_ form: URLEncodedForm, _ snapshot: DomainSnapshot) -> Result<DomainChange, Refused> {
        do throws(Refused) {
            return .success(try DomainChange(form, snapshot))
        } catch {
            return .failure(error)
        }
    }

    private init(_ form: URLEncodedForm, _ snapshot: DomainSnapshot) throws(Refused) {
        let key = form["key"] ?? ""
        let stored = snapshot.values[key]
        let kind = form["type"].flatMap(ValueKind.init) ?? stored.map(ValueKind.init(of:)) ?? .string
        // A ticked box sends its own value behind that of the hidden field for an unticked one.
        let text = form.values("value").last ?? ""
        sent = EditorModel.Refusal(key: key, kind: kind, text: text, error: TypedTextError(""))
        let shown = "“\(key.prefix(60))”"
        switch form["action"] {
        case "add":
            sent.isNew = true
            guard stored == nil else {
                throw Refused(refusal: Self.with(sent, "There is a key \(shown) already; open it to change it."))
            }
            (edits, keyAfter, sentence) = ([.set(key: key, value: try Self.value(form, sent))], key, "Added \(shown)")
            isGuarded = true
        case "remove":
            try Self.check(form, stored, sent)
            (edits, sentence) = ([.remove(key: key)], "Removed \(shown)")
        case "rename":
            let name = form["name"] ?? ""
            guard let stored else { throw Refused(refusal: Self.with(sent, "The key is gone meanwhile.")) }
            guard name != key, snapshot.values[name] == nil else {
                let reason =
                    name == key
                    ? "That is its name already." : "There is a key “\(name.prefix(60))” already; remove it first."
                throw Refused(refusal: Self.with(sent, reason))
            }
            edits = [.remove(key: key), .set(key: name, value: stored)]
            (keyAfter, sentence, isGuarded) = (name, "Renamed to “\(name.prefix(60))”", true)
        default:
            let value = try Self.value(form, sent)
            if form["anyway"] == nil { try Self.check(form, stored, sent) }
            (edits, keyAfter) = ([.set(key: key, value: value)], key)
            sentence = "Stored \(shown)"
            // What the form showed need not hold all of the value, such as parts of a second.
            if let stored, Self.shows(form, stored, value) { edits = [] }
        }
    }

    private static func value(
        _ form: URLEncodedForm,
        _ sent: EditorModel.Refusal
    ) throws(Refused) -> PropertyListValue {
        do throws(TypedTextError) {
            return try TypedText.value(sent.text, as: sent.kind, encoding: encoding(form))
        } catch {
            var refusal = sent
            refusal.error = error
            throw Refused(refusal: refusal)
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
        _ sent: EditorModel.Refusal
    ) throws(Refused) {
        guard let base = form["base"], base != TypedText.fingerprint(of: stored) else { return }
        var refusal = sent
        refusal.error = TypedTextError("The value has changed while you edited it.")
        refusal.conflict = stored
        refusal.isGone = stored == nil
        throw Refused(refusal: refusal)
    }

    private static func with(_ refusal: EditorModel.Refusal, _ message: String) -> EditorModel.Refusal {
        var refusal = refusal
        refusal.error = TypedTextError(message)
        return refusal
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
