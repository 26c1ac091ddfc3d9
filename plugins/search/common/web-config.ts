import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `search.query`: what the browser and the server agree on. */
export const searchQuerySection = defineFrontendSection(
  'search.query',
  z
    .object({
      pageLimit: z.int().min(1).max(1000).default(25).describe('How many results a page has until somebody chooses otherwise'),
    })
    .prefault({})
    .describe('Questions'),
)

/** `search.page`: how the search page looks. */
export const searchPageSection = defineFrontendSection(
  'search.page',
  z
    .strictObject({
      typeFilter: z
        .enum(['accordion', 'tabs', 'chips'])
        .default('accordion')
        .describe('How a type of results is chosen: a list with counts at the side, tabs above the results, or chips for several at once'),
    })
    .prefault({})
    .describe('The search page'),
)
