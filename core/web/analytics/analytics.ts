import { defineApiRef } from '../apis/api-ref.ts'
import type { SignedInIdentity } from '../session/identity.ts'
import type { BrowserConfig } from '../config.ts'
import type { Extensions } from '../slots/extensions.ts'
import { defineSlot } from '../slots/slot.ts'
import type { UserStorage } from '../storage/stored-values.ts'

/** Where something happened. */
export interface AnalyticsContextValue {
  readonly pluginId: string
  /** The part of the plugin: an extension's name, `App` for the shell. */
  readonly extension: string
  /** The id of the route ref of the page. */
  readonly routeRef: string
  readonly [name: string]: string | number | boolean | undefined
}

/** The events that the portal knows; plugins may capture others. */
export type AnalyticsAction = 'navigate' | 'click' | 'search' | 'signIn' | 'signOut' | 'create' | 'not-found' | (string & {})

export interface AnalyticsEvent {
  readonly action: AnalyticsAction
  /** What it was done to: a path, the words of a link, a search term. */
  readonly subject: string
  readonly value?: number
  readonly attributes?: Readonly<Record<string, string | number | boolean>>
  readonly context: AnalyticsContextValue
}

export interface Analytics {
  captureEvent(event: AnalyticsEvent): void
}

export const analyticsApiRef = defineApiRef<Analytics>({ id: 'core.analytics', description: 'Collects what users do' })

/** A destination of events. */
export interface AnalyticsSink {
  captureEvent(event: AnalyticsEvent): void
}

/** What a sink is made from. */
export interface AnalyticsSinkDependencies {
  readonly config: BrowserConfig
  readonly identity: SignedInIdentity
  /** The user's own values, for a sink that keeps something for them. */
  readonly storage: UserStorage
  /** What is in slots, for a sink that looks for what plugins name there. */
  readonly extensions: Pick<Extensions, 'of'>
  /** Reports what fails after the event. */
  readonly onError: (error: unknown) => void
}

export interface AnalyticsSinkSpec {
  readonly create: (given: AnalyticsSinkDependencies) => AnalyticsSink
}

/** Where plugins add destinations of events. Nothing leaves the browser unless one does. */
export const analyticsSinks = defineSlot<AnalyticsSinkSpec>({ id: 'analytics-sink', plugin: 'core' })

export const outermostContext: AnalyticsContextValue = { pluginId: 'root', extension: 'App', routeRef: 'unknown' }

/** Sends every event to every sink. One that fails is reported to the error listeners, and affects no other. */
export function createAnalytics(sinks: readonly AnalyticsSink[], onError: (error: unknown) => void): Analytics {
  return {
    captureEvent(event) {
      for (const sink of sinks) {
        try {
          sink.captureEvent(event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
