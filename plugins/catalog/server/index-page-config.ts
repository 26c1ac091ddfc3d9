import { z } from 'zod'

/** `catalog.index`: how the list of entities behaves in the browser. */
export const IndexPageSection = z.strictObject({
  pagination: z
    .enum(['offset', 'cursor', 'none'])
    .default('offset')
    .describe('offset: pages by number; cursor: the page before and after; none: everything is loaded and filtered in the browser'),
  pageSize: z.int().min(1).max(100).default(20).describe('How many rows a page has until somebody chooses otherwise'),
  initialKind: z.string().min(1).default('component').describe('The kind that is shown first'),
  initialList: z.enum(['all', 'owned', 'starred']).default('all').describe('The list that is shown first'),
  alwaysKeepFilters: z
    .boolean()
    .default(false)
    .describe('Whether Owned and Starred stay chosen when nothing is in them, instead of giving way to All'),
  ownerPicker: z
    .enum(['owners-only', 'all'])
    .default('owners-only')
    .describe('Who can be picked as owner: those who own something, or every user and group'),
  counts: z.boolean().default(true).describe('Whether the options of filters say how many entities they have'),
})
