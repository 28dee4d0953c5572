#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver that stores its profile in the folder of its first argument.

MiniBrowser stores nothing in automation mode, so it cannot play a device that is closed and opened again.
"""

import os
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
SIZE = (1440, 900)  # of the first window; tests set their own

context = WebKit2.WebContext(
    website_data_manager=WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(profile, "data"),
        base_cache_directory=os.path.join(profile, "cache"),
    )
)
context.get_cookie_manager().set_persistent_storage(
    os.path.join(profile, "cookies"), WebKit2.CookiePersistentStorage.TEXT
)
context.set_automation_allowed(True)


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=SIZE[0], default_height=SIZE[1])
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("kept-profile-browser")
    info.set_version(
        WebKit2.get_major_version(),
        WebKit2.get_minor_version(),
        WebKit2.get_micro_version(),
    )
    session.set_application_info(info)
    session.connect("create-web-view::tab", open_window)
    session.connect("create-web-view::window", open_window)


context.connect("automation-started", start_session)

# WebKitWebDriver starts this program, but does not report its process id.
with open(os.path.join(profile, "pid"), "w", encoding="ascii") as file:
    file.write(str(os.getpid()))

GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGTERM, Gtk.main_quit)
Gtk.main()
