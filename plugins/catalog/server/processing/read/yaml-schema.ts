import { CORE_SCHEMA, defineMappingTag, defineScalarTag, defineSequenceTag, mapTag, seqTag, YAMLException } from 'js-yaml'

const longestKey = 1000
const tooLongKey = `a list or an object as a key is longer than ${longestKey} characters`

/** A list or an object that stands as a key is the text it is written as: `{ x }` in `- {{ x }}`, as templates have it. */
function toKey(key: unknown): string {
  if (typeof key !== 'object' || key === null) return String(key)
  let room = longestKey
  function write(value: unknown): string {
    if (room <= 0) return ''
    if (typeof value !== 'object' || value === null) {
      const text = String(value)
      room -= text.length + 2
      return text
    }
    room -= 4
    const parts = Array.isArray(value)
      ? value.map(write)
      : Object.entries(value).map(([name, part]) => (part === null ? write(name) : `${write(name)}: ${write(part)}`))
    const [open, close] = Array.isArray(value) ? '[]' : '{}'
    return parts.length === 0 ? `${open}${close}` : `${open} ${parts.join(', ')} ${close}`
  }
  const text = write(key)
  return room <= 0 ? text.padEnd(longestKey + 1) : text
}

type Fields = Record<string, unknown>

const mapping = {
  create: (): Fields => ({}),
  addPair(carrier: Fields, key: unknown, value: unknown): string {
    const name = toKey(key)
    return typeof key === 'object' && name.length > longestKey ? tooLongKey : mapTag.addPair(carrier, name, value)
  },
  has: (carrier: Fields, key: unknown) => mapTag.has(carrier, toKey(key)),
  keys: (result: Fields) => Object.keys(result),
  get: (result: Fields, key: unknown) => mapTag.get(result, toKey(key)),
  identify: () => false,
}

const anyTag = { matchByTagPrefix: true, identify: () => false }

/**
 * YAML 1.2 as the files of catalogs have it. Unknown tags, such as CloudFormation's `!Ref`, are left aside, and what they
 * stand before is taken as it is: text, list or object. Nothing is ever executed.
 */
export const documentSchema = CORE_SCHEMA.withTags(
  defineMappingTag('tag:yaml.org,2002:map', mapping),
  defineMappingTag('', { ...mapping, ...anyTag }),
  defineSequenceTag('', { create: () => [] as unknown[], addItem: seqTag.addItem, ...anyTag }),
  defineScalarTag('', { resolve: source => source, ...anyTag }),
)

// Each is looked for by reading the text once more.
const maxIndented = 100

/**
 * Reads YAML in which a closing bracket may stand as far left as the key whose list or object it closes. The letter of YAML forbids it,
 * and most who read it do not mind: such a bracket is moved by one place, which changes neither what it means nor the line of anything.
 */
export function readYaml<T>(text: string, read: (text: string) => T): T {
  let current = text
  let last = -1
  for (let attempt = 0; ; attempt += 1) {
    try {
      return read(current)
    } catch (error) {
      const line = bracketLine(current, error)
      if (line === undefined || line === last || attempt === maxIndented) throw error
      last = line
      const lines = current.split('\n')
      lines[line] = ` ${lines[line]}`
      current = lines.join('\n')
    }
  }
}

function bracketLine(text: string, error: unknown): number | undefined {
  if (!(error instanceof YAMLException) || error.reason !== 'deficient indentation' || !error.mark) return undefined
  const line = text.split('\n', error.mark.line + 1)[error.mark.line]
  return /^ *[\]}]/.test(line ?? '') ? error.mark.line : undefined
}
