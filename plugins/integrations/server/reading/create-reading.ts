import type { AllowedHost } from '@portico/core/server/outbound'
import type { HostCredential } from '../credentials.ts'
import { createFileReader } from './file-reader.ts'
import { createGitReader } from './git-reader.ts'
import { createReaders, type Readers } from './readers.ts'
import type { SourceReader } from './source-reader.ts'
import { createUrlReader } from './url-reader.ts'

/** What reading from outside needs. Plain data, so that it can be sent to another thread. */
export interface ReadingSettings {
  /** Where relative paths begin. */
  readonly folder: string
  /** Which addresses may be read: `backend.reading.allow` and the hosts of `integrations`. */
  readonly allow: readonly AllowedHost[]
  readonly credentials?: readonly HostCredential[]
  /** The maximum size of what is fetched of one repository. */
  readonly maxRepositoryMegabytes?: number
  /** Readers that plugins add. */
  readonly readers?: readonly ReaderModule[]
}

/** A reader that every thread can create: a module with `createReader`, and its options. */
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
  // Plain addresses come last: known hosts have readers of their own.
  return createReaders([...given, createFileReader({ folder }), git, createUrlReader({ allow, credentials })])
}

/** The same with the readers that plugins add. Called by a thread that got settings. */
export async function openReading(settings: ReadingSettings): Promise<Readers> {
  const brought = (settings.readers ?? []).map(async ({ module, options }) => {
    const { createReader } = (await import(module)) as { createReader: (options: unknown) => SourceReader }
    return createReader(options)
  })
  return createReading(settings, await Promise.all(brought))
}
