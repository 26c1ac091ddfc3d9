import type { Entity, HistoryEntry } from '@portico/catalog/common'
import { defineSlot } from '@portico/core/web'
import type { Text } from '@portico/ui'
import type { ComponentType, ReactNode } from 'react'
import { specText } from './entity/entity-values.ts'
import type { EntityColumn } from './list/columns/column.ts'
import type { EntityFilter } from './list/filters/filter.ts'

/** A tab of the entity page: an address below the entity's own. */
export interface EntityTab {
  /** Below the entity's page: `/docs`. */
  readonly path: string
  readonly title: Text
  /** A component that finds its entity by `useEntity()`; best a `defineExtension`, so that its code loads when it is shown. */
  readonly View: ComponentType
}

/** A card on the overview of the entity page. */
export interface EntityCard {
  readonly View: ComponentType
}

/** An entry of the menu 'More' of the entity page. */
export interface EntityMenuItem {
  readonly title: Text
  readonly icon?: ReactNode
  /** It takes something away: it stands apart, in the colour of errors. */
  readonly isDanger?: boolean
  /** A hook: what choosing the entry does; undefined where the entry is not shown. */
  readonly useAction: (entity: Entity) => EntityMenuAction | undefined
}

/** What an entry of the menu does. */
export interface EntityMenuAction {
  readonly run: () => void
  /** Whether it cannot be chosen now, and why. */
  readonly disabled?: boolean
  readonly reason?: Text
}

/** A warning or notice above the content of the entity page. It may render nothing. */
export interface EntityNotice {
  readonly View: ComponentType
}

/** The content of the page of a missing entity, instead of the catalog's own. */
export interface EntityNotFoundContent {
  readonly View: ComponentType<{ readonly entityRef: string }>
}

const plugin = 'catalog'
/** What `when` in `app.extensions` asks of an entity: `{ kind: API, type: [openapi, grpc] }`. */
const facts = { kind: (entity: Entity) => entity.kind, type: (entity: Entity) => specText(entity, 'type') }

/** Tabs of the entity page. The catalog's own stand first and last: `overview` has order 0, `history` 1000. */
export const entityTabs = defineSlot<EntityTab, Entity>({ id: 'entity-tab', plugin, facts, own: ['overview', 'history'] })

/**
 * Cards of the overview of the entity page: `main` is the wide column at the left, `side` the narrow one at the right. The catalog's own stand
 * among them by order: `about` 10, then its relations from 20 to 80, `changes` 90; at the side `owners` 10, `links` 20, `labels` 30, `freshness` 40.
 */
export const entityCards = defineSlot<EntityCard, Entity, 'main' | 'side'>({
  id: 'entity-card',
  plugin,
  facts,
  places: ['main', 'side'],
  own: [
    'about',
    ...['apis', 'dependencies', 'parts', 'groups', 'members', 'owned', 'other-relations'],
    'changes',
    ...['owners', 'links', 'labels', 'freshness'],
  ],
})

/** Entries of the menu 'More' of the entity page. The catalog's own stand among them by order: `copy-link` 0, `inspect` 10, `refresh` 20, `unregister` 1000. */
export const entityMenuItems = defineSlot<EntityMenuItem, Entity>({
  id: 'entity-menu-item',
  plugin,
  facts,
  own: ['copy-link', 'inspect', 'refresh', 'unregister'],
})

/** A mark in the head of the entity page, such as a state. It may render nothing. */
export interface EntityBadge {
  readonly View: ComponentType
}

/** Marks in the head of the entity page, after owner and lifecycle. */
export const entityBadges = defineSlot<EntityBadge, Entity>({ id: 'entity-badge', plugin, facts })

/** Notices above the content of the entity page. */
export const entityNotices = defineSlot<EntityNotice, Entity>({
  id: 'entity-notice',
  plugin,
  facts,
  own: ['orphan', 'errors', 'ancestor-errors', 'missing-relations'],
})

/** Says more about a change in the history of an entity, below its title. It may render nothing. */
export interface HistoryBadge {
  readonly View: ComponentType<{ readonly change: HistoryEntry }>
}

/** Badges of changes in the history of an entity. */
export const historyBadges = defineSlot<HistoryBadge, HistoryEntry>({
  id: 'history-badge',
  plugin,
  facts: { kind: ({ ref }) => ref.split(':')[0]! },
})

/** Replaces the catalog's own page of a missing entity; the first filling is used. */
export const entityNotFound = defineSlot<EntityNotFoundContent>({ id: 'entity-not-found', plugin })

const kindFacts = { kind: (kind: string) => kind }

/**
 * Columns of the list of entities, shown for a kind in lower case. The catalog's own stand among them by order: `name` 0, then in steps of ten
 * `system`, `owner`, `type`, `lifecycle`, `namespace`, `targets`, `description`, and `tags` 80.
 */
export const entityColumns = defineSlot<EntityColumn, string>({
  id: 'entity-column',
  plugin,
  facts: kindFacts,
  own: ['name', 'system', 'owner', 'type', 'lifecycle', 'namespace', 'targets', 'description', 'tags'],
})

/**
 * Filters of the list of entities, shown for a kind in lower case: among the `pickers`, with those that readers add when they need them (`more`), or
 * with what they say about the `status` of entities.
 */
export const entityFilters = defineSlot<EntityFilter, string, 'pickers' | 'more' | 'status'>({
  id: 'entity-filter',
  plugin,
  facts: kindFacts,
  places: ['pickers', 'more', 'status'],
  own: ['type', 'owners', 'lifecycles', 'tags', 'namespace', 'orphan', 'error'],
})
