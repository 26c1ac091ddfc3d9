import { catalogIndexSection } from '@portico/catalog/common'
import { useConfig, useEstimatedWidth, useText } from '@portico/core/web'
import { Drawer, Page, PageHeader, uiMessages, VisuallyHidden } from '@portico/ui'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ActiveFilters } from '../index/ActiveFilters.tsx'
import { ChangedBar } from '../index/ChangedBar.tsx'
import { shownColumns } from '../index/columns/column-choice.ts'
import type { ExportFormat } from '../index/export/export-entities.ts'
import { activeCount, toSearch } from '../index/filters/index-state.ts'
import styles from '../index/IndexBody.module.css'
import { IndexContent } from '../index/IndexContent.tsx'
import { IndexFiltersPanel } from '../index/IndexFiltersPanel.tsx'
import { useIndexModel } from '../index/index-model.ts'
import { IndexOptions } from '../index/IndexOptions.tsx'
import { IndexToolbar } from '../index/IndexToolbar.tsx'
import { toPlural } from '../index/kind-names.ts'
import { LookSwitch } from '../index/LookSwitch.tsx'
import { useIndexPreferences } from '../index/preferences.ts'
import { SavedViewsMenu } from '../index/saved/SavedViewsMenu.tsx'
import { isSameText } from '../index/same-text.ts'
import { SelectionBar } from '../index/SelectionBar.tsx'
import { useEntityList } from '../index/use-entity-list.ts'
import { useKindFacets, useKinds } from '../index/use-facets.ts'
import { useIndexState } from '../index/use-index-state.ts'
import { useIndexTitle } from '../index/use-index-title.ts'
import { useListCounts } from '../index/use-list-counts.ts'
import { useNarrow } from '../index/use-narrow.ts'
import { useClosedFilterRule, useEmptyListRule, useOffsetRule } from '../index/use-rules.ts'
import { useViewer } from '../index/use-viewer.ts'
import { TimeMarksProvider } from '../time/time-marks.tsx'
import { TimeBar } from '../time/TimeBar.tsx'
import { TimeButton } from '../time/TimeButton.tsx'
import { useTime } from '../time/use-time.ts'

// In the same file as the page: it is there as soon as one of its own would be.
export { preload } from '../index/preload.ts'

const ExportDialog = lazy(async () => ({ default: (await import('../index/export/ExportDialog.tsx')).ExportDialog }))
const noRefs: ReadonlySet<string> = new Set()
/** The column of filters, and what is between it and the list. */
const sidePx = 256

/** Every entity of a kind, narrowed by filters that live in the address. */
export default function CatalogIndexPage() {
  const text = useText()
  const settings = useConfig(catalogIndexSection)
  const [preferences, changePreferences] = useIndexPreferences()
  const model = useIndexModel()
  const controls = useIndexState(settings, model)
  const { state, change, turn } = controls
  const { filters } = state
  const viewer = useViewer()
  const mode = settings.pagination
  const facets = useKindFacets(filters.kind, model)
  // Values that only another kind has would find nothing: the list waits until they are dropped.
  const isPaused = facets.isOld && model.filters(filters.kind).some(({ id, closed }) => closed && filters.values[id])
  const list = useEntityList(state, viewer, { mode, model }, isPaused)
  const kinds = useKinds(state, model)
  const counts = useListCounts(filters, viewer, list, { mode, model, asOf: state.asOf })
  useEmptyListRule(filters, counts, settings, change)
  useClosedFilterRule(filters, model, facets, change)
  useOffsetRule(state, list, turn)

  const refs = useMemo(() => (list.rows ?? []).map(({ resolved }) => resolved.entityRef), [list.rows])
  const time = useTime({ kind: filters.kind }, refs)

  const narrow = useNarrow()
  const width = useEstimatedWidth()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const [exporting, setExporting] = useState<ExportFormat>()
  const [selected, setSelected] = useState(noRefs)
  const kindLabel = kinds.kinds?.find(({ value }) => isSameText(value, filters.kind))?.value ?? filters.kind
  const kindName = toPlural(kindLabel, text)
  // The count belongs to the rows: both stay until the new ones are loaded, but never under the name of another kind.
  const isOtherKind = list.isOld && !isSameText(list.rows?.[0]?.entity.kind ?? '', filters.kind)
  const title = useIndexTitle(filters, kindLabel, isOtherKind ? undefined : list.total)
  const chosen = preferences.columns[filters.kind] ?? {}
  const columns = shownColumns(model.columns(filters.kind), filters, list.rows ?? [], chosen)
  const panel = <IndexFiltersPanel {...{ filters, model, change, counts, kinds, facets, settings }} />
  const showsSide = !narrow && !preferences.filtersFolded

  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <IndexToolbar
            kind={kindName}
            text={filters.text}
            onText={words => change({ text: words })}
            filters={{
              narrow,
              open: narrow ? drawerOpen : showsSide,
              active: activeCount(filters),
              onToggle: () => (narrow ? setDrawerOpen(true) : changePreferences({ filtersFolded: showsSide })),
            }}
          >
            {mode !== 'none' && <TimeButton />}
            <LookSwitch look={preferences.look} onChange={look => changePreferences({ look })} />
            <SavedViewsMenu
              search={toSearch({ ...state, offset: 0, cursor: undefined, asOf: undefined }, 'none', model)}
              onOpen={controls.open}
            />
            <IndexOptions
              columns={model.columns(filters.kind)}
              shown={columns}
              chosen={chosen}
              onColumns={next => changePreferences({ columns: { ...preferences.columns, [filters.kind]: next } })}
              onExport={setExporting}
              // What is exported is how it is now.
              empty={(list.total ?? 0) === 0 || time.moment.asOf !== undefined}
            />
          </IndexToolbar>
        }
      />
      {time.moment.isOpen && (
        <div className={styles.time}>
          <TimeBar time={time} isBusy={list.isOld} />
        </div>
      )}
      <div className={styles.body}>
        {showsSide && (
          <aside className={styles.side} aria-label={text(uiMessages.filters)}>
            {panel}
          </aside>
        )}
        <section className={styles.main} aria-label={title} data-look={preferences.look}>
          <ChangedBar changed={list.changed} />
          {selected.size > 0 && (
            <div className={styles.note}>
              <SelectionBar selected={selected} onClear={() => setSelected(noRefs)} />
            </div>
          )}
          {activeCount(filters) > 0 && (
            <div className={styles.note}>
              <ActiveFilters filters={filters} model={model} controls={controls} />
            </div>
          )}
          <TimeMarksProvider marks={time.marks}>
            <IndexContent
              label={title}
              kindName={kindName}
              kinds={kinds.kinds}
              list={list}
              controls={controls}
              model={model}
              settings={settings}
              preferences={preferences}
              onPreferences={changePreferences}
              selected={selected}
              onSelect={setSelected}
              estimatedWidth={width - (showsSide ? sidePx : 0)}
            />
          </TimeMarksProvider>
        </section>
      </div>
      <VisuallyHidden>
        <span role="status">{list.isOld || list.total === undefined ? '' : title}</span>
      </VisuallyHidden>
      {narrow && (
        <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title={text(uiMessages.filters)} side="left" width={320}>
          {panel}
        </Drawer>
      )}
      <Suspense>
        {exporting && (
          <ExportDialog
            request={{ format: exporting, state, viewer, mode, model, columns }}
            kind={kindName}
            total={list.total}
            onClose={() => setExporting(undefined)}
          />
        )}
      </Suspense>
    </Page>
  )
}
