import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'
import { FactDefinition } from './fact.ts'
import { FactColumnView, WidgetView } from './views.ts'

/** What the browser knows of connectors before it asks: the server puts it into every page, and nobody writes it. */
export const connectorsPageSection = defineFrontendSection(
  'connectorsPage',
  z
    .object({
      /** The annotations by which connectors match, each with the kinds, in small letters, where it is only for some. Other entities have no tools. */
      annotations: z.array(z.object({ key: z.string(), kinds: z.array(z.string()).optional() })).default([]),
      columns: z.array(FactColumnView).default([]),
      /** The states of entities, for results of the search. */
      states: z.array(FactColumnView).default([]),
      /** Indexed facts with few values, by which lists are filtered: the field of the catalog's index. */
      filters: z
        .array(
          z.object({ fact: z.string(), title: z.string(), field: z.string(), isState: z.boolean(), labels: FactDefinition.shape.labels }),
        )
        .default([]),
      widgets: z.array(WidgetView).default([]),
    })
    .prefault({}),
)
