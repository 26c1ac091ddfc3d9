import type { Entity, LocationRef } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import { createReading, type ReadingSettings, type SourceReader } from '@portico/integrations/server'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { CatalogDatabase } from '../processing/write/catalog-database-store.ts'
import { createSourceContext, type ProcessingSettings } from '../processing/source-context.ts'
import { createIngest, type IngestOptions } from '../processing/ingest.ts'
import type { ProcessorChain } from '../processing/process/processor.ts'
import { createProviderMutations } from '../processing/process/provider-mutations.ts'
import { partsOf, type Mutation } from '../processing/read/provider.ts'
import { rootStore } from '../processing/read/root-store.ts'
import { readAll, removeAll } from './temporary-catalog-store.ts'

export interface TemporaryCatalogOptions {
  readonly log: Logger
  /** What is in the folder at first, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly settings?: Partial<ProcessingSettings> & Pick<Partial<ReadingSettings>, 'allow'>
  readonly options?: Partial<IngestOptions>
  readonly readers?: readonly SourceReader[]
  readonly chain?: ProcessorChain
}

const everything = ['Component', 'API', 'Resource', 'System', 'Domain', 'Group', 'User', 'Location', 'Template']

/** A folder of files and the reading of it into a database, step by step: for tests. */
export function createTemporaryCatalog(db: CatalogDatabase, { log, files, settings, options, readers, chain }: TemporaryCatalogOptions) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portico-catalog-'))
  const roots: LocationRef[] = [...(settings?.locations ?? [])]

  function open() {
    const reading = createReading({ folder, allow: settings?.allow ?? [] }, readers)
    const context = createSourceContext(
      { rules: [{ allow: everything }], kinds: [], locations: [], ...settings },
      { reading, ...(chain && { chain }) },
    )
    const ingest = createIngest({ db, log, context, options: { intervalMs: 100_000, orphanStrategy: 'delete', ...options } })
    return { context, ingest, mutate: createProviderMutations({ ingest, context }) }
  }
  let current = open()

  function write(name: string, text: string): void {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  for (const [name, text] of Object.entries(files ?? {})) write(name, text)

  return {
    folder,
    get context() {
      return current.context
    },
    get ingest() {
      return current.ingest
    },
    /** As after a restart. */
    reopen: () => void (current = open()),
    write,
    remove: (name: string) => rmSync(path.join(folder, name), { recursive: true, force: true }),
    pass: () => current.ingest.pass(),
    /** Names a root, and reads everything that is due. */
    async add(target: string, type = 'file'): Promise<void> {
      roots.push({ type, target })
      await rootStore.syncConfig(db, roots)
      await current.ingest.pass()
    },
    async drop(target: string): Promise<void> {
      roots.splice(
        roots.findIndex(root => root.target === target),
        1,
      )
      await rootStore.syncConfig(db, roots)
      await current.ingest.pass()
    },
    /** Reads everything again. */
    async readAgain(): Promise<void> {
      await rootStore.refresh(db, await readAll(db).sourceIds())
      await current.ingest.pass()
    },
    async provide(provider: string, mutation: Mutation): Promise<void> {
      for (const part of partsOf(provider, `${Math.random()}`, mutation)) await current.mutate(part)
      await current.ingest.pass()
    },
    async entity(ref: string): Promise<Entity | undefined> {
      return (await readAll(db).entities()).get(ref)
    },
    entities: () => readAll(db).entities(),
    /** All refs but those of generated Locations. */
    async refs(): Promise<string[]> {
      return [...(await readAll(db).entities()).keys()].filter(ref => !ref.includes('/generated-')).sort()
    },
    sources: () => readAll(db).sources(),
    changes: () => readAll(db).changes(),
    async close(): Promise<void> {
      rmSync(folder, { recursive: true, force: true })
      await removeAll(db)
    },
  }
}

export type TemporaryCatalog = ReturnType<typeof createTemporaryCatalog>

/** A component as a file holds it. */
export function component(
  name: string,
  more: { readonly owner?: string; readonly description?: string; readonly dependsOn?: readonly string[] } = {},
): string {
  const { owner = 'team', description, dependsOn } = more
  return [
    'apiVersion: backstage.io/v1alpha1',
    'kind: Component',
    `metadata:\n  name: ${name}`,
    ...(description === undefined ? [] : [`  description: ${description}`]),
    `spec:\n  type: service\n  lifecycle: production\n  owner: ${owner}`,
    ...(dependsOn ? [`  dependsOn: [${dependsOn.join(', ')}]`] : []),
    '',
  ].join('\n')
}

/** A Location as a file holds it. */
export function location(name: string, targets: readonly string[], presence?: string): string {
  const spec = { targets, ...(presence !== undefined && { presence }) }
  return `apiVersion: backstage.io/v1alpha1\nkind: Location\nmetadata:\n  name: ${name}\nspec: ${JSON.stringify(spec)}\n`
}
