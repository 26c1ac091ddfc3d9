import { TimeBar, TimeButton, TimeMarksProvider, useTime } from '@portico/catalog/web'
import { useClient, useLocation, useNavigate, useText } from '@portico/core/web'
import { ActionIcon, Button, Content, Drawer, MultiSelect, Page, PageHeader } from '@portico/ui'
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs'
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import { useCallback, useMemo, useState } from 'react'
import { createEntityOptions, toOption } from '../graph/entity-options.ts'
import { useGraphWords } from '../graph/use-graph-words.ts'
import { useShownGraph } from '../graph/use-shown-graph.ts'
import { catalogGraphMessages } from '../messages.ts'
import { GraphFilters } from '../parts/GraphFilters.tsx'
import { GraphPane } from '../parts/GraphPane.tsx'
import { StartingPoints } from '../parts/StartingPoints.tsx'
import styles from './CatalogGraphPage.module.css'
import { useWindowDirection } from '../graph/use-window-direction.ts'
import { readView, writeView, type ViewState } from '../graph/view-state.ts'

export default function CatalogGraphPage() {
  const text = useText()
  const client = useClient()
  const words = useGraphWords()
  const { view, change, isFresh } = useView()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const shown = useShownGraph(view, words)
  const loadEntities = useMemo(() => createEntityOptions(client), [client])
  const { rootEntityRefs, pathTo } = view
  const refs = useMemo(() => (shown.graph?.nodes ?? []).flatMap(({ ref, form }) => (form === 'entity' ? [ref] : [])), [shown.graph])
  const time = useTime({}, refs)
  const filters = (
    <GraphFilters
      view={view}
      onChange={change}
      words={words}
      pathEnd={pathTo === undefined ? undefined : toOption(shown.entityOf(pathTo) ?? pathTo)}
      otherRelations={shown.otherRelations}
    />
  )
  return (
    <Page>
      <PageHeader title={text(catalogGraphMessages.title)} />
      <Content wide>
        <div className={styles.columns}>
          {view.showFilters && (
            <aside className={styles.side} aria-label={text(catalogGraphMessages.filters)}>
              <div className={styles.sideHead}>
                <h2 className={styles.sideTitle}>{text(catalogGraphMessages.filters)}</h2>
                <ActionIcon
                  aria-label={text(catalogGraphMessages.hideFilters)}
                  title={text(catalogGraphMessages.hideFilters)}
                  onClick={() => change({ showFilters: false })}
                >
                  <IconLayoutSidebarLeftCollapse size={18} aria-hidden />
                </ActionIcon>
              </div>
              {filters}
            </aside>
          )}
          <div className={styles.main}>
            <div className={styles.bar}>
              {!view.showFilters && (
                <Button
                  className={styles.wideOnly ?? ''}
                  variant="default"
                  leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
                  onClick={() => change({ showFilters: true })}
                >
                  {text(catalogGraphMessages.showFilters)}
                </Button>
              )}
              <Button
                className={styles.narrowOnly ?? ''}
                variant="default"
                leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
                onClick={() => setDrawerOpen(true)}
              >
                {text(catalogGraphMessages.filters)}
              </Button>
              <div className={styles.roots}>
                <MultiSelect
                  label={text(catalogGraphMessages.roots)}
                  labelHidden
                  placeholder={text(catalogGraphMessages.rootsPlaceholder)}
                  load={loadEntities}
                  values={rootEntityRefs.map(ref => toOption(shown.entityOf(ref) ?? ref))}
                  onChange={chosen => change({ rootEntityRefs: chosen.map(({ value }) => value), expanded: [] })}
                />
              </div>
              <TimeButton />
            </div>
            <TimeBar time={time} isBusy={shown.isStale} />
            {rootEntityRefs.length === 0 ? (
              <StartingPoints onStart={change} isFresh={isFresh} />
            ) : (
              <TimeMarksProvider marks={time.marks}>
                <GraphPane view={view} onChange={change} shown={shown} />
              </TimeMarksProvider>
            )}
          </div>
        </div>
        <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title={text(catalogGraphMessages.filters)} side="left" width={320}>
          {filters}
        </Drawer>
      </Content>
    </Page>
  )
}

/** The view that the address describes, and a function that changes it. Another start or path is a history entry that Back undoes; other changes replace the current entry. */
function useView() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const direction = useWindowDirection()
  const view = useMemo(() => readView(search, direction), [search, direction])
  const change = useCallback(
    (part: Partial<ViewState>, options?: { readonly replace: boolean }) => {
      const isStep = part.rootEntityRefs !== undefined || 'pathTo' in part
      void navigate(
        { search: writeView({ ...view, ...part }, direction) },
        { replace: options?.replace ?? !isStep, preventScrollReset: true },
      )
    },
    [navigate, view, direction],
  )
  return { view, change, isFresh: search === '' }
}
