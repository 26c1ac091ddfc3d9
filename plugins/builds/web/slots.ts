import type { Build, BuildDetails, BuildPage } from '@portico/builds/common'
import type { Entity } from '@portico/catalog/common'
import { defineSlot, type Client, type Fetch, type Text } from '@portico/core/web'

/** What a system is connected with. */
export interface BuildConnection {
  readonly entity: Entity
  /** The value of the system's annotation. */
  readonly project: string
  /** The fetch of the portal: `plugin://proxy/…` leads through the proxy. */
  readonly fetch: Fetch
  /** Calls routes of contracts. */
  readonly client: Client
}

/** The builds of one entity in one system. */
export interface Builds {
  list(page: { readonly limit: number; readonly offset: number }, signal: AbortSignal): Promise<BuildPage>
  get(id: string, signal: AbortSignal): Promise<BuildDetails>
  /** The log of an action, by its id. */
  readLog(build: string, action: string, signal: AbortSignal): Promise<string>
  restart(build: Build): Promise<void>
  /** As whom builds are restarted, where the system tells. */
  whoAmI?(signal: AbortSignal): Promise<string | undefined>
}

/** A system that runs builds. */
export interface BuildSystem {
  /** Its id in addresses and on the server. */
  readonly system: string
  readonly title: Text
  /** The annotation by which an entity names its project there. */
  readonly annotation: string
  /** What the annotation looks like, for those who have none. */
  readonly sample: string
  /** Its code is loaded when an entity needs it. */
  readonly connect: (given: BuildConnection) => Promise<Builds>
}

/** The systems that run builds, for the tab of an entity. An entity has those whose annotation it has. */
export const buildSystems = defineSlot<BuildSystem>({ id: 'build-system', plugin: 'builds' })
