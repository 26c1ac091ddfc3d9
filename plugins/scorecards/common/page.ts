import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** What the browser knows of checks before it asks: the server puts it into every page, and nobody writes it. */
export const scorecardsPageSection = defineFrontendSection(
  'scorecardsPage',
  z
    .object({
      /** Kinds that a check is about, in small letters; `*` where one is about all. Entities of others have no scores. */
      kinds: z.array(z.string()).default([]),
    })
    .prefault({}),
)
