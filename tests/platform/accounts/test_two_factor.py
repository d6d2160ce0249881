"""A second factor: any member may switch it on, and then nobody gets in by the password alone."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.contrib.auth import get_user
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.plugins.otp_totp.models import TOTPDevice

from tafelrunde.accounts import two_factor
from tafelrunde.accounts.models import Player, RecoveryCode
from tafelrunde.refusals import Refusal
from tests.platform.accounts.conftest import PASSWORD
from tests.platform.admin.conftest import acts
from tests.two_factor import app_of, code_of, shown

pytestmark = pytest.mark.django_db
SET_UP, CHECK, SECOND = "/me/two-factor/", "/me/two-factor/check/", "/accounts/second-factor/"


@pytest.fixture
def browser(ann: Player) -> Client:
    """Ann's, who is signed in."""
    client = Client()
    client.force_login(ann)
    return client


def codes_on(page: str) -> list[str]:
    return re.findall(r"<code>([a-z0-9]{4}(?:-[a-z0-9]{4}){3})</code>", page)


def sign_in(client: Client, password: str = PASSWORD) -> str:
    """Where the password leads to."""
    answer = client.post("/accounts/login/", {"login": "Ann", "password": password})
    return answer.headers.get("Location", "")


def in_as(client: Client) -> str:
    return str(get_user(client))


def test_switching_it_on_takes_a_code_of_the_app_and_gives_codes_on_paper_once(browser: Client, ann: Player) -> None:
    page = browser.get(SET_UP).content.decode()
    device = TOTPDevice.objects.get(user=ann)
    assert not device.confirmed
    assert "".join(two_factor.app_secret(device)) in page.replace(" ", "")
    assert 'class="segno"' in page
    assert browser.post(SET_UP, {"code": "000000"}).status_code == 200
    assert not two_factor.is_on(ann)
    TOTPDevice.objects.update(throttling_failure_timestamp=None, throttling_failure_count=0)
    page = browser.post(SET_UP, {"code": code_of(device)}).content.decode()
    assert two_factor.is_on(ann)
    assert len(codes_on(page)) == len(set(codes_on(page))) == two_factor.CODES
    again = browser.get(SET_UP).content.decode()
    assert codes_on(again) == []
    assert 'class="segno"' not in again


def test_the_password_alone_lets_nobody_in(ann: Player) -> None:
    device, client = app_of(ann), Client()
    assert sign_in(client) == SECOND
    assert in_as(client) == "AnonymousUser"
    assert client.get("/me/").status_code == 302
    assert client.post(SECOND, {"code": "123"}).status_code == 200
    assert in_as(client) == "AnonymousUser"
    TOTPDevice.objects.update(throttling_failure_timestamp=None, throttling_failure_count=0)
    assert client.post(SECOND, {"code": code_of(device)}).status_code == 302
    assert in_as(client) == "Ann"


def test_without_a_password_there_is_no_second_step(ann: Player) -> None:
    app_of(ann)
    client = Client()
    assert client.get(SECOND).headers["Location"] == "/accounts/login/"
    assert sign_in(client, "wrong") == ""
    assert client.post(SECOND, {"code": code_of(app_of(ann))}).headers["Location"] == "/accounts/login/"


def test_who_has_not_switched_it_on_signs_in_as_ever(ann: Player) -> None:
    client = Client()
    assert sign_in(client) == "/"
    assert in_as(client) == "Ann"


def test_no_code_is_taken_twice(ann: Player) -> None:
    device = app_of(ann)
    code = code_of(device)
    for client, gets_in in ((Client(), True), (Client(), False)):
        sign_in(client)
        client.post(SECOND, {"code": code})
        assert (in_as(client) == "Ann") == gets_in


def test_who_guesses_has_to_wait_though_the_next_code_were_right(ann: Player) -> None:
    device, client = app_of(ann), Client()
    sign_in(client)
    for _guess in range(4):
        page = client.post(SECOND, {"code": "000000"}).content.decode()
        TOTPDevice.objects.filter(throttling_failure_count__lt=3).update(throttling_failure_timestamp=None)
    assert "try again in" in page
    client.post(SECOND, {"code": code_of(device)})
    assert in_as(client) == "AnonymousUser"


def test_a_code_on_paper_lets_in_once(ann: Player) -> None:
    app_of(ann)
    codes = two_factor.new_codes(ann)
    assert not RecoveryCode.objects.filter(digest__in=codes).exists()  # only hashes are kept
    for client, typed, gets_in in (
        (Client(), codes[0].upper(), True),
        (Client(), codes[0], False),
        (Client(), codes[1].replace("-", " "), True),
    ):
        sign_in(client)
        client.post(SECOND, {"code": typed})
        assert (in_as(client) == "Ann") == gets_in
    assert two_factor.codes_left(ann) == two_factor.CODES - 2


def test_a_guest_who_signs_in_stays_the_guest_until_the_code(ann: Player) -> None:
    device, client = app_of(ann), Client()
    client.post("/guest/")
    guest = in_as(client)
    assert sign_in(client) == SECOND
    assert in_as(client) == guest
    client.post(SECOND, {"code": code_of(device)})
    assert in_as(client) == "Ann"


def test_switching_it_off_and_new_codes_take_a_code(browser: Client, ann: Player) -> None:
    device = app_of(ann)
    shown(browser, ann)
    old = two_factor.new_codes(ann)
    for do in ("off", "codes"):
        browser.post(SET_UP, {"code": "1234", "do": do})
        TOTPDevice.objects.update(throttling_failure_timestamp=None, throttling_failure_count=0)
    assert two_factor.is_on(ann)
    page = browser.post(SET_UP, {"code": code_of(device), "do": "codes"}).content.decode()
    assert set(codes_on(page)).isdisjoint(old)
    assert two_factor.check(ann, old[0]) is None
    browser.post(SET_UP, {"code": codes_on(page)[0], "do": "off"})
    assert not two_factor.is_on(ann)
    assert not RecoveryCode.objects.exists()


def test_guests_have_none(client: Client) -> None:
    client.post("/guest/")
    for page in (SET_UP, CHECK):
        assert client.get(page).headers["Location"] == "/accounts/signup/"


def test_an_admin_is_led_from_the_staff_page_to_set_it_up_and_back(boss: Player) -> None:
    client = Client()
    client.force_login(boss)
    led = client.get("/admin/", follow=True)
    assert "you have to sign in with two factors" in led.content.decode()
    code = code_of(TOTPDevice.objects.get(user=boss))
    page = client.post(SET_UP, {"code": code, "next": "/admin/"}).content.decode()
    assert 'href="/admin/"' in page
    assert client.get("/admin/").status_code == 200


def test_a_session_from_before_shows_a_code_and_goes_on(boss: Player) -> None:
    device, client = app_of(boss), Client()
    client.force_login(boss)
    led = client.get("/admin/accounts/player/")
    assert led.headers["Location"].startswith(CHECK)
    answer = client.post(CHECK, {"code": code_of(device), "next": "/admin/accounts/player/"})
    assert answer.headers["Location"] == "/admin/accounts/player/"
    assert client.get("/admin/accounts/player/").status_code == 200
    assert client.post(CHECK, {"code": "x", "next": "https://evil.example/"}).headers["Location"] == "/"


def test_another_admin_resets_a_lost_device_and_the_log_says_so(desk: Client, boss: Player, ann: Player) -> None:
    app_of(ann)
    answer = desk.post(f"/admin/accounts/player/act/reset_two_factor/?id={ann.pk}", {"reason": "phone in the lake"})
    assert answer.status_code == 302
    assert not two_factor.is_on(ann)
    assert acts() == [("Boss", "two_factor_off", "Ann", "phone in the lake")]
    with pytest.raises(Refusal):
        two_factor.reset(boss, boss)
    assert two_factor.is_on(boss)


def test_who_was_reset_is_out_of_the_staff_pages_at_once(desk: Client, boss: Player) -> None:
    assert desk.get("/admin/").status_code == 200
    two_factor.reset(boss, None)
    assert desk.get("/admin/").status_code == 302


def test_the_command_resets_the_last_admin(boss: Player) -> None:
    app_of(boss)
    out = StringIO()
    call_command("resettwofactor", "boss", stdout=out)
    assert out.getvalue() == "Boss signs in with the password alone.\n"
    assert acts() == [("", "two_factor_off", "Boss", "manage.py resettwofactor")]
    for name in ("boss", "Nobody"):
        with pytest.raises(CommandError):
            call_command("resettwofactor", name)


def test_the_pages_hold_to_the_policy(browser: Client, ann: Player) -> None:
    page = browser.get(SET_UP)
    assert "require-trusted-types-for 'script'" in page["Content-Security-Policy"]
    for text in ("<style", " style=", "<script>", "onclick="):
        assert text not in page.content.decode()
    assert page["Cache-Control"].startswith("max-age=0")
