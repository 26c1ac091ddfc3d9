import { EmptyWidget, NamedIcon, useText } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import type { ReactNode } from 'react'
import { pageMessages } from '../page-messages.ts'
import { WidgetList, WidgetRow } from '../parts/WidgetList.tsx'
import { useVisits } from './use-visits.ts'
import type { Visit, VisitQuery } from './visit.ts'

export interface VisitListProps {
  readonly query: VisitQuery
  /** What stands at the right of each. */
  readonly detail?: (visit: Visit) => ReactNode
  /** The icon of pages that are about no entity. */
  readonly icon?: string
}

/** Visited pages as links. */
export function VisitList({ query, detail, icon = 'web' }: VisitListProps) {
  const text = useText()
  const visits = useVisits(query)
  if (!visits) return <SkeletonRows rows={5} />
  if (visits.length === 0) {
    return <EmptyWidget title={text(pageMessages.noVisits)}>{text(pageMessages.noVisitsText)}</EmptyWidget>
  }
  return (
    <WidgetList>
      {visits.map(visit => (
        <WidgetRow key={visit.id} to={visit.pathname} icon={<NamedIcon name={iconOf(visit) ?? icon} size={16} />} detail={detail?.(visit)}>
          {visit.name}
        </WidgetRow>
      ))}
    </WidgetList>
  )
}

function iconOf({ entityRef, pathname }: Visit): string | undefined {
  if (entityRef !== undefined) return `kind:${entityRef.slice(0, entityRef.indexOf(':'))}`
  return pathname.startsWith('/docs') ? 'docs' : undefined
}
