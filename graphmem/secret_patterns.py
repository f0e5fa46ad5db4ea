"""The table of secrets that are known by their own shape: who issues them, what they look like.

A pattern says where a secret may begin by plain texts (`needles`), so that an ordinary text costs a few look-ups and
no search. Every repetition is bounded or cannot overlap its neighbours: matching stays linear on hostile input.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

Finder = Callable[[str], Iterator[tuple[int, int]]]

_WORD = "A-Za-z0-9"
_WIDE = r"A-Za-z0-9_\-"


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


def _token(kind: str, needles: str, body: str, *, edge: str = _WORD) -> SecretPattern:
    """A token with a telling prefix, standing alone; needles are separated by blanks."""
    regex = re.compile(rf"(?<![{edge}])(?:{body})(?![{edge}])")
    return SecretPattern(kind, tuple(needles.lower().split()), by_regex(regex), split=True)


def _in_context(kind: str, needles: str, regex: str) -> SecretPattern:
    """A secret known by what stands around it: only the group `secret` is masked."""
    return SecretPattern(kind, tuple(needles.lower().split()), by_regex(re.compile(regex, re.IGNORECASE)))


_KEY_BEGIN = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_END = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_KEY_BODY = re.compile(r"[A-Za-z0-9+/=]{16}")
_KEY_LINES = re.compile(
    r"(?:(?:\r?\n|\\n)[ \t>]{0,16}(?:[A-Za-z0-9-]{1,20}: [^\n]{0,200}|[A-Za-z0-9+/=]{0,4000})(?=[\s\"'\\]|$))+"
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
        if end is not None:
            position = end.end()
        else:
            lines = _KEY_LINES.match(text, begin.end())
            position = lines.end() if lines else begin.end()
        if _KEY_BODY.search(text, begin.end(), position):
            yield begin.start(), position


PATTERNS: tuple[SecretPattern, ...] = (
    SecretPattern("private-key", ("private key",), _private_keys),
    _in_context("private-key", "private-lines:", r"Private-Lines: [0-9]{1,4}\r?\n(?P<secret>(?:[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})"),
    _token("age-key", "age-secret-key-1", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _token("jwt", "eyj", rf"eyJ[{_WIDE}]{{8,}}\.[{_WIDE}]{{8,}}\.[{_WIDE}]*(?:\.[{_WIDE}]+){{0,2}}", edge=_WIDE),
    _token("aws-access-key", "akia asia abia acca", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    _in_context("aws-secret-key", "secret", rf"secret_?(?:access_?)?key[\"']?\s{{0,5}}(?:=>?|:)\s{{0,5}}[\"']?(?P<secret>[{_WORD}/+]{{40}})(?![{_WORD}/+=])"),
    _token("gcp-api-key", "aiza", rf"AIza[{_WIDE}]{{35}}", edge=_WIDE),
    _token("gcp-oauth-token", "ya29.", rf"ya29\.[{_WIDE}.]{{20,}}"),
    _token("google-client-secret", "gocspx-", rf"GOCSPX-[{_WIDE}]{{28}}", edge=_WIDE),
    _in_context("azure-storage-key", "accountkey= sharedaccesskey=", rf"(?:Account|SharedAccess)Key=(?P<secret>[{_WORD}+/]{{40,100}}={{0,2}})"),
    _in_context("azure-sas", "sig=", rf"[?&;]sig=(?P<secret>[{_WORD}%+/\-_]{{30,200}}={{0,2}})"),
    _token("azure-client-secret", "q~", rf"[{_WORD}_~.]{{3}}[0-9]Q~[{_WORD}_~.\-]{{31,34}}", edge=rf"{_WIDE}~."),
    _token("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", rf"gh[pousr]_[{_WORD}]{{36,255}}"),
    _token("github-token", "github_pat_", r"github_pat_\w{22,255}"),
    _token("gitlab-token", "glpat- gldt- glrt- glft- glsoat- glcbt- glimt- gloas- glptt- glagent-", rf"gl(?:pat|dt|rt|ft|soat|cbt|imt|oas|ptt|agent)-[{_WIDE}.]{{20,255}}"),
    _token("slack-token", "xox xapp-", rf"(?:xox[abeoprs]|xapp-[0-9])-[{_WORD}\-]{{10,255}}"),
    _in_context("slack-webhook", "hooks.slack.com", rf"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<secret>[{_WORD}/_\-]{{16,200}})"),
    _in_context("discord-webhook", "/api/webhooks/", rf"discord(?:app)?\.com/api/webhooks/[0-9]{{1,20}}/(?P<secret>[{_WIDE}]{{30,200}})"),
    _token("discord-token", ".", rf"[MNO](?=[{_WIDE}]{{0,26}}[0-9])[{_WIDE}]{{23,27}}\.[{_WIDE}]{{6}}\.[{_WIDE}]{{27,40}}", edge=rf"{_WIDE}."),
    _token("telegram-token", ":aa", rf"[0-9]{{8,10}}:AA[{_WIDE}]{{33}}", edge=_WIDE),
    _token("stripe-key", "k_live_ k_test_ whsec_", rf"(?:[sr]k_(?:live|test)_[{_WORD}]{{10,255}}|whsec_[{_WORD}+/=]{{24,255}})"),
    _token("anthropic-key", "sk-ant-", rf"sk-ant-[{_WIDE}]{{20,255}}"),
    _token("openrouter-key", "sk-or-", rf"sk-or-(?:v[0-9]-)?[{_WORD}]{{32,255}}"),
    _token("openai-key", "sk-", rf"sk-(?:(?:proj|svcacct|admin|None)-[{_WIDE}]{{20,255}}|[{_WORD}]{{20,255}})", edge=_WIDE),
    _token("groq-key", "gsk_", rf"gsk_[{_WORD}]{{40,255}}"),
    _token("xai-key", "xai-", rf"xai-[{_WORD}]{{40,255}}"),
    _token("perplexity-key", "pplx-", rf"pplx-[{_WORD}]{{40,255}}"),
    _token("replicate-token", "r8_", rf"r8_[{_WORD}]{{37}}"),
    _token("huggingface-token", "hf_", rf"(?:api_org|hf)_[{_WORD}]{{30,255}}"),
    _token("npm-token", "npm_", rf"npm_[{_WORD}]{{36}}"),
    _token("pypi-token", "pypi-", rf"pypi-[{_WIDE}]{{50,500}}"),
    _token("rubygems-key", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _token("docker-token", "dckr_", rf"dckr_(?:pat|oat)_[{_WIDE}]{{20,255}}"),
    _token("twilio-key", "sk", r"SK[0-9a-f]{32}"),
    _token("sendgrid-key", "sg.", rf"SG\.[{_WIDE}]{{16,32}}\.[{_WIDE}]{{32,64}}"),
    _token("mailgun-key", "key-", r"key-[0-9a-f]{32}"),
    _token("mailchimp-key", "-us", r"[0-9a-f]{32}-us[0-9]{1,2}"),
    _token("digitalocean-token", "_v1_", r"do[oprt]_v1_[0-9a-f]{64}"),
    _token("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    _token("square-token", "sq0", rf"sq0(?:atp|csp|idp)-[{_WIDE}]{{22,43}}"),
    _token("doppler-token", "dp.", rf"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[{_WIDE}]{{1,40}}\.)?[{_WORD}]{{40,44}}"),
    _token("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-[0-9])?"),
    _token("grafana-token", "glsa_ glc_", rf"(?:glsa_[{_WORD}]{{32}}_[0-9a-fA-F]{{8}}|glc_[{_WORD}+/=]{{32,400}})"),
    _token("linear-key", "lin_", rf"lin_(?:api|oauth)_[{_WORD}]{{32,255}}"),
    _token("notion-token", "secret_ ntn_", rf"(?:secret|ntn)_[{_WORD}]{{40,60}}"),
    _token("airtable-token", "pat", rf"pat[{_WORD}]{{14}}\.[0-9a-f]{{64}}"),
    _token("atlassian-token", "atatt3", rf"ATATT3[{_WIDE}=]{{50,300}}"),
    _token("vault-token", "hvs. hvb. hvr.", rf"hv[sbr]\.[{_WIDE}]{{24,300}}"),
    _token("terraform-token", ".atlasv1.", rf"[{_WORD}]{{14}}\.atlasv1\.[{_WIDE}]{{60,70}}"),
    _token("newrelic-key", "nrak-", r"NRAK-[A-Z0-9]{27}"),
    _token("sentry-token", "sntrys_ sntryu_", rf"sntry[su]_[{_WORD}+/=_]{{40,400}}"),
    _token("postman-key", "pmak-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _token("planetscale-token", "pscale_", rf"pscale_(?:tkn|pw|oauth)_[{_WIDE}.=]{{32,64}}"),
    _token("supabase-token", "sbp_ sb_secret_", rf"(?:sbp_[0-9a-f]{{40}}|sb_secret_[{_WIDE}]{{20,60}})"),
)  # fmt: skip
