"""Redaction: design 3.6; case SEC-06. Every secret here is put together at run time, so that no scanner sees one."""

import hashlib
import random
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.redact import DEFAULT_TABLE, PatternRefused, Redaction, Redactor, redact

CHANCE = random.Random(20)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def drawn(size: int, alphabet: str = LETTERS + "0123456789") -> str:
    """Characters as a machine draws them, the same on each run, with a digit and a letter among them."""
    text = "".join(CHANCE.choice(alphabet) for _ in range(size - 2))
    return f"{text}4{'d' if 'd' in alphabet else 'D'}"


def hexed(size: int) -> str:
    return drawn(size, "0123456789abcdef")


def upper(size: int) -> str:
    return drawn(size, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")


def key_block(kind: str, lines: int = 4) -> str:
    body = "\n".join(drawn(64) for _ in range(lines))
    return "\n".join(["-----BEGIN " + kind + "-----", body, "-----END " + kind + "-----"])


# Kind and the secret itself, which stands alone in any text.
TOKENS = [
    ("private-key", key_block("RSA PRIVATE" + " KEY")),
    ("private-key", key_block("OPENSSH PRIVATE" + " KEY")),
    ("private-key", key_block("PGP PRIVATE" + " KEY BLOCK")),
    ("private-key", key_block("ENCRYPTED PRIVATE" + " KEY").replace("\n", "\\n")),
    ("age-key", "AGE-SECRET" + "-KEY-1" + drawn(58, "ABCDEFGHJKLMNPQRSTUVWXYZ023456789")),
    ("jwt", "ey" + "J" + drawn(33) + "." + "eyJ" + drawn(60) + "." + drawn(43)),
    ("jwt", "ey" + "J" + drawn(33) + "." + "eyJ" + drawn(60) + "."),
    ("aws-access-key", "AK" + "IA" + upper(16)),
    ("aws-access-key", "AS" + "IA" + upper(16)),
    ("gcp-api-key", "AI" + "za" + drawn(35)),
    ("gcp-oauth-token", "ya" + "29." + drawn(60)),
    ("google-client-secret", "GOC" + "SPX-" + drawn(28)),
    ("azure-client-secret", drawn(3) + "8Q" + "~" + drawn(34)),
    ("github-token", "gh" + "p_" + drawn(36)),
    ("github-token", "gh" + "s_" + drawn(36)),
    ("github-token", "github" + "_pat_" + drawn(22) + "_" + drawn(59)),
    ("gitlab-token", "gl" + "pat-" + drawn(20)),
    ("slack-token", "xo" + "xb-" + "123456789012-" + drawn(24)),
    ("slack-token", "xa" + "pp-1-" + drawn(30)),
    ("discord-token", "M" + drawn(23) + "." + drawn(6) + "." + drawn(38)),
    ("telegram-token", "123456789" + ":AA" + drawn(33)),
    ("stripe-key", "sk" + "_live_" + drawn(24)),
    ("stripe-key", "rk" + "_test_" + drawn(24)),
    ("stripe-webhook-secret", "wh" + "sec_" + drawn(32)),
    ("anthropic-key", "sk" + "-ant-api03-" + drawn(80)),
    ("openrouter-key", "sk" + "-or-v1-" + hexed(64)),
    ("openai-key", "sk" + "-" + drawn(48)),
    ("openai-key", "sk" + "-proj-" + drawn(20) + "_" + drawn(60)),
    ("groq-key", "gs" + "k_" + drawn(52)),
    ("xai-key", "xa" + "i-" + drawn(80)),
    ("perplexity-key", "pp" + "lx-" + drawn(48)),
    ("replicate-token", "r8" + "_" + drawn(37)),
    ("huggingface-token", "h" + "f_" + drawn(34)),
    ("npm-token", "np" + "m_" + drawn(36)),
    ("pypi-token", "py" + "pi-" + drawn(120)),
    ("rubygems-key", "rubygems" + "_" + hexed(48)),
    ("docker-token", "dckr" + "_pat_" + drawn(27)),
    ("twilio-key", "S" + "K" + hexed(32)),
    ("sendgrid-key", "S" + "G." + drawn(22) + "." + drawn(43)),
    ("mailgun-key", "ke" + "y-" + hexed(32)),
    ("mailchimp-key", hexed(32) + "-us" + "12"),
    ("digitalocean-token", "do" + "p_v1_" + hexed(64)),
    ("shopify-token", "shp" + "at_" + hexed(32)),
    ("square-token", "sq0" + "atp-" + drawn(22)),
    ("doppler-token", "dp" + ".pt." + drawn(43)),
    ("databricks-token", "da" + "pi" + hexed(32)),
    ("grafana-token", "gl" + "sa_" + drawn(32) + "_" + hexed(8)),
    ("linear-key", "lin" + "_api_" + drawn(40)),
    ("notion-token", "nt" + "n_" + drawn(46)),
    ("airtable-token", "pa" + "t" + drawn(14) + "." + hexed(64)),
    ("atlassian-token", "ATA" + "TT3" + drawn(180)),
    ("vault-token", "hv" + "s." + drawn(90)),
    ("terraform-token", drawn(14) + ".atlas" + "v1." + drawn(65)),
    ("newrelic-key", "NR" + "AK-" + upper(27)),
    ("sentry-token", "sn" + "trys_" + drawn(80)),
    ("postman-key", "PM" + "AK-" + hexed(24) + "-" + hexed(34)),
    ("planetscale-token", "psc" + "ale_tkn_" + drawn(43)),
    ("supabase-token", "sb" + "p_" + hexed(40)),
]

WORD = "hun" + "ter2"  # the password of the examples
RANDOM = drawn(40)

# Kind, text with the secret at @, secret.
CONTEXTS = [
    ("private-key", "PuTTY\nPrivate-Lines: 2\n@Private-MAC: none", drawn(64) + "\n" + drawn(64) + "\n"),
    ("aws-secret-key", "aws_secret_access_key = @", drawn(38) + "/x"),
    ("aws-secret-key", '"SecretAccessKey": "@"', drawn(38) + "+x"),
    ("azure-storage-key", "AccountName=a;AccountKey=@;EndpointSuffix=x", drawn(86) + "=="),
    ("azure-access-key", "Endpoint=sb://x/;SharedAccessKey=@", drawn(43) + "="),
    ("azure-sas", "https://a.blob.example/c?sv=2022-11-02&sig=@", drawn(43) + "%3D"),
    ("slack-webhook", "https://hooks.slack.com/services/@", "T" + upper(8) + "/B" + upper(8) + "/" + drawn(24)),
    ("discord-webhook", "https://discord.com/api/webhooks/1234567890/@", drawn(68)),
    ("bearer-token", "Authorization: Bearer @", RANDOM),
    ("bearer-token", "curl -H 'authorization: bearer @' https://x", RANDOM),
    ("bearer-token", '{"Authorization": "Bearer @"}', RANDOM),
    ("bearer-token", "Authorization: Bearer\n  @", RANDOM),
    ("bearer-token", "sent with Bearer @, then", RANDOM),
    ("bearer-token", "Authorization: Token @", hexed(40)),
    ("basic-auth", "Authorization: Basic @", drawn(22) + "=="),
    ("basic-auth", "curl -s -u bob:@ https://x", WORD),
    ("url-password", "postgres://bob:@@db.example:5432/app", "s3" + "cret!"),
    ("url-password", "postgresql+asyncpg://bob:@@db/app", "p4" + "/ss"),
    ("url-password", "amqp://guest:@@mq:5672/%2F", "guest"),
    ("url-password", "redis://:@@cache:6379/0", "s3" + "cret"),
    ("url-password", "mongodb+srv://u:@@c.example/?w=1", "p@" + "ss"),
    ("url-password", "https://u:@@example.org/x.git", "tok" + "en1"),
    ("url-password", "DATABASE_URL=mysql://root:@@localhost/x", "toor"),
    ("password", "machine x login bob password @", WORD),
    ("password", "mysqldump --password @ app", WORD),
    ("password", "sshpass -p @ ssh host", WORD),
    ("password", "ALTER USER bob WITH PASSWORD '@'", "correct horse"),
    ("password", "CREATE USER x IDENTIFIED BY '@'", WORD),
    ("password", "<db.password>@</db.password>", "letme" + "in"),
    ("password", "password: @", WORD),
    ("password", "password: @", "letme" + "in"),
    ("password", "password: @.", WORD),
    ("password", "Password = @", "letme" + "in"),
    ("password", '{"user": "bob", "password": "@"}', "letme" + "in"),
    ("password", '{\\"password\\": \\"@\\"}', WORD),
    ("password", "password: str = '@'", WORD),
    ("password", "const dbPassword = `@`;", WORD),
    ("password", "dbPass: '@'", WORD),
    ("password", "DB_PASSWORD=@", "fo" + "o"),
    ("password", "MYSQL_PWD=@", "p&ss,w" + "ord!"),
    ("password", "export SMTP_PASS=@ && run", "abc" + "def"),
    ("password", "Server=x;User Id=sa;Password=@;Encrypt=true", "P@" + "ss!"),
    ("password", "https://x/login?user=bob&password=@&next=1", "letme" + "in"),
    ("password", "my password is @", "sword" + "fish"),
    ("password", "my password is @ and that is that", "sword" + "fish"),
    ("password", "By the way, the root password is @.", "sword" + "fish"),
    ("password", 'the password is "@"', "correct horse battery"),
    ("password", "the pin is @", "47" + "11"),
    ("password", "mein Passwort ist @", "ge" + "heim7"),
    ("token", "export API_TOKEN=@", "abcdefgh" + "ijklmnop"),
    ("token", "API_TOKEN=@", RANDOM),
    ("token", "SECRET_KEY_BASE=@", hexed(64)),
    ("token", 'apiKey: "@"', hexed(32)),
    ("token", "X-Api-Key: @", drawn(24)),
    ("token", "client_secret = '@'", drawn(24)),
    ("token", "os.environ['SERVICE_TOKEN'] = '@'", drawn(24)),
    ("token", "//registry.example/:_authToken=@", drawn(36)),
    ("token", "the api key is @", drawn(20)),
    ("token", "csrftoken=@; path=/", drawn(32)),
]

SAMPLES = [(kind, "@", secret) for kind, secret in TOKENS] + CONTEXTS

HARMLESS = [
    "commit 3f2504e04f8941d39a0c0305e82c3301abcdefab fixes it",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "![x](data:image/png;base64," + drawn(400) + "==)",
    "sha512-" + drawn(86) + "==",
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5" + drawn(40) + " bob@host",
    "-----BEGIN PUBLIC KEY-----\n" + drawn(64) + "\n-----END PUBLIC KEY-----",
    "it lies between -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY-----",
    "the password field is required",
    "password is required",
    "my password is wrong",
    "the password is not set",
    "the password is hashed with bcrypt",
    "the token is expired",
    "the secret is out",
    "the pin is 13",
    "secret santa is on friday",
    "password policy: 12 characters",
    "passwords: 3 found",
    "Password: ********",
    "password: <your-password>",
    "password: string;",
    "`password: required|min:8`",
    "password: the user's password",
    "bypass=abc123",
    "pass: 12 fail: 3",
    '"password": "Enter your password"',
    "token = get_token()",
    "password = request.form['password']",
    "password = hashed_password",
    "connect(user=user, password=pw)",
    "password=password",
    "secret: str",
    "token: Optional[str] = None",
    "self.token = token",
    "secret=config.secret",
    "token => verify(token)",
    "token::new(1)",
    "if token == expected1234:",
    "API_KEY = os.environ['API_KEY']",
    "API_KEY=${API_KEY}",
    "${PASSWORD}",
    "PASSWORD=${DB_PASSWORD}",
    "password: ${{ secrets.DB_PASSWORD }}",
    "PASSWORD_FILE=/run/secrets/db",
    "DB_PASSWORD=/run/secrets/db",
    "PWD=/home/bob/src",
    "TOKEN_TYPE=bearer",
    "USE_TOKEN=false",
    "MAX_TOKEN=1048576",
    "max_tokens=4096",
    "token budget: 2000",
    "tokenizer: bge-small-en-v1.5",
    "token: the JWT of the user",
    "rotate the token: once a month",
    "credentials: see the vault",
    "Bearer authentication-mechanism",
    "https://host.example:8080/path@v1",
    "postgres://localhost:5432/app",
    "postgres://bob@localhost/app",
    "postgres://bob:${PW}@localhost/app",
    "https://user:<password>@host",
    "git@github.com:org/repo.git",
    "docker run -u 1000:1000 image",
    "sk-circle-fade-dot-small",
    "task-based risk-averse planning",
    "src/token/password.py:10-20@1a2b3c4",
    "npm_config_registry, hf_hub_download, key-value",
    "com.example.Main.secret.SomeVeryLongClassNameWithoutEnd",
    "SessionPersister",
    "",
]


def whole(text: str, secret: str) -> str:
    return text.replace("@", secret, 1)


def mask(kind: str, secret: str) -> str:
    return f"[secret:{kind}:{hashlib.sha256(secret.encode()).hexdigest()[:8]}]"


@pytest.mark.parametrize(("kind", "text", "secret"), SAMPLES)
def test_masked(kind: str, text: str, secret: str) -> None:
    """Each kind of secret is masked, nothing around it changes, and the span is that of the original text."""
    given_text = whole(f"Before it, 12. {text}", secret)
    masked, redactions = redact(given_text)
    assert masked == whole(f"Before it, 12. {text}", mask(kind, secret))
    assert [(r.kind, given_text[r.start : r.end]) for r in redactions] == [(kind, secret)]


@pytest.mark.parametrize(("kind", "secret"), TOKENS)
def test_masked_in_prose(kind: str, secret: str) -> None:
    """A token is masked inside quotes, in brackets, at the end of a sentence and twice in one text."""
    text = f'We used "{secret}" (or ({secret})), later `{secret}`. Then more.'
    masked, redactions = redact(text)
    assert secret not in masked
    assert masked == text.replace(secret, mask(kind, secret))
    assert len(redactions) == 3


def test_every_kind_has_a_sample() -> None:
    """No kind of the table goes untested."""
    assert {pattern.kind for pattern in DEFAULT_TABLE} == {kind for kind, _, _ in SAMPLES}
    assert len({pattern.kind for pattern in DEFAULT_TABLE}) >= 40


def test_sec_06_environment_assignment() -> None:
    """The variable's name stays, its value goes."""
    secret = "s3" + "cr3t-" + drawn(20)
    masked, redactions = redact(f"$ export API_TOKEN={secret}\n$ make deploy")
    assert masked == f"$ export API_TOKEN={mask('token', secret)}\n$ make deploy"
    assert redactions == (Redaction("token", 19, 19 + len(secret), mask("token", secret)[-9:-1]),)


def test_sec_06_bearer_header() -> None:
    """A bearer header keeps its name and scheme."""
    masked, _ = redact(f"> Authorization: Bearer {RANDOM}\n> Accept: */*")
    assert masked == f"> Authorization: Bearer {mask('bearer-token', RANDOM)}\n> Accept: */*"


@pytest.mark.parametrize("cut", [False, True])
def test_sec_06_private_key_block(cut: bool) -> None:
    """A private key goes as a whole, also where the transcript was cut off before its end line."""
    block = key_block("RSA PRIVATE" + " KEY", lines=20)
    if cut:
        block = block.rsplit("\n", 1)[0]
    masked, redactions = redact(f"cat id_rsa\n{block}\nThat was the key.")
    assert masked == f"cat id_rsa\n{mask('private-key', block)}\nThat was the key."
    assert len(redactions) == 1


def test_sec_06_database_url() -> None:
    """Of an address only the password goes."""
    masked, _ = redact(f"postgres://app:{WORD}@db.internal:5432/orders?sslmode=require")
    assert masked == f"postgres://app:{mask('url-password', WORD)}@db.internal:5432/orders?sslmode=require"


@pytest.mark.parametrize("joint", ["\n", "\r\n", "\n    ", " \\\n", "\n> ", '"\n    "', "' +\n  '"])
@pytest.mark.parametrize("at", [8, 20, 38])
@pytest.mark.parametrize("after", ["", " was it", "\nThe next line", "\n\nmore", '",\n"x": 1'])
def test_sec_06_split_token(joint: str, at: int, after: str) -> None:
    """A token broken by a line end is masked as one, with the digest of the whole, and the next word stays."""
    secret = "gh" + "p_" + drawn(36)
    masked, redactions = redact(f"use {secret[:at]}{joint}{secret[at:]}{after}")
    assert masked == f"use {mask('github-token', secret)}{after}"
    assert len(redactions) == 1


@pytest.mark.parametrize("width", [30, 60, 76])
def test_sec_06_wrapped_token(width: int) -> None:
    """A long token wrapped over many lines is masked to its end."""
    secret = "ey" + "J" + drawn(60) + "." + "eyJ" + drawn(150) + "." + drawn(43)
    wrapped = "\n".join(secret[i : i + width] for i in range(0, len(secret), width))
    masked, _ = redact(f"token:\n{wrapped}\n\nThe end.")
    assert masked == f"token:\n{mask('jwt', secret)}\n\nThe end."


@pytest.mark.parametrize("text", HARMLESS)
def test_sec_06_look_alikes(text: str) -> None:
    """Hashes, ids, images, code and sentences about passwords stay as they are."""
    assert redact(text) == (text, ())
    assert redact(f"Note:\n- {text}\n- and more") == (f"Note:\n- {text}\n- and more", ())


def test_kind_of_overlapping() -> None:
    """Where two patterns meet, the span is masked once and the more telling kind names it."""
    token = "gh" + "p_" + drawn(36)
    masked, redactions = redact(f"GITHUB_TOKEN={token}, https://x:{token}@github.com/o/r")
    name = mask("github-token", token)
    assert masked == f"GITHUB_TOKEN={name}, https://x:{name}@github.com/o/r"
    assert len(redactions) == 2


def test_long_value() -> None:
    """A value longer than what is judged is masked to its end."""
    secret = drawn(3000)
    assert redact(f"API_TOKEN={secret} x")[0] == f"API_TOKEN={mask('token', secret)} x"


def test_value_that_is_none_hides_no_other() -> None:
    """A harmless assignment in front of a secret one does not shield it."""
    masked, _ = redact(f"secret: password={WORD}")
    assert masked == f"secret: password={mask('password', WORD)}"


def test_mask_of_a_user_is_no_shield() -> None:
    """Text that looks like a mask is left alone, and what stands beside it is still masked."""
    secret = "gh" + "p_" + drawn(36)
    masked, redactions = redact(f"[secret:x:00000000] {secret} [secret:not a mask]")
    assert masked == f"[secret:x:00000000] {mask('github-token', secret)} [secret:not a mask]"
    assert len(redactions) == 1


PIECES = [whole(text, secret) for _, text, secret in SAMPLES] + HARMLESS + ["[secret:x:00000000]", "[secret:", "é", "İ"]
GLUE = ["", " ", "\n", ", ", "=", ": ", '"', "'", "password=", "my password is ", "\\", "@", "://", "&"]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.sampled_from(GLUE), st.text(max_size=8)), max_size=8))
@example(["AK" + "IA" + upper(16)] * 3)
@example([WORD, "@", "password=", "[secret:x:00000000]", WORD])
def test_idempotent(pieces: list[str]) -> None:
    """Masking again changes nothing more, and the spans rebuild the masked text, whatever meets what."""
    text = "".join(pieces)
    masked, redactions = redact(text)
    assert redact(masked) == (masked, ())
    rebuilt, position = "", 0
    for redaction in redactions:
        assert redaction.start >= position
        rebuilt += text[position : redaction.start] + redaction.mask
        position = redaction.end
    assert rebuilt + text[position:] == masked


@pytest.mark.parametrize(
    ("kind", "regex", "text", "masked"),
    [
        ("badge", r"B-\d{4}", "badge B-1234.", "badge {}."),
        ("badge", r"badge (?P<secret>\d{4})\b", "badge 1234, badge 12345", "badge {}, badge 12345"),
    ],
)
def test_extra_patterns(kind: str, regex: str, text: str, masked: str) -> None:
    """A user's pattern masks its whole match or its group `secret`, beside the default table."""
    own = Redactor([(kind, regex)])
    token = "gh" + "p_" + drawn(36)
    result, redactions = own.redact(f"{text} {token}")
    expected = masked.format(mask(kind, text[redactions[0].start : redactions[0].end]))
    assert result == f"{expected} {mask('github-token', token)}"
    assert own.redact(result) == (result, ())
    assert redact(text) == (text, ())


@pytest.mark.parametrize(
    ("kind", "regex", "why"),
    [
        ("Badge", "x", "kind"),
        ("", "x", "kind"),
        ("a]b", "x", "kind"),
        ("x" * 41, "x", "kind"),
        ("badge", "(", "regular expression"),
    ],
)
def test_extra_refused(kind: str, regex: str, why: str) -> None:
    """A malformed kind or expression is refused when the redactor is made."""
    with pytest.raises(PatternRefused, match=why) as refused:
        Redactor([(kind, regex)])
    assert refused.value.code == "PATTERN_REFUSED"


def test_extra_that_matches_nothing_or_everything() -> None:
    """A pattern that matches the empty text masks nothing; one that matches all masks all once."""
    assert Redactor([("any", "x*")]).redact("abc") == ("abc", ())
    assert Redactor([("any", r"(?s).+")]).redact("a\nb")[0] == mask("any", "a\nb")


def test_lone_surrogate() -> None:
    """Half a character neither breaks the search nor the digest."""
    assert redact("password=\ud83dx1y2")[1][0].kind == "password"


HOSTILE = [
    "a", "A", "1", " ", "\n", "=", ":", '"', "'", "-", "_", ".", "/", "@", "a.", "a-", "a ", "a\n", " \n", "\\", "$",
    "password=", "password: ", "password:password:", "token=token=", "secret_key=", "api key", "pin is", "my password is ",
    "password='a", "[secret:", "password=[", "PASSWORD=a\n", "password=a,", "eyJ", "eyJaaaaaaaa.", "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----", "postgres://", "postgres://a:", "http://a:@", "://:",
    "curl -u ", "bearer ", "authorization: bearer ", "ghp_", "sk-a\n", "AKIA\n", "xoxb-", "login a password ", "--pass ",
    "<password>", "M1", "Private-Lines: 1\nA\n", "\ud800", "İ", "pat", "SK0", "0:AA", "?sig=", "AK" + "IAABCDEFGHIJKLMNOP",
]  # fmt: skip


@pytest.mark.parametrize("shape", HOSTILE)
def test_linear_time(shape: str) -> None:
    """200 kB of any hostile shape take seconds at most: four times the text takes no sixteen times the time."""
    spent = []
    for size in (50_000, 200_000):
        text = ("x password token " + shape * (size // len(shape)))[:size]
        start = time.process_time()
        redact(text)
        spent.append(time.process_time() - start)
    assert spent[1] < 10
    assert spent[1] < 8 * spent[0] + 0.2


def test_no_secret_in_this_file() -> None:
    """The table finds nothing in the text of its own test: every secret is put together at run time."""
    with open(__file__, encoding="utf-8") as file:
        found = redact(file.read())[1]
    shaped = {kind for kind, _ in TOKENS} - {"private-key"}
    assert [r for r in found if r.kind in shaped] == []
