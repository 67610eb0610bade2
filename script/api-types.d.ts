// Made by script/api-types from Public/openapi.json; not to be changed by hand.

declare namespace API {
  type Point = {
    x: number;
    y: number;
  };

  type Size = {
    width: number;
    height: number;
  };

  type EdgeInsets = {
    top: number;
    left: number;
    bottom: number;
    right: number;
  };

  /** A screen on which an app can run; sizes and members outside landscape are those held upright. keyboard is its height, the suggestions bar included. */
  type Device = {
    id: string;
    name: string;
    models: string[];
    width: number;
    height: number;
    scale: number;
    idiom: "phone" | "pad";
    homeIndicator: boolean;
    inCallBar: boolean;
    statusBar: number;
    safeArea: EdgeInsets;
    keyboard: number;
    landscape: {
      statusBar: number;
      safeArea: EdgeInsets;
      keyboard: number;
      /** The windows that an app can have in Split View, the narrowest first; empty where none is known. */
      splitViews: {
        part: "third" | "half" | "twoThirds";
        /** In points. */
        width: number;
      }[];
    };
    /** The windows that an app can have in Split View, the narrowest first; empty where none is known. */
    splitViews: {
      part: "third" | "half" | "twoThirds";
      /** In points. */
      width: number;
    }[];
  };

  /** Sets at least one property, in the order transform, bounds, center, frame, alpha. */
  type AnimationChange = {
    view: number;
    frame?: Rect;
    bounds?: Rect;
    center?: Point;
    transform?: Transform;
    alpha?: number;
  };

  type AnimationBlock = {
    /** Seconds; 0.2, or that of the block around it. */
    duration?: number;
    delay?: number;
    /** easeInOut, or that of the block around it. */
    curve?: "easeInOut" | "easeIn" | "easeOut" | "linear";
    /** 0 is once; fractions count. */
    repeatCount?: number | "infinity";
    autoreverses?: boolean;
    changes?: AnimationChange[];
    blocks?: AnimationBlock[];
  };

  type Rect = {
    x: number;
    y: number;
    width: number;
    height: number;
  };

  /** [a, b, c, d, tx, ty] of CGAffineTransform: x' = a·x + c·y + tx, y' = b·x + d·y + ty. */
  type Transform = [number, number, number, number, number, number];

  /** RFC 9457. */
  type Problem = {
    type: string;
    title: string;
    status: number;
    detail: string;
    /** The sentences of the detail, of a dump in no known format: what it is, which format it most resembles, what stands against that, what to do. `errors` has every format with the reason against it. */
    lines?: string[];
    instance?: string;
    errors?: {
      pointer?: string;
      parameter?: string;
      line?: number;
      detail: string;
      /** The view that it is about, by its id. */
      view?: number;
    }[];
    /** The id of the request, by which the log can be searched; of statuses from 500 on. */
    requestId?: string;
  };

  type Diagnostic = {
    severity: "error" | "warning" | "info";
    code: string;
    message: string;
    view?: number;
    line?: number;
    file?: string;
    /** The properties that no dump of the format says, between commas, where it is about these. */
    neverSaid?: string;
  };

  type DumpSummary = {
    id: string;
    name: string;
    /** What the file was called that it came in. */
    file?: string;
    /** The words under which people find it with others, sorted. */
    tags: string[];
    /** The folder that it lies in; absent where it lies in none. */
    folder?: string;
    format: string;
    app?: string;
    viewCount: number;
    depth: number;
    size: Size;
    capturedAt?: string;
    createdAt: string;
    revision: number;
    readOnly: boolean;
    screenshot: boolean;
    /** The root of the scene that the picture shows, by its id; absent where it shows the whole screen. */
    screenshotRoot?: number;
    /** The name of the token that uploaded it, or the newer version that took its place, where there was one. */
    actor?: string;
    /** How many edits are applied, and how many were taken back and can be carried out again. */
    edits: {
      applied: number;
      undone: number;
    };
  };

  type Responder = {
    kind: "view" | "viewController" | "window" | "scene" | "application" | "applicationDelegate";
    class: string;
    view: number | null;
    /** Whether the dump names it. The scene (since iOS 13), the application and its delegate are what UIKit has there. */
    said: boolean;
  };

  /** A view as UIKit sees it. Lengths in points, angles in radians; what is not finite is null. */
  type View = {
    id: number;
    key: string;
    class: string;
    address: string | null;
    superview: number | null;
    subviews: number[];
    depth: number;
    frame: Rect | null;
    bounds: Rect | null;
    center: Point | null;
    transform: Transform | null;
    anchorPoint: Point | null;
    windowFrame: Rect | null;
    visibleFrame: Rect | null;
    visible: boolean;
    alpha: number | null;
    hidden: boolean;
    opaque: boolean;
    clipsToBounds: boolean;
    userInteractionEnabled: boolean;
    multipleTouchEnabled: boolean;
    exclusiveTouch: boolean;
    autoresizesSubviews: boolean;
    autoresizingMask: ("flexibleLeftMargin" | "flexibleWidth" | "flexibleRightMargin" | "flexibleTopMargin" | "flexibleHeight" | "flexibleBottomMargin")[];
    contentMode: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "redraw" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight";
    tag: number;
    contentOffset: Point | null;
    contentSize: Size | null;
    text: string | null;
    identifier: string | null;
    label: string | null;
    value: string | null;
    controller: string | null;
    attributes: Record<string, string>;
    /** Members whose values the dump did not say and no edit set: what stands there is the default of UIView, or of the class where that is known to differ; null for frame, bounds and center. */
    unknown: string[];
    diagnostics: Diagnostic[];
    /** The fraction of VisibleArea; only when `fields` asks for it. */
    visibleFraction?: number | null;
    /** The fraction of Touch; only when `fields` asks for it. */
    touchFraction?: number | null;
    /** The constraints that involve the view; in lists only when `fields` asks for it. */
    constraints?: Constraint[];
    /** null where the dump says nothing; in lists only when `fields` asks for it. */
    autoLayout?: AutoLayout | null;
    /** Whether the view is a secure text field whose text is kept from this token, which lacks the scope secrets. Without being asked for it is only there where it is true. */
    redacted?: boolean;
    /** The class as Swift writes it, where the dump has it mangled; else the class. Without being asked for it is only there where it is another name. */
    displayClass?: string;
  };

  /** What an edit did: the views that are not as they were, in tree order, and the ids of those that are gone. `total` counts the changed ones; `next` leads on at edits/{revision}/views. */
  type Edited = {
    revision: number;
    changed: PartialView[];
    removed: number[];
    total: number;
    next: string | null;
    /** How many views removed there are, where only the first 1000 are listed. */
    removedTotal?: number;
    /** Of an edit that adds a constraint: its number from now on. */
    constraint?: number;
  };

  /** A JSON Merge Patch (RFC 7396) of a view. Null is UIKit's default; frame, bounds and center have none. Set in the order transform, anchorPoint, bounds, center, frame, with UIKit's coupling; subviews follow their masks. */
  type ViewChanges = {
    frame?: Rect;
    bounds?: Rect;
    center?: Point;
    transform?: Transform | null;
    anchorPoint?: Point | null;
    alpha?: number | null;
    hidden?: boolean | null;
    opaque?: boolean | null;
    clipsToBounds?: boolean | null;
    userInteractionEnabled?: boolean | null;
    autoresizesSubviews?: boolean | null;
    autoresizingMask?: ("flexibleLeftMargin" | "flexibleWidth" | "flexibleRightMargin" | "flexibleTopMargin" | "flexibleHeight" | "flexibleBottomMargin")[] | null;
    contentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "redraw" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight" | null;
    tag?: number | null;
    contentSize?: Size | null;
  };

  type App = {
    id: string;
    name: string;
    version: string | null;
    icon?: string;
    panes: number;
    languages: string[];
    domain: string;
    dumps: string[];
    readOnly: boolean;
    createdAt?: string;
    /** The name of the token that uploaded it, where there was one. */
    actor?: string;
    /** How many languages there are, where only the first 1000 are listed. */
    languagesTotal?: number;
    /** How many dumps there are, where only the first 1000 are listed. */
    dumpsTotal?: number;
  };

  type Row = {
    index: number;
    type: "textField" | "title" | "toggle" | "slider" | "multiValue" | "radioGroup" | "childPane" | "textView" | "datePicker" | "button" | "link" | "list" | "custom" | "unsupported";
    specifier: string;
    title: string | null;
    key?: string;
    value: any;
    stored: any;
    default: any;
    origin: "stored" | "default" | "registered" | "argument" | "managed" | "none";
    modified: boolean;
    redacted?: boolean;
    secure?: boolean;
    keyboard?: string;
    autocapitalization?: string;
    autocorrection?: string;
    on?: boolean;
    trueValue?: any;
    falseValue?: any;
    minimum?: number;
    maximum?: number;
    minimumImage?: string | null;
    maximumImage?: string | null;
    options?: {
      title: string;
      shortTitle: string | null;
      value: any;
      icon?: string;
    }[];
    selected?: number | null;
    display?: string | null;
    pane?: string;
    href?: string;
    subtitle?: string;
    placeholder?: string;
    alignment?: "left" | "center" | "right";
    image?: string;
    contentType?: string;
    checkmark?: boolean;
    optionsFooter?: string;
    /** In words, when the row is there at all, by keys that build scripts and libraries add. */
    condition?: string;
    mode?: "date" | "time" | "dateAndTime";
    style?: "compact" | "wheels" | "inline";
    minuteInterval?: number;
    kind?: "url" | "mail" | "web";
    /** What the bundle says, which may be any text: never follow it unseen. */
    address?: string;
    fields?: {
      label: string;
      value: string;
    }[];
    item?: Row | null;
    items?: any[];
    deletable?: boolean;
    addable?: boolean;
  };

  type Group = {
    title: string | null;
    footer: string | null;
    /** The name by which InAppSettingsKit hides the group. */
    key?: string;
    rows: Row[];
    /** True where the group began in the part before. */
    continued?: boolean;
  };

  type Pane = {
    name: string;
    title: string;
    language: string | null;
    direction: "ltr" | "rtl";
    groups: Group[];
    report: Diagnostic[];
    /** How many rows the pane has; the reply holds those of the part. */
    total?: number;
    next?: string | null;
    /** How many findings there are, where only the first 1000 are listed. */
    reportTotal?: number;
  };

  type DefaultsWrite = {
    domain: string;
    revision: number;
    changed: string[];
    /** The layer that hides the value from the app, when one does; it is stored all the same. */
    shadowedBy?: string;
    /** Of a replacement by a token without the scope secrets: the secret keys that it left alone, for it cannot know of them. */
    kept?: string[];
    /** The keys that a configuration profile forces: what is stored under them is hidden from the app. */
    forced?: string[];
  };

  /** What happened to a key; a value that is not there leaves its member out. Values of another type are other values. Where the value is secret and kept from this token, what is there is null. */
  type DefaultsChange = {
    key: string;
    before?: Value | null;
    after?: Value | null;
    /** Whether the values are secret and kept from this token, which lacks the scope secrets; those that are there are null then. */
    redacted?: boolean;
  };

  type LayerName = "managed" | "argument" | "registration";

  type IgnoredArgument = {
    index: number;
    argument: string;
    reason: string;
  };

  /** A property-list value: a date is {"$date"}, data {"$data"}, a real with a whole value {"$real"}, one that is no finite number {"$real": "nan"} (or "inf", "-inf"), a whole number above 2^63 - 1 {"$integer": "18446744073709551615"} (as a plain number it is refused with 422); a key that begins with $ is written doubled. */
  type Value = string | boolean | number | Value[] | {
    "$date": string;
  } | {
    "$data": string;
    /** What the bytes hold, in answers to ?decoded=true (DecodedData). Ignored where it is sent. */
    decoded?: any;
  } | {
    "$real": number | "nan" | "inf" | "-inf";
  } | {
    "$integer": number | string;
  } | Record<string, Value>;

  /** The part inside clipping superviews and the window that no provably opaque view in front covers. */
  type VisibleArea = {
    /** Of windowFrame; null for a view without area or place. */
    fraction: number | null;
    /** What is seen, disjoint, in window coordinates. */
    rects: Rect[];
    /** False when less than that may be seen: rotated views take part, or the views are too tangled. */
    exact: boolean;
    /** The front-most view that by itself covers all that clips leave of this one. */
    coveredBy: number | null;
  };

  /** Over how much of a view a tap reaches it, and what keeps taps away. */
  type Touch = {
    touchable: boolean;
    /** Of the view's area: where a tap reaches it or one of its subviews. */
    fraction: number | null;
    /** Where a tap reaches the view itself. */
    ownFraction: number | null;
    exact: boolean;
    obstacles: {
      kind: "hidden" | "transparent" | "interactionDisabled" | "passThrough" | "outsideSuperview" | "covered" | "zeroSize" | "notPlaced";
      view: number;
      message: string;
    }[];
  };

  /** All views, property by property; with `fields` only the columns that it names. A position is a view's place in depth-first order. */
  type ViewColumns = {
    shape: "columns";
    revision: number;
    count: number;
    /** The positions of secure text fields whose texts are kept from this token, which lacks the scope secrets; left out where there are none. */
    redacted?: number[];
    /** Left out when each id is its position. */
    id?: number[];
    classes?: string[];
    /** How the names of classes and controllers are shown that the dump has mangled or long: whole, and in at most 100 characters. With the column `class`. */
    displayNames?: {
      raw: string;
      readable: string;
      shown: string;
    }[];
    contentModes?: string[];
    /** Name of bit 0, bit 1 and so on; diagnostics: the view has at least one; autoresizingMaskUnknown: the dump did not say the mask, no edit set it, and what stands in its column is UIView's default; frameUnknown: the dump did not say the frame, no edit set it, and what stands in its column is where what is in the view is measured from. */
    flagNames?: string[];
    colors?: {
      /** As the dump says it, its first 200 characters. */
      text: string;
      /** Red, green, blue, alpha, 0 to 1, beyond it in wide colour spaces; null where the text is no colour we know. */
      light: [number, number, number, number] | null;
      /** Red, green, blue, alpha, 0 to 1, beyond it in wide colour spaces; null where the text is no colour we know. */
      dark: [number, number, number, number] | null;
    }[];
    columns: {
      /** Index into classes. */
      class?: number[];
      /** Position of the superview, -1 for a root. */
      superview?: number[];
      /** x, y, width, height for each view. */
      frame?: (number | null)[];
      /** Bits as flagNames. */
      flags?: number[];
      /** UIKit's bits. */
      autoresizingMask?: number[];
      /** Index into contentModes. */
      contentMode?: number[];
      /** Four numbers a view, where they are not 0, 0 and the frame's size. */
      bounds?: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Two numbers a view, where it is not the middle of the frame or bounds are told. */
      center?: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Six numbers a view, where it is not the identity. */
      transform?: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Two numbers a view, where it is not the middle. */
      anchorPoint?: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Where it is not 1. */
      alpha?: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Where it is not 0. */
      tag?: {
        /** Positions, ascending. */
        at: number[];
        values: number[];
      };
      /** Where there is one. */
      text?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** Where there is one. */
      identifier?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** Where there is one. */
      label?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** Where there is one. */
      controller?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** Where there is one. */
      address?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** What Auto Layout has against a layout, in words: Ambiguous layout, Missing host constraints, Constraint conflict; where a companion says it. */
      layoutIssues?: {
        /** Positions, ascending. */
        at: number[];
        values: string[];
      };
      /** Index into colors, where the dump tells one. */
      backgroundColor?: {
        /** Positions, ascending. */
        at: number[];
        values: number[];
      };
    };
    /** Whether the dump says anything about looks: a colour, a font, a picture. */
    saysLooks?: boolean;
    drawing?: DrawingColumns;
    /** Where the roots are scenes, of which one is shown at a time: the position of the one that is shown first. null where they are shown together. */
    scene?: number | null;
  };

  /** A layout as positions and flat arrays; a position is a view's place in depth-first order. */
  type LayoutColumns = {
    shape: "columns";
    revision: number;
    size: Size;
    rule: string;
    solver: "masks" | "constraints";
    device: string | null;
    orientation: string | null;
    safeArea: EdgeInsets | null;
    /** The screen in window coordinates; null when a view inside a window is laid out. */
    screen: Rect | null;
    keyboard: KeyboardCover | null;
    /** Views whose frame is not what it was. */
    moved: number;
    columns: {
      /** Positions of the views that are listed. */
      at: number[];
      /** Four numbers for each of them. */
      frame: (number | null)[];
      /** Those of them that it does not follow for from the frame. */
      bounds: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** The same. */
      center: {
        /** Positions, ascending. */
        at: number[];
        values: (number | null)[];
      };
      /** Of all views, moved or not: those of which something is not known. */
      certainty: {
        at: number[];
        values: LayoutCertainty[];
      };
      /** What views show where other texts are assumed: those of which the dump says something else. */
      text: {
        at: number[];
        values: string[];
      };
    };
    warnings: Diagnostic[];
    total: number;
    drawing?: DrawingColumns;
  };

  /** Display lists of views, without their subviews, in the views' own coordinates. A primitive is an array that begins with its kind: 0 a rectangle (x, y, width, height, radius or four radii, fill, stroke, line width), 1 an outline (number in paths, x, y, scale, fill, stroke, line width), 2 a line of text (text, x, baseline, width, size, weight, colour), 3 the view's own picture (x, y, width, height), 4 a shadow (x, y, width, height, radius, colour, offset right and down, standard deviation of its blur). Colours are numbers in paints, -1 for none. */
  type DrawingColumns = {
    /** The only appearance that the screen was made for; null where it has both. */
    appearance: "light" | "dark" | null;
    /** The first system of those whose controls are drawn: asked for, else what the dump shows. */
    ios: "7" | "13" | "18" | "26";
    /** Positions of the views that draw anything, ascending. */
    at: number[];
    /** Primitives of each of them, back to front. */
    lists: any[][][];
    /** Views that cut off what is in them at round corners: position and radius, ascending. */
    cuts: [number, number][];
    /** What the system draws over the last root: status bar and home indicator, where the dump has no views for them. */
    system: any[][];
    /** CSS colours: one, or one for the light and one for the dark appearance. */
    paints: string[][];
    /** Outlines in SVG's syntax. */
    paths: string[];
  };

  /** What a layout by masks knows of a view's frame in its superview. masks: all of it, as a mask decides or nothing had to be decided. partial: some of position and size. none: nothing, as constraints decide, or the size of its superview is not known. The others come from solved constraints, and from what iOS itself places, such as bars. certain: constraints decide everything, by numbers that the dump says, or iOS does. dependsOnText: they decide everything, by how much room texts and pictures need. undetermined: something is decided by nothing, by UIKit or the app in a way that the dump does not say, as of a view that stays where it would be under the status bar, by which of conflicting constraints UIKit leaves out, or by a rule of Interface Builder that is guessed: margins of cells, insets that no view shows, the size of a view that nothing sizes. The warnings layout.undecided, and undecided of a single view, say why. */
  type LayoutCertainty = "masks" | "partial" | "none" | "certain" | "dependsOnText" | "undetermined";

  /** The docked keyboard in window coordinates, and the views under it: those that take text first, then those that are covered wholly; at most 1000 of total. A superview that is covered only in part is not listed, nor what is in one that is covered wholly. */
  type KeyboardCover = {
    frame: Rect;
    covered: {
      view: number;
      whole: boolean;
      takesText: boolean;
    }[];
    total: number;
    /** What it looks like, in coordinates of its own: primitives as in DrawingColumns. With shape=columns only. */
    drawing?: {
      system: any[][];
      paints: string[][];
      paths: string[];
    };
  };

  /** The pins and notes of a dump's views. `total` counts the notes. */
  type ViewMarks = {
    /** How often they have changed; 0 when there never were any. */
    revision: number;
    pins: number[];
    /** The names of the tokens that pinned views, by the views' ids; left out where no name is known. */
    pinActors?: Record<string, string>;
    notes: ({
      view: number;
    } & ViewNote)[];
    total: number;
    next: string | null;
  };

  /** What somebody wrote about a view, as plain text, and when first and last. */
  type ViewNote = {
    text: string;
    createdAt: string;
    changedAt: string;
    /** The name of the token that wrote it last, where there was one. */
    actor?: string;
  };

  /** The marks of a view after a write, and the revision of all marks of the dump. */
  type MarkedView = {
    revision: number;
    view: number;
    pinned: boolean;
    note: ViewNote | null;
  };

  /** One side of a constraint. */
  type LayoutAnchor = {
    /** The id of the view that it is or whose guide it is; null for one that is gone. */
    view?: number | null;
    /** In place of view: what the dump names and does not have. */
    item?: string;
    /** safeArea, layoutMargins, readableContent, keyboard, contentLayoutGuide, frameLayoutGuide, topLayoutGuide, bottomLayoutGuide, or the name of one of the app's own; left out for the view itself. */
    guide?: string;
    attribute: "left" | "right" | "top" | "bottom" | "leading" | "trailing" | "width" | "height" | "centerX" | "centerY" | "lastBaseline" | "firstBaseline" | "leftMargin" | "rightMargin" | "topMargin" | "bottomMargin" | "leadingMargin" | "trailingMargin" | "centerXWithinMargins" | "centerYWithinMargins";
  };

  /** What an interface file says differently for some size classes. */
  type LayoutVariation = {
    /** default, or such as heightClass=compact-widthClass=regular. */
    traits: string;
    included?: boolean;
    constant?: number;
    priority?: number;
  };

  /** first relation second × multiplier + constant, as the dump says it. What became of it is in the list of all only. */
  type Constraint = {
    /** Its name in the file; empty where it has none. */
    name: string;
    /** What the app calls it. */
    identifier: string | null;
    /** What Interface Builder calls it. */
    label?: string;
    first: LayoutAnchor;
    relation: "lessThanOrEqual" | "equal" | "greaterThanOrEqual";
    second: LayoutAnchor | null;
    multiplier: number;
    /** The multiplier where it was written as a ratio, such as 16:9. */
    ratio?: string;
    constant: number;
    /** 1000 is required. */
    priority: number;
    /** false where the size classes of Interface Builder's canvas leave it out. */
    active: boolean;
    /** Interface Builder takes it away when the app is built. */
    placeholder: boolean;
    /** The constant is UIKit's standard distance. */
    standard: boolean;
    variations?: LayoutVariation[];
    /** The id of the view that holds it. */
    owner: number | null;
    /** The constraint in words, as seen from the view; in the list of all from its first view. */
    text: string;
    /** The id of the view on its other side. */
    other: number | null;
    /** Only in the list of all: whether its views are there, inside its owner. */
    installed?: boolean;
    /** Its place in the list of all, by which explanations and edits name it. No edit gives it to another one. */
    number: number;
    state?: ConstraintState;
    reason?: ConstraintReason | null;
    /** Only in the list of all: by how many points it does not hold, its left side less its right side; 0 where it holds or takes no part. */
    violation?: number;
  };

  /** Why a view is where it is. */
  type LayoutExplanation = {
    view: number;
    /** The id of the root that was laid out with it. */
    root: number | null;
    size: Size;
    device: string | null;
    orientation: string | null;
    /** masks: the dump says no constraints, so masks are all that is told. */
    solver: "masks" | "constraints";
    /** null where it is not finite. */
    frame: Rect | null;
    certainty: LayoutCertainty;
    /** The ids of the views on whose contents the frame depends, at most 12. */
    dependsOn: number[];
    /** What nothing decides, or what is guessed and the frame depends on, for people; null unless certainty is undetermined. */
    undecided: string | null;
    /** Who places the view, for people. */
    text: string;
    /** Edges and lengths; centres where something speaks of them. Empty where it is not known how the view is placed. */
    edges: LayoutEdge[];
    /** What is optional and does not hold. */
    gaveWay: LayoutFailure[];
    /** The constraints of the view that are broken, those first, or take no part. */
    out: LayoutFailure[];
    /** What cannot hold together and concerns the view. */
    conflicts: {
      text: string;
      /** Their numbers in the list of all constraints. */
      constraints: number[];
      /** How many there are, where only the first 1000 are listed. */
      constraintsTotal?: number;
      /** The number of the one that was left out; null where that was no constraint. */
      dropped: number | null;
    }[];
    /** The two frames between which the view may lie where nothing decides and the ends are known; else empty. */
    extremes: Rect[];
    /** How many more holds and failures there are than the 100 that are listed. */
    leftOut: number;
  };

  /** A part of a frame in its superview, and what holds it there. */
  type LayoutEdge = {
    edge: "left" | "right" | "width" | "centerX" | "top" | "bottom" | "height" | "centerY";
    /** Where it lies, or how long it is, in points. */
    value: number;
    /** undetermined: nothing in the dump decides it. unknown: something does, and what could not be found out. */
    standing: "decided" | "undetermined" | "unknown";
    holds: LayoutHold[];
    /** The other parts that it follows from, where nothing speaks of it itself. */
    follows: ("left" | "right" | "width" | "centerX" | "top" | "bottom" | "height" | "centerY")[];
    /** What is to be said beside what holds it, for people. */
    text: string | null;
    /** Between which values it may lie, where nothing decides it and that is known. */
    range: {
      from: number;
      to: number;
    } | null;
  };

  type LayoutHold = {
    /** Who asks for it. place: UIKit for what it places, such as the content view of a cell. stored: nothing in the dump, so that the view was left where the file has it. */
    kind: "constraint" | "mask" | "place" | "stack" | "hiding" | "content" | "notNegative" | "screen" | "stored";
    /** What it says, as the view has it. */
    text: string;
    /** 1000 is required; null where priorities mean nothing. */
    priority: number | null;
    /** Whether the edge is derived from it. Without one that does not decide it would be in the same place. */
    decides: boolean;
    /** Its number in the list of all constraints. */
    constraint: number | null;
    /** The id of the view on its other side. */
    other: number | null;
  };

  /** A constraint, or what content asks for, that does not hold or takes no part. */
  type LayoutFailure = {
    kind: "constraint" | "content";
    /** What it says, as the view has it. */
    text: string;
    priority: number;
    state: ConstraintState;
    reason: ConstraintReason | null;
    /** By how many points it does not hold; 0 for what takes no part. */
    points: number;
    /** What became of it, for people. */
    words: string;
    /** Its number in the list of all constraints. */
    constraint: number | null;
    /** The id of the view on its other side. */
    other: number | null;
  };

  /** What a constraint is to a layout. active: it takes part; an optional one may still not hold. broken: required, and left out as it cannot hold together with others. placeholder: for Interface Builder's canvas only. */
  type ConstraintState = "active" | "inactive" | "broken" | "placeholder";

  /** Why a constraint takes no part: switched off or not there in these size classes; removed by an edit; a view outside the one that holds it; an unknown item; sides that cannot be compared; numbers beyond use; a length of a view hidden in its stack; for the canvas only; made by UIKit for what the layout has rules of its own for; too many. */
  type ConstraintReason = "notActive" | "removed" | "notInstalled" | "unknownItem" | "mixedAxes" | "numbers" | "hiddenInStack" | "placeholder" | "madeByUIKit" | "tooMany";

  /** What the dump says of the view's part in Auto Layout; what it does not say is left out. */
  type AutoLayout = {
    translatesAutoresizingMaskIntoConstraints?: boolean;
    contentHuggingPriority?: {
      horizontal?: number | string;
      vertical?: number | string;
    };
    contentCompressionResistancePriority?: {
      horizontal?: number | string;
      vertical?: number | string;
    };
    placeholderIntrinsicSize?: {
      width?: number | string;
      height?: number | string;
    };
    preferredMaxLayoutWidth?: number;
    layoutMargins?: {
      top: number;
      left: number;
      bottom: number;
      right: number;
    };
    directionalLayoutMargins?: {
      top: number;
      leading: number;
      bottom: number;
      trailing: number;
    };
    preservesSuperviewLayoutMargins?: boolean;
    insetsLayoutMarginsFromSafeArea?: boolean;
    layoutMarginsFollowReadableWidth?: boolean;
    stack?: {
      axis: "horizontal" | "vertical";
      distribution: "fill" | "fillEqually" | "fillProportionally" | "equalSpacing" | "equalCentering";
      alignment: "fill" | "leading" | "top" | "firstBaseline" | "center" | "trailing" | "bottom" | "lastBaseline";
      spacing: number;
      standardSpacing?: boolean;
      baselineRelative?: boolean;
      marginsRelative?: boolean;
      customSpacings?: {
        after: number;
        spacing: number;
      }[];
    };
    misplaced?: boolean;
    ambiguous?: boolean;
    variations?: LayoutVariation[];
  };

  /** A text that says more of the views of a dump, joined to them by their addresses; a table of texts by the ids of an interface's objects. */
  type Companion = {
    id: number;
    kinds: ("printHierarchy" | "autolayoutTrace" | "constraintLog" | "strings")[];
    createdAt: string;
    /** The name of the token that sent it, where there was one. */
    actor?: string;
    /** Of a table of texts: its language; `mul` for a catalog of several. */
    language?: string;
    /** Of tables of texts: their languages, sorted. */
    languages?: string[];
    bytes: number;
    joinedTotal: number;
    missedTotal: number;
    /** Why it cannot be read any more. */
    problem?: string;
    /** What the views say now, or would say in the language of a table; the first 1,000. */
    joined: {
      kind: "printHierarchy" | "autolayoutTrace" | "constraintLog" | "strings";
      /** Missing where the table is binary. */
      line?: number;
      view: number;
      message: string;
    }[];
    /** Lines that belong to no view and why, the first 1,000. */
    missed: {
      kind: "printHierarchy" | "autolayoutTrace" | "constraintLog" | "strings";
      /** Missing where the table is binary. */
      line?: number;
      message: string;
    }[];
    /** Of the dump. */
    revision: number;
  };

  type Interface = {
    /** Where it is in the bundle, such as `Base.lproj/Main.storyboardc`. */
    path: string;
    /** What the app loads it by. */
    name: string;
    kind: "nib" | "storyboardc" | "xib" | "storyboard";
    /** The language of its folder, `Base` included. */
    language: string | null;
    /** The languages in which it can be opened besides its own: each has a table of its texts. */
    languages: string[];
    /** The idiom that its name says it is for, such as `ipad`; null for all. */
    idiom: string | null;
    openable: boolean;
    /** Why it cannot be opened. */
    reason: string | null;
    /** How many views it has, where it can be opened. */
    viewCount: number | null;
    /** The id of the dump that was made of it as it is now, in its own language. */
    dump: string | null;
  };

  /** A member of a view that a list can be asked for. */
  type ViewField = "id" | "key" | "class" | "address" | "superview" | "subviews" | "depth" | "frame" | "bounds" | "center" | "transform" | "anchorPoint" | "windowFrame" | "visibleFrame" | "visible" | "alpha" | "hidden" | "opaque" | "clipsToBounds" | "userInteractionEnabled" | "multipleTouchEnabled" | "exclusiveTouch" | "autoresizesSubviews" | "autoresizingMask" | "contentMode" | "tag" | "contentOffset" | "contentSize" | "text" | "identifier" | "label" | "value" | "controller" | "attributes" | "unknown" | "diagnostics" | "visibleFraction" | "touchFraction" | "constraints" | "autoLayout" | "redacted" | "displayClass";

  /** A view as in a dump of Vitrine JSON (schemas/dump.json), which has more members; it needs a frame. */
  type NewView = {
    class: string;
    frame: Rect;
    alpha?: number;
    hidden?: boolean;
    opaque?: boolean;
    clipsToBounds?: boolean;
    userInteractionEnabled?: boolean;
    autoresizingMask?: ("flexibleLeftMargin" | "flexibleWidth" | "flexibleRightMargin" | "flexibleTopMargin" | "flexibleHeight" | "flexibleBottomMargin")[];
    contentMode?: "scaleToFill" | "scaleAspectFit" | "scaleAspectFill" | "redraw" | "center" | "top" | "bottom" | "left" | "right" | "topLeft" | "topRight" | "bottomLeft" | "bottomRight";
    text?: string;
    identifier?: string;
    subviews?: NewView[];
  };

  /** Those members of a view that `fields` asks for. */
  type PartialView = {
    id?: View["id"];
    key?: View["key"];
    class?: View["class"];
    address?: View["address"];
    superview?: View["superview"];
    subviews?: View["subviews"];
    depth?: View["depth"];
    frame?: View["frame"];
    bounds?: View["bounds"];
    center?: View["center"];
    transform?: View["transform"];
    anchorPoint?: View["anchorPoint"];
    windowFrame?: View["windowFrame"];
    visibleFrame?: View["visibleFrame"];
    visible?: View["visible"];
    alpha?: View["alpha"];
    hidden?: View["hidden"];
    opaque?: View["opaque"];
    clipsToBounds?: View["clipsToBounds"];
    userInteractionEnabled?: View["userInteractionEnabled"];
    multipleTouchEnabled?: View["multipleTouchEnabled"];
    exclusiveTouch?: View["exclusiveTouch"];
    autoresizesSubviews?: View["autoresizesSubviews"];
    autoresizingMask?: View["autoresizingMask"];
    contentMode?: View["contentMode"];
    tag?: View["tag"];
    contentOffset?: View["contentOffset"];
    contentSize?: View["contentSize"];
    text?: View["text"];
    identifier?: View["identifier"];
    label?: View["label"];
    value?: View["value"];
    controller?: View["controller"];
    attributes?: View["attributes"];
    unknown?: View["unknown"];
    diagnostics?: View["diagnostics"];
    visibleFraction?: View["visibleFraction"];
    touchFraction?: View["touchFraction"];
    constraints?: View["constraints"];
    autoLayout?: View["autoLayout"];
    redacted?: View["redacted"];
    displayClass?: View["displayClass"];
  };

  type LocatorSuggestion = {
    strategy: "identifier" | "predicate" | "classChain" | "xpath" | "className";
    /** What Appium calls the strategy: accessibility id, -ios predicate string, -ios class chain, xpath, class name. */
    using: string;
    /** The locator, its texts escaped. */
    text: string;
    /** How many elements of this dump it finds. */
    hits: number;
    unique: boolean;
    /** 100 times the share of dumps in which it finds exactly the element, less the points of its risks. */
    score: number;
    /** In how many of the dumps that have the element it finds exactly that. */
    right: number;
    /** Whether it is the XPath from the root down by a place at each step, which any change of the structure breaks. It comes last. */
    fragile: boolean;
    risks: {
      points: number;
      detail: string;
    }[];
  };

  type ReplacedDump = DumpSummary & {
    views: {
      /** Views that were there before and keep their ids. */
      kept: number;
      added: number;
      removed: number;
      /** Views that are gone and that a pin or note names. The marks are kept: the notes are listed with the dump. */
      marked: number[];
    };
  };

  type DumpDiff = {
    from: {
      id: string;
      name: string;
      revision: number;
      viewCount: number;
    };
    to: {
      id: string;
      name: string;
      revision: number;
      viewCount: number;
    };
    /** In points. */
    tolerance: number;
    /** Views of `to` that are not in `from`. */
    added: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      frame: Rect | null;
    }[];
    /** Views of `from` that are not in `to`. */
    removed: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      frame: Rect | null;
    }[];
    /** Views in another superview: the id of the one before in `from`, of the one after in `to`. */
    reparented: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      before: number | null;
      after: number | null;
    }[];
    /** Views in another order among the subviews that stayed: their places. */
    reordered: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      before: number | null;
      after: number | null;
    }[];
    /** Views whose frame has another corner: in the superview, of a view in another superview in the window. */
    moved: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      before: Rect | null;
      after: Rect | null;
    }[];
    /** Views whose frame has another size. */
    resized: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      before: Rect | null;
      after: Rect | null;
    }[];
    /** Views that look or say something else. */
    changed: {
      /** The view's id in the dump `from`; null when it is new. */
      from: number | null;
      /** Its id in the dump `to`; null when it is gone. */
      to: number | null;
      class: string;
      text: string | null;
      identifier: string | null;
      properties: {
        name: string;
        /** Whether it is one of the view's `attributes`. */
        attribute?: boolean;
        /** As in a view; null for none, and where the dump does not say it. */
        before: any;
        after: any;
      }[];
      /** How many there are, where more than 1000. */
      propertiesTotal?: number;
    }[];
    /** Constraints that are not the same. Those of a view that is new or gone go with it. */
    constraints: {
      added: ConstraintDifference[];
      removed: ConstraintDifference[];
      changed: ConstraintDifference[];
    };
    /** Of interface files: what differs beside views and constraints, such as controllers, segues, images and the canvas. */
    objects: {
      /** Its id in the file, or the name of a resource; empty for the document and the canvas. */
      id: string;
      name: string;
      change: "added" | "removed" | "changed";
      properties: {
        name: string;
        /** Whether it is one of the view's `attributes`. */
        attribute?: boolean;
        /** As in a view; null for none, and where the dump does not say it. */
        before: any;
        after: any;
      }[];
      /** How many there are, where more than 1000. */
      propertiesTotal?: number;
    }[];
    /** Of interface files: how many things Xcode has only written in another way, such as the order of attributes and the version of its tools. They are no differences. */
    rewritten: number;
    /** Of two interface files the scenes, with the first part of the changes; of other dumps none. */
    scenes: {
      /** The id of its root in the dump `to`, or in `from` when it is gone. */
      id: number;
      /** The id of its root in the dump `from`; null when it is new. */
      from: number | null;
      /** The id of its root in the dump `to`; null when it is gone. */
      to: number | null;
      /** Its controller, else its root. */
      name: string;
      /** Whether a view, a constraint or an object of it differs, or lies elsewhere. */
      changed: boolean;
      /** Views that the constraints of the file put elsewhere on its canvas. */
      moves: {
        from: number;
        to: number;
        class: string;
        before: Rect;
        after: Rect;
      }[];
      /** How many there are, where not all are listed. */
      movesTotal?: number;
      /** What a check finds in one of the dumps only. */
      findings: {
        new: Finding[];
        /** How many there are, where not all are listed. */
        newTotal?: number;
        gone: Finding[];
        /** How many there are, where not all are listed. */
        goneTotal?: number;
      };
      pictures: {
        /** Where its picture in the dump `from` is; null when it is new. */
        before: string | null;
        /** The same in the dump `to`; null when it is gone. */
        after: string | null;
      };
    }[];
    /** How many there are, where more than 1000. */
    scenesTotal?: number;
    /** How many views of the whole comparison; then constraints and objects. */
    summary: {
      added: number;
      removed: number;
      reparented: number;
      reordered: number;
      moved: number;
      resized: number;
      changed: number;
      different: number;
      same: number;
      constraints: {
        added: number;
        removed: number;
        changed: number;
      };
      objects: number;
      /** All of it in words; where nothing differs, what that goes for. */
      text: string;
    };
    warnings: Diagnostic[];
    /** How many views, constraints and objects differ. A part of the reply has so many of them as `limit` says, views first; each view is in every list that it is of. */
    total: number;
    next: string | null;
  };

  type WebDriverValue = {
    /** What the command gives; null for nothing. */
    value: any;
  };

  type WebDriverError = {
    value: {
      /** The error code of the protocol, such as “no such element”. */
      error: string;
      message: string;
      stacktrace: string;
    };
  };

  /** What a layout has to be; docs/assertions.md has every word. At most 256 KiB. */
  type RuleDocument = {
    /** Where the rules are checked: ids of devices, with :landscape behind them for that, and dump for the dump as it is. */
    devices?: string | string[];
    /** How far a number may be off, in points. */
    tolerance?: number;
    /** Names for locators. */
    let?: Record<string, {
      id?: string;
      predicate?: string;
      chain?: string;
      xpath?: string;
      where?: string;
    }>;
    rules: {
      name?: string;
      view: string | {
        id?: string;
        predicate?: string;
        chain?: string;
        xpath?: string;
        where?: string;
      };
      on?: string | string[];
      uncertain?: "fail" | "skip";
      /** Words with what they expect. */
      expect: Record<string, any>;
    }[];
  };

  type AssertionResult = {
    /** The place of the rule in the document. */
    rule: number;
    /** What the document calls the rule. */
    name?: string;
    word: string;
    /** Absent for the dump as it is. */
    device?: string;
    passed: boolean;
    outcome: "passed" | "failed" | "unknown" | "uncertain" | "skipped";
    /** Absent for words about all views that are found, and where none is. */
    view?: number;
    /** The way to the view from its window, or what was looked for. */
    path: string;
    /** path: width is 38, expected at least 44 */
    message: string;
  };

  /** What becomes of a view from one dump to the next. A view that comes back after it was gone is `added` and `returned`; `hidden` and `shown` say that it went out of sight or came into it while it was there. */
  type TimelineChange = "added" | "returned" | "removed" | "reparented" | "reordered" | "moved" | "resized" | "changed" | "hidden" | "shown";

  type Timeline = {
    /** The bundle identifier that was asked for. */
    app?: string;
    /** In points. */
    tolerance: number;
    /** The dumps, the oldest first, or in the order that was asked for. */
    steps: {
      /** From 1. */
      number: number;
      dump: string;
      name: string;
      revision: number;
      /** When the dump was taken; when it came here where it does not say. */
      date: string | null;
      viewCount: number;
      /** How many views something became of since the step before; null for the first. What is inside a view that hides or shows itself does not count as `hidden` or `shown`. */
      summary: {
        added: number;
        returned: number;
        removed: number;
        reparented: number;
        reordered: number;
        moved: number;
        resized: number;
        changed: number;
        hidden: number;
        shown: number;
        /** Views of which anything became something. */
        different: number;
      } | null;
      /** What makes the comparison with the step before less than it seems. */
      warnings: Diagnostic[];
    }[];
    /** How many dumps there are, with those that are left out. */
    total: number;
    /** Dumps that are left out: of an app with more than 100 dumps or 250,000 views the oldest, and those that cannot be read. */
    warnings: Diagnostic[];
  };

  type ViewHistory = {
    app?: string;
    /** In points. */
    tolerance: number;
    /** As it is when it is last there. */
    view: {
      class: string;
      text: string | null;
      identifier: string | null;
    };
    /** The number of the first step that has it. */
    first: number | null;
    /** The number of the last step that has it. */
    last: number | null;
    /** The numbers of the steps in which something became of it, by what that was. */
    changes: {
      added: number[];
      returned: number[];
      removed: number[];
      reparented: number[];
      reordered: number[];
      moved: number[];
      resized: number[];
      changed: number[];
      hidden: number[];
      shown: number[];
    };
    steps: {
      /** Which step it is, from 1. */
      number: number;
      dump: string;
      /** The name of the dump. */
      name: string;
      /** The view's id in the dump; null when it is not there. */
      view: number | null;
      /** The id of its superview in the dump. */
      superview: number | null;
      /** In its superview. */
      frame: Rect | null;
      /** The upright rectangle around it in the window. */
      windowFrame: Rect | null;
      /** Whether something of it is seen; null when it is not there. */
      visible: boolean | null;
      /** Whether it is seen, or why not: it is hidden, in a hidden view, without opacity, clipped away or off screen, covered by opaque views, without area, or at no finite place. */
      visibility: "visible" | "hidden" | "hiddenAbove" | "transparent" | "outside" | "covered" | "empty" | "nowhere" | null;
      text: string | null;
      /** What became of it since the step before. Here a view that is hidden along with its superview is hidden. */
      changes: TimelineChange[];
      /** What else is not the same as in the step before. */
      properties: {
        name: string;
        /** Whether it is one of the view's `attributes`. */
        attribute?: boolean;
        /** As in a view; null for none, and where the dump does not say it. */
        before: any;
        after: any;
      }[];
      /** How many there are, where more than 1000. */
      propertiesTotal?: number;
    }[];
    total: number;
    next: string | null;
    warnings: Diagnostic[];
  };

  type AccessToken = {
    id: string;
    name: string;
    scopes: ("read" | "write" | "delete" | "secrets")[];
    createdAt: string;
    /** To about a minute; null for never. */
    lastUsedAt: string | null;
    /** Null while it is good. */
    revokedAt: string | null;
  };

  /** How much is stored. Bytes of kinds and things are those of their contents, without what the database adds. */
  type Usage = {
    /** Whether the storage tells; where not, there is nothing in the rest. */
    measured: boolean;
    /** What counts towards the quota `total`. */
    bytes: number;
    /** What the files take, room to be used again and the log included. */
    bytesOnDisk: number | null;
    /** What the disk has left. */
    bytesAvailable: number | null;
    /** Whether the server was started for reading only. */
    readOnly: boolean;
    kinds: {
      kind: "dumps" | "screenshots" | "parts" | "edits" | "companions" | "apps" | "defaults" | "history";
      count: number;
      bytes: number;
    }[];
    /** The 20 largest things, the largest first. */
    largest: {
      kind: "dump" | "app" | "domain" | "set";
      id: string;
      name: string;
      bytes: number;
    }[];
    /** The 20 tokens with which the most was uploaded, by their names. */
    owners: {
      owner: string;
      bytes: number;
    }[];
    /** Bytes; null for no end. */
    quotas: {
      total: number | null;
      dump: number | null;
      app: number | null;
      journal: number | null;
      domain: number | null;
      history: number | null;
      principal: number | null;
    };
  };

  /** New values for members of a constraint. A constant is no standard distance any more, and a multiplier no ratio; what is set holds in all size classes. */
  type ConstraintChanges = {
    constant?: number;
    priority?: number;
    relation?: "lessThanOrEqual" | "equal" | "greaterThanOrEqual";
    multiplier?: number;
    active?: boolean;
    identifier?: string | null;
  };

  /** One side of a constraint to add: a view, or a layout guide of it. */
  type NewConstraintAnchor = {
    view: number;
    guide?: "safeArea" | "layoutMargins" | "readableContent" | "keyboard" | "contentLayoutGuide" | "frameLayoutGuide" | "topLayoutGuide" | "bottomLayoutGuide" | null;
    attribute: "left" | "right" | "top" | "bottom" | "leading" | "trailing" | "width" | "height" | "centerX" | "centerY" | "lastBaseline" | "firstBaseline" | "leftMargin" | "rightMargin" | "topMargin" | "bottomMargin" | "leadingMargin" | "trailingMargin" | "centerXWithinMargins" | "centerYWithinMargins";
  };

  /** A constraint to add: first relation second × multiplier + constant. The nearest view that holds both sides, or is one of them, holds it; one on a length alone its view. */
  type NewConstraint = {
    first: NewConstraintAnchor;
    relation?: "lessThanOrEqual" | "equal" | "greaterThanOrEqual";
    second?: NewConstraintAnchor | null;
    multiplier?: number;
    constant?: number;
    priority?: number;
    identifier?: string | null;
  };

  /** New values for what is said of a view's layout; null takes one away, of a stack view in favour of UIKit's default. `stack` is for views that the dump says are stack views. */
  type LayoutChanges = {
    translatesAutoresizingMaskIntoConstraints?: boolean | null;
    contentHuggingPriority?: {
      horizontal?: number | null;
      vertical?: number | null;
    };
    contentCompressionResistancePriority?: {
      horizontal?: number | null;
      vertical?: number | null;
    };
    stack?: {
      axis?: "horizontal" | "vertical" | null;
      distribution?: "fill" | "fillEqually" | "fillProportionally" | "equalSpacing" | "equalCentering" | null;
      alignment?: "fill" | "leading" | "top" | "firstBaseline" | "center" | "trailing" | "bottom" | "lastBaseline" | null;
      spacing?: number | null;
    };
  };

  /** A constraint that edits changed, added or removed. */
  type ConstraintChange = {
    /** Its number in the list of all constraints. */
    number: number;
    /** Its name in the file; empty where it has none. */
    name: string;
    identifier: string | null;
    change: "changed" | "added" | "removed";
    /** The first of its views that is there. */
    view: number | null;
    /** The constraint in words as it is now, or was before it was removed. */
    text: string;
    /** The members that differ, as the dump says them; all of one that was removed, null of one that was added. */
    before: Record<string, any> | null;
    /** The same members now; null of one that was removed. */
    after: Record<string, any> | null;
  };

  /** A view of whose layout edits say something else than the dump. */
  type LayoutChange = {
    view: number;
    /** null where the view is gone. */
    class: string | null;
    identifier: string | null;
    /** What differs, as the dump says it; null inside where it says nothing. */
    before: Record<string, any>;
    /** The same now. */
    after: Record<string, any>;
  };

  type Conflicts = {
    conflicts: {
      /** What cannot hold, a sentence. */
      text: string;
      /** How often it came in the log. */
      count: number;
      /** Where, the first 100 times. */
      lines: number[];
      views: {
        /** The name for people, which no other view of the conflict has. */
        name: string;
        class: string | null;
        address: string | null;
        /** The accessibility identifier, or the identifier of a layout guide. */
        identifier: string | null;
        text: string | null;
        /** Whether it is a layout guide. */
        guide: boolean;
        /** Which of `views` it lies in, as far as that is known. */
        superview: number | null;
        /** The id of the view in the dump that stands in the same text. */
        view: number | null;
      }[];
      constraints: {
        /** As the log has it. */
        text: string;
        /** What it says. */
        words: string;
        address: string;
        identifier: string | null;
        /** Who made it. */
        origin: "app" | "mask" | "encapsulated" | "temporary" | "hiding" | "stack" | "safeArea" | "margins" | "content" | "prototyping";
        priority: number;
        /** Which of `views` it names. */
        views: number[];
        /** Whether UIKit gave it up. */
        broken: boolean;
        /** Whether the others could hold without it; null where that is not known. */
        takesPart: boolean | null;
        line: number;
      }[];
      /** The sum or the pair that cannot hold; null where the log does not suffice to tell. */
      arithmetic: null | {
        axis: "horizontal" | "vertical";
        /** As it is written: 16 + 180 + 8 + 200 + 16 = 420 in 320. */
        text: string;
        /** In points. */
        needed: number;
        /** In points. */
        available: number;
        /** Whether one length is asked for twice. */
        pair: boolean;
        /** Which of `views` has what is available. */
        container: number | null;
        terms: {
          /** The number of the constraint, in points. */
          value: number;
          /** How often it counts. */
          factor: number;
          relation: "lessThanOrEqual" | "equal" | "greaterThanOrEqual";
          kind: "distance" | "length" | "other";
          side: "needed" | "available";
          /** Which of `constraints` it is from. */
          constraint: number;
          /** Which of `views` has the length; null for anything else. */
          view: number | null;
        }[];
      };
      /** What to change, the likeliest first. */
      advice: {
        text: string;
        /** Which of `constraints` it is about. */
        constraint: number | null;
        /** The same in Swift. */
        code: string | null;
      }[];
    }[];
    /** How many conflicts the log has, those that came again too. */
    total: number;
    report: Diagnostic[];
  };

  type ConstraintDifference = {
    /** The constraint's number in the dump `from`; null when it is new. */
    from: number | null;
    /** Its number in the dump `to`; null when it is gone. */
    to: number | null;
    /** Its name in the file; empty where it has none. */
    name: string;
    identifier: string | null;
    /** The id of its first view, in the dump `to`, or in `from` when it is gone. */
    view: number | null;
    /** The views that it relates, those that it relates now first. */
    views: {
      /** Its id in the dump `from`; null when it is not there. */
      from: number | null;
      /** Its id in the dump `to`; null when it is not there. */
      to: number | null;
    }[];
    /** The constraint in words, with what became of it: `Title.top = Header.bottom + 20 → + 28`. */
    text: string;
    properties: {
      name: string;
      /** Whether it is one of the view's `attributes`. */
      attribute?: boolean;
      /** As in a view; null for none, and where the dump does not say it. */
      before: any;
      after: any;
    }[];
    /** How many there are, where more than 1000. */
    propertiesTotal?: number;
  };

  /** Edits that fix a finding. They were tried: after them a check finds it no more, and nothing new. In large dumps only those of the first findings are tried; view asks for those of a view. */
  type Fix = {
    /** What they change. */
    summary: string;
    /** To be made in this order, each a body of POST /api/v1/dumps/{dump}/edits. */
    edits: {
      op: "change" | "changes" | "changeConstraint" | "addConstraint" | "changeLayout" | "bringToFront";
    }[];
  };

  type Finding = {
    /** One of /api/v1/lint/rules. */
    rule: string;
    severity: "error" | "warning" | "info";
    /** The line of the interface file that it is about. */
    line?: number;
    /** The id of the view; none for what is about the dump. */
    view?: number;
    /** Where the view stands: classes with identifiers or places among their siblings. */
    path?: string;
    /** The ids of other views that the same goes for, at most 100. */
    alike?: number[];
    /** On which screens it is so: ids of devices, with portrait or landscape. */
    devices?: string[];
    message: string;
    cure?: string;
    /** Why it matters. */
    reason?: string;
    fix?: Fix;
  };

  /** A session with a device. */
  type LiveSession = {
    id: string;
    url: string;
    server?: "webDriverAgent" | "appium" | null;
    session?: string | null;
    state: "connected" | "lost" | "ended";
    /** Since when the device does not answer. */
    since?: string | null;
    /** Why it is lost or has ended, or what the device refused last. */
    reason?: string | null;
    /** How often it was tried in vain. */
    attempts: number;
    /** Seconds until it is tried again. */
    nextTryIn?: number | null;
    /** Seconds between snapshots that nobody asks for one by one; null for none. */
    every?: number | null;
    whenChanged: boolean;
    /** The dump of the latest snapshot. */
    dump?: string;
    app?: string | null;
    appName?: string | null;
    screen: {
      width?: number;
      height?: number;
      scale?: number | null;
      orientation?: string | null;
    };
    /** How many were taken. */
    snapshots: number;
    /** How many are recorded. */
    actions: number;
    createdAt: string;
    /** How often anything has changed. */
    revision: number;
  };

  /** What finds the element of an action again; null where nothing finds it alone. */
  type LiveLocator = {
    type: string;
    strategy: string;
    using: string;
    text: string;
    fragile: boolean;
  } | null;

  /** An action that was done. */
  type LiveAction = {
    number: number;
    type: "tap" | "swipe" | "type" | "home" | "alert";
    words: string;
    doneAt: string;
    x?: number;
    y?: number;
    from?: Point;
    to?: Point;
    seconds?: number;
    text?: string;
    action?: "accept" | "dismiss";
    view: number | null;
    locator: LiveLocator;
  };

  /** A snapshot of a live session. Its dump stays when the session ends. */
  type LiveSnapshot = {
    number: number;
    dump: string;
    name: string;
    takenAt: string;
    trigger: "request" | "interval" | "change" | "action";
    action?: LiveAction;
    /** Why it has no picture. */
    note?: string;
    /** The dump that it is compared with. */
    before?: string;
    /** How many views of each kind differ from the snapshot before. */
    changes: Record<string, number> | null;
  };

  type DumpSeries = {
    /** In the order in which they were taken: by the manifest's time, else by the numbers in their names. */
    dumps: DumpSummary[];
    /** The files of which nothing was used, and why. */
    unused: {
      file: string;
      reason: string;
      /** Of a picture: the dumps among these that it may show, by their ids. */
      fits?: string[];
    }[];
    /** The page to look at: the timeline, the dump where it is the only one, or the library. */
    page: string;
  };

  /** Values of several domains under a name. */
  type DefaultsSet = {
    name: string;
    description: string;
    domains: Record<string, Record<string, Value | null>>;
    createdAt: string;
    updatedAt: string;
    revision: number;
    /** The keys whose values are secret and kept from this token, by domain; left out where there are none. */
    redacted?: Record<string, string[]>;
  };

  /** What happens to a key of a domain. A value that is not there is left out; a secret one is null. */
  type SetChange = {
    domain: string;
    key: string;
    before?: Value | null;
    after?: Value | null;
    redacted?: boolean;
  };

  /** What data holds. */
  type DecodedData = {
    as: "json" | "propertyList" | "keyedArchive" | "text" | "date" | "image";
    /** JSON as it is; property lists, archives, text and dates as values of defaults, the objects of an archive with their class as “$$class”; of a picture its media type and its size in pixels. */
    value: any;
  };

  /** What a device management configures in an app. “profile” tells of the one that was just read. */
  type ManagedConfiguration = {
    app: string;
    domain: string;
    hasSchema: boolean;
    version: string | null;
    bundleId: string | null;
    fields: {
      key: string;
      type: "string" | "boolean" | "integer" | "float" | "stringArray" | "booleanArray" | "integerArray" | "floatArray";
      default?: Value;
      nullable: boolean;
      /** The least number, or length of a text; of an array, that of its elements. */
      min?: number;
      max?: number;
      values?: Value[];
      pattern?: string;
      label?: string;
      description?: string;
      group?: string;
      /** How a form shows it. */
      control?: "input" | "checkbox" | "select" | "radio" | "multiselect" | "list" | "hidden";
      /** What a form calls its values, by their text. */
      titles?: Record<string, string>;
    }[];
    /** What the app finds under com.apple.configuration.managed. */
    values: Record<string, Value>;
    /** What else the managed layer forces. */
    forced: Record<string, Value>;
    feedback?: Value;
    redacted?: string[];
    faults: {
      key: string;
      message: string;
    }[];
    /** The profile that was just read. */
    profile?: {
      name: string | null;
      signature: "none" | "not verified";
      otherDomains: string[];
      passedOver: string[];
    };
  };

  type DigestItem = {
    view: number;
    /** The type of the control in words, such as button; null for texts and rows. */
    kind: string | null;
    /** Whether a person can act on it. */
    control: boolean;
    /** The texts on it, each once; cut where the page would not fit otherwise. */
    words: string[];
    identifier: string | null;
    /** Such as disabled, selected, covered, on, or what is typed, in quotation marks. */
    states: string[];
    frame?: Rect;
  };

  /** GET /healthz */
  type HealthReply = {
    status: string;
    version: string;
  };

  /** GET /readyz */
  type ReadinessReply = {
    status: string;
  };

  /** GET /api/v1/dumps */
  type ListDumpsReply = {
    dumps: DumpSummary[];
    next: string | null;
    total: number;
  };

  /** POST /api/v1/dumps */
  type CreateDumpReply = DumpSummary | DumpSeries;

  /** GET /api/v1/dumps/{dump}/views */
  type ListViewsReply = {
    views: PartialView[];
    total: number;
    next: string | null;
    /** What is worth knowing of a locator that is valid: comparisons in predicates that hold for no element, or for each; and of one that finds nothing, what the dump never has of that which it asks for. Absent where there is nothing. */
    notes?: {
      parameter: "xpath" | "predicate" | "classChain";
      /** Where in the locator, in UTF-16 units from 1. */
      character: number;
      message: string;
    }[];
  } | ViewColumns;

  /** GET /api/v1/dumps/{dump}/edits */
  type EditHistoryReply = {
    edits: {
      index: number;
      applied: boolean;
      op: string;
      view?: number;
      /** What it changed, in words that pages show too: Frame of “Lap” button: 24 → 32 wide. */
      summary: string;
      at: string;
      /** The token's name, where there was one. */
      actor?: string;
    }[];
    applied: number;
    total: number;
    revision: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/edits/{revision}/views */
  type EditedViewsReply = {
    views: PartialView[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/layout */
  type LayoutReply = {
    size: Size;
    rule: string;
    solver: "masks" | "constraints";
    device: string | null;
    orientation: string | null;
    safeArea: EdgeInsets | null;
    /** The screen in window coordinates; null when a view inside a window is laid out. */
    screen: Rect | null;
    keyboard: KeyboardCover | null;
    views: {
      id: number;
      frame: Rect | null;
      windowFrame: Rect | null;
      changed: boolean;
      certainty: LayoutCertainty;
      /** What the view shows, where other texts are assumed and that is not what the dump says. */
      text?: string;
    }[];
    warnings: Diagnostic[];
    total: number;
    next: string | null;
    /** How many warnings there are, where only the first 1000 are listed. */
    warningsTotal?: number;
  } | LayoutColumns;

  /** GET /api/v1/dumps/{dump}/hit-test */
  type HitTestReply = {
    hit: number | null;
    steps: {
      view: number;
      accepted: boolean;
      reason: "hit" | "hidden" | "alphaBelowThreshold" | "userInteractionDisabled" | "pointOutside" | "coveredBySibling" | "noSubviewHit";
    }[];
    /** Every view whose area holds the point, front to back, whatever its state. */
    candidates: number[];
    responderChain: Responder[];
    /** How many candidates there are. */
    total: number;
    next: string | null;
    /** How many steps there are; they are read part by part beside the candidates. */
    stepsTotal: number;
    /** How many responders there are, where only the first 1000 are listed. */
    responderChainTotal?: number;
  };

  /** GET /api/v1/dumps/{dump}/digest */
  type DigestDumpReply = {
    dump: string;
    title: string;
    detail: "outline" | "full";
    groups: {
      /** What holds the items, such as list, bar, tab bar or alert; null for the screen itself. */
      kind: string | null;
      view: number | null;
      title: string | null;
      /** How many items the group has. */
      total: number;
      items: (DigestItem & {
        /** The controls in it. */
        parts: DigestItem[];
      })[];
      /** The views of rows that are not listed, and of the controls in them. */
      folded: number[];
    }[];
    /** How many controls and texts are hidden or off the screen; 0 with detail=full, which lists them. */
    outOfSight: number;
    /** Where more follows, the view to give as after. */
    next: number | null;
  };

  /** GET /api/v1/dumps/{dump}/convert */
  type ConvertReply = {
    point?: Point | null;
    rect?: Rect | null;
    size?: Size | null;
    warnings: Diagnostic[];
  };

  /** GET /api/v1/dumps/{dump}/content-mode */
  type ContentModeReply = {
    rect: Rect | null;
  };

  /** GET /api/v1/dumps/{dump}/lint */
  type LintDumpReply = {
    findings: Finding[];
    summary: {
      errors: number;
      warnings: number;
      infos: number;
    };
    /** The rules that could not judge the dump. */
    unjudged: {
      /** One of /api/v1/lint/rules. */
      rule: string;
      /** What the rule needs and the dump never says, in words. */
      missing: string[];
    }[];
    total: number;
    next: string | null;
  };

  /** POST /api/v1/dumps/{dump}/animations */
  type PreviewAnimationReply = {
    end: number | null;
    views: number[];
    samples: {
      time: number;
      views: {
        id: number;
        frame: Rect | null;
        bounds: Rect | null;
        center: Point | null;
        transform: Transform | null;
        alpha: number | null;
      }[];
    }[];
  };

  /** GET /api/v1/devices */
  type ListDevicesReply = {
    devices: Device[];
  };

  /** GET /api/v1/lint/rules */
  type ListLintRulesReply = {
    rules: {
      id: string;
      about: "dump" | "bundle";
      severity: "error" | "warning" | "info";
      title: string;
      explanation: string;
      cure: string;
      /** What a dump has to say so that the rule can judge it, in words; of rules about bundles nothing. */
      needs: string[];
    }[];
  };

  /** GET /api/v1/apps */
  type ListAppsReply = {
    apps: App[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/apps/{app}/info */
  type AppInfoReply = {
    info: {
      key: string;
      value: any;
      type: string;
      meaning: string | null;
    }[];
    facts: {
      minimumSystemVersion: string | null;
      devices: string[];
      platforms: string[];
      orientations: {
        device: string;
        orientations: string[];
      }[];
      urlSchemes: {
        scheme: string;
        name: string | null;
        role: string | null;
      }[];
      queriedSchemes: string[];
      capabilities: {
        id: string;
        meaning: string | null;
      }[];
      backgroundModes: {
        id: string;
        meaning: string | null;
      }[];
      usageDescriptions: {
        key: string;
        subject: string;
        text: string;
      }[];
      localizations: {
        language: string;
        name: string | null;
      }[];
      interfaceFiles: {
        path: string;
        kind: string;
      }[];
      icons: {
        path: string;
        kind: string;
      }[];
      files: number;
      appGroups: string[];
      sandbox: {
        path: string;
        meaning: string | null;
      }[];
    };
    total: number;
    next: string | null;
  };

  /** GET /api/v1/apps/{app}/settings */
  type RootPaneReply = Pane | {
    panes: Record<string, Pane>;
    /** Rows of all panes; the reply holds those of the part. */
    total: number;
    next: string | null;
  };

  /** GET /api/v1/apps/{app}/lint */
  type LintAppReply = {
    findings: {
      rule: string;
      severity: "error" | "warning" | "info";
      file?: string;
      line?: number;
      pane?: string;
      /** The place among the pane's specifiers, from 0. */
      row?: number;
      key?: string;
      message: string;
      cure?: string;
      /** Why it matters, and on which iOS. */
      reason?: string;
    }[];
    summary: {
      errors: number;
      warnings: number;
      infos: number;
    };
    total: number;
    next: string | null;
  };

  /** GET /api/v1/apps/{app}/interfaces */
  type ListInterfacesReply = {
    interfaces: Interface[];
    /** Whether all files of the bundle could be looked at. */
    complete: boolean;
    total: number;
    next: string | null;
  };

  /** GET /api/v1/apps/{app}/registration */
  type RegistrationReply = {
    domains: {
      name: string;
      applicationGroup: boolean;
      values: Record<string, Value>;
      /** The keys whose values are secret and kept from this token, which lacks the scope secrets; left out where there are none. */
      redacted?: string[];
    }[];
  };

  /** GET /api/v1/defaults */
  type ListDomainsReply = {
    domains: {
      name: string;
      keys: number;
      revision: number;
      updatedAt: string | null;
    }[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/defaults/sets */
  type ListSetsReply = {
    sets: {
      name: string;
      description: string;
      /** How many keys of each domain it is about. */
      domains: Record<string, number>;
      createdAt: string;
    }[];
    total: number;
    next: string | null;
  };

  /** “changes”, “total” and “next” are there for a preview only. */
  type ApplySetReply = {
    set: string;
    revision: number;
    preview?: boolean;
    domains: {
      domain: string;
      revision: number;
      changed: string[];
      /** The keys that a configuration profile forces: what is stored under them is hidden from the app. */
      forced?: string[];
    }[];
    changes?: SetChange[];
    total?: number;
    next?: string | null;
  };

  /** GET /api/v1/defaults/sets/{set}/diff */
  type DiffSetReply = {
    from: {
      set?: string;
      revision?: number;
      now?: boolean;
    };
    to: {
      set?: string;
      revision?: number;
      now?: boolean;
    };
    changes: SetChange[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/defaults/{domain} */
  type ReadDomainReply = {
    domain: string;
    revision: number;
    values: Record<string, Value>;
    /** The keys whose values are secret and kept from this token, which lacks the scope secrets; left out where there are none. */
    redacted?: string[];
  };

  /** GET /api/v1/defaults/{domain}/values/{key} */
  type ReadValueReply = {
    key: string;
    value: Value | null;
    /** Whether the value is secret and kept from this token, which lacks the scope secrets; it is null then. */
    redacted?: boolean;
    type: string;
    origin: "managed" | "argument" | "stored" | "global" | "registered";
    shadowedBy?: "managed" | "argument" | "stored" | "global" | "registered";
    revision: number;
    decoded?: DecodedData;
    /** The search list, the layer that is asked first first. Behind the app's own domain are its app groups, which UserDefaults.standard asks only where the app added them with addSuite(named:); UserDefaults(suiteName:) reads one of them. */
    layers?: {
      layer: "managed" | "argument" | "stored" | "group" | "global" | "registered";
      /** The app group, of a layer `group`: its domain. */
      domain?: string;
      /** Left out where the layer has none. */
      value?: Value | null;
      type?: string;
      redacted?: boolean;
      /** Whether the app gets this value. */
      wins: boolean;
      /** Whether the app would get this value if it added the app group with addSuite(named:); only of a layer `group`, which never wins. */
      winsIfAdded?: boolean;
      /** Who gets values of the layer: the app, Settings, other apps and extensions of the app group. */
      seenBy: ("app" | "settings" | "group")[];
    }[];
  } | {
    key: string;
    as: string;
    value: any;
    /** Whether the value is secret and kept from this token, which lacks the scope secrets; it is null then. */
    redacted?: boolean;
    origin: "managed" | "argument" | "stored" | "global" | "registered" | "none";
    revision: number;
  };

  /** GET /api/v1/defaults/{domain}/secrets */
  type ListSecretsReply = {
    domain: string;
    secrets: {
      key: string;
      /** Where it is secret, in the list of the global domain. */
      domain?: string;
      /** When it was first seen to be secret. */
      since: string;
      /** The id of the app whose bundle was the first to mark it, whether it is here or not. */
      bundle: string;
      /** Whether a bundle that is here marks it; then it cannot be cleared. */
      inUse: boolean;
    }[];
    /** Keys that were cleared, each with its last time, sorted; one may be secret again. */
    cleared: {
      key: string;
      at: string;
      /** The name of the token that cleared it; left out where nobody said. */
      actor?: string;
    }[];
    /** How many were cleared, where these are not all. */
    clearedTotal?: number;
    total: number;
    next: string | null;
  };

  /** GET /api/v1/defaults/{domain}/layers */
  type ReadLayersReply = {
    domain: string;
    layers: {
      managed: Record<string, Value>;
      argument: Record<string, Value>;
      registration: Record<string, Value>;
    };
    /** The keys whose values are secret and kept from this token, which lacks the scope secrets; left out where there are none. */
    redacted?: string[];
    /** Another number after every change of a layer; 0 while all are empty. */
    version: number;
  };

  /** GET /api/v1/defaults/{domain}/layers/{layer} */
  type ReadLayerReply = {
    domain: string;
    layer: LayerName;
    values: Record<string, Value>;
    /** The keys whose values are secret and kept from this token, which lacks the scope secrets; left out where there are none. */
    redacted?: string[];
    version: number;
  };

  /** PUT /api/v1/defaults/{domain}/layers/{layer} */
  type WriteLayerReply = {
    domain: string;
    layer: LayerName;
    changed: string[];
    version: number;
    ignored?: IgnoredArgument[];
  };

  /** DELETE /api/v1/defaults/{domain}/layers/{layer} */
  type ClearLayerReply = {
    domain: string;
    layer: LayerName;
    changed: string[];
    version: number;
    ignored?: IgnoredArgument[];
  };

  /** POST /api/v1/defaults/{domain}/arguments */
  type PreviewArgumentsReply = {
    domain: string;
    arguments: {
      key: string;
      value: Value;
      type: string;
      shadows: {
        origin: "managed" | "argument" | "stored" | "global" | "registered";
        value: Value | null;
        /** Whether the value is secret and kept from this token, which lacks the scope secrets; it is null then. */
        redacted?: boolean;
      } | null;
      shadowedBy?: "managed" | "argument" | "stored" | "global" | "registered";
    }[];
    ignored: IgnoredArgument[];
  };

  /** GET /api/v1/defaults/{domain}/history */
  type HistoryReply = {
    history: {
      revision: number;
      at: string;
      source: "web" | "api" | "cli" | "import" | "restore";
      actor?: string;
      changes: DefaultsChange[];
      /** The application of a set that the write is part of, with the revision of each domain; undo takes all of them back. */
      step?: {
        set: string;
        revisions: Record<string, number>;
      };
    }[];
    next: string | null;
  };

  /** GET /api/v1/defaults/{domain}/diff */
  type DiffDomainReply = {
    from: {
      domain: string;
      revision: number;
    };
    to: {
      domain: string;
      revision: number;
    };
    changes: DefaultsChange[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/live */
  type LiveSessionsReply = {
    live: LiveSession[];
  };

  /** GET /api/v1/live/{session}/snapshots */
  type LiveSnapshotsReply = {
    snapshots: LiveSnapshot[];
    left: number;
    total: number;
    next: string | null;
  };

  /** POST /api/v1/live/{session}/actions */
  type ActOnLiveSessionReply = {
    action: LiveAction;
    locator: LiveLocator;
    snapshot: LiveSnapshot;
  };

  /** GET /api/v1/dumps/{dump}/constraints */
  type ListConstraintsReply = {
    constraints: Constraint[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/constraints/changes */
  type ListConstraintChangesReply = {
    changes: ConstraintChange[];
    views: LayoutChange[];
    /** How many constraints and views there are. */
    total: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/companions */
  type ListCompanionsReply = {
    companions: {
      id: number;
      kinds: ("printHierarchy" | "autolayoutTrace" | "constraintLog" | "strings")[];
      createdAt: string;
      /** The name of the token that sent it, where there was one. */
      actor?: string;
      /** Of a table of texts: its language. */
      language?: string;
      bytes: number;
      joinedTotal: number;
      missedTotal: number;
      /** Why it cannot be read any more. */
      problem?: string;
    }[];
    /** Of the dump. */
    revision: number;
  };

  /** GET /api/v1/dumps/{dump}/views/{view}/locators */
  type SuggestLocatorsReply = {
    /** The type of the element: XCUIElementTypeButton. */
    type: string;
    /** Whether the dump is one of views, so that type and texts are what a test most likely sees. */
    isGuessed: boolean;
    suggestions: LocatorSuggestion[];
    dumps: {
      /** How many dumps of the app were looked at, this one included: at most 20 others with 200,000 views together, the newest first. */
      looked: number;
      /** How many of them have the element. */
      held: number;
      /** How many there are. */
      total: number;
    };
  };

  /** POST /api/v1/dumps/{dump}/assert */
  type AssertLayoutReply = {
    /** Whether all checks passed or were skipped. */
    passed: boolean;
    results: AssertionResult[];
    /** How many checks ended in which way. */
    summary: {
      passed?: number;
      failed?: number;
      unknown?: number;
      uncertain?: number;
      skipped?: number;
    };
    total: number;
    next: string | null;
  };

  /** GET /api/v1/tokens */
  type ListTokensReply = {
    tokens: AccessToken[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/matrix */
  type DeviceMatrixReply = {
    cells: {
      /** The id of the root. */
      scene: number;
      device: string;
      orientation: "portrait" | "landscape";
      /** The language that texts are in; null for the dump's own. */
      language: string | null;
      /** The text size that fonts follow; null for that of the dump. */
      textSize: "xSmall" | "small" | "medium" | "large" | "xLarge" | "xxLarge" | "xxxLarge" | "accessibility1" | "accessibility2" | "accessibility3" | "accessibility4" | "accessibility5" | null;
      /** How many a check finds there, as lint does with this device. */
      findings: {
        error: number;
        warning: number;
        info: number;
      };
      worst: "error" | "warning" | "info" | null;
      /** The inspector on this screen. */
      href: string;
      /** The address of its picture, with the views marked that errors and warnings are about. */
      picture: string;
      /** The part of the screen that the window has; null for all of it. */
      splitView: "third" | "half" | "twoThirds" | null;
    }[];
    total: number;
    next: string | null;
  };

  /** GET /api/v1/dumps/{dump}/scenes */
  type StoryboardScenesReply = {
    scenes: {
      /** The id of the controller in the file; of a root that no controller shows its own. */
      id: string;
      /** The controller’s label, or its title, identifier or class. */
      name: string;
      class: string;
      /** The id of its view; null where the file has none. */
      root: number | null;
      frame: Rect;
      /** The identifier by which code makes the controller. */
      identifier: string | null;
      initial: boolean;
      /** Whether the app can come to it: by segues from where it starts, or from a scene with an identifier. */
      reachable: boolean;
      /** Of a scene that stands for a controller of another storyboard. */
      reference?: {
        storyboard: string | null;
        identifier: string | null;
      };
      segues: {
        /** The id of a scene; null where the segue unwinds, or leads to nothing in the file. */
        to: string | null;
        /** As the file has it: show, presentation, embed, relationship, unwind and so on. */
        kind: string;
        /** Such as rootViewController. */
        relationship: string | null;
        identifier: string | null;
      }[];
      findings: {
        error: number;
        warning: number;
        info: number;
      };
      /** The page that shows it in the inspector; null where the file has no view of it. */
      href: string | null;
      /** The address of its picture, with the same texts; null for a scene that shows others, and where the file has no view of it. */
      picture: string | null;
    }[];
    total: number;
    next: string | null;
  };
}
