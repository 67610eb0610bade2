"""A constraint conflict without a dump: pasted on its page, or dropped on the library, with and without a script."""

from playwright.sync_api import expect

LOG = """Unable to simultaneously satisfy constraints.
(
    "<NSLayoutConstraint:0x6001 V:|-(20)-[UIImageView:0x7fa1]   (active, names: '|':Soup.Card:0x7fb1 )>",
    "<NSLayoutConstraint:0x6002 UIImageView:0x7fa1.height == 90   (active)>",
    "<NSLayoutConstraint:0x6003 V:[UIImageView:0x7fa1]-(20)-|   (active, names: '|':Soup.Card:0x7fb1 )>",
    "<NSLayoutConstraint:0x6004 Soup.Card:0x7fb1.height == 100   (active)>"
)
"""
SUM = "20 + 90 + 20 = 130 in 100"


def look(page):
    """Whether the page explains the log, with a drawing that names the views."""
    expect(page.get_by_role("heading", name=SUM)).to_be_visible()
    expect(page.get_by_role("img", name=SUM)).to_be_visible()
    expect(page.locator(".conflict .name")).to_have_text(["Card 100", "UIImageView"])
    expect(page.locator(".conflict .excess")).to_have_text("30 too many")
    expect(page.locator(".conflict-views")).to_have_text("Card\n  UIImageView")


def test_a_log_is_pasted_without_a_script(without_script, samples):
    page = without_script(f"{samples.url}/", expect=("422",))
    page.get_by_role("link", name="log of constraints").click()
    page.locator("#text").fill("hello")
    page.get_by_role("button", name="Explain").click()
    expect(page.get_by_role("alert")).to_contain_text("no log of a constraint conflict")
    page.locator("#text").fill(LOG)
    page.get_by_role("button", name="Explain").click()
    look(page)
    page.goto(f"{samples.url}/")
    page.locator("#dump").set_input_files({"name": "card.log", "mimeType": "text/plain", "buffer": LOG.encode()})
    page.get_by_role("button", name="Open", exact=True).click()
    look(page)


def test_a_log_that_is_chosen_in_the_library_opens_its_page(open_page, samples):
    page = open_page(f"{samples.url}/")
    page.locator("#dump").set_input_files({"name": "card.log", "mimeType": "text/plain", "buffer": LOG.encode()})
    page.wait_for_url("**/explain")
    look(page)
