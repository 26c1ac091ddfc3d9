import { useText } from '@portico/core/web'
import { Checkbox } from '@portico/ui'
import { catalogMessages } from '../messages.ts'
import { FacetPicker } from './FacetPicker.tsx'
import { hasOwners, type IndexFilters } from './filters.ts'
import styles from './IndexFiltersPanel.module.css'
import { KindPicker } from './KindPicker.tsx'
import { OwnerPicker } from './OwnerPicker.tsx'
import type { IndexSettings } from './settings.ts'
import type { FacetValue, useKindFacets, useKinds } from './use-facets.ts'
import type { IndexControls } from './use-index-state.ts'
import type { ListCounts } from './use-list-counts.ts'
import { UserListPicker } from './UserListPicker.tsx'

export interface IndexFiltersPanelProps {
  readonly filters: IndexFilters
  readonly change: IndexControls['change']
  readonly counts: ListCounts
  readonly kinds: ReturnType<typeof useKinds>
  readonly facets: ReturnType<typeof useKindFacets>
  readonly settings: IndexSettings
}

/** Everything that narrows the list, in a column beside it or in a drawer. */
export function IndexFiltersPanel({ filters, change, counts, kinds, facets, settings }: IndexFiltersPanelProps) {
  const text = useText()
  const { kind, types, owners, lifecycles, tags, namespaces } = filters
  const shared = { kind, counts: settings.counts }
  return (
    <div className={styles.panel}>
      <UserListPicker kind={kind} value={filters.user} counts={counts} onChange={user => change({ user })} />
      <KindPicker {...kinds} value={kind} onChange={chosen => change({ kind: chosen })} />
      <div className={styles.pickers}>
        {isOffered(facets.types, types) && (
          <FacetPicker
            {...shared}
            label={catalogMessages.type}
            facet="spec.type"
            known={facets.types}
            values={types}
            onChange={chosen => change({ types: chosen })}
          />
        )}
        {hasOwners(kind) && <OwnerPicker kind={kind} owners={owners} onChange={chosen => change({ owners: chosen })} settings={settings} />}
        {isOffered(facets.lifecycles, lifecycles) && (
          <FacetPicker
            {...shared}
            label={catalogMessages.lifecycle}
            facet="spec.lifecycle"
            known={facets.lifecycles}
            values={lifecycles}
            onChange={chosen => change({ lifecycles: chosen })}
          />
        )}
        <FacetPicker
          {...shared}
          label={catalogMessages.tags}
          facet="metadata.tags"
          values={tags}
          onChange={chosen => change({ tags: chosen })}
        />
        {isOffered(beyondDefault(facets.namespaces), namespaces) && (
          <FacetPicker
            {...shared}
            label={catalogMessages.namespace}
            facet="metadata.namespace"
            known={facets.namespaces}
            values={namespaces}
            onChange={chosen => change({ namespaces: chosen })}
          />
        )}
      </div>
      <fieldset className={styles.status}>
        <legend className={styles.legend}>{text(catalogMessages.processingStatus)}</legend>
        <Checkbox
          label={text(catalogMessages.isOrphan)}
          checked={filters.orphan}
          onChange={event => change({ orphan: event.currentTarget.checked })}
        />
        <Checkbox
          label={text(catalogMessages.hasError)}
          checked={filters.error}
          onChange={event => change({ error: event.currentTarget.checked })}
        />
      </fieldset>
    </div>
  )
}

/** Where everything is in the usual namespace there is nothing to pick. */
function beyondDefault(namespaces: readonly FacetValue[] | undefined): readonly FacetValue[] | undefined {
  return namespaces?.some(({ value }) => value !== 'default') === false ? [] : namespaces
}

/** A picker without anything to pick is no picker. One whose options could not be had tries again when it opens. */
function isOffered(options: readonly FacetValue[] | undefined, chosen: readonly string[]): boolean {
  return options === undefined || options.length > 0 || chosen.length > 0
}
