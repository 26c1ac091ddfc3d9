import { compileGlob, maxForeignGlobSteps } from '@portico/core/common'
import { createAllowList, hostRefused, toWebAddress, type AllowedHost } from '@portico/core/server/outbound'
import { hash } from 'node:crypto'
import path from 'node:path'
import { isGlob, staticFolder } from '../reading/folders.ts'
import { sourceInvalid, sourceRefused } from '../reading/reading-errors.ts'
import type { SourceReader, TreeFile } from '../reading/source-reader.ts'
import { toText } from '../reading/source-text.ts'
import { createTreeLimit } from '../reading/tree-limit.ts'
import type { ObjectPlace, ObjectStore, StoredObject } from './object-store.ts'

/** Reads objects of a store by the addresses at which they lie. */
export function createStoreReader(store: ObjectStore, { allow }: { readonly allow: readonly AllowedHost[] }): SourceReader {
  const verdictOn = createAllowList(allow)

  async function listed(bucket: string, prefix: string, signal: AbortSignal | undefined): Promise<StoredObject[]> {
    const found: StoredObject[] = []
    for await (const page of store.list(bucket, prefix, signal)) found.push(...page)
    return found
  }

  async function* filesBelow(place: ObjectPlace, objects: readonly StoredObject[], count: (bytes: number) => void, signal?: AbortSignal) {
    for (const { key, size } of objects) {
      const name = key.slice(place.key.length)
      if (name === '' || name.endsWith('/')) continue
      if (name.split('/').includes('..')) throw sourceInvalid(`'${key}' leads out of its folder`)
      count(size)
      const file = await store.get({ ...place, key }, { signal })
      if (!file.notModified) yield { path: name, bytes: file.bytes } satisfies TreeFile
    }
  }

  return {
    type: 'url',
    accepts: text => URL.canParse(text) && store.accepts(new URL(text)),
    async read(text, { etag, signal }) {
      const place = store.parse(toWebAddress(text))
      if (isGlob(place.key)) {
        const folder = staticFolder(`/${place.key}`).slice(1)
        const objects = await listed(place.bucket, folder === '' ? '' : `${folder}/`, signal)
        const found = etagOf(objects)
        if (found === etag) return { notModified: true }
        const isFitting = compileGlob(place.key, { maxSteps: maxForeignGlobSteps })
        const fitting = objects.filter(({ key }) => isFitting(key))
        return { etag: found, revision: found, files: [], targets: fitting.map(({ key }) => store.format({ ...place, key })) }
      }
      const file = await store.get(place, { etag, signal })
      if (file.notModified) return file
      const { etag: seen, lastModifiedAt } = file
      return {
        etag: seen,
        ...(seen !== undefined && { revision: seen }),
        lastModifiedAt,
        files: [{ target: text, text: toText(file.bytes, text) }],
      }
    },
    async readTree(text, { maxFiles, maxBytes, etag, signal }) {
      const given = store.parse(toWebAddress(text))
      const place = { ...given, key: given.key === '' || given.key.endsWith('/') ? given.key : `${given.key}/` }
      const objects = await listed(place.bucket, place.key, signal)
      const found = etagOf(objects)
      if (found === etag) return { notModified: true }
      return { etag: found, revision: found, files: filesBelow(place, objects, createTreeLimit(text, { maxFiles, maxBytes }), signal) }
    },
    async lastChange(text, { signal }) {
      const file = await store.get(store.parse(toWebAddress(text)), { signal })
      return file.notModified ? {} : { revision: file.etag, at: file.lastModifiedAt }
    },
    linksOf: text => ({ view: text, folder: URL.canParse(text) ? new URL('./', text).href : text }),
    check(text) {
      const url = toWebAddress(text)
      if (!verdictOn(url).isAllowed) throw hostRefused(url)
      store.parse(url)
    },
    resolve(target, base) {
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return toWebAddress(target).href
      const place = store.parse(toWebAddress(base))
      const key = target.startsWith('/') ? path.posix.normalize(target.slice(1)) : path.posix.join(path.posix.dirname(place.key), target)
      if (key === '..' || key.startsWith('../')) throw sourceRefused(`'${target}' leads out of its bucket`)
      return store.format({ ...place, key })
    },
    isSameRepository(target, base) {
      const url = toWebAddress(target)
      return store.accepts(url) && store.parse(url).bucket === store.parse(toWebAddress(base)).bucket
    },
  }
}

function etagOf(objects: readonly StoredObject[]): string {
  return hash('sha256', objects.map(({ key, etag }) => `${key}\n${etag}`).join('\n'))
}
