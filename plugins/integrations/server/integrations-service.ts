import { defineService } from '@portico/core/server'
import { createAllowList } from '@portico/core/server/outbound'
import type { HostBudget } from './api/budgets.ts'
import type { HostClient } from './api/host-client.ts'
import { checkHost } from './hosts/check-host.ts'
import { hostTypes } from './config.ts'
import type { Hosts } from './hosts/create-hosts.ts'
import { googleGcs } from './hosts/google-gcs.ts'
import type { Integration } from './integration.ts'
import { createReading, openHosts, openReading, type ReaderModule, type ReadingSettings } from './reading/create-reading.ts'
import type { Readers } from './reading/readers.ts'
import { createRepositories } from './writing/create-repositories.ts'
import { userCredentials } from './tokens/user-credentials.ts'
import type { Repositories } from './writing/repositories.ts'
import type { HostCheck } from './hosts/host-check.ts'

/** Reading that another thread can open: `(await import(module)).openReading(settings)`. */
export interface PortableReading {
  readonly module: string
  readonly settings: ReadingSettings
}

/** Reading from outside, for every plugin. No plugin connects to an external host in another way. */
export interface Integrations {
  /** Reads in this thread. Files on the disk are read synchronously: where many are read, do so in a worker thread. */
  reading(): Promise<Readers>
  /** The same with a token of a user in place of the credentials of the config, for the host of an address and no other. */
  readingAs(token: string, address: string): Promise<Readers>
  /** What a worker thread needs to read. */
  portable(): PortableReading
  /** Whether config allows an address to be read. */
  isAllowed(url: URL): boolean
  /** Adds a reader for a type of source, or for some targets of one. Resolves with the function that takes it away. */
  addReader(reader: ReaderModule): Promise<() => Promise<void>>
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
  /** The APIs of hosts, for those who list what is there: with credentials, within budgets, with retries. */
  api(): HostClient
  /** The API of a host that the config of another plugin names: guarded, within budgets, with its header `authorization` by https only. */
  apiFor(baseUrl: string, authorization?: string): HostClient
  /** The secrets with which the apps of GitHub sign their webhooks. */
  webhookSecrets(): readonly string[]
  /** What hosts still allow, as far as their answers told. */
  budgets(): readonly HostBudget[]
  /** Asks a host something harmless, to see whether the credentials of the config work. Undefined for a host that is not known. */
  check(host: string, signal?: AbortSignal): Promise<HostCheck | undefined>
  /**
   * Runs when the config or the readers have changed: what was opened before still uses the old ones. Returns the function that unsubscribes.
   */
  onChange(run: () => void | Promise<void>): () => void
}

export const integrationsService = defineService<Integrations>('integrations', { registers: ['addReader', 'onChange'] })

const titles = Object.fromEntries([...Object.values(hostTypes), googleGcs].map(({ type, title }) => [type, title]))

/** Reading by the config as it is now, with the readers of plugins. */
export function createIntegrations(given: ReadingSettings) {
  const readers = new Set(given.readers)
  const listeners = new Set<() => void | Promise<void>>()
  const module = new URL('./reading/create-reading.ts', import.meta.url).href
  let settings = given
  let hosts: Hosts | undefined
  let opened: Promise<Readers> | undefined
  let plain: Readers | undefined

  const current = (): Hosts => (hosts ??= openHosts(settings))

  const portable = (): PortableReading => ({ module, settings: { ...settings, readers: [...readers] } })

  async function reopen(): Promise<void> {
    opened = undefined
    plain = undefined
    for (const run of listeners) await run()
  }

  // Without the readers that plugins add, which have to be loaded first.
  const known = (): Readers => (plain ??= createReading(settings, [], current()))
  const reading = () => (opened ??= openReading(portable().settings, current()))

  function list(): Integration[] {
    return current().settings.map(each => ({
      type: each.type,
      title: titles[each.type] ?? each.type,
      host: each.host,
      apiBaseUrl: each.apiBaseUrl,
      hasCredentials: current().hasCredentials(each),
    }))
  }

  const byHost = (host: string) => list().find(each => each.host.toLowerCase() === host.toLowerCase())

  const service: Integrations = {
    portable,
    reading,
    async readingAs(token, address) {
      const credentials = userCredentials(current().settings, address, token)
      // The budgets of a user are not those of the portal.
      const { budgetChannel: _channel, ...given } = { ...portable().settings, credentials }
      return openReading(given, openHosts(given))
    },
    isAllowed: url => createAllowList(settings.allow)(url).isAllowed,
    async addReader(reader) {
      readers.add(reader)
      await reopen()
      return async () => {
        readers.delete(reader)
        await reopen()
      }
    },
    list,
    byHost,
    byUrl: url => (URL.canParse(url) ? byHost(new URL(url).host) : undefined),
    resolveUrl: (target, base) => known().resolve('url', target, base),
    resolveEditUrl: url => known().linksOf('url', url).edit ?? url,
    repositories: createRepositories(current),
    api: () => current().api,
    apiFor: (baseUrl, authorization) => current().clientFor(new URL(baseUrl).host, authorization),
    webhookSecrets: () => current().settings.flatMap(({ type, entry }) => (type === 'github' ? secretsOf(entry) : [])),
    budgets: () => current().budgets.list(),
    async check(host, signal) {
      const found = current().settings.find(each => each.host.toLowerCase() === host.toLowerCase())
      return found && checkHost(current(), found, { signal })
    },
    onChange(run) {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
  }
  return {
    service,
    async reconfigure(next: ReadingSettings): Promise<void> {
      settings = next
      hosts = undefined
      await reopen()
    },
  }
}

function secretsOf(entry: unknown): string[] {
  const { apps = [] } = entry as { apps?: readonly { webhookSecret?: string }[] }
  return apps.flatMap(({ webhookSecret }) => webhookSecret ?? [])
}
