import { LRUCache } from 'lru-cache'

/** The replacement of a secret. */
export const redacted = '[redacted]'

const secretWords = [
  'password',
  'passwd',
  'pwd',
  'passphrase',
  'secret',
  'token',
  'api[_-]?key',
  'private[_-]?key',
  'access[_-]?key',
  'account[_-]?key',
  'secret[_-]?key',
  'signing[_-]?key',
  'encryption[_-]?key',
  'credential',
  'jwt',
]

const secretKeyPattern = new RegExp(`(?:${secretWords.join('|')}|authorization|cookie|^pass)s?$`, 'i')

// Log keys repeat; keys made from data do not, so the cache is bounded.
const knownKeys = new LRUCache<string, boolean>({ max: 2000 })

/** Whether a value is a secret by its key: `password`, `clientSecret`, `set-cookie`, `X-Api-Key`. */
export function isSecretKey(key: string): boolean {
  const known = knownKeys.get(key)
  if (known !== undefined) return known
  const secret = secretKeyPattern.test(key)
  knownKeys.set(key, secret)
  return secret
}

// Letters only is a word of a sentence ("Bearer authentication"), unless it is longer than any word.
const credential = String.raw`(?=[a-z.]*[A-Z0-9_~+\/=-]|[a-z]{24})[\w.~+\/=-]{6,}`
const word = eitherCase(secretWords.join('|'))

/**
 * Secrets that are recognised by their shape. Each is one alternative of a larger expression with the flags `gs`. A named group `keep…`
 * holds what stays in front of the secret; `end…` what stays behind it. They are also tried on JSON text, where a line break is
 * `\n`: so no word boundary in front. Whatever can fail late is bounded, so that no text takes quadratic time.
 */
export const secretPatterns: readonly string[] = [
  String.raw`eyJ[\w-]{5,2000}\.[\w-]{5,20000}\.[\w-]*`,
  String.raw`-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----.{1,12000}?-----END [A-Z ]{0,20}PRIVATE KEY-----`,
  String.raw`gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{10,}|AKIA[0-9A-Z]{16}|npm_\w{30,}|portico_pat_[\w-]{20,}`,
  String.raw`(?<keepScheme>(?:${eitherCase('bearer|basic')})\s{1,4})${credential}`,
  String.raw`(?<keepUser>:\/\/[^\s:@\/?#"'\\]{0,200}:)[^\s\/"'\\]{1,500}(?<endHost>@)`,
  String.raw`(?<keepSlashes>:\/\/)[^\s:@\/?#"'\\]{20,500}(?<endHostOnly>@)`,
  String.raw`(?<keepName>(?:${word})=)[^\s&;,"'\\<>()\[\]{}]+`,
  String.raw`(?<keepQuoted>(?:${word})\\{0,40}["']\s?:\s?\\{0,40}["'])(?!\[redacted)[^"'\\]+`,
  // The authorization code in a redirect from an identity provider: as good as a session until it is used.
  String.raw`(?<keepCode>[?&]code=)[^\s&"'\\<>]+`,
  String.raw`(?<keepHeader>(?:${eitherCase('cookie|authorization')}):\s?)(?!\[redacted)[^\s"'\\][^\n\r"'\\]*`,
]

/** Each letter in both cases. Not by `(?i:…)`: V8 sometimes takes the modifier of one alternative for another (nodejs/node#60030). */
function eitherCase(pattern: string): string {
  return pattern.replaceAll(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)
}
