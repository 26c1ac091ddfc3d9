import { useRouteRef, useText } from '@portico/core/web'
import { Button, EmptyState, Link } from '@portico/ui'
import IconBoxOff from '@tabler/icons-react/dist/esm/icons/IconBoxOff.mjs'
import { catalogMessages } from '../messages.ts'
import { RegisterButton } from '../parts/RegisterButton.tsx'
import { createComponentRoute } from '../routes.ts'
import { timeMessages } from '../time/messages.ts'
import type { FacetValue } from './filters/filter.ts'
import { activeCount, type IndexFilters } from './filters/index-state.ts'
import type { KindList } from './kind-list.ts'
import type { IndexControls } from './use-index-state.ts'

/** Why there is nothing, and what to do about it. */
export function EmptyIndex({
  isPast,
  filters,
  kind,
  kinds,
  only,
  change,
  clear,
}: {
  /** What is looked at is how it was. */
  isPast: boolean
  filters: IndexFilters
  /** Several of the kind, in words. */
  kind: string
  kinds: readonly FacetValue[] | undefined
  only: KindList | undefined
  change: IndexControls['change']
  clear: IndexControls['clear']
}) {
  const text = useText()
  const createPath = useRouteRef(createComponentRoute)
  const icon = <IconBoxOff size={28} aria-hidden />
  if (isPast && filters.user === 'all' && filters.text === '' && activeCount(filters) === 0) {
    return <EmptyState icon={icon} title={text(timeMessages.nothingYet)} />
  }
  if (kinds?.length === 0) {
    return (
      <EmptyState
        icon={icon}
        title={text(catalogMessages.emptyCatalog)}
        action={
          <>
            <RegisterButton title={only?.registerTitle} isPrimary />
            {createPath && <Link to={createPath()}>{text(catalogMessages.createComponent)}</Link>}
          </>
        }
      >
        {text(catalogMessages.emptyCatalogText)}
      </EmptyState>
    )
  }
  if (filters.text !== '' || activeCount(filters) > 0) {
    return (
      <EmptyState
        icon={icon}
        title={text(catalogMessages.noMatch, { kind })}
        action={
          <Button variant="default" onClick={clear}>
            {text(catalogMessages.clearFilters)}
          </Button>
        }
      >
        {text(catalogMessages.noMatchText)}
      </EmptyState>
    )
  }
  if (filters.user === 'all') {
    return (
      <EmptyState
        icon={icon}
        title={text(catalogMessages.noneOfKind, { kind })}
        action={only && <RegisterButton title={only.registerTitle} isPrimary />}
      >
        {text(catalogMessages.noneOfKindText)}
      </EmptyState>
    )
  }
  const isOwned = filters.user === 'owned'
  return (
    <EmptyState
      icon={icon}
      title={text(isOwned ? catalogMessages.noOwned : catalogMessages.noStarred, { kind })}
      action={
        <Button variant="default" onClick={() => change({ user: 'all' })}>
          {text(catalogMessages.showAll, { kind })}
        </Button>
      }
    >
      {text(isOwned ? catalogMessages.noOwnedText : catalogMessages.noStarredText)}
    </EmptyState>
  )
}
