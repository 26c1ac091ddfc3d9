import type { AllowedHost } from '@portico/core/server/outbound'
import type { HostCredential } from '../credentials.ts'
import { createFileReader } from './file-reader.ts'
import { createGitReader } from './git-reader.ts'
import { createReaders, type Readers } from './readers.ts'
import type { SourceReader } from './source-reader.ts'
import { createUrlReader } from './url-reader.ts'

/** What reading from outside needs. Plain data, so that it can be handed to another thread. */
export interface ReadingSettings {
  /** Where relative paths begin. */
  readonly folder: string
  /** Which addresses may be read: `backend.reading.allow` and the hosts of `integrations`. */
  readonly allow: readonly AllowedHost[]
  readonly credentials?: readonly HostCredential[]
  /** Of what is fetched of one repository. */
  readonly maxRepositoryMegabytes?: number
  /** Readers that plugins bring. */
  readonly readers?: readonly ReaderModule[]
}

/** A reader that every thread can make for itself: a module with `createReader`, and what to give to it. */
export interface ReaderModule {
  /** `import.meta.resolve` or `new URL(…, import.meta.url).href`. */
  readonly module: string
  readonly options?: unknown
}

/** The readers of files, repositories and plain addresses, after those that are given. */
export function createReading(
  { folder, allow, credentials = [], maxRepositoryMegabytes }: ReadingSettings,
  given: readonly SourceReader[] = [],
): Readers {
  const git = createGitReader({ allow, credentials, ...(maxRepositoryMegabytes !== undefined && { maxMegabytes: maxRepositoryMegabytes }) })
  // Plain addresses come last: hosts that are known have readers of their own.
  return createReaders([...given, createFileReader({ folder }), git, createUrlReader({ allow, credentials })])
}

/** The same with the readers that plugins bring. What a thread that was given settings calls. */
export async function openReading(settings: ReadingSettings): Promise<Readers> {
  const brought = (settings.readers ?? []).map(async ({ module, options }) => {
    const { createReader } = (await import(module)) as { createReader: (options: unknown) => SourceReader }
    return createReader(options)
  })
  return createReading(settings, await Promise.all(brought))
}
