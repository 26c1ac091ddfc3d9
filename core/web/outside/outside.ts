import type { ComponentType, ReactNode } from 'react'

/** A plugin from outside that is not there, and why. */
export interface FailedPlugin {
  readonly id: string
  readonly version: string
  readonly reason: string
}

/** What a portal knows of its plugins from outside. */
export interface Outside {
  readonly ids: ReadonlySet<string>
  readonly failed: readonly FailedPlugin[]
  /** Keeps the styles of a plugin from outside apart, around everything that it draws. What ours draw is left as it is. */
  readonly Scope: ComponentType<{ readonly plugin: string; readonly children: ReactNode }>
  /** Tells the user which are not there, on pages where nothing else is said. */
  readonly Failures: ComponentType
}
