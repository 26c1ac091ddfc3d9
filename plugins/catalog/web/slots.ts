import type { Entity } from '@portico/catalog/common'
import { defineSlot } from '@portico/core/web'
import type { Text } from '@portico/ui'
import type { ComponentType, ReactNode } from 'react'

/** A tab of the entity page: an address below the entity's own. */
export interface EntityTab {
  /** Names the tab in `catalog.entityPage` of the config. */
  readonly id: string
  /** Below the entity's page: `/docs`. */
  readonly path: string
  readonly title: Text
  /** Whether this entity has the tab; always where nothing is said. */
  readonly isFor?: (entity: Entity) => boolean
  /** A component that finds its entity by `useEntity()`; best a `defineExtension`, so that its code comes when it is shown. */
  readonly View: ComponentType
}

/** A card on the overview of the entity page. */
export interface EntityCard {
  /** Names the card in `catalog.entityPage` of the config. */
  readonly id: string
  /** `main` is the wide column at the left, `side` the narrow one at the right. */
  readonly area: 'main' | 'side'
  readonly isFor?: (entity: Entity) => boolean
  /** Cards that this one takes the place of where both would be shown: `['about']`. */
  readonly replaces?: readonly string[]
  readonly View: ComponentType
}

/** An entry of the menu 'More' of the entity page. */
export interface EntityMenuItem {
  readonly id: string
  readonly title: Text
  readonly icon?: ReactNode
  readonly isFor?: (entity: Entity) => boolean
  /** A hook: what choosing the entry does, and whether it can be chosen now. */
  readonly useAction: (entity: Entity) => { readonly run: () => void; readonly disabled?: boolean; readonly reason?: Text }
}

/** A warning or notice above the content of the entity page. It shows nothing where there is nothing to say. */
export interface EntityNotice {
  readonly id: string
  readonly isFor?: (entity: Entity) => boolean
  readonly View: ComponentType
}

/** What the page of an entity that is not there shows, instead of the catalog's own words. */
export interface EntityNotFoundContent {
  readonly View: ComponentType<{ readonly entityRef: string }>
}

/** Tabs of the entity page. The catalog's own: `overview`, and last `history` (order 1000). */
export const entityTabs = defineSlot<EntityTab>('catalog.entity-tabs')

/**
 * Cards of the overview of the entity page. The catalog's own stand among them by order: `about` 10, `apis` 20, `dependencies` 30,
 * `parts` 40, `groups` 50, `members` 60, `owned` 70, `other-relations` 80, `changes` 90; at the side `owners` 10, `links` 20,
 * `labels` 30, `freshness` 40.
 */
export const entityCards = defineSlot<EntityCard>('catalog.entity-cards')

/** Entries of the menu 'More' of the entity page. */
export const entityMenuItems = defineSlot<EntityMenuItem>('catalog.entity-menu-items')

/** Notices above the content of the entity page. */
export const entityNotices = defineSlot<EntityNotice>('catalog.entity-notices')

/** Stands in for the catalog's own words where an entity is not there; the first filling is taken. */
export const entityNotFound = defineSlot<EntityNotFoundContent>('catalog.entity-not-found')
