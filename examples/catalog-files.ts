import { loadAll } from 'js-yaml'
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** An entity as it is written in a file. */
export interface ExampleEntity {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly description?: string
    readonly tags?: readonly string[]
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly links?: readonly { readonly url: string; readonly title?: string; readonly icon?: string }[]
  }
  readonly spec: Readonly<Record<string, unknown>>
}

export interface LocatedEntity {
  readonly entity: ExampleEntity
  /** The file it was read from. */
  readonly file: string
}

/** Reads a catalog file and, through its Locations, every file it leads to. */
export function readCatalog(file: string, seen = new Set<string>()): LocatedEntity[] {
  if (seen.has(file)) throw new Error(`${file} is named by two Locations`)
  seen.add(file)
  const entities = loadAll(readFileSync(file, 'utf8')).filter(document => document !== undefined && document !== null) as ExampleEntity[]
  return entities.flatMap(entity => {
    const targets = entity.kind === 'Location' ? ((entity.spec['targets'] ?? []) as string[]) : []
    return [{ entity, file }, ...targets.flatMap(target => readCatalog(resolve(dirname(file), target), seen))]
  })
}

/** The full, lower-case reference of an entity. */
export function refOf({ kind, metadata }: ExampleEntity): string {
  return `${kind}:${metadata.namespace ?? 'default'}/${metadata.name}`.toLowerCase()
}

const referenceFields: Readonly<Record<string, string>> = {
  owner: 'Group',
  system: 'System',
  domain: 'Domain',
  subdomainOf: 'Domain',
  subcomponentOf: 'Component',
  providesApis: 'API',
  consumesApis: 'API',
  dependsOn: '',
  dependencyOf: '',
  parent: 'Group',
  children: 'Group',
  members: 'User',
  memberOf: 'Group',
}

export interface Reference {
  readonly from: string
  readonly field: string
  readonly to: string
}

/** Everything an entity's spec refers to, as full references; a short name gets the field's kind and the entity's namespace. */
export function referencesOf(entity: ExampleEntity): Reference[] {
  return Object.entries(referenceFields).flatMap(([field, kind]) => {
    const value = entity.spec[field]
    const texts = (value === undefined ? [] : Array.isArray(value) ? value : [value]) as string[]
    return texts.map(text => ({ from: refOf(entity), field, to: fullRef(text, kind, entity.metadata.namespace ?? 'default') }))
  })
}

function fullRef(text: string, defaultKind: string, defaultNamespace: string): string {
  const parts = /^(?:([^:/]+):)?(?:([^:/]+)\/)?([^:/]+)$/.exec(text)
  const kind = parts?.[1] ?? defaultKind
  if (!parts || !kind) throw new Error(`"${text}" is not a reference, or lacks its kind`)
  return `${kind}:${parts[2] ?? defaultNamespace}/${parts[3]}`.toLowerCase()
}
