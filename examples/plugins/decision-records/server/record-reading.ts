import { inputError, type Entity } from '@portico/plugin/common'
import type { Integrations } from '@portico/plugin/server'
import path from 'node:path'
import { adrLocation } from '../common/index.ts'
import { parseRecord, type ParsedRecord } from './parse-record.ts'

const limits = { maxFiles: 500, maxBytes: 5 * 2 ** 20 }

interface Source {
  readonly type: string
  readonly target: string
  readonly origin: string
}

/** Reads the records of entities from their repositories, through the portal, which decides what may be read. */
export function createRecordReading(integrations: Integrations) {
  return async function readRecords(entity: Entity): Promise<readonly ParsedRecord[]> {
    const readers = await integrations.reading()
    const source = sourceOf(entity, (type, target, base) => readers.resolve(type, target, base))
    const { type, target, origin } = source
    const tree = await readers.readTree(type, target.endsWith('/') ? target : `${target}/`, { ...limits, origin })
    if (tree.notModified) return []
    const records: ParsedRecord[] = []
    for await (const { path: file, bytes } of tree.files) {
      if (/^[^/]+\.md$/i.test(file) && !/^(?:readme|index|template)\.md$/i.test(file))
        records.push(parseRecord(file, new TextDecoder().decode(bytes)))
    }
    return records.sort((a, b) => (a.file < b.file ? -1 : 1))
  }
}

function sourceOf(entity: Entity, resolve: (type: string, target: string, base: string) => string): Source {
  const written = annotation(entity, adrLocation)
  if (written === undefined) throw inputError(`The entity has no annotation ${adrLocation}`)
  const origin = annotation(entity, 'backstage.io/managed-by-origin-location') ?? annotation(entity, 'backstage.io/managed-by-location') ?? ''
  if (/^https?:\/\//i.test(written)) return { type: 'url', target: written, origin }
  const location = annotation(entity, 'backstage.io/source-location') ?? annotation(entity, 'backstage.io/managed-by-location')
  const [, type, place] = /^([a-z]+):(.+)$/s.exec(location ?? '') ?? []
  if (type === undefined || place === undefined) throw inputError('The records are relative to the source of the entity, which is not known')
  const base = place.endsWith('/') ? `${place}catalog-info.yaml` : place
  const target = resolve(type, written, base)
  if (type === 'file' && path.relative(path.dirname(path.resolve(base)), path.resolve(target)).startsWith('..'))
    throw inputError(`'${written}' leads out of the folder of the entity`)
  return { type, target, origin }
}

function annotation(entity: Entity, name: string): string | undefined {
  const value = entity.metadata.annotations?.[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
