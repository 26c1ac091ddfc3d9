import type { AllowedHost } from '@portico/core/server/outbound'
import { entriesOf, type IntegrationsSection } from '../config.ts'
import type { HostEnvironment } from '../hosts/host-type.ts'
import type { ReaderModule, ReadingSettings } from './create-reading.ts'

interface Dependencies {
  readonly integrations: IntegrationsSection
  /** `backend.reading.allow`. */
  readonly allow: readonly AllowedHost[]
  /** Where relative paths begin. */
  readonly folder: string
  readonly readers?: readonly ReaderModule[]
  readonly env?: HostEnvironment
}

/** The settings of reading from config: hosts of integrations may be read, besides those that `backend.reading.allow` names. */
export function toReadingSettings({ integrations, allow, folder, readers = [], env = process.env }: Dependencies): ReadingSettings {
  const entries = entriesOf(integrations)
  const hosts = new Set(entries.flatMap(({ type, entry }) => type.hostsOf(entry)))
  return {
    folder,
    allow: [...allow, ...[...hosts].map(host => ({ host }))],
    credentials: entries.flatMap(({ type, entry }) => type.credentialsOf(entry, type.hostsOf(entry), env)),
    hosts: entries.map(({ type, entry }) => ({ type: type.type, host: type.hostOf(entry), apiBaseUrl: type.apiBaseUrlOf(entry), entry })),
    maxRepositoryMegabytes: integrations.maxRepositoryMegabytes,
    readers,
  }
}
