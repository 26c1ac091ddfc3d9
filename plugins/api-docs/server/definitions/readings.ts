import type { CatalogDefinition } from '@portico/catalog/server'
import { hash } from 'node:crypto'
import type { ReadingLimits } from '../config.ts'
import { emptyReading } from '../reading/empty-reading.ts'
import { formatOf } from '../reading/format-of.ts'
import { readerVersion } from '../reading/reader-version.ts'
import { ReadingFailure, type ReadingProcess, type ReadingTexts } from './reading-process.ts'
import type { ReadingStore, StoredReading } from './reading-store.ts'

interface Dependencies {
  readonly store: ReadingStore
  readonly process: ReadingProcess
  readonly limits: ReadingLimits
}

export interface Wanted {
  readonly definition: CatalogDefinition
  /** Its text, where it has to be read. */
  readonly text: () => Promise<string>
  /** Who waits for it. */
  readonly reader: string
}

/** A definition at which the reader fails is tried so often. */
const maxAttempts = 2

/** Readings of definitions: kept ones, and new ones, each made once however many wait for it. */
export function createReadings({ store, process, limits }: Dependencies) {
  const inFlight = new Map<string, Promise<StoredReading>>()

  const idOf = ({ id, type }: CatalogDefinition): string => hash('sha256', `${readerVersion} ${type} ${id}`, 'base64url')

  async function make(id: string, { definition, text, reader }: Wanted, failedBefore: number): Promise<StoredReading> {
    const source = { text: await text(), type: definition.type }
    try {
      const texts = await process.read(source, { id, reader })
      await store.save(id, texts)
      return { id, outline: texts.outline, isFailure: false, attempts: 0 }
    } catch (error) {
      if (!(error instanceof ReadingFailure)) throw error
      const attempts = failedBefore + 1
      const texts = failedTexts(formatOf(source), error.message)
      await store.save(id, texts, attempts)
      return { id, outline: texts.outline, isFailure: true, attempts }
    }
  }

  return {
    idOf,
    /** A reading, also of what could not be read: its outline then says why. */
    async of(wanted: Wanted): Promise<StoredReading> {
      const { definition, reader } = wanted
      const id = idOf(definition)
      if (definition.bytes > limits.bytes) {
        const { outline } = failedTexts('text', tooLarge(definition.bytes, limits.bytes))
        return { id, outline, isFailure: true, attempts: 0 }
      }
      const known = await store.find(id)
      if (known && (!known.isFailure || known.attempts >= maxAttempts)) {
        await store.touch(id)
        return known
      }
      process.join(id, reader)
      const running = inFlight.get(id)
      if (running) return running
      const made = make(id, wanted, known?.attempts ?? 0).finally(() => inFlight.delete(id))
      inFlight.set(id, made)
      return made
    },
    parts: store.parts,
    problems: store.problems,
  }
}

export type Readings = ReturnType<typeof createReadings>

function tooLarge(bytes: number, limit: number): string {
  const number = (value: number) => value.toLocaleString('en-GB')
  return `The definition has ${number(bytes)} bytes. Only its text is shown, because it has more than ${number(limit)}; apiDocs.limits.bytes sets this limit`
}

function failedTexts(format: ReadingTexts['format'], failure: string): ReadingTexts {
  const { outline, problems, parts } = emptyReading({ format, failure }, [{ severity: 'error', rule: 'not-read', message: failure }])
  return {
    outline: JSON.stringify(outline),
    problems: JSON.stringify(problems),
    counts: JSON.stringify(outline.counts),
    documents: '[]',
    format,
    version: undefined,
    parts: Object.entries(parts).map(([id, part]) => [id, JSON.stringify(part)]),
  }
}
