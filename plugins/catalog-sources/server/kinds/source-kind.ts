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
  const toSource = (id: string, entry: unknown): Source => {
    const given = entry as z.output<S> & { schedule?: ScheduleConfig }
    const schedule = given.schedule ?? defaultSchedule
    return { id: `${key}:${id}`, kind: key, schedule, settingsHash: hashOf(given), ...kind.source(given, id) }
  }
  return {
    key,
    section: z.union([settings, z.array(settings), z.record(z.string(), settings)]).optional(),
    sourcesOf(value) {
      if (value === undefined || value === null) return []
      if (Array.isArray(value)) return value.map((entry: unknown, index) => toSource(idOf(entry) ?? String(index), entry))
      if (settings.safeParse(value).success) return [toSource(idOf(value) ?? 'default', value)]
      return Object.entries(value as object).map(([id, entry]) => toSource(id, entry))
    },
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
