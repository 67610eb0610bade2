#!/usr/bin/env python3
"""Writes the fixtures that are archives of objects: kitchen.lookin, kitchen.nib, kitchen-old.nib, kitchen.storyboardc, and
kitchen.viewhierarchy.zip.

NSKeyedArchiver's form: all objects in one array, naming each other by their places in it. A NIBArchive has tables of
objects, keys, values and class names. Run it in this folder.
"""

import base64
import gzip
import json
import os
import plistlib
import struct
import zipfile

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")


class Archiver:
    """Collects objects and gives each a place."""

    def __init__(self):
        self.objects = ["$null"]
        self.classes = {}
        self.known = {}
        self.kept = []

    def class_of(self, name, *supers):
        if name not in self.classes:
            self.objects.append({"$classname": name, "$classes": [name, *supers, "NSObject"]})
            self.classes[name] = plistlib.UID(len(self.objects) - 1)
        return self.classes[name]

    def add(self, value):
        """The place of a Python value as Foundation archives it."""
        if value is None:
            return plistlib.UID(0)
        if isinstance(value, (str, int, float, bool)):
            key = (type(value), value)
            if key not in self.known:
                self.objects.append(value)
                self.known[key] = plistlib.UID(len(self.objects) - 1)
            return self.known[key]
        if id(value) in self.known:
            return self.known[id(value)]
        place = self.known[id(value)] = plistlib.UID(len(self.objects))
        self.kept.append(value)
        self.objects.append(None)
        if isinstance(value, bytes):
            stored = {"$class": self.class_of("NSMutableData", "NSData"), "NS.data": value}
        elif isinstance(value, (list, tuple)):
            stored = {"$class": self.class_of("NSArray"), "NS.objects": [self.add(each) for each in value]}
        elif isinstance(value, Rect):
            stored = {"$class": self.class_of("NSValue"), "NS.special": 3, "NS.rectval": self.add(value.text)}
        elif isinstance(value, dict):
            stored = {"$class": self.class_of("NSDictionary"),
                      "NS.keys": [self.add(key) for key in value], "NS.objects": [self.add(each) for each in value.values()]}
        else:
            stored = {"$class": self.class_of(value.name)}
            for key, member in value.members.items():
                plain = key in value.plain
                stored[key] = member.text if isinstance(member, Rect) and plain else member if plain else self.add(member)
        self.objects[place.data] = stored
        return place

    def bytes(self, **top):
        places = {key: self.add(value) for key, value in top.items()}
        return plistlib.dumps({"$version": 100000, "$archiver": "NSKeyedArchiver", "$top": places,
                               "$objects": self.objects}, fmt=plistlib.FMT_BINARY)


class Rect:
    def __init__(self, x, y, width, height):
        self.text = f"{{{{{x}, {y}}}, {{{width}, {height}}}}}"


class Object:
    """An object of a class; members named in `plain` stand in it, the others are objects of their own."""

    def __init__(self, name, plain=(), **members):
        self.name, self.plain, self.members = name, set(plain), members


def thing(oid, address, *chain):
    return Object("LookinObject", oid=oid, memoryAddress=address, classChainList=list(chain))


def attribute(identifier, value):
    return Object("LookinAttribute", plain=["attrType"], identifier=identifier, attrType=0, value=value)


def group(*attributes):
    return Object("LookinAttributesGroup", identifier="g", attrSections=[
        Object("LookinAttributesSection", identifier="s", attributes=list(attributes))])


def item(view, layer, frame, bounds=None, subitems=(), groups=(), hidden=False, alpha=1.0, **more):
    return Object("LookinDisplayItem", plain=["hidden", "alpha", "frame", "bounds", "representedAsKeyWindow"],
                  viewObject=view, layerObject=layer, frame=frame, bounds=bounds or frame, subitems=list(subitems),
                  attributesGroupList=list(groups), hidden=hidden, alpha=alpha, **more)


def lookin():
    label = item(thing(7, "0x7fa130", "UILabel", "UIView", "UIResponder", "NSObject"),
                 thing(8, "0x60130", "_UILabelLayer", "CALayer", "NSObject"), Rect(8, 8, 100, 20.5), Rect(0, 0, 100, 20.5),
                 groups=[group(attribute("lb_t_t", "Chef"), attribute("lb_t_c", [1, 0, 0, 1]), attribute("lb_f_s", 17),
                               attribute("vl_i_i", False), attribute("vl_t_t", 7), attribute("vl_c_m", 4),
                               attribute("zz_new", "kept"))])
    constraint = Object("LookinAutoLayoutConstraint", plain=["active", "effective", "firstAttribute", "relation",
                                                              "secondAttribute", "multiplier", "constant", "priority"],
                        firstItem=thing(7, "0x7fa130", "UILabel"), firstAttribute=5, relation=0,
                        secondItem=thing(5, "0x7fa120", "Kitchen.TimerView"), secondAttribute=5, multiplier=1.0,
                        constant=8.0, priority=1000.0, active=True, effective=True, identifier="lead")
    shape = item(None, thing(9, "0x60140", "CAShapeLayer", "CALayer"), Rect(0, 0, 5, 5))
    timer = item(thing(5, "0x7fa120", "Kitchen.TimerView", "UIControl", "UIView"), thing(6, "0x60120", "CALayer"),
                 Rect(16, 100, 358, 120), Rect(0, 0, 358, 120), [label, shape], alpha=0.75, hidden=True,
                 groups=[group(attribute("vl_b_b", [0, 0.5, 1, 1]), attribute("al_c_c", [constraint]),
                               attribute("vl_i_m", True))],
                 hostViewControllerObject=thing(50, "0x7fb110", "Kitchen.TimerController", "UIViewController"))
    scroll = item(thing(11, "0x7fa150", "UIScrollView", "UIView"), thing(12, "0x60150", "CALayer"),
                  Rect(0, 240, 390, 500), Rect(0, 47.5, 390, 500),
                  groups=[group(attribute("sv_c_s", Object("NSValue", plain=["NS.special"], **{
                      "NS.special": 2, "NS.sizeval": "{390, 1200}"})))])
    turned = item(thing(13, "0x7fa180", "UIView"), thing(14, "0x60180", "CALayer"), Rect(-18, -18, 136, 136), Rect(0, 0, 100, 100))
    window = item(thing(1, "0x7fa100", "UIWindow", "UIView"), thing(2, "0x60100", "UIWindowLayer"), Rect(0, 0, 390, 844),
                  Rect(0, 0, 390, 844), [timer, scroll, turned], representedAsKeyWindow=True)
    app = Object("LookinAppInfo", plain=["6", "7", "8"], **{
        "2": PNG, "3": "iPhone 14", "4": "17.2", "5": "Kitchen", "6": 390.0, "7": 844.0, "8": 2,
        "appBundleIdentifier": "com.example.kitchen"})
    info = Object("LookinHierarchyInfo", **{"1": [window], "2": app})
    return Object("LookinHierarchyFile", plain=["serverVersion"], serverVersion=7, hierarchyInfo=info,
                  soloScreenshots={2: PNG, 6: b"II*\0 a TIFF"}, groupScreenshots={8: PNG, 2: PNG})


class Packer:
    """Writes a NIBArchive."""

    def __init__(self):
        self.objects, self.keys, self.values, self.classes = [], [], [], []
        self.known, self.kept = {}, []

    @staticmethod
    def variable(number):
        out = bytearray()
        while number > 0x7F:
            out.append(number & 0x7F)
            number >>= 7
        out.append(number | 0x80)
        return bytes(out)

    @staticmethod
    def index(table, name):
        if name not in table:
            table.append(name)
        return table.index(name)

    def add(self, value):
        if id(value) in self.known:
            return self.known[id(value)]
        place = self.known[id(value)] = len(self.objects)
        self.kept.append(value)
        self.objects.append(None)
        if isinstance(value, str):
            name, members = "NSString", [("NS.bytes", value.encode())]
        elif isinstance(value, (list, tuple)):
            name, members = "NSArray", [("NSInlinedValue", True)] + [("UINibEncoderEmptyKey", each) for each in value]
        elif isinstance(value, dict):
            name, members = "NSDictionary", [("NS.keys", list(value)), ("NS.objects", list(value.values()))]
        elif isinstance(value, int):
            name, members = "NSNumber", [("NS.intval", value)]
        else:
            name, members = value.name, list(value.members.items())
        coded = [self.variable(self.index(self.keys, key)) + self.value(member, key) for key, member in members]
        start = len(self.values)
        self.values += coded
        self.objects[place] = tuple(map(self.variable, (self.index(self.classes, name), start, len(coded))))
        return place

    def value(self, value, key):
        if value is None:
            return b"\x09"
        if isinstance(value, bool):
            return b"\x04" if value else b"\x05"
        if isinstance(value, int):
            return b"\x02" + struct.pack("<i", value)
        if isinstance(value, float):
            return b"\x07" + struct.pack("<d", value)
        if isinstance(value, Numbers):
            value = b"\x07" + struct.pack(f"<{len(value.numbers)}d", *value.numbers)
        if isinstance(value, bytes):
            return b"\x08" + self.variable(len(value)) + value
        return b"\x0a" + struct.pack("<I", self.add(value))

    def bytes(self, root):
        self.add(root)
        objects = b"".join(b"".join(each) for each in self.objects)
        keys = b"".join(self.variable(len(key)) + key.encode() for key in self.keys)
        values = b"".join(self.values)
        classes = b"".join(self.variable(len(name) + 1) + self.variable(0) + name.encode() + b"\0" for name in self.classes)
        header, at = b"NIBArchive" + struct.pack("<II", 1, 9), 50
        for table, coded in ((self.objects, objects), (self.keys, keys), (self.values, values), (self.classes, classes)):
            header += struct.pack("<II", len(table), at)
            at += len(coded)
        return header + objects + keys + values + classes


class Numbers:
    """Doubles with the byte of their type before them, as nibs write points and rectangles."""

    def __init__(self, *numbers):
        self.numbers = numbers


def nib(rect, point):
    def view(name, x, y, width, height, **members):
        return Object(name, plain=["UIBounds", "UICenter", *(key for key, each in members.items() if isinstance(each, (bool, int, float)))],
                      UIBounds=rect(0, 0, width, height), UICenter=point(x + width / 2, y + height / 2), **members)

    color = Object("UIColor", plain=["UIRed", "UIGreen", "UIBlue", "UIAlpha"], UIRed=1.0, UIGreen=0.5, UIBlue=0.0, UIAlpha=1.0)
    font = Object("UIFont", plain=["UIFontPointSize"], UIFontName="Helvetica", UIFontPointSize=17.0)
    label = view("UILabel", 20, 20, 280, 21, UIText="Chef", UIFont=font, UIAutoresizingMask=34, UITag=7,
                 UIUserInteractionDisabled=True, UIContentMode=7)
    button = view("UIButton", 20, 60, 100, 44, UIButtonStatefulContent={0: Object("UIButtonContent", UITitle="Stop")}, UIHidden=True)
    guide = Object("NSLayoutConstraint", plain=["NSFirstAttribute", "NSSecondAttribute", "NSConstant", "NSRelation"],
                   NSFirstItem=label, NSFirstAttribute=5, NSSecondItem=button, NSSecondAttribute=5, NSConstant=8.0, NSRelation=0)
    timer = view("UIClassSwapper", 0, 0, 320, 480, UIClassName="Kitchen.TimerView", UIOriginalClassName="UIView",
                 UISubviews=[label, button], UIBackgroundColor=color, UIAutoresizeSubviews=True, UIClipsToBounds=True,
                 UIViewAutolayoutConstraints=[guide])
    return [Object("UIProxyObject", UIProxiedObjectIdentifier="IBFilesOwner"), timer]


def point(x, y):
    text = Rect(0, 0, 0, 0)
    text.text = f"{{{x}, {y}}}"
    return text


open("kitchen.lookin", "wb").write(Archiver().bytes(root=lookin()))
open("kitchen-old.nib", "wb").write(Archiver().bytes(UINibTopLevelObjectsKey=nib(Rect, point), UINibObjectsKey=[]))
open("kitchen.nib", "wb").write(Packer().bytes(Object("NSObject", UINibTopLevelObjectsKey=nib(Numbers, Numbers), UINibObjectsKey=[])))


def packed(*objects):
    return Packer().bytes(Object("NSObject", UINibTopLevelObjectsKey=list(objects), UINibObjectsKey=[]))


def storyboard():
    """What Xcode makes of a storyboard: a list of the controllers, a nib for each, and one for each of their views."""
    def localizable(key, text):
        return Object("NSLocalizableString", NSKey=key, NSDev=text)

    def view(name, x, y, width, height, **members):
        return Object(name, UIBounds=Numbers(0, 0, width, height), UICenter=Numbers(x + width / 2, y + height / 2), **members)

    def controller(identifier, name, original, **members):
        owner = Object("UIProxyObject", UIProxiedObjectIdentifier="UpstreamPlaceholder")
        return packed(owner, Object("UIClassSwapper", UIClassName=name, UIOriginalClassName=original, UIStoryboardIdentifier=identifier, **members))

    segue = Object("UIStoryboardShowSegueTemplate", UIIdentifier="list", UIDestinationViewControllerIdentifier="List")
    label = view("UILabel", 20, 60, 335, 21, UIText=localizable("lab-00-001.text", "Eggs"), UIAutoresizingMask=34)
    names = {"UIViewController-tim-00-001": "UIViewController-tim-00-001", "List": "List", "Tabs": "Tabs"}
    lists = {"UIViewControllerIdentifiersToNibNames": names, "UIStoryboardDesignatedEntryPointIdentifier": "UIViewController-tim-00-001",
             "UIStoryboardVersion": 1}
    return {
        "Info.plist": plistlib.dumps(lists, fmt=plistlib.FMT_BINARY),
        "UIViewController-tim-00-001.nib": controller(
            "UIViewController-tim-00-001", "Kitchen.TimerController", "UIViewController", UINibName="tim-00-001-view-tim-00-002",
            UITitle=localizable("tim-00-001.title", "Timer"), UIStoryboardSegueTemplates=[segue]),
        "tim-00-001-view-tim-00-002.nib": packed(view("UIView", 0, 0, 375, 667, UIAutoresizingMask=18, UISubviews=[label])),
        "List.nib/runtime.nib": controller("List", "Kitchen.OldListController", "UITableViewController", UINibName="lis-00-001-view-lis-00-002"),
        "List.nib/objects-13.0+.nib": controller("List", "Kitchen.ListController", "UITableViewController", UINibName="lis-00-001-view-lis-00-002"),
        "lis-00-001-view-lis-00-002.nib": packed(view("UITableView", 0, 0, 375, 667, UIAutoresizingMask=18)),
        "Tabs.nib": controller("Tabs", "UITabBarController", "UITabBarController"),
    }


for path, content in storyboard().items():
    path = os.path.join("kitchen.storyboardc", path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "wb").write(content)


def hexes(*numbers):
    return [float(number).hex() for number in numbers]


def described(name, form, value):
    return {"propertyName": name, "propertyFormat": form, "propertyValue": value, "fetchStatus": 4}


def debugged(address, name, frame, *properties, **groups):
    rect = "CGf, CGf, CGf, CGf"
    return {"objectID": address, "className": name, "properties": [
        described("frame", rect, hexes(*frame)), described("bounds", rect, hexes(0, 0, frame[2], frame[3])), *properties], **groups}


def listed(group, *objects):
    return {"groupingID": group, "debugHierarchyObjects": list(objects)}


def view_hierarchy():
    """What Xcode's view debugger exports: a folder with the responses of the app, some of them compressed."""
    views = "com.apple.UIKit.UIView"
    color = {"colorSpaceName": "kCGColorSpaceSRGB", "componentValuesFormat": "CGf, CGf, CGf, CGf", "componentValues": hexes(1, 0.5, 0, 1)}
    label = debugged("0x7fa130", "UILabel", (8, 8, 100, 20.5), described("text", "public.plain-text", "Chef"),
                     described("tag", "integer", "7"), described("hidden", "b", "1"))
    timer = debugged("0x7fa120", "Kitchen.TimerView", (16, 100, 358, 120), described("autoresizingMask", "uinteger", "22"),
                     described("backgroundColor", "color", color), described("hasAmbiguousLayout", "b", "1"),
                     childGroup=listed(views, label), additionalGroups=[
                         listed("com.apple.QuartzCore.CALayer", {"objectID": "0x60120", "className": "CALayer"}),
                         listed("com.apple.UIKit.NSLayoutConstraint", {"objectID": "0x60001", "className": "NSLayoutConstraint", "properties": [
                             described("firstItem", "objectInfo", {"className": "UILabel", "memoryAddress": "0x7fa130"}),
                             described("firstAttribute", "integer", "7"), described("constant", "CGf", float(100).hex())]})])
    window = debugged("0x7fa100", "UIWindow", (0, 0, 390, 844), additionalGroups=[
        listed(views, {"objectID": "0x7fa120"}),
        listed("com.apple.UIKit.UIViewController", {"objectID": "0x7fb110", "className": "Kitchen.TimerController",
                                                    "additionalGroups": [listed(views, {"objectID": "0x7fa120"})]})])
    first = {"version": 2, "topLevelGroups": {"com.apple.UIKit.UIWindow": listed("com.apple.UIKit.UIWindow", window),
                                              views: listed(views, timer)}}
    second = {"version": 2, "topLevelPropertyDescriptions": {
        "0x60120.cornerRadius": described("cornerRadius", "CGf", float(6).hex()),
        "0x7fa130.alpha": described("alpha", "CGf", float(0.5).hex()),
        "0x7fa130.tag": {"propertyName": "tag", "fetchStatus": 8}}}
    metadata = plistlib.dumps({"DocumentVersion": "1", "RunnableDisplayName": "Kitchen", "RunnablePID": 77})
    packed = gzip.compress(json.dumps(second).encode(), mtime=0)
    with zipfile.ZipFile("kitchen.viewhierarchy.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in (("metadata", metadata), ("RequestResponses/Response_0", json.dumps(first).encode()),
                              ("RequestResponses/Response_1", packed)):
            archive.writestr(zipfile.ZipInfo(f"Kitchen.viewhierarchy/{path}"), content, zipfile.ZIP_DEFLATED)


view_hierarchy()
