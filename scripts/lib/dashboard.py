"""A dashboard user, for programs that check a live server: forms, cookies, and the <code> contents of pages."""

import os
import urllib.error
import urllib.request
from html.parser import HTMLParser
from urllib.parse import urlencode


def canary(secret):
    with open(os.environ["FLORIN_TEST_CANARIES"], "a", encoding="ascii") as file:
        file.write(f"{secret}\n")


class Page(HTMLParser):
    """The hidden fields of the first form to each action, and every text in <code>."""

    def __init__(self, html):
        super().__init__()
        self.forms, self.codes, self.fields, self.in_code = {}, [], None, False
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.fields = []
            self.forms.setdefault(attributes.get("action"), self.fields)
        elif tag == "input" and attributes.get("type") == "hidden" and self.fields is not None:
            self.fields.append((attributes["name"], attributes.get("value", "")))
        elif tag == "code":
            self.in_code = True
            self.codes.append("")

    def handle_endtag(self, tag):
        if tag == "form":
            self.fields = None
        elif tag == "code":
            self.in_code = False

    def handle_data(self, data):
        if self.in_code:
            self.codes[-1] += data


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Answer:
    """The response, without following a redirect."""

    def __init__(self, reply):
        self.status, self.headers, self.text = reply.status, reply.headers, reply.read().decode()
        self.page = Page(self.text)


class Person:
    """A browser user. Its cookies are for https; over http to this machine, a browser sends them too."""

    def __init__(self, origin, check):
        """`check` is called with a condition and its description."""
        self.origin, self.check, self.cookies = origin, check, {}
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay)

    def send(self, url, form=None):
        """A GET, or a POST of a form."""
        url = url if url.startswith("http") else self.origin + url
        request = urllib.request.Request(url, None if form is None else urlencode(form).encode())
        request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in self.cookies.items()))
        if form is not None:
            request.add_header("Origin", self.origin)
        try:
            reply = self.opener.open(request, timeout=30)
        except urllib.error.HTTPError as error:
            reply = error
        for line in reply.headers.get_all("set-cookie") or []:
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value
            canary(value)
        return Answer(reply)

    def fill(self, page, action, *fields):
        """Opens a page, and sends the form to `action` that is on it."""
        shown = self.send(page)
        self.check(shown.status == 200, f"{action}: its page answers {shown.status}")
        return self.send(action, shown.page.forms[action] + list(fields))
