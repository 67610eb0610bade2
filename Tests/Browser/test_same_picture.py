"""The canvas and the served SVG are two painters of one drawing: what they paint is the same, point for point."""

import pytest

from drawing import dump, facts, settle

#: Levels of a colour by which two pixels may differ, and the shares of pixels that may differ by more, of the screen and of
#: any square of 20 points: both painters round the edges of letters and of turned shapes in their own ways, but a shape
#: that one of them leaves out, moves or colours otherwise fills a square.
LEVELS, SHARE, SQUARE = 48, 0.015, 0.25

COMPARE = """async ([url, levels]) => {
  const surface = document.querySelector("canvas.surface");
  const { x, y, zoom } = surface.dataset, k = Number(zoom) * surface.width / surface.clientWidth;
  const image = new Image();
  image.src = url;
  await image.decode();
  const width = Math.floor(image.naturalWidth * k), height = Math.floor(image.naturalHeight * k);
  const left = -Number(x) * k, top = -Number(y) * k;
  if (left < 0 || top < 0 || left + width > surface.width || top + height > surface.height) throw new Error("the screen is not whole on the canvas");
  const read = (paint) => {
    const copy = document.createElement("canvas");
    Object.assign(copy, { width, height });
    const context = copy.getContext("2d", { willReadFrequently: true });
    paint(context);
    return context.getImageData(0, 0, width, height).data;
  };
  const one = read((context) => context.drawImage(surface, -Math.floor(left), -Math.floor(top)));
  const other = read((context) => context.drawImage(image, left % 1, top % 1, image.naturalWidth * k, image.naturalHeight * k));
  let different = 0, ink = 0;
  const places = new Map();
  for (let at = 0; at < one.length; at += 4) {
    const most = Math.max(...[0, 1, 2, 3].map((part) => Math.abs(one[at + part] - other[at + part])));
    if ([0, 1, 2].some((part) => Math.abs(one[at + part] - one[part]) > levels)) ink += 1;
    if (most <= levels) continue;
    different += 1;
    const place = [Math.floor((at / 4 % width) / k / 20) * 20, Math.floor(at / 4 / width / k / 20) * 20].join(",");
    places.set(place, (places.get(place) ?? 0) + 1);
  }
  const all = one.length / 4;
  return { share: different / all, ink: ink / all, where: [...places].sort((a, b) => b[1] - a[1]).slice(0, 12), worst: Math.max(0, ...places.values()) / (20 * k) ** 2 };
}"""

RED, BLUE = "UIExtendedSRGBColorSpace 1 0 0 1", "UIExtendedSRGBColorSpace 0 0.4 1 1"


def view(name, frame, *subviews, **members):
    return {"class": name, "frame": frame, "subviews": list(subviews), **members}


def controls():
    """A window with what painters get wrong: controls, corners, shadows, turned, faded and clipped views."""
    clipped = view("UIView", [20, 300, 120, 80], view("UIView", [60, 40, 120, 120], attributes={"backgroundColor": RED}),
                   clipsToBounds=True, attributes={"backgroundColor": BLUE})
    turned = {"class": "UIView", "bounds": [0, 0, 90, 60], "center": {"x": 240, "y": 340}, "frame": [0, 0, 0, 0],
              "transform": [0.8660254, 0.5, -0.5, 0.8660254, 0, 0], "attributes": {"backgroundColor": RED, "cornerRadius": "12"},
              "subviews": [view("UILabel", [10, 10, 70, 20.5], text="Turned")]}
    card = view("UIView", [150, 300, 70, 70], view("UIView", [0, 0, 70, 70], attributes={"backgroundColor": RED}), clipsToBounds=True,
                attributes={"backgroundColor": BLUE, "cornerRadius": "35"})
    raised = view("UIView", [120, 440, 60, 28], attributes={"backgroundColor": RED, "cornerRadius": "8", "shadowOpacity": "0.6",
                                                            "shadowRadius": "5", "shadowOffset": "{3, 3}"})
    return view(
        "UIWindow", [0, 0, 320, 480], card, raised,
        view("UISwitch", [20, 40, 51, 31], attributes={"on": "YES"}),
        view("UISwitch", [100, 40, 51, 31], attributes={"on": "NO"}),
        view("UISlider", [20, 90, 280, 34], attributes={"value": "0.4"}),
        view("UISegmentedControl", [20, 140, 280, 32]),
        view("UILabel", [20, 190, 200, 20.5], text="A label with words", attributes={"textColor": BLUE}),
        view("UIButton", [20, 230, 140, 44], view("UIButtonLabel", [40, 12, 60, 20], text="Press"),
             attributes={"backgroundColor": BLUE, "cornerRadius": "10"}),
        view("UIView", [180, 230, 120, 44], alpha=0.5, attributes={"backgroundColor": RED, "cornerRadius": "22"}),
        clipped, turned,
        view("UIProgressView", [20, 420, 280, 4], attributes={"progress": "0.6"}),
    )


@pytest.mark.parametrize("appearance", ["light", "dark"])
@pytest.mark.parametrize("name, ios", [("world-clock", ""), ("controls", ""), ("controls", "&ios=26")])
def test_the_canvas_and_the_svg_paint_the_same_screen(open_page, world_clock, shared, name, ios, appearance):
    address = world_clock if name == "world-clock" else dump(shared, controls(), name="Controls")
    size = (375, 667) if name == "world-clock" else (320, 480)
    place = f"&zoom=1&x={size[0] / 2}&y={size[1] / 2}"
    page = settle(open_page(f"{address}?drawing=screen&texts=true{place}{ios}", color_scheme=appearance, device_scale_factor=2, reduced_motion="reduce"))
    page.wait_for_function("() => Number(document.querySelector('canvas.surface')?.dataset.labels) > 0")
    settle(page)
    path = address.split("/dumps/")[1]
    found = page.evaluate(COMPARE, [f"/api/v1/dumps/{path}/wireframe.svg?style=screen&appearance={appearance}{ios}", LEVELS])
    assert facts(page)["zoom"] == 1
    assert found["ink"] > 0.02, "there is nothing to compare"
    assert found["share"] < SHARE, f"{found['share']:.2%} of the pixels differ, most of them around {found['where']}"
    assert found["worst"] < SQUARE, f"around {found['where'][0][0]} the painters paint different things"
