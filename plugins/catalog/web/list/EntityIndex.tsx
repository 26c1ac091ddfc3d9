import { useEstimatedWidth, useText } from '@portico/core/web'
import { Button, Drawer, lazyView, Page, PageHeader, uiMessages, VisuallyHidden } from '@portico/ui'
import { Suspense, useMemo, useState } from 'react'
import { ActiveFilters } from './ActiveFilters.tsx'
import { shownColumns } from './columns/column-choice.ts'
import type { ExportFormat } from './export/export-entities.ts'
import { activeCount, toSearch } from './filters/index-state.ts'
import styles from './IndexBody.module.css'
import { IndexContent } from './IndexContent.tsx'
import { IndexFiltersPanel } from './IndexFiltersPanel.tsx'
import { useIndexModel, useIndexSettings } from './index-model.ts'
import { IndexOptions } from './IndexOptions.tsx'
import { IndexToolbar } from './IndexToolbar.tsx'
import type { KindList } from './kind-list.ts'
import { toPlural } from './kind-names.ts'
import { LookSwitch } from './LookSwitch.tsx'
import { useIndexPreferences } from './preferences.ts'
import { SavedViewsMenu } from './saved/SavedViewsMenu.tsx'
import { isSameText } from './same-text.ts'
import { SelectionBar } from './SelectionBar.tsx'
import { useEntityList } from './use-entity-list.ts'
import { useKindFacets, useKinds } from './use-facets.ts'
import { useIndexState } from './use-index-state.ts'
import { useIndexTitle } from './use-index-title.ts'
import { useListCounts } from './use-list-counts.ts'
import { useNarrow } from './use-narrow.ts'
import { useClosedFilterRule, useEmptyListRule, useOffsetRule } from './use-rules.ts'
import { useViewer } from './use-viewer.ts'
import { TimeMarksProvider } from '../time/time-marks.tsx'
import { TimeBar } from '../time/TimeBar.tsx'
import { TimeButton } from '../time/TimeButton.tsx'
import { useTime } from '../time/use-time.ts'
import { catalogMessages } from '../messages.ts'
import type { ChangedPage } from './use-changed-page.ts'

const ExportDialog = lazyView(async () => (await import('./export/ExportDialog.tsx')).ExportDialog)
const noRefs: ReadonlySet<string> = new Set()
/** The column of filters, and what is between it and the list. */
const sidePx = 256

/** Every entity of a kind, narrowed by filters that live in the address. A list of one kind has no picker of kinds. */
export function EntityIndex({ only }: { readonly only?: KindList }) {
  const text = useText()
  const settings = useIndexSettings(only)
  const [preferences, changePreferences] = useIndexPreferences()
  const model = useIndexModel(settings)
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
            only={only}
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
              kind={only?.kind}
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
              only={only}
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

/** The rows stay as they are while somebody reads them; this says that there are others. */
function ChangedBar({ changed }: { changed: ChangedPage | undefined }) {
  const text = useText()
  return (
    <div role="status">
      {changed && (
        <div className={styles.bar}>
          {text(catalogMessages.listChanged)}
          <Button variant="default" size="compact-sm" onClick={changed.show}>
            {text(catalogMessages.showChanged)}
          </Button>
        </div>
      )}
    </div>
  )
}
