"""The table of secrets that are known by their own shape: who issues them, what they look like.

A pattern says where a secret may begin by plain texts (`needles`), so that an ordinary text costs a few look-ups and
no search. Every repetition is bounded or cannot overlap its neighbours: matching stays linear on hostile input.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Finder = Callable[[str], Iterator[tuple[int, int]]]

LETTERS = "A-Za-z0-9"
WORD = r"\w\-"  # letters, digits, underscore and hyphen; the patterns are ASCII


@dataclass(frozen=True, slots=True)
class SecretPattern:
    """One kind of secret: `find` yields the spans to mask; `split` says that it may be broken by a line end."""

    kind: str
    needles: tuple[str, ...]
    find: Finder
    split: bool = False


def by_regex(regex: re.Pattern[str]) -> Finder:
    """A finder that yields the group `secret`, or the whole match where the pattern has no such group."""
    group: str | int = "secret" if "secret" in regex.groupindex else 0

    def find(text: str) -> Iterator[tuple[int, int]]:
        return (span for match in regex.finditer(text) if (span := match.span(group))[0] < span[1])

    return find


def in_context(kind: str, needles: str, regex: str) -> SecretPattern:
    """A secret known by what stands around it: only the group `secret` is masked; needles are parted by blanks."""
    return SecretPattern(kind, tuple(needles.split()), by_regex(re.compile(regex, re.IGNORECASE | re.ASCII)))


def _token(kind: str, needles: str, body: str, *, edge: str = LETTERS, split: bool = True) -> SecretPattern:
    """A token with a telling prefix, with no character of `edge` beside it; needles are parted by blanks."""
    regex = re.compile(rf"(?<![{edge}])(?:{body})(?![{edge}])", re.ASCII)
    return SecretPattern(kind, tuple(needles.split()), by_regex(regex), split)


_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]{16}")
_KEY_LINES = re.compile(
    r"(?:(?:\r?\n|\\n)[ \t>]{0,16}(?:[A-Za-z-]{1,20}: [^\n]{0,200}|[A-Za-z0-9+/=]{0,4000})(?=[ \t]{0,8}[\r\n\"'\\]|\Z))+"
)


def _private_keys(text: str) -> Iterator[tuple[int, int]]:
    """Private key blocks, to their end line, or through their lines where the end was cut off."""
    ends = _KEY_END.finditer(text)
    end = next(ends, None)
    position = 0
    for begin in _KEY_BEGIN.finditer(text):
        if begin.start() < position:
            continue
        while end is not None and end.start() < begin.end():
            end = next(ends, None)
        lines = _KEY_LINES.match(text, begin.end())
        position = end.end() if end else lines.end() if lines else begin.end()
        if _KEY_BODY.search(text, begin.end(), position):
            yield begin.start(), position


_GITLAB = "glpat- gldt- glrt- glft- glsoat- glcbt- glimt- gloas- glptt- glagent-"

PATTERNS: tuple[SecretPattern, ...] = (
    SecretPattern("private-key", ("private key",), _private_keys),
    in_context("private-key", "private-lines:", r"Private-Lines: \d{1,4}\r?\n(?P<secret>(?:[A-Z0-9+/=]{1,80}\r?\n)+)"),
    _token("age-key", "age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _token("jwt", "eyj", r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*(?:\.[\w-]+){0,2}", edge=WORD),
    _token("aws-access-key", "akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    in_context(
        "aws-secret-key",
        "secret",
        r"secret_?(?:access_?)?key[\"']?\s{0,5}(?:=>?|:)\s{0,5}[\"']?(?P<secret>[A-Z0-9/+]{40})(?![A-Z0-9/+=])",
    ),
    _token("gcp-api-key", "aiza", r"AIza[\w-]{35}", edge=WORD),
    _token("gcp-oauth-token", "ya29.", r"ya29\.[\w.-]{20,}"),
    _token("google-client-secret", "gocspx-", r"GOCSPX-[\w-]{28}", edge=WORD),
    in_context("azure-storage-key", "accountkey=", r"AccountKey=(?P<secret>[A-Z0-9+/]{40,100}={0,2})"),
    in_context("azure-access-key", "sharedaccesskey=", r"SharedAccessKey=(?P<secret>[A-Z0-9+/]{40,100}={0,2})"),
    in_context("azure-sas", "sig=", r"[?&;]sig=(?P<secret>[\w%+/-]{30,200}={0,2})"),
    _token("azure-client-secret", "q~", r"[\w.~]{3}[0-9]Q~[\w.~-]{31,34}", edge=rf"{WORD}~."),
    _token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    _token("github-token", "github_pat_", r"github_pat_\w{22,255}"),
    _token("gitlab-token", _GITLAB, r"gl(?:pat|dt|rt|ft|soat|cbt|imt|oas|ptt|agent)-[\w.-]{20,255}"),
    _token("slack-token", "xox xapp-", r"(?:xox[abeoprs]|xapp-[0-9])-[A-Za-z0-9-]{10,255}"),
    in_context("slack-webhook", "hooks.slack.com", r"slack\.com/(?:services|workflows|triggers)/(?P<secret>[\w/-]{16,200})"),
    in_context("discord-webhook", "/api/webhooks/", r"/api/webhooks/\d{1,20}/(?P<secret>[\w-]{30,200})"),
    _token(
        "discord-token",
        ".",
        r"[MNO](?=[\w-]{0,26}[0-9])[\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}",
        edge=rf"{WORD}.",
        split=False,  # without a prefix of its own, names of code that stand line under line would pass for one
    ),
    _token("telegram-token", ":aa", r"[0-9]{8,10}:AA[\w-]{33}", edge=WORD),
    _token("stripe-key", "k_live_ k_test_", r"[sr]k_(?:live|test)_[A-Za-z0-9]{10,255}"),
    _token("stripe-webhook-secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,255}"),
    _token("anthropic-key", "sk-ant-", r"sk-ant-[\w-]{20,255}"),
    _token("openrouter-key", "sk-or-", r"sk-or-(?:v[0-9]-)?[A-Za-z0-9]{32,255}"),
    _token("openai-key", "sk-", r"sk-(?:(?:proj|svcacct|admin|None)-[\w-]{20,255}|[A-Za-z0-9]{20,255})", edge=WORD),
    _token("groq-key", "gsk_", r"gsk_[A-Za-z0-9]{40,255}"),
    _token("xai-key", "xai-", r"xai-[A-Za-z0-9]{40,255}"),
    _token("perplexity-key", "pplx-", r"pplx-[A-Za-z0-9]{40,255}"),
    _token("replicate-token", "r8_", r"r8_[A-Za-z0-9]{37}"),
    _token("huggingface-token", "hf_ api_org_", r"(?:api_org|hf)_[A-Za-z0-9]{30,255}"),
    _token("npm-token", "npm_", r"npm_[A-Za-z0-9]{36}"),
    _token("pypi-token", "pypi-", r"pypi-[\w-]{50,500}"),
    _token("rubygems-key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _token("docker-token", "dckr_", r"dckr_(?:pat|oat)_[\w-]{20,255}"),
    _token("twilio-key", "sk", r"SK[0-9a-f]{32}"),
    _token("sendgrid-key", "sg.", r"SG\.[\w-]{16,32}\.[\w-]{32,64}"),
    _token("mailgun-key", "key-", r"key-[0-9a-f]{32}"),
    _token("mailchimp-key", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}"),
    _token("digitalocean-token", "_v1_", r"do[oprt]_v1_[0-9a-f]{64}"),
    _token("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _token("square-token", "sq0", r"sq0(?:atp|csp|idp)-[\w-]{22,43}"),
    _token("doppler-token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]{1,40}\.)?[A-Za-z0-9]{40,44}"),
    _token("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-[0-9])?"),
    _token("grafana-token", "glsa_ glc_", r"glsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}|glc_[A-Za-z0-9+/=]{32,400}"),
    _token("linear-key", "lin_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,255}"),
    _token("notion-token", "secret_ ntn_", r"(?:secret|ntn)_[A-Za-z0-9]{40,60}"),
    _token("airtable-token", "pat", r"pat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    _token("atlassian-token", "atatt3", r"ATATT3[\w=-]{50,300}"),
    _token("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{24,300}"),
    _token("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}"),
    _token("newrelic-key", "nrak-", r"NRAK-[A-Z0-9]{27}"),
    _token("sentry-token", "sntrys_ sntryu_", r"sntry[su]_[A-Za-z0-9+/=_]{40,400}"),
    _token("postman-key", "pmak-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _token("planetscale-token", "pscale_", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}"),
    _token("supabase-token", "sbp_ sb_secret_", r"sbp_[0-9a-f]{40}|sb_secret_[\w-]{20,60}"),
)  # fmt: skip
