import { defineExtensionConfig, defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `catalog.index`: how the list of entities behaves in the browser. */
export const catalogIndexSection = defineFrontendSection(
  'catalog.index',
  z
    .strictObject({
      pagination: z
        .enum(['offset', 'cursor', 'none'])
        .default('offset')
        .describe('offset: pages by number; cursor: the page before and after; none: everything is loaded and filtered in the browser'),
      pageSize: z.int().min(1).max(100).default(20).describe('How many rows a page has by default'),
      initialKind: z.string().min(1).toLowerCase().default('component').describe('The kind that is shown first'),
      initialList: z.enum(['all', 'owned', 'starred']).default('all').describe('The list that is shown first'),
      alwaysKeepFilters: z
        .boolean()
        .default(false)
        .describe('Whether Owned and Starred stay chosen when nothing is in them, instead of falling back to All'),
      ownerPicker: z
        .enum(['owners-only', 'all'])
        .default('owners-only')
        .describe('Who can be picked as owner: those who own something, or every user and group'),
      counts: z.boolean().default(true).describe('Whether the options of filters say how many entities they have'),
    })
    .prefault({})
    .describe('The list of entities'),
)

/** `catalog.entityPage`: what the pages of entities offer. Cards and tabs are moved and left out by `app.extensions`. */
export const entityPageSection = defineFrontendSection(
  'catalog.entityPage',
  z
    .strictObject({
      unregister: z
        .enum(['shown', 'disabled', 'hidden'])
        .default('shown')
        .describe('Whether the menu of an entity offers to unregister it'),
    })
    .prefault({})
    .describe('The pages of entities'),
)

/** The settings of the card with the last changes. */
export const changesCardConfig = defineExtensionConfig(
  'entity-card:catalog/changes',
  z.strictObject({ limit: z.int().min(1).max(20).default(3).describe('How many changes it lists') }),
)
