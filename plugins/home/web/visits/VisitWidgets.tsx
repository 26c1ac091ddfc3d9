import { useText } from '@portico/core/web'
import { RelativeTime, useNumber } from '@portico/ui'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import { VisitList } from './VisitList.tsx'
import { visitSettings } from './visit-settings.ts'
import type { VisitFilter } from './visit.ts'

/** The home page itself is no place to go back to. */
const elsewhere: VisitFilter = { field: 'pathname', operator: '!=', value: '/' }

const kinds: Readonly<Record<string, readonly VisitFilter[]>> = {
  all: [elsewhere],
  entities: [{ field: 'entityRef', operator: 'contains', value: ':' }],
  docs: [{ field: 'pathname', operator: 'contains', value: '/docs/' }],
}

/** The pages that the user opens most often. */
export function TopVisited() {
  const text = useText()
  const number = useNumber()
  const { limit, only } = useWidgetSettings(visitSettings)
  return (
    <VisitList
      query={{
        limit,
        filterBy: kinds[only] ?? [],
        orderBy: [
          { field: 'hits', direction: 'desc' },
          { field: 'timestamp', direction: 'desc' },
        ],
      }}
      detail={({ hits }) => <span title={text(pageMessages.hits, { count: number(hits) })}>{number(hits)}</span>}
    />
  )
}

/** The pages that the user opened last. */
export function RecentlyVisited() {
  const { limit, only } = useWidgetSettings(visitSettings)
  return (
    <VisitList
      query={{ limit, filterBy: kinds[only] ?? [], orderBy: [{ field: 'timestamp', direction: 'desc' }] }}
      detail={({ timestamp }) => <RelativeTime at={new Date(timestamp)} />}
    />
  )
}
