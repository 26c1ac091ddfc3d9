import type { BuildDetails, BuildPage } from '@portico/builds/common'
import type { Entity } from '@portico/catalog/common'
import { defineService } from '@portico/core/server'
import type { Readable } from 'node:stream'

/** The project of an entity in a system. */
export interface BuildProject {
  /** The value of the system's annotation. It comes from a file: check it before it becomes part of an address. */
  readonly value: string
  readonly entity: Entity
}

export interface BuildListRequest {
  readonly limit: number
  readonly offset: number
  readonly branch?: string | undefined
}

/** A system that runs builds, as the server asks it. Errors are AppErrors with words for the reader. */
export interface BuildSystem {
  /** The newest first. */
  listBuilds(project: BuildProject, request: BuildListRequest, signal: AbortSignal): Promise<BuildPage>
  getBuild(project: BuildProject, id: string, signal: AbortSignal): Promise<BuildDetails>
  /** The log of an action. A stream is cut where it is too long. */
  readLog(project: BuildProject, id: string, action: string, signal: AbortSignal): Promise<string | Readable>
  /** Only asked for a build that `isRestartable`. */
  restartBuild(project: BuildProject, id: string, signal: AbortSignal): Promise<void>
  /** Whose builds say how the entity is doing; undefined where a project has no branches. */
  defaultBranch(project: BuildProject, signal: AbortSignal): Promise<string | undefined>
}

/** How a system is added: its code is loaded when an entity needs it. */
export interface BuildSystemEntry {
  readonly id: string
  readonly annotation: string
  readonly open: () => Promise<BuildSystem> | BuildSystem
}

/** Adds systems. */
export interface BuildSystems {
  /** Returns the function that takes it away. */
  add(entry: BuildSystemEntry): () => void
}

export const buildSystemsService = defineService<BuildSystems>('builds', { registers: ['add'] })
