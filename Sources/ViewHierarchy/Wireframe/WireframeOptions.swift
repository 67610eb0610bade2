/// What a wireframe shows.
public struct WireframeOptions: Sendable, Hashable {
    /// Shows only the view with this id and what is below it, upright and in its own coordinates; nil shows all.
    public var view: Int?
    /// The ids of the views to stand out.
    public var highlighted: Set<Int>
    /// Whether views show their text.
    public var showsLabels: Bool
    /// How many views are drawn, in tree order; a comment in the picture says so when there are more.
    public var maximumViews: Int
    /// What the picture is called for people who do not see it; nil names the view it starts from.
    public var title: String?
    /// What the ids inside the picture begin with: different for two pictures in one page.
    public var idPrefix: String

    /// Creates options.
    public init(
        view: Int? = nil,
        highlighted: Set<Int> = [],
        showsLabels: Bool = true,
        maximumViews: Int = 20_000,
        title: String? = nil,
        idPrefix: String = "wireframe"
    ) {
        self.view = view
        self.highlighted = highlighted
        self.showsLabels = showsLabels
        self.maximumViews = maximumViews
        self.title = title
        self.idPrefix = idPrefix
    }
}
