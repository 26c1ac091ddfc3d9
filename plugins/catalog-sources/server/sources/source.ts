import type { ScheduleConfig } from '@portico/core/server'
import type { HostClient, Integrations } from '@portico/integrations/server'
import type { Found } from './found.ts'
import type { People } from './people.ts'

/** What a source was asked with. */
export interface FindContext {
  readonly api: HostClient
  readonly integrations: Pick<Integrations, 'byHost' | 'reading' | 'apiFor'>
  readonly signal: AbortSignal
  /** What an identity provider has pushed. */
  readonly pushed: () => Promise<People>
}

/** One entry of `catalog.providers`: a place from which entities come. */
export interface Source {
  /** `github:acme`: the key of the provider and the id of its entry. */
  readonly id: string
  /** The key in `catalog.providers`. */
  readonly kind: string
  /** What it brings, for people: `Repositories of acme on github.com`. */
  readonly title: string
  readonly host: string | undefined
  readonly schedule: ScheduleConfig
  find(context: FindContext): Promise<Found>
  /**
   * What stands for all that the source has, read by conditional requests: while it is the known one, the source is not asked. Undefined
   * where the host cannot tell this time. Sources whose `find` is as cheap have none.
   */
  version?(context: FindContext, known: string | undefined): Promise<string | undefined>
  /** The path of the descriptor whose coming and going in a repository changes what the source has. */
  readonly descriptor?: string | undefined
  /** Differs when its settings do. */
  readonly settingsHash: string
}
