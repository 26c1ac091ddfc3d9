import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** `techdocs.reader`: how the reader behaves in the browser. */
export const docsReaderSection = defineFrontendSection(
  'techdocs.reader',
  z
    .strictObject({
      staleAfterDays: z.int().min(1).default(365).describe('Docs that did not change for this many days are called stale'),
    })
    .prefault({})
    .describe('The reader of docs'),
)
