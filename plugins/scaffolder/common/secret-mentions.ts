/** A place in a value where an expression names a secret; without a name where it names all of them. */
export interface SecretMention {
  /** As `message` or `items[0].text`. */
  readonly path: string
  readonly name?: string | undefined
}

const opening = /(?=\$\{\{|\{%)/
/** `secrets`, or that of `environment`; not a field of this name of something else. */
const mentions =
  /(?:\benvironment\s*(?:\.\s*|\[\s*['"])|(?<![.'"]\s*)\b)secrets\b(?:['"]\s*\])?(?:\s*\.\s*([\w-]+)|\s*\[\s*(?:'([^']*)'|"([^"]*)")\s*\])?/g

/** What stands between the tags of a text. Each part is looked at once, also where tags are not closed. */
function expressionsIn(text: string): string[] {
  const parts = text.split(opening).filter(part => part.startsWith('${{') || part.startsWith('{%'))
  return parts.map(part => {
    const end = part.indexOf(part.startsWith('{%') ? '%}' : '}}')
    return end < 0 ? part : part.slice(0, end)
  })
}

/** The secrets that the expressions in a value name. */
export function secretMentions(value: unknown, path = ''): SecretMention[] {
  if (typeof value === 'string')
    return expressionsIn(value).flatMap(expression =>
      [...expression.matchAll(mentions)].map(([, dotted, single, double]) => ({ path, name: dotted ?? single ?? double })),
    )
  if (Array.isArray(value)) return value.flatMap((item, at) => secretMentions(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...secretMentions(key, path),
    ...secretMentions(item, path === '' ? key : `${path}.${key}`),
  ])
}

/** The first secret that is shown although the template does not declare it. */
export function undeclaredSecret(value: unknown, declared: readonly string[] | undefined): SecretMention | undefined {
  return secretMentions(value).find(({ name }) => name === undefined || !declared?.includes(name))
}
