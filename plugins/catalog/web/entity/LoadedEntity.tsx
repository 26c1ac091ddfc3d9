import { catalogApi, compoundRefOf, entityRefOf, type Entity } from '@portico/catalog/common'
import { ExtensionBoundary, query, RequestErrorPanel, useQuery, useSlot, useTabbedRoutes, useText, useTitle } from '@portico/core/web'
import { Button, Drawer, Page, SkeletonRows, WarningPanel } from '@portico/ui'
import { useState } from 'react'
import { EntityProvider, useEntity } from '../entity-context.tsx'
import { InspectorDialog } from '../inspector/InspectorDialog.tsx'
import { presentEntity } from '../presentation/entity-presentation.ts'
import { entityTabs } from '../slots.ts'
import { TimeMarksProvider } from '../time/time-marks.tsx'
import { TimeBar } from '../time/TimeBar.tsx'
import { useTime } from '../time/use-time.ts'
import { DeleteDialog } from '../unregister/DeleteDialog.tsx'
import { UnregisterDialog } from '../unregister/UnregisterDialog.tsx'
import { EntityHeader } from './EntityHeader.tsx'
import { HistoryTab } from './history/HistoryTab.tsx'
import { entityMessages } from './messages.ts'
import { NoticeArea } from './notices/NoticeArea.tsx'
import { Overview } from './Overview.tsx'
import { EntityPageProvider, useEntityPage, type EntityPageActions } from './page-context.tsx'
import { useSearchParam } from './search-param.ts'
import { useRefresh } from './use-refresh.ts'
import { ExplanationView } from './why/ExplanationView.tsx'

const ownTabs = entityTabs.fillOwn([
  { name: 'overview', order: 0, path: '/', title: entityMessages.overview, View: Overview },
  { name: 'history', order: 1000, path: '/history', title: entityMessages.history, View: HistoryTab },
])

export interface LoadedEntityProps {
  readonly entity: Entity
  readonly asOf: string | undefined
  /** Another moment is being loaded. */
  readonly isOld: boolean
  /** It is no longer in the catalog: its last known state is shown. */
  readonly isGone: boolean
  /** It could not be refetched: what is shown may be stale. */
  readonly failure: { readonly error: Error; readonly retry: () => void } | undefined
}

/** The page of a loaded entity. */
export function LoadedEntity({ entity, asOf, isOld, isGone, failure }: LoadedEntityProps) {
  useTitle(presentEntity(entity, { defaultKind: entity.kind }).primaryTitle)
  const [inspected, inspect] = useSearchParam('inspect')
  const [why, showWhy] = useSearchParam('why')
  const [asked, ask] = useState<'unregister' | 'delete'>()
  const { run, isRunning } = useRefresh(entity)
  const actions: EntityPageActions = {
    asOf,
    openInspector: (tab = 'overview') => inspect(tab),
    startUnregister: () => ask('unregister'),
    startDelete: () => ask('delete'),
    refresh: () => void run(),
    isRefreshing: isRunning,
    openWhy: () => showWhy(''),
  }
  return (
    <EntityProvider entity={entity}>
      <EntityPageProvider value={actions}>
        <Page>
          <Body entity={entity} asOf={asOf} isOld={isOld} isGone={isGone} failure={failure} />
        </Page>
        {inspected !== undefined && <InspectorDialog tab={inspected} onTab={inspect} onClose={() => inspect(undefined)} />}
        {why !== undefined && <WhyPanel onClose={() => showWhy(undefined)} />}
        {asked === 'unregister' && <UnregisterDialog entity={entity} onClose={() => ask(undefined)} />}
        {asked === 'delete' && <DeleteDialog entity={entity} onClose={() => ask(undefined)} />}
      </EntityPageProvider>
    </EntityProvider>
  )
}

function Body({ entity, isOld, isGone, failure }: LoadedEntityProps) {
  const ref = entityRefOf(entity)
  const time = useTime({ entityRef: ref }, [ref])
  const shown = useSlot(entityTabs, { context: entity, own: ownTabs })
  const { tabs, content } = useTabbedRoutes({
    label: entityMessages.tabs,
    routes: shown.map(tab => ({
      path: tab.item.path,
      title: tab.item.title,
      children: (
        <ExtensionBoundary key={tab.id} extension={tab}>
          <tab.item.View />
        </ExtensionBoundary>
      ),
    })),
  })
  return (
    <TimeMarksProvider marks={time.marks}>
      <EntityHeader tabs={tabs} />
      <NoticeArea>
        {isGone && <GoneNotice />}
        {failure && !isGone && <StaleNotice {...failure} />}
        <TimeBar time={time} isBusy={isOld} />
      </NoticeArea>
      {content}
    </TimeMarksProvider>
  )
}

/** The entity was removed while its page was open. */
function GoneNotice() {
  const text = useText()
  const { openWhy } = useEntityPage()
  return (
    <div role="alert">
      <WarningPanel
        title={text(entityMessages.gone)}
        action={
          <Button variant="default" size="xs" onClick={openWhy}>
            {text(entityMessages.why)}
          </Button>
        }
      >
        {text(entityMessages.goneText)}
      </WarningPanel>
    </div>
  )
}

/** The entity could not be refetched. */
function StaleNotice({ error, retry }: { error: Error; retry: () => void }) {
  const text = useText()
  return (
    <WarningPanel
      title={text(entityMessages.stale)}
      action={
        <Button variant="default" size="xs" onClick={retry}>
          {text(entityMessages.lookAgain)}
        </Button>
      }
    >
      {error.message}
    </WarningPanel>
  )
}

/** The panel that explains an entity: where it comes from, when it was read, what is wrong, and what happens next. */
function WhyPanel({ onClose }: { onClose: () => void }) {
  const text = useText()
  return (
    <Drawer open onClose={onClose} title={text(entityMessages.whyTitle)} width={480}>
      <Why />
    </Drawer>
  )
}

function Why() {
  const { data, error, refetch } = useQuery(query(catalogApi.explainEntity, { params: { ...compoundRefOf(useEntity()) } }))
  if (error) return <RequestErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={6} />
  return <ExplanationView explanation={data} />
}
