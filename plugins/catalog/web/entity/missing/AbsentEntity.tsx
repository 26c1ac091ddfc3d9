import { catalogApi, entityReadPermission, stringifyEntityRef, type CompoundEntityRef } from '@portico/catalog/common'
import { ExtensionBoundary, query, RequirePermission, useAnalytics, useQuery, useSlot, useText, useTitle } from '@portico/core/web'
import { Content, EmptyState, InfoCard, Page, PageHeader, Stack } from '@portico/ui'
import IconZoomQuestion from '@tabler/icons-react/dist/esm/icons/IconZoomQuestion.mjs'
import { useEffect } from 'react'
import { KindIcon } from '../../parts/KindIcon.tsx'
import { RegisterButton } from '../../parts/RegisterButton.tsx'
import { entityNotFound } from '../../slots.ts'
import { EntityHistoryList } from '../history/EntityHistoryList.tsx'
import { entityMessages } from '../messages.ts'
import { TimeBar } from '../../time/TimeBar.tsx'
import { useTime } from '../../time/use-time.ts'
import { ExplanationView } from '../why/ExplanationView.tsx'
import styles from './AbsentEntity.module.css'
import { useEntityTrail } from './use-entity-trail.tsx'

/** The page of an entity that does not exist, or that the user may not see. */
export function AbsentEntity({ params, asOf }: { params: CompoundEntityRef; asOf: string | undefined }) {
  const [custom] = useSlot(entityNotFound)
  const ref = stringifyEntityRef(params)
  useNotFoundEvent(ref)
  if (custom) {
    return (
      <ExtensionBoundary extension={custom}>
        <custom.item.View entityRef={ref} />
      </ExtensionBoundary>
    )
  }
  return <OwnWords params={params} asOf={asOf} />
}

function OwnWords({ params, asOf }: { params: CompoundEntityRef; asOf: string | undefined }) {
  const text = useText()
  const breadcrumb = useEntityTrail(params)
  useTitle(entityMessages.notFound)
  const ref = stringifyEntityRef(params)
  return (
    <Page>
      <PageHeader title={params.name} type={params.kind} icon={<KindIcon kind={params.kind} size={24} />} breadcrumb={breadcrumb} />
      <Content>
        <div className={styles.absent}>
          <EmptyState
            icon={<IconZoomQuestion size={32} stroke={1.5} aria-hidden />}
            title={text(entityMessages.notFound)}
            action={<RegisterButton />}
          >
            {text(entityMessages.notFoundText, { kind: params.kind })}
          </EmptyState>
          <p className={styles.ref}>{ref}</p>
          {asOf === undefined ? <Reasons params={params} /> : <Past entityRef={ref} />}
        </div>
      </Content>
    </Page>
  )
}

/** It was not there at that moment: another can be chosen. */
function Past({ entityRef }: { entityRef: string }) {
  return <TimeBar time={useTime({ entityRef }, [entityRef])} isBusy={false} />
}

/** Users who may see the whole catalog get the reasons; others may only lack the permission, which looks the same. */
function Reasons({ params }: { params: CompoundEntityRef }) {
  const text = useText()
  const { data, error } = useQuery(query(catalogApi.explainEntity, { params: { ...params } }))
  if (error) {
    return (
      <RequirePermission permission={entityReadPermission} resourceRef={stringifyEntityRef(params)} pending={undefined}>
        {undefined}
      </RequirePermission>
    )
  }
  if (!data) return undefined
  return (
    <Stack>
      <InfoCard title={text(entityMessages.whyMissing)}>
        <ExplanationView explanation={data} />
      </InfoCard>
      {data.reasons.some(({ code }) => code !== 'never-seen') && <EntityHistoryList params={params} limit={5} />}
    </Stack>
  )
}

function useNotFoundEvent(ref: string): void {
  const { captureEvent } = useAnalytics()
  useEffect(() => captureEvent('not-found', ref), [captureEvent, ref])
}
