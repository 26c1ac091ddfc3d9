import type { AllowedHost } from '@portico/core/server/outbound'
import { openBudgetChannel } from '../api/budget-channel.ts'
import { createHosts, type Hosts } from '../hosts/create-hosts.ts'
import type { HostCredential } from '../tokens/credentials.ts'
import { createForgeReader } from '../forges/forge-reader.ts'
import type { HostSettings } from '../forges/forge.ts'
import { createStoreReader } from '../stores/store-reader.ts'
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
  /** The hosts that are read by their API. */
  readonly hosts?: readonly HostSettings[]
  /** The maximum size of what is fetched of one repository. */
  readonly maxRepositoryMegabytes?: number
  /** The name of the channel by which threads of this process share the budgets of hosts. */
  readonly budgetChannel?: string
  /** Readers that plugins add. */
  readonly readers?: readonly ReaderModule[]
}

/** A reader that every thread can create: a module with `createReader`, and its options. */
export interface ReaderModule {
  /** `import.meta.resolve` or `new URL(…, import.meta.url).href`. */
  readonly module: string
  readonly options?: unknown
}

/** The hosts of the settings, sharing budgets with the other threads. */
export function openHosts({ allow, credentials, hosts, budgetChannel }: ReadingSettings): Hosts {
  const channel = budgetChannel === undefined ? undefined : openBudgetChannel(budgetChannel)
  return createHosts({ allow, credentials, hosts, budgets: { channel } })
}

/** The readers of files, repositories, known hosts and plain addresses, after those that are given. */
export function createReading(settings: ReadingSettings, given: readonly SourceReader[] = [], hosts: Hosts = openHosts(settings)): Readers {
  const { folder, allow, maxRepositoryMegabytes: maxMegabytes = 100 } = settings
  const { credentials } = hosts
  return createReaders([
    ...given,
    createFileReader({ folder }),
    createGitReader({ allow, credentials, maxMegabytes }),
    ...hosts.forges.map(forge => createForgeReader(forge, { allow, maxMegabytes })),
    ...hosts.stores.map(store => createStoreReader(store, { allow })),
    // Plain addresses come last: known hosts have readers of their own.
    createUrlReader({ allow, credentials }),
  ])
}

/** The same with the readers that plugins add. Called by a thread that got settings. */
export async function openReading(settings: ReadingSettings, hosts?: Hosts): Promise<Readers> {
  const brought = (settings.readers ?? []).map(async ({ module, options }) => {
    const { createReader } = (await import(module)) as { createReader: (options: unknown) => SourceReader }
    return createReader(options)
  })
  return createReading(settings, await Promise.all(brought), hosts)
}
