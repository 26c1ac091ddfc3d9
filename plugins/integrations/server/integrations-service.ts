import { defineService } from '@portico/core/server'
import { createAllowList } from '@portico/core/server/outbound'
import { openReading, type ReaderModule, type ReadingSettings } from './reading/create-reading.ts'
import type { Integration } from './integration.ts'
import type { Readers } from './reading/readers.ts'
import type { Repositories } from './writing/repositories.ts'

/** Reading that another thread can open: `(await import(module)).openReading(settings)`. */
export interface PortableReading {
  readonly module: string
  readonly settings: ReadingSettings
}

/** Reading from outside, for every plugin. No plugin connects to an external host in another way. */
export interface Integrations {
  /** Reads in this thread. Files on the disk are read synchronously: where many are read, do so in a worker thread. */
  reading(): Promise<Readers>
  /** What a worker thread needs to read. */
  portable(): PortableReading
  /** Whether config allows an address to be read. */
  isAllowed(url: URL): boolean
  /** Adds a reader for a type of source, or for some targets of one. Only during the setup of plugins. */
  addReader(reader: ReaderModule): void
  /** The hosts that config names, and those that are known without it. */
  list(): readonly Integration[]
  /** By host, with the port where there is one. */
  byHost(host: string): Integration | undefined
  byUrl(url: string): Integration | undefined
  /** What a file means when it names another: `base` is the address of the file, `/x` begins at the root of its repository. */
  resolveUrl(target: string, base: string): string
  /** The address at which people edit a file; the address itself where the host has none. */
  resolveEditUrl(url: string): string
  /** Writing: repositories, branches, commits, pull requests, and any other call to the API of a host. */
  readonly repositories: Repositories
  /** Runs when the config has changed: what was opened before still uses the old one. */
  onChange(run: () => void | Promise<void>): void
}

export const integrationsService = defineService<Integrations>('integrations')

/** Collects readers until the first read. */
export function createIntegrations(given: ReadingSettings) {
  const readers: ReaderModule[] = [...(given.readers ?? [])]
  const listeners: (() => void | Promise<void>)[] = []
  const module = new URL('./reading/create-reading.ts', import.meta.url).href
  let settings = given
  let opened: Promise<Readers> | undefined
  let isClosed = false

  function portable(): PortableReading {
    isClosed = true
    return { module, settings: { ...settings, readers } }
  }

  const service: Integrations = {
    portable,
    reading: () => (opened ??= openReading(portable().settings)),
    isAllowed: url => createAllowList(settings.allow)(url).isAllowed,
    addReader(reader) {
      if (isClosed) throw new Error('A reader was added too late: reading has begun')
      readers.push(reader)
    },
    onChange: run => void listeners.push(run),
  }
  return {
    service,
    async reconfigure(next: ReadingSettings): Promise<void> {
      settings = next
      opened = undefined
      for (const run of listeners) await run()
    },
  }
}
