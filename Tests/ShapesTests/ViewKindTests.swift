import Testing

@testable import Shapes

@Suite("Kinds of views")
struct ViewKindTests {
    @Test(
        "the types of XCUITest's elements have the icons of what they are",
        arguments: [
            ("Application", ViewKind.window), ("Window", .window), ("Button", .button), ("StaticText", .text),
            ("TextField", .field), ("SecureTextField", .field), ("SearchField", .field), ("TextView", .field),
            ("Switch", .switch), ("Toggle", .switch), ("CheckBox", .switch), ("Slider", .slider), ("Table", .list),
            ("Cell", .cell), ("CollectionView", .grid), ("Image", .image), ("Icon", .image), ("ScrollView", .scroll),
            ("NavigationBar", .bar), ("TabBar", .bar), ("Toolbar", .bar), ("StatusBar", .bar), ("WebView", .web),
            ("ProgressIndicator", .progress), ("ActivityIndicator", .progress), ("Other", .plain),
        ]
    )
    func elements(type: String, kind: ViewKind) {
        #expect(ViewKind(className: "XCUIElementType" + type) == kind)
    }

    @Test(
        "so have Android's classes, whose text view is a label",
        arguments: [
            ("android.widget.TextView", ViewKind.text), ("android.widget.CheckedTextView", .text),
            ("android.widget.EditText", .field),
            ("android.widget.AutoCompleteTextView", .field), ("android.widget.Button", .button),
            ("android.widget.ImageButton", .button),
            ("android.widget.ImageView", .image), ("android.widget.Switch", .switch),
            ("android.widget.CheckBox", .switch),
            ("android.widget.SeekBar", .slider), ("android.widget.ProgressBar", .progress),
            ("android.widget.ListView", .list),
            ("androidx.recyclerview.widget.RecyclerView", .list), ("android.widget.GridView", .grid),
            ("android.webkit.WebView", .web),
            ("android.widget.ScrollView", .scroll), ("android.widget.LinearLayout", .stack),
            ("android.widget.FrameLayout", .plain),
            ("android.view.View", .plain),
        ]
    )
    func android(className: String, kind: ViewKind) {
        #expect(ViewKind(className: className) == kind)
    }

    @Test(
        "and UIKit's keep theirs",
        arguments: [
            ("UITextView", ViewKind.field), ("UILabel", .text), ("UITableViewCell", .cell),
            ("Kitchen.TimerButton", .button),
            ("UITableView", .list), ("UISwitch", .switch), ("UIView", .plain),
        ]
    )
    func uikit(className: String, kind: ViewKind) {
        #expect(ViewKind(className: className) == kind)
    }
}
