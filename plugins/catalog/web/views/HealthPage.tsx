import { catalogApi, ingestionReadPermission, parseEntityRef, type HealthPage as ProblemPage } from '@portico/catalog/common'
import { query, RequestErrorPanel, RequirePermission, useIsLive, useQuery, useText } from '@portico/core/web'
import {
  Drawer,
  FilterToggle,
  OffsetPager,
  Page,
  PageHeader,
  SearchField,
  SkeletonRows,
  uiMessages,
  useNumber,
  VisuallyHidden,
} from '@portico/ui'
import { useState } from 'react'
import { EmptyHealth } from '../health/EmptyHealth.tsx'
import styles from '../health/Health.module.css'
import { HealthFilters } from '../health/HealthFilters.tsx'
import { useHealthState, useOwners, type HealthState } from '../health/health-state.ts'
import { healthMessages } from '../health/messages.ts'
import { ProblemList } from '../health/ProblemList.tsx'
import { growOldMs, lookAgainMs } from '../health/use-health-badge.ts'
import { useReadAgain } from '../health/use-read-again.ts'
import layout from '../list/IndexBody.module.css'
import { useNarrow } from '../list/use-narrow.ts'
import { useCatalogChange } from '../use-catalog-change.ts'
import { ExplanationView } from '../entity/why/ExplanationView.tsx'

const searchDelayMs = 250
const pageSizes = [50, 100, 200]

/** What is wrong in the catalog, and what to do about it. */
export default function HealthPage() {
  const text = useText()
  return (
    <RequirePermission
      permission={ingestionReadPermission}
      pending={
        <Page>
          <PageHeader title={text(healthMessages.title)} />
        </Page>
      }
    >
      <Health />
    </RequirePermission>
  )
}

function Health() {
  const text = useText()
  const number = useNumber()
  const narrow = useNarrow()
  const { state, change } = useHealthState()
  const problems = useProblems(state)
  const { data } = problems
  const [drawerOpen, setDrawerOpen] = useState(false)
  const title = data ? text(healthMessages.titleCounted, { count: number(data.totalItems) }) : text(healthMessages.title)
  const panel = <HealthFilters state={state} counts={data?.counts} onChange={change} />
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          <div className={styles.bar}>
            {narrow && <FilterToggle label={text(uiMessages.filters)} open={drawerOpen} isDialog onToggle={() => setDrawerOpen(true)} />}
            <div className={styles.search}>
              <SearchField
                value={state.text}
                onChange={words => change({ text: words.trim() === '' ? '' : words.slice(0, 200) })}
                delayMs={searchDelayMs}
                label={text(healthMessages.search)}
              />
            </div>
          </div>
        }
      />
      <div className={layout.body}>
        {!narrow && (
          <aside className={layout.side} aria-label={text(uiMessages.filters)}>
            {panel}
          </aside>
        )}
        <section className={layout.main} aria-label={text(healthMessages.problems)}>
          <Problems problems={problems} state={state} onChange={change} />
        </section>
      </div>
      <VisuallyHidden>
        <span role="status">{problems.isPlaceholderData || !data ? '' : title}</span>
      </VisuallyHidden>
      {narrow && (
        <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title={text(uiMessages.filters)} side="left" width={320}>
          {panel}
        </Drawer>
      )}
      {state.why !== undefined && <ExplainDrawer entityRef={state.why} onClose={() => change({ why: undefined })} />}
    </Page>
  )
}

function useProblems({ scope, type, text, offset, limit }: HealthState) {
  const owner = useOwners(scope)
  const isLive = useIsLive()
  const problems = useQuery({
    ...query(catalogApi.listHealthProblems, {
      query: { ...(owner && { owner }), ...(type && { type }), ...(text !== '' && { text }), offset, limit },
    }),
    placeholderData: (before: ProblemPage | undefined) => before,
    refetchInterval: isLive ? growOldMs : lookAgainMs,
    refetchOnWindowFocus: 'always',
  })
  useCatalogChange(undefined, () => void problems.refetch())
  return problems
}

function Problems({
  problems: { data, error, isPlaceholderData, refetch },
  state,
  onChange,
}: {
  problems: ReturnType<typeof useProblems>
  state: HealthState
  onChange: (part: Partial<HealthState>) => void
}) {
  const text = useText()
  const { readAgain, isReading } = useReadAgain()
  if (error) {
    return (
      <div className={layout.failure}>
        <RequestErrorPanel error={error} title={text(healthMessages.listFailed)} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (!data) return <SkeletonRows rows={8} />
  if (data.totalItems === 0 && !isPlaceholderData) return <EmptyHealth state={state} onChange={onChange} />
  return (
    <>
      <ProblemList
        page={data}
        isOld={isPlaceholderData}
        isReading={isReading}
        onExplain={why => onChange({ why })}
        onReadAgain={problem => void readAgain(problem)}
      />
      {data.totalItems > pageSizes[0]! && (
        <OffsetPager offset={state.offset} limit={state.limit} count={data.totalItems} sizes={pageSizes} onChange={onChange} />
      )}
    </>
  )
}

/** Why an entity is as it is, or is not there, beside the list. */
function ExplainDrawer({ entityRef, onClose }: { entityRef: string; onClose: () => void }) {
  const text = useText()
  return (
    <Drawer open onClose={onClose} title={text(healthMessages.explainOf, { name: entityRef })} width={480}>
      <Explained entityRef={entityRef} />
    </Drawer>
  )
}

function Explained({ entityRef }: { entityRef: string }) {
  const params = { ...parseEntityRef(entityRef) }
  const { data, error, refetch } = useQuery(query(catalogApi.explainEntity, { params }))
  if (error) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return <ExplanationView explanation={data} />
}
