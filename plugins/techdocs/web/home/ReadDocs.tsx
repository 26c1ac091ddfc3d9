import { VisitList } from '@portico/home/web'
import { techdocsPaths } from '@portico/techdocs/common'
import { RelativeTime } from '@portico/ui'

/** The docs that the user read last. */
export function ReadDocs() {
  return (
    <VisitList
      query={{ filterBy: [{ field: 'pathname', operator: 'contains', value: `${techdocsPaths.index()}/` }] }}
      detail={({ timestamp }) => <RelativeTime at={new Date(timestamp)} />}
      icon="docs"
    />
  )
}
