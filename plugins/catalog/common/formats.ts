const dnsLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/
const wordy = /^[a-zA-Z0-9](?:[a-zA-Z0-9_.-]*[a-zA-Z0-9])?$/
const kind = /^[a-zA-Z][a-zA-Z0-9]*$/
const version = /^[a-zA-Z0-9]+$/
const tag = /^[a-z0-9:+#]+(?:-[a-z0-9:+#]+)*$/

/** What each format allows, in words that finish the sentence `'x' is not valid: …`. */
export const allowedFormats = {
  apiVersion: "1 to 63 letters and digits, after an optional DNS subdomain and '/', such as 'backstage.io/v1alpha1'",
  kind: '1 to 63 letters and digits, beginning with a letter',
  name: "1 to 63 letters, digits, '-', '_' or '.', beginning and ending with a letter or digit",
  namespace: "1 to 63 lower-case letters, digits or '-', beginning and ending with a letter or digit",
  tag: "1 to 63 lower-case letters, digits, ':', '+' or '#', with single '-' between",
  key: "an optional DNS subdomain and '/', then 1 to 63 letters, digits, '-', '_' or '.', beginning and ending with a letter or digit",
  labelValue: "nothing, or 1 to 63 letters, digits, '-', '_' or '.', beginning and ending with a letter or digit",
  text: 'a text',
  filledText: 'a text of at least 1 character',
  visibleText: 'a text that is not blank',
  url: "a whole URL, such as 'https://host/path'",
} as const

/** 1 to 63 lower-case letters, digits and hyphens, with no hyphen at an end. */
export function isValidDnsLabel(value: unknown): value is string {
  return isShort(value) && dnsLabel.test(value)
}

/** DNS labels with dots between, at most 253 characters in all. */
export function isValidDnsSubdomain(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 253 && value.split('.').every(isValidDnsLabel)
}

/** `[dns-subdomain/]version`. */
export function isValidApiVersion(value: unknown): value is string {
  return hasPrefixedName(value, name => isShort(name) && version.test(name))
}

export function isValidKind(value: unknown): value is string {
  return isShort(value) && kind.test(value)
}

export function isValidName(value: unknown): value is string {
  return isShort(value) && wordy.test(value)
}

export function isValidNamespace(value: unknown): value is string {
  return isValidDnsLabel(value)
}

export function isValidTag(value: unknown): value is string {
  return isShort(value) && tag.test(value)
}

/** `[dns-subdomain/]name`. */
export function isValidLabelKey(value: unknown): value is string {
  return hasPrefixedName(value, isValidName)
}

/** As a name, or nothing at all. */
export function isValidLabelValue(value: unknown): value is string {
  return value === '' || isValidName(value)
}

/** `[dns-subdomain/]name`. */
export function isValidAnnotationKey(value: unknown): value is string {
  return isValidLabelKey(value)
}

/** Any text. */
export function isValidAnnotationValue(value: unknown): value is string {
  return typeof value === 'string'
}

/** A URL that needs nothing else to be followed. */
export function isValidUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value)
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 1 && value.length <= 63
}

function hasPrefixedName(value: unknown, isName: (name: string) => boolean): value is string {
  if (typeof value !== 'string') return false
  const slash = value.indexOf('/')
  if (slash === -1) return isName(value)
  return isValidDnsSubdomain(value.slice(0, slash)) && isName(value.slice(slash + 1))
}
