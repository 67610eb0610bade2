import TestSupport
import Testing

@testable import ViewHierarchy

@Suite("Names of classes")
struct ClassNameTests {
    @Test(
        "Objective-C's names of Swift's classes are read as swift-demangle reads them",
        arguments: [
            ("_TtC7Orchard4Tree", "Orchard.Tree"), ("_TtCC7Orchard4Tree4Leaf", "Orchard.Tree.Leaf"),
            ("_TtCOCV7SwiftUI4List7Updater8Platform7Drawing", "SwiftUI.List.Updater.Platform.Drawing"),
            ("_TtGC7SwiftUI14_UIHostingViewVS_7AnyView_", "SwiftUI._UIHostingView<SwiftUI.AnyView>"),
            (
                "_TtGC7SwiftUI14_UIHostingViewGVS_15ModifiedContentVS_7AnyViewVS_12RootModifier__",
                "SwiftUI._UIHostingView<SwiftUI.ModifiedContent<SwiftUI.AnyView, SwiftUI.RootModifier>>"
            ),
            ("_TtGC7Orchard3BoxGSqVS_4Leaf__", "Orchard.Box<Orchard.Leaf?>"),
            ("_TtGC7Orchard3BoxGSaSi__", "Orchard.Box<[Swift.Int]>"),
            ("_TtGC7Orchard3BoxGVs10DictionarySSSi__", "Orchard.Box<[Swift.String : Swift.Int]>"),
            ("_TtGC7Orchard3BoxGVs3SetSi__", "Orchard.Box<Swift.Set<Swift.Int>>"),
            ("_TtGC7Orchard3BoxGSQSi__", "Orchard.Box<Swift.Int!>"),
            ("_TtGC7Orchard3BoxMSi_", "Orchard.Box<Swift.Int.Type>"),
            ("_TtGC7Orchard3BoxT3fooSi3barSS__", "Orchard.Box<(foo: Swift.Int, bar: Swift.String)>"),
            ("_TtGC7Orchard3BoxtSi__", "Orchard.Box<(Swift.Int...)>"), ("_TtGC7Orchard3BoxT__", "Orchard.Box<()>"),
            ("_TtGC7Orchard3BoxFSiSS_", "Orchard.Box<(Swift.Int) -> Swift.String>"),
            ("_TtGC7Orchard3BoxFzTSi_T__", "Orchard.Box<(Swift.Int) throws -> ()>"),
            ("_TtGC7Orchard3BoxbT_T__", "Orchard.Box<@convention(block) () -> ()>"),
            ("_TtGC7Orchard3BoxGSqFT_T___", "Orchard.Box<(() -> ())?>"),
            ("_TtGC7Orchard3BoxCSo6UIView_", "Orchard.Box<__C.UIView>"),
            ("_TtGC7Orchard3BoxP__", "Orchard.Box<Any>"), ("_TtGC7Orchard3BoxPs5Error__", "Orchard.Box<Swift.Error>"),
            ("_TtGC7Orchard3BoxPS_1PS_1Q__", "Orchard.Box<Orchard.P & Orchard.Q>"),
            ("_TtGC7Orchard3BoxPMPS_1P__", "Orchard.Box<Orchard.P.Type>"), ("_TtP7Orchard5Proto_", "Orchard.Proto"),
            ("_TtGC7Orchard3BoxXwC7Orchard3Foo_", "Orchard.Box<weak Orchard.Foo>"),
            ("_TtGCC7Orchard5Outer5InnerSi_SS_", "Orchard.Outer<Swift.Int>.Inner<Swift.String>"),
            ("_TtGCC7Orchard1A1B_Si_", "Orchard.A.B<Swift.Int>"),
            ("_TtCE7OrchardC5UIKit6UIView5Inner", "(extension in Orchard):UIKit.UIView.Inner"),
            (
                "_TtC7OrchardP33_0123456789ABCDEF0123456789ABCDEF4Seed",
                "Orchard.(Seed in _0123456789ABCDEF0123456789ABCDEF)"
            ),
            ("_TtCFC7Orchard4Tree6prune_FzT_T_L_3Saw", "Saw #1 in Orchard.Tree.prune_() throws -> ()"),
            ("_TtCF7Orchard4growFT2inSi_SSL0_3Sun", "Sun #2 in Orchard.grow(in: Swift.Int) -> Swift.String"),
            ("_TtCFC7Orchard4Treeg4sizeSiL_3Saw", "Saw #1 in Orchard.Tree.size.getter : Swift.Int"),
            ("_TtCvC7Orchard4Tree4sizeSiL_3Saw", "Saw #1 in Orchard.Tree.size : Swift.Int"),
            ("_TtCFC7Orchard4TreecFT_S0_L_3Saw", "Saw #1 in Orchard.Tree.init() -> Orchard.Tree"),
            ("_TtCZFC7Orchard4Tree3fooFT_T_L_3Saw", "Saw #1 in static Orchard.Tree.foo() -> ()"),
            ("_TtCFFC7Orchard4Tree3fooFT_T_U_FT_T_L_3Saw", "Saw #1 in closure #1 () -> () in Orchard.Tree.foo() -> ()"),
        ]
    )
    func objectiveC(raw: String, readable: String) {
        let name = ClassName(raw)
        #expect(name.readable == readable && name.raw == raw && name.isDemangled)
    }

    @Test(
        "Swift's own mangling is read by the runtime",
        arguments: [
            ("$s7SwiftUI14_UIHostingViewCyAA7AnyViewVG", "SwiftUI._UIHostingView<SwiftUI.AnyView>"),
            ("_$s7SwiftUI7AnyViewV", "SwiftUI.AnyView"), ("$S7SwiftUI7AnyViewV", "SwiftUI.AnyView"),
            ("_T07SwiftUI7AnyViewV", "SwiftUI.AnyView"), ("$s7Orchard0A4TreeC", "Orchard.OrchardTree"),
            (
                "$s7Orchard4Tree33_0123456789ABCDEF0123456789ABCDEFLLC",
                "Orchard.(Tree in _0123456789ABCDEF0123456789ABCDEF)"
            ),
            (
                "$s7SwiftUI15ModifiedContentVyAA6HStackVyAA4TextVGAA14_PaddingLayoutVG",
                "SwiftUI.ModifiedContent<SwiftUI.HStack<SwiftUI.Text>, SwiftUI._PaddingLayout>"
            ),
            ("$s7Orchard3BoxCySaySiGSgG", "Orchard.Box<Swift.Optional<Swift.Array<Swift.Int>>>"),
        ]
    )
    func runtime(raw: String, readable: String) { #expect(ClassName(raw).readable == readable) }

    @Test(
        "what differs from run to run stays in the raw name",
        arguments: [
            ("_TtGC7SwiftUI14_UIHostingViewVS_7AnyView_$10e77fe206", "SwiftUI._UIHostingView<SwiftUI.AnyView>"),
            ("_TtC7Orchard4Tree$1a2b3c", "Orchard.Tree"), ("$s7SwiftUI7AnyViewV$10e77fe206", "SwiftUI.AnyView"),
            ("_TtC7OrchardP10$1a2b3c4d54Seed", "Orchard.Seed"),
            (
                "SwiftUI.(unknown context at $10e77fe206).Host<Orchard.(unknown context at $10e7).Seed>",
                "SwiftUI.Host<Orchard.Seed>"
            ),
            ("NSKVONotifying__TtC7Orchard4Tree", "NSKVONotifying_Orchard.Tree"),
        ]
    )
    func runs(raw: String, readable: String) { #expect(ClassName(raw).readable == readable) }

    @Test(
        "what is no mangled name, or is not understood, stays as it is",
        arguments: [
            "", "UIView", "Orchard.Tree", "_UINavigationBarContentView", "_Tt", "_TtC", "_TtC7Orchard",
            "_TtC7Orchard4Tre",
            "_TtC7Orchard4TreeLayer", "_TtC99Orchard4Tree", "_TtCS_4Tree", "_TtC7Orchard99999999999999999999999Tree",
            "_TtGC7Orchard3Box", "_TtZ", "$s", "$s7Orchard4TreeCMa", "$s4main3FooC3barSiyFTf4n_n",
            "Price$",
            "$10", "Orchard.(unknown context at $).Tree", "Orchard.(unknown context at $1f", "$s0", "$s0z", "$sA",
            "$s7OrchardA",
        ]
    )
    func others(raw: String) {
        let name = ClassName(raw)
        #expect(name.readable == raw && name.shown == raw && !name.isDemangled)
    }

    /// Twice as long with each reference pair.
    private static func doubling(_ levels: Int) -> String {
        "$s" + String(repeating: "SDy", count: levels) + "SaySiG"
            + (0..<levels).map { "A\(Character(Unicode.Scalar(UInt8(65 + $0))))G" }.joined()
    }

    @Test("names that refer to themselves over and over, nest deeply or are long cost nothing")
    func hostile() {
        #expect(ClassName(Self.doubling(4)).isDemangled)
        let nested = "_Tt" + String(repeating: "GC1A1B", count: 600) + "Si" + String(repeating: "_", count: 600)
        let pairs = "_TtGC1A1B" + String(repeating: "GS0_S0_", count: 400)
        let repeated = "$s1A1BVy" + String(repeating: "AC", count: 30) + "G"
        let many = "$s1A1BVyA2000CG"
        let words = "$s7Orchard" + String(repeating: "0A", count: 100) + "4TreeC"
        let deep = "$s" + String(repeating: "Say", count: 1_300)
        let long = "_TtC4000" + String(repeating: "a", count: 4_000) + "1B"
        for raw in [Self.doubling(20), Self.doubling(25), nested, pairs, repeated, many, words, deep, long] {
            #expect(ClassName(raw).readable.utf8.count <= 16_384, "\(raw.prefix(40))")
        }
        let tooLong = "_TtC7Orchard4500" + String(repeating: "a", count: 4_500)
        #expect(ClassName(tooLong).readable == tooLong)
    }

    @Test("any bytes behind a prefix are read or not, and nothing else happens")
    func random() {
        var generator = SeededGenerator(seed: 7)
        let letters = Array("_CVOPGSTFAyEDtgsUL0123456789abz$Q")
        for _ in 0..<4_000 {
            let tail = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                letters.randomElement(using: &generator) ?? "_"
            }
            for prefix in ["_Tt", "_TtGC1A1B", "$s", "$s1A1BV"] {
                #expect(ClassName(prefix + String(tail)).readable.utf8.count <= 16_384)
            }
        }
    }

    @Test(
        "a long name is shown without what is innermost",
        arguments: [
            ("Orchard.Tree", "Orchard.Tree"),
            (
                "Host<\(String(repeating: "Stack<", count: 30))Leaf\(String(repeating: ">", count: 30))>",
                "Host<Stack<Stack<Stack<Stack<…>>>>>"
            ),
            ("Host<Pair<\(String(repeating: "a", count: 120)), B>, Leaf>", "Host<Pair<…>, Leaf>"),
            ("Host<(A) -> \(String(repeating: "b", count: 120)), Leaf>.Inner", "Host<…>.Inner"),
            (
                String(repeating: "Orchard", count: 20),
                "OrchardOrchardOrchardOrchardOrchardOrchardOrchardO…OrchardOrchardOrchardOrchardOrchardOrchardOrchard"
            ),
        ]
    )
    func shown(whole: String, shown: String) {
        let name = ClassName(whole)
        #expect(name.shown == shown && name.readable == whole && name.shown.count <= ClassName.maximumShown)
    }
}
