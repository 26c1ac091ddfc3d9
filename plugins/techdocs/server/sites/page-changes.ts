import type { Entity } from '@portico/catalog/common'
import type { Logger } from '@portico/core/server'
import type { Readers } from '@portico/integrations/server'
import type { DocsPage, DocsPageChange } from '@portico/techdocs/common'
import { LRUCache } from 'lru-cache'
import { fileTarget } from '../sources/file-target.ts'
import { sourceOf, sourceOfVersion, techdocsRefOf } from '../sources/source-location.ts'
import type { ServedSite } from './served-docs.ts'

interface Dependencies {
  readonly reading: () => Promise<Readers>
  /** The JSON text of a page. */
  readonly page: (ref: string, path: string, reader: string) => Promise<string | undefined>
  readonly log: Logger
}

const keepMs = 3_600_000
const timeoutMs = 10_000

/** The last change of pages: one question to the host for each page of a version, and only for pages that are read. */
export function createPageChanges({ reading, page, log }: Dependencies) {
  const known = new LRUCache<string, Promise<DocsPageChange>>({ max: 20_000, ttl: keepMs })

  async function ask(entity: Entity, site: ServedSite, path: string, reader: string): Promise<DocsPageChange> {
    const text = await page(site.ref, path, reader)
    const file = text === undefined ? undefined : (JSON.parse(text) as DocsPage).source
    const annotation = techdocsRefOf(entity)
    if (file === undefined || annotation === undefined) return {}
    const readers = await reading()
    const { type, target, origin } = sourceOfVersion(sourceOf(entity, annotation, readers), site.source ?? {}, readers)
    const options = { signal: AbortSignal.timeout(timeoutMs), ...(origin !== '' && { origin }) }
    const { at, by, revision } = await readers.lastChange(type, fileTarget(target, file), options)
    return {
      ...(at !== undefined && { at: at.toISOString() }),
      ...(by !== undefined && by !== '' && { by }),
      ...(revision !== undefined && { revision }),
    }
  }

  return {
    /** Empty where the host does not tell: a page is read without it. */
    of(entity: Entity, site: ServedSite, path: string, reader: string): Promise<DocsPageChange> {
      const key = `${site.ref} ${site.id} ${path}`
      const found =
        known.get(key) ??
        ask(entity, site, path, reader).catch((error: unknown) => {
          log.debug({ error, ref: site.ref, path }, 'the last change of a page is not known')
          return {}
        })
      known.set(key, found)
      return found
    },
  }
}

export type PageChanges = ReturnType<typeof createPageChanges>
