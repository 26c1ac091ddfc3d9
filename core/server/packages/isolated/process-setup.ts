import type { ClientConfig } from 'pg'
import type { MigrationConsent } from '../../database/migrate.ts'
import type { AllowedHost } from '../../outbound/allow-list.ts'

/** What a plugin's process gets of the portal before its set-up. */
export interface ProcessSetup {
  /** As the config has them: the process checks them. */
  readonly sections: Readonly<Record<string, unknown>>
  /** How it connects to its database; absent where it has none. */
  readonly database: ClientConfig | undefined
  readonly databaseProblem: string | undefined
  readonly consent: MigrationConsent
  readonly callTimeoutMs: number
  readonly isAuthenticationEnabled: boolean
  readonly isExposed: boolean
  readonly folder: string
  readonly dataFolder: string
  readonly readable: readonly AllowedHost[]
  readonly appUrl: string
  /** With `{{plugin}}` in place of an id. */
  readonly internalUrl: string
  readonly externalUrl: string
  readonly internalUrls: Readonly<Record<string, string>>
  readonly externalUrls: Readonly<Record<string, string>>
  /** Where its routes listen. */
  readonly socket: string
  /** What it may call of the services that it uses; absent where there is none. */
  readonly services: Readonly<Record<string, { readonly id: string; readonly methods: readonly string[] } | undefined>>
  readonly state: ProcessState
}

/** What may change while the process runs. */
export interface ProcessState {
  readonly appTitle: string
  readonly isPermissionEnabled: boolean
}

/** A response of a host or of another plugin. */
export interface WireResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Uint8Array
}
