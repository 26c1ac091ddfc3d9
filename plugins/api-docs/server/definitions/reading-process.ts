import type { DefinitionFormat } from '@portico/api-docs/common'
import type { Logger } from '@portico/core/server'
import { BoundedProcessError, createProcessPool } from '@portico/core/server/worker'
import type { ReadingLimits } from '../config.ts'
import type { DefinitionSource } from '../reading/definition-source.ts'

/** A reading as texts, so that nobody on their way parses them. */
export interface ReadingTexts {
  readonly outline: string
  readonly problems: string
  readonly counts: string
  /** What search finds of it: JSON of `ItemDocument[]`. */
  readonly documents: string
  readonly format: DefinitionFormat
  readonly version: string | undefined
  readonly parts: readonly (readonly [id: string, json: string])[]
}

/** What nobody waits for. */
export const background = 'background'

/** A definition that could not be read within the limits, or at which the reader failed. It is tried again a bounded number of times. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure'
}

/** Of memory besides the heap: the program itself, the text and what is sent back. */
const besidesHeapMegabytes = 400
/** One for the background, one for those who wait. */
const maxProcesses = 2

/** Reads foreign definitions in bounded processes. */
export function createReadingProcess({ log, limits }: { readonly log: Logger; readonly limits: ReadingLimits }) {
  const { timeout, memoryMegabytes, readingMegabytes } = limits
  const pool = createProcessPool({
    module: new URL('./reading-child.ts', import.meta.url),
    purpose: 'definitions to be read',
    maxProcesses,
    maxProcessesPerKey: 1,
    heapMegabytes: memoryMegabytes,
    maxResidentBytes: (memoryMegabytes + besidesHeapMegabytes) * 2 ** 20,
    serialization: 'advanced',
  })

  function toFailure({ reason, message, said }: BoundedProcessError): Error {
    if (reason === 'failure') return new ReadingFailure(`The definition could not be read. ${message}`)
    if (reason === 'timeout')
      return new ReadingFailure(`Reading the definition took longer than ${timeout / 1000} seconds; apiDocs.limits.timeout sets this limit`)
    log.warn({ reason, said }, 'the process that reads definitions has ended')
    return new ReadingFailure(
      `Reading the definition took more than ${memoryMegabytes} MB of memory, or the reader failed; apiDocs.limits.memoryMegabytes sets this limit`,
    )
  }

  return {
    /** `reader` is who waits for it. Readings of the same id are made once. */
    async read(source: DefinitionSource, { id, reader }: { readonly id: string; readonly reader: string }): Promise<ReadingTexts> {
      try {
        const message = { ...source, maxBytes: readingMegabytes * 1_000_000 }
        return await pool.send<ReadingTexts>(message, { key: reader, same: id, timeoutMs: timeout })
      } catch (error) {
        throw error instanceof BoundedProcessError ? toFailure(error) : error
      }
    },
    /** Another one waits for a reading that was asked for before. */
    join: pool.join,
    stop: pool.stop,
  }
}

export type ReadingProcess = ReturnType<typeof createReadingProcess>
