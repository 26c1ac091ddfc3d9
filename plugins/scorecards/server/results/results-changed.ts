import { defineEvent } from '@portico/core/common'
import { z } from 'zod'

/** Entities of which results are different from before, in batches of one evaluation. */
export const resultsChanged = defineEvent('scorecards.results-changed', z.object({ refs: z.array(z.string()) }))

/** Documents were changed: every server reads them again. */
export const documentsChanged = defineEvent('scorecards.documents-changed', z.object({ changed: z.string() }))
