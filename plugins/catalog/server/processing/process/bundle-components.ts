import { isRecord } from '@portico/core/common'

/** The keys and indexes that lead to a value. */
export type Position = readonly (string | number)[]

/** What becomes a component, and where it is to stand. */
interface Component {
  readonly part: unknown
  readonly file: string
  readonly position: readonly string[]
}

const schemaKeys = new Set(
  'schema items additionalProperties unevaluatedProperties unevaluatedItems not if then else contains propertyNames payload'.split(' '),
)
const schemaMaps = new Set('properties patternProperties $defs definitions dependentSchemas schemas'.split(' '))
const schemaLists = new Set(['allOf', 'oneOf', 'anyOf', 'prefixItems', 'items'])
/** Maps of components besides schemas. Path items, channels and what else has no component in every version stand in place of references. */
const sections = new Set(['parameters', 'responses', 'headers', 'examples', 'links', 'callbacks', 'messages'])
const sectionOfKey: Readonly<Record<string, string>> = { requestBody: 'requestBodies', message: 'messages' }
const givenKeys = new Set(['example', 'default', 'const', 'enum'])

/** Whether a value is an example or the like: no component, and `$ref` may be a word of its own. */
export function isGivenValue(position: Position): boolean {
  return position.some((key, at) => {
    const parent = position[at - 1]
    if (parent === 'properties' || parent === 'responses') return false
    return givenKeys.has(String(key)) || (key === 'value' && position[at - 2] === 'examples')
  })
}

/** The section of the components for what stands at a position; undefined where there is none. */
export function sectionOf(position: Position): string | undefined {
  const [before, last] = [position.at(-2), position.at(-1)]
  if (schemaMaps.has(String(before)) && typeof last === 'string') return 'schemas'
  if (typeof last === 'number') return schemaLists.has(String(before)) ? 'schemas' : before === 'parameters' ? 'parameters' : undefined
  if (schemaKeys.has(String(last))) return 'schemas'
  return sectionOfKey[String(last)] ?? (sections.has(String(before)) ? String(before) : undefined)
}

/** The components of a bundled definition: those that it has, and those that references make. */
export function createComponents(root: unknown) {
  const document = isRecord(root) ? root : {}
  const isSwagger = 'swagger' in document
  const pathOf = (section: string): string[] | undefined => {
    if (isSwagger) return section === 'schemas' ? ['definitions'] : ['parameters', 'responses'].includes(section) ? [section] : undefined
    return section === 'messages' && !('asyncapi' in document) ? undefined : ['components', section]
  }
  const isOpen = isSwagger || 'openapi' in document || 'asyncapi' in document
  const places = new Map<string, string>()
  const names = new Set<string>()
  const waiting: Component[] = []
  const inside = (path: readonly string[]): unknown =>
    path.reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), document)

  return {
    /** Components of the definition itself that lead to a file: other references to that file lead to them. */
    register(resolve: (path: string) => string): void {
      for (const section of [
        'schemas',
        'parameters',
        'responses',
        'headers',
        'examples',
        'requestBodies',
        'links',
        'callbacks',
        'messages',
      ]) {
        const path = isOpen ? pathOf(section) : undefined
        const own = path && inside(path)
        if (!path || !isRecord(own)) continue
        for (const [name, value] of Object.entries(own)) {
          const place = `#/${[...path, name].map(escaped).join('/')}`
          names.add(place)
          const ref = isRecord(value) ? value['$ref'] : undefined
          if (typeof ref !== 'string' || ref.startsWith('#')) continue
          const [file = '', pointer = ''] = ref.split('#', 2)
          try {
            const reference = `${resolve(file)}#${pointer}`
            if (!places.has(reference)) places.set(reference, place)
          } catch {
            // It is reported where it is followed.
          }
        }
      }
    },
    /** Whether what a reference leads to is to stand at this very position. */
    ownPlaceOf: (reference: string, position: Position): boolean =>
      places.get(reference) === `#/${position.map(key => escaped(String(key))).join('/')}`,
    /** Where a part stands as a component; a new one waits to be bundled. Undefined where the format has no place for it. */
    place(section: string, reference: string, name: string, { part, file }: Pick<Component, 'part' | 'file'>): string | undefined {
      const known = places.get(reference)
      if (known !== undefined) return known
      const path = isOpen ? pathOf(section) : undefined
      if (!path || !isRecord(part)) return undefined
      const placeOf = (free: string) => `#/${[...path, free].map(escaped).join('/')}`
      const wanted = name === '__proto__' ? 'Part' : name
      let free = wanted
      for (let at = 2; names.has(placeOf(free)); at++) free = `${wanted}${at}`
      names.add(placeOf(free))
      places.set(reference, placeOf(free))
      waiting.push({ part, file, position: [...path, free] })
      return placeOf(free)
    },
    next: () => waiting.shift(),
    /** The document with a component in its place. */
    add(bundled: unknown, { position }: Component, value: unknown): unknown {
      let within = bundled as Record<string, unknown>
      for (const key of position.slice(0, -1)) within = (within[key] = isRecord(within[key]) ? within[key] : {}) as Record<string, unknown>
      within[position.at(-1)!] = value
      return bundled
    },
    /** Whether a text of `discriminator.mapping` names a file. */
    isMapping: (position: Position, value: string): boolean =>
      position.at(-2) === 'mapping' &&
      position.at(-3) === 'discriminator' &&
      !value.startsWith('#') &&
      /\/|\.(?:ya?ml|json)(?:#|$)/i.test(value),
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
