import type { FormSchema, Text, useDate, useText } from '@portico/ui'
import type { ComponentType } from 'react'
import type { AnalyticsEvent } from '../analytics/analytics.ts'
import type { Client } from '../client.ts'
import { defineSlot } from '../slots/slot.ts'

/** How many columns (of 12) and rows (of 60 px) a widget takes. */
export interface WidgetSize {
  readonly columns: number
  readonly rows: number
  readonly minColumns: number
  readonly minRows: number
}

/** A widget of the home page. Everything here is there with the first page; what is shown is a chunk of its own. */
export interface HomeWidget {
  readonly title: Text
  /** What it shows, for those who choose widgets. */
  readonly description: Text
  /** The name of an icon: `docs`, `kind:component`. */
  readonly icon?: string
  /** Made by `defineExtension`: its code comes when it is shown. */
  readonly View: ComponentType
  /** In columns (of 12) and rows of 60 px; 4 by 5, at least 2 by 2, by default. */
  readonly layout?: Partial<WidgetSize>
  /** Whether it is on the home page of those who have not arranged theirs, in the order of the slot. */
  readonly byDefault?: boolean
  /** The form of its settings: `async () => (await import('./joke-settings.ts')).jokeSettings`. The view reads them by `useWidgetSettings`. */
  readonly settings?: () => Promise<FormSchema>
  /** `none`: it is shown without a card and a title. */
  readonly frame?: 'card' | 'none'
}

/**
 * The widgets that users can put on their home pages. The slots of the home page are declared here and shown by the plugin home: so a plugin
 * that fills them does not need that one.
 */
export const homeWidgets = defineSlot<HomeWidget>({ id: 'home-widget', plugin: 'home' })

/** Something that waits for the user. */
export interface AttentionItem {
  readonly id: string
  readonly title: string
  /** Why it needs attention, in the user's language. */
  readonly reason: string
  /** Where it is dealt with, in the portal. */
  readonly to: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly since?: string
  /** The name of an icon: `kind:component`. */
  readonly icon?: string
}

export interface AttentionContext {
  readonly client: Client
  /** The user and their groups. */
  readonly ownershipEntityRefs: readonly string[]
  readonly text: ReturnType<typeof useText>
  /** `date(due, { dateStyle: 'medium' })`, in the user's language. */
  readonly date: ReturnType<typeof useDate>
}

/** Finds what needs the attention of the user. One that fails is named, and the others are shown. */
export interface AttentionSource {
  readonly title: Text
  /** `async given => (await import('./attention.ts')).findProblems(given)`. */
  readonly find: (given: AttentionContext) => Promise<readonly AttentionItem[]>
}

/** What the widget 'My open work' lists. */
export const homeAttention = defineSlot<AttentionSource>({ id: 'home-attention', plugin: 'home' })

/** Buttons in the header of the home page. */
export const homeActions = defineSlot<{ readonly View: ComponentType }>({ id: 'home-action', plugin: 'home' })

/** Something that newcomers do once, and then know what the portal can do. */
export interface HomeStep {
  readonly title: Text
  /** What they find there, in one sentence. */
  readonly text: Text
  /** The name of an icon: `docs`, `kind:component`. */
  readonly icon: string
  /** Where it is done, in the portal. */
  readonly to: string
  /** Whether an event of analytics shows that the user has done it. */
  readonly isDoneBy: (event: Pick<AnalyticsEvent, 'action' | 'subject'>) => boolean
}

/** The steps of the card 'Start here'. They tick themselves off. */
export const homeSteps = defineSlot<HomeStep>({ id: 'home-step', plugin: 'home' })
