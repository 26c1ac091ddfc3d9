import { hash } from 'node:crypto'
import { ScheduleConfig } from '@portico/core/server'
import type { IntegrationType } from '@portico/integrations/server'
import { z } from 'zod'
import type { FindContext, Source } from '../sources/source.ts'
import { sourceFailed } from '../errors.ts'

/** A kind of provider: its section in `catalog.providers`, and the sources that it means. */
export interface SourceKind {
  readonly key: string
  readonly section: z.ZodType
  /** Of the section as it was read. */
  sourcesOf(value: unknown): Source[]
}

const defaultSchedule: ScheduleConfig = { frequency: 30 * 60_000, timeout: 15 * 60_000, initialDelay: 3000, scope: 'global' }

/** What every entry has. */
export const commonSettings = {
  schedule: ScheduleConfig.exactOptional().describe('When it is asked; every 30 minutes by default'),
}

export type SourceDraft = Omit<Source, 'id' | 'kind' | 'schedule' | 'settingsHash'>

/** Declares a kind whose section is one entry, or several by id. */
export function defineSourceKind<S extends z.ZodType>(kind: {
  readonly key: string
  readonly settings: S
  source(settings: z.output<S>, id: string): SourceDraft
}): SourceKind {
  const { key, settings } = kind
  const toSource = (id: string, entry: z.output<S>): Source => {
    const { schedule = defaultSchedule } = entry as { schedule?: ScheduleConfig }
    return { id: `${key}:${id}`, kind: key, schedule, settingsHash: hashOf(entry), ...kind.source(entry, id) }
  }
  // Which of the three it is, is decided where it is read: what was read once does not fit a second time.
  const one = settings.transform(entry => [[idOf(entry) ?? 'default', entry] as const])
  const list = z.array(settings).transform(entries => entries.map((entry, index) => [idOf(entry) ?? String(index), entry] as const))
  const named = z.record(z.string(), settings).transform(entries => Object.entries(entries))
  return {
    key,
    section: z.union([one, list, named]).optional(),
    sourcesOf: value => ((value ?? []) as [string, z.output<S>][]).map(([id, entry]) => toSource(id, entry)),
  }
}

/** Of what decides about the result: neither secrets nor the schedule. */
function hashOf(settings: unknown): string {
  return hash(
    'sha256',
    JSON.stringify(settings, (key, value: unknown) => (/secret|password|^schedule$/i.test(key) ? undefined : value)),
  )
}

function idOf(entry: unknown): string | undefined {
  const { id } = entry as { id?: unknown }
  return typeof id === 'string' ? id : undefined
}

/** The host of a provider, which integrations must know. */
export function hostOf({ integrations }: FindContext, host: string, type: IntegrationType) {
  const found = integrations.byHost(host)
  if (!found || found.type !== type || found.apiBaseUrl === undefined)
    throw sourceFailed(`There is no host '${host}' in integrations.${type}: add it there, with its credentials`)
  return { apiBaseUrl: found.apiBaseUrl, hasCredentials: found.hasCredentials }
}
