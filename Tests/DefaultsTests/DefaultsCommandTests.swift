import Defaults
import Foundation
import PropertyList
import Testing

@Suite("The grammar of the defaults command")
struct DefaultsCommandTests {
    private func refusal(_ arguments: String...) -> DefaultsCommandError? {
        do throws(DefaultsCommandError) {
            _ = try DefaultsCommand(arguments)
            return nil
        } catch {
            return error
        }
    }

    private func value(_ arguments: String...) throws -> DefaultsCommandValue? {
        guard case .write("d", "k", let value) = try DefaultsCommand(["write", "d", "k"] + arguments) else {
            return nil
        }
        return value
    }

    @Test(
        "every verb is read, whatever its case",
        arguments: [
            (["read"], .read(domain: nil, key: nil)), (["read", "d"], .read(domain: "d", key: nil)),
            (["READ", "d", "-k"], .read(domain: "d", key: "-k")),
            (["read-type", "-g", "k"], .readType(domain: "NSGlobalDomain", key: "k")),
            (["rename", "-globalDomain", "a", "b"], .rename(domain: "NSGlobalDomain", from: "a", to: "b")),
            (["delete", "Apple Global Domain"], .delete(domain: "NSGlobalDomain", key: nil)),
            (["remove", "d", ""], .delete(domain: "d", key: "")),
            (["import", "d", "-"], .importFile(domain: "d", path: "-")),
            (["export", "/tmp/x.plist", "y"], .exportFile(domain: "/tmp/x.plist", path: "y")),
            (["domains"], .domains), (["find", "word"], .find(word: "word")), (["--help"], .help), (["help"], .help),
            (["write", "d", "{ a = (1); }"], .replace(domain: "d", values: ["a": .array([.string("1")])])),
        ] as [([String], DefaultsCommand)]
    )
    func verbs(arguments: [String], expected: DefaultsCommand) throws {
        #expect(try DefaultsCommand(arguments) == expected)
    }

    @Test("every type flag gives its type")
    func flags() throws {
        #expect(try value("-string", "-5") == .set(.string("-5")))
        #expect(try value("-data", "0fBD 77") == .set(.data(Data([0x0F, 0xBD, 0x77]))))
        #expect(try value("-data", "123") == .set(.data(Data([0x01, 0x23]))))
        #expect(try value("-int", "-5") == .set(.integer(-5)))
        #expect(try value("-integer", "18446744073709551615") == .set(.unsigned(.max)))
        #expect(try value("-float", "1") == .set(.real(1)))
        for text in ["true", "YES", "1"] { #expect(try value("-bool", text) == .set(.bool(true))) }
        for text in ["False", "no", "0"] { #expect(try value("-boolean", text) == .set(.bool(false))) }
        #expect(
            try value("-array", "-int", "3", "x", "{a=b;}")
                == .set(
                    .array([.integer(3), .string("x"), .dictionary(["a": .string("b")])])
                )
        )
        #expect(try value("-array") == .set(.array([])))
        #expect(try value("-array-add", "x") == .addToArray([.string("x")]))
        #expect(
            try value("-dict", "a", "-bool", "yes", "b", "c")
                == .set(
                    .dictionary(["a": .bool(true), "b": .string("c")])
                )
        )
        #expect(try value("-dict-add", "a", "1") == .addToDictionary(["a": .string("1")]))
    }

    @Test(
        "dates are read in the forms people write",
        arguments: [
            "2026-01-02 03:04:05 +0000", "2026-01-02T03:04:05Z", "2026-01-02 03:04:05", "2026-01-02 04:04:05 +0100",
            "2026-01-02T04:04:05+01:00",
        ]
    )
    func dates(text: String) throws {
        #expect(try value("-date", text) == .set(.date(Date(timeIntervalSince1970: 1_767_323_045))))
        #expect(try value("-date", "2026-01-02") == .set(.date(Date(timeIntervalSince1970: 1_767_312_000))))
    }

    @Test("a value without a flag is text, or a property list when it has the marks of one")
    func plain() throws {
        #expect(try value("3") == .set(.string("3")))
        #expect(try value("two words") == .set(.string("two words")))
        #expect(try value("-5") == .set(.string("-5")))
        #expect(try value("(a, b)") == .set(.array([.string("a"), .string("b")])))
        #expect(try value("<true/>") == .set(.bool(true)))
        #expect(try value("\"a b\"") == .set(.string("a b")))
    }

    @Test("what is wrong is told in the words of defaults(1)")
    func refusals() {
        #expect(refusal("write", "d", "k", "a", "b")?.message == "Unexpected argument b; leaving defaults unchanged.")
        #expect(refusal("write", "d", "k", "{a")?.message == "Could not parse: {a.  Try single-quoting it.")
        #expect(
            refusal("write", "d", "text")?.message
                == "Rep argument is not a dictionary\nDefaults have not been changed."
        )
        #expect(
            refusal("write", "d", "k", "-array", "-dict")?.message
                == "Cannot nest composite types (arrays and dictionaries); exiting"
        )
        #expect(refusal("write", "d", "k", "-dict", "a")?.message == "Key a lacks a corresponding value")
        #expect(refusal("write", "d", "k", "-dict", "-int", "1", "x")?.message == "Dictionary keys must be strings")
    }

    @Test(
        "what cannot be understood is a usage error",
        arguments: [
            [], ["frobnicate"], ["read-type", "d"], ["write", "d"], ["rename", "d", "a"], ["import", "d"], ["find"],
            ["-currentHost", "read"], ["read", "-app", "Safari"], ["write", "d", "k", "-int", "1.5"],
            ["write", "d", "k", "-int"], ["write", "d", "k", "-bool", "maybe"], ["write", "d", "k", "-data", "xyz"],
            ["write", "d", "k", "-date", "soon"],
            ["write", "d", "k", "-float", "x"], ["read", "d", "k", "more"], ["domains", "x"],
        ]
    )
    func usage(arguments: [String]) {
        do throws(DefaultsCommandError) {
            _ = try DefaultsCommand(arguments)
            Issue.record("this was understood")
        } catch {
            #expect(error.isUsage)
            #expect(!error.message.isEmpty)
        }
    }
}
