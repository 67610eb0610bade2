"""The pages of a settings pane and of the inspector as Flask with Jinja2 renders them, each time anew, from rows in memory.

`templating.py` starts it with gunicorn. FLASK_PAGES is a folder with `settings.html` and `inspector.html`, the server's own pages,
and `pages.json`, the rows of both. What is around the rows stays as it is in those pages, as plain text of the templates.
"""

import itertools
import json
import os
import pathlib
import re

from flask import Flask, render_template_string

SETTINGS_ROWS = """{% for group in groups %}<section class="group"><h2>{{ group.title }}</h2><ul class="rows">
{%- for row in group.rows %}<li class="setting"
id="row-{{ row.index }}" data-key="{{ row.key }}">
{%- if row.kind == "title" %}<div class="line"><span class="texts"><span class="title">{{ row.title }}</span></span>
<span class="value" dir="auto">{{ row.value }}</span></div>
{%- elif row.kind == "choice" %}<a class="line" href="{{ action }}?choose={{ row.index }}" data-pane><span class="texts">
<span class="title">{{ row.title }}</span></span><span class="value">{{ row.shown }}</span>
<svg class="icon chevron" aria-hidden="true"><use href="{{ assets }}/icons/sprite.svg#chevron-right"/></svg></a>
{%- else %}<form class="line{% if row.kind == "slider" %} slider{% endif %}" method="post" action="{{ action }}"
{%- if row.kind == "toggle" %} data-set="toggle"{% elif row.kind == "slider" %} data-set="number"{% else %} data-set{% endif %} novalidate>
<input type="hidden" name="index" value="{{ row.index }}"><input type="hidden" name="key" value="{{ row.key }}">
{%- if row.kind == "toggle" %}<span class="texts"><label class="title" for="field-{{ row.index }}">{{ row.title }}</label></span>
<input type="hidden" name="value" value="false"><input id="field-{{ row.index }}" type="checkbox" name="value" value="true"
 class="switch" role="switch"{% if row.value %} checked{% endif %}>
{%- elif row.kind == "field" %}<span class="texts"><label class="title" for="field-{{ row.index }}">{{ row.title }}</label></span>
<input class="field" id="field-{{ row.index }}" name="value" type="{{ row.type }}" inputmode="{{ row.mode }}"
autocapitalize="{{ row.capitals }}" autocorrect="{{ row.correct }}" spellcheck="{{ row.spelling }}" autocomplete="off" dir="auto" value="{{ row.value }}">
{%- else %}<input type="range" id="field-{{ row.index }}" name="value" aria-label="{{ row.title }}" min="{{ row.minimum }}" max="{{ row.maximum }}"
 step="any" value="{{ row.value }}"><input type="hidden" name="shown" value="{{ row.value }}"><input class="slider-number" type="text"
 inputmode="decimal" name="typed" value="{{ row.value }}" aria-label="{{ row.title }}, number" title="{{ row.minimum }} to {{ row.maximum }}"
 autocomplete="off" dir="ltr">{% endif %}<button class="save no-js" name="action" value="set">Save</button></form>{% endif %}
<p class="row-error" id="error-{{ row.index }}" role="alert" lang="en" dir="ltr"></p></li>{% endfor %}</ul>
<p class="footer">{{ group.footer }}</p></section>{% endfor %}"""

TREE_ROWS = """{% for row in rows %}<li data-id="{{ row.id }}"><a class="row d{{ row.depth }}" id="row-{{ row.id }}" href="{{ dump }}?view={{ row.id }}">
<svg class="icon" aria-hidden="true"><use href="{{ assets }}/icons/sprite.svg#{{ row.icon }}"/></svg><span class="words">
<span class="class">{{ row.class }}</span>{% if row.text %} <span class="text">“{{ row.text }}”</span>{% endif %}</span></a>
{%- if row.is_parent %}<details{% if row.expanded %} open{% endif %}><summary class="fold d{{ row.depth }}" aria-label="Subviews of {{ row.class }}">
<svg class="icon" aria-hidden="true"><use href="{{ assets }}/icons/sprite.svg#chevron-right"/></svg></summary><ul>
{%- else %}</li>{% endif %}{% for end in row.ends %}</ul></details></li>{% endfor %}{% endfor %}"""


def template(page, start, end, rows):
    """A template of the page with rows in the place of what is between two texts."""
    head, rest = page.split(start, 1)
    foot = rest[rest.index(end):]
    plain = "{{% raw %}}{}{{% endraw %}}".format
    return plain(head + start) + rows + plain(foot)


folder = pathlib.Path(os.environ["FLASK_PAGES"])
app = Flask(__name__)
pages = json.loads((folder / "pages.json").read_text())
settings_page, inspector_page = ((folder / f"{name}.html").read_text() for name in ("settings", "inspector"))
assets = re.search(r"/static/\w+", settings_page).group()
settings_template = template(settings_page, '<div id="pane-content">', "</div></div></div></section>", SETTINGS_ROWS)
inspector_template = template(inspector_page, '<ul class="tree" id="tree">', '</ul></div><div class="tree-progress"', TREE_ROWS)
turns = itertools.count()


@app.get("/settings")
def settings():
    # Another value each time, in the place of one that somebody changed.
    pages["groups"][0]["rows"][0]["value"] = next(turns) % 2 == 0
    return render_template_string(settings_template, groups=pages["groups"], assets=assets, action=pages["action"])


@app.get("/inspector")
def inspector():
    return render_template_string(inspector_template, rows=pages["tree"], assets=assets, dump=pages["dump"])
