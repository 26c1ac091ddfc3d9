import { catalogApi, compoundRefOf, entityRefOf, entityRefreshPermission } from '@portico/catalog/common'
import { maxTimerMs } from '@portico/core/common'
import { query, useIsLive, usePermission, useQuery, useText } from '@portico/core/web'
import { ActionIcon, Button, InfoCard, Loader, RelativeTime, SkeletonRows } from '@portico/ui'
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs'
import { useEffect, useState } from 'react'
import { useEntity } from '../../entity-context.tsx'
import { entityMessages } from '../messages.ts'
import { useEntityPage } from '../page-context.tsx'
import { useCatalogChange } from '../../use-catalog-change.ts'
import { ExplainedState } from '../why/ExplanationView.tsx'
import { SourceName } from '../why/SourceFacts.tsx'
import styles from './FreshnessCard.module.css'

const lookAgainMs = 30_000
const soonestMs = 3000
const readingTakesMs = 2000

/** When the entity was read, from where, when it is read next, and a button for the details. */
export function FreshnessCard() {
  const text = useText()
  const entity = useEntity()
  const { asOf, refresh, isRefreshing } = useEntityPage()
  const { allowed } = usePermission({ permission: entityRefreshPermission, resourceRef: entityRefOf(entity) })
  if (asOf !== undefined) return undefined
  return (
    <InfoCard
      title={text(entityMessages.freshness)}
      action={
        allowed && (
          <ActionIcon
            aria-label={text(entityMessages.refresh)}
            title={text(entityMessages.refresh)}
            disabled={isRefreshing}
            onClick={refresh}
          >
            {isRefreshing ? <Loader size={16} aria-hidden /> : <IconRefresh size={16} aria-hidden />}
          </ActionIcon>
        )
      }
    >
      <Freshness />
    </InfoCard>
  )
}

function Freshness() {
  const text = useText()
  const { openWhy } = useEntityPage()
  const entity = useEntity()
  const isLive = useIsLive()
  const { data, error, refetch } = useQuery({
    ...query(catalogApi.explainEntity, { params: { ...compoundRefOf(entity) } }),
    refetchInterval: ({ state }) => nextLookMs(state.data?.nextRead, isLive),
  })
  useCatalogChange(entity.kind, () => void refetch())
  if (error && !data) {
    return (
      <p role="alert" className={styles.failure}>
        {text(entityMessages.freshnessFailed)}
        <Button variant="default" size="compact-xs" onClick={() => void refetch()}>
          {text(entityMessages.retry)}
        </Button>
      </p>
    )
  }
  if (!data) return <SkeletonRows rows={3} />
  const source = data.sources.find(({ isHolder }) => isHolder) ?? data.sources[0]
  return (
    <div className={styles.freshness}>
      <ExplainedState state={data.state} />
      <dl className={styles.facts}>
        {data.lastRead && (
          <div className={styles.fact}>
            <dt>{text(entityMessages.lastRead)}</dt>
            <dd>
              <RelativeTime at={data.lastRead.at} />
            </dd>
          </div>
        )}
        {data.nextRead && (
          <div className={styles.fact}>
            <dt>{text(entityMessages.nextRead)}</dt>
            <dd>
              <NextRead at={data.nextRead} />
            </dd>
          </div>
        )}
        {source && (
          <div className={styles.fact}>
            <dt>{text(entityMessages.readFrom)}</dt>
            <dd>
              <SourceName name={source.name} line={source.line} short />
            </dd>
          </div>
        )}
      </dl>
      <Button variant="default" size="xs" onClick={openWhy}>
        {text(entityMessages.why)}
      </Button>
    </div>
  )
}

/** Shortly after the next read is due; every half minute in any case where changes are not signalled. */
function nextLookMs(nextRead: string | undefined, isLive: boolean): number | false {
  if (nextRead === undefined) return isLive ? false : lookAgainMs
  const due = Math.max(soonestMs, new Date(nextRead).getTime() - Date.now() + readingTakesMs)
  return Math.min(isLive ? maxTimerMs : lookAgainMs, due)
}

/** A read that is due is shown as such, not as a time in the past. */
function NextRead({ at }: { at: string }) {
  const text = useText()
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), toDelayMs(at))
    return () => {
      clearTimeout(timer)
      setDue(false)
    }
  }, [at])
  return isDue ? text(entityMessages.nextReadSoon) : <RelativeTime at={at} />
}

/** Later times than a timer has room for are checked again before. */
function toDelayMs(at: string): number {
  return Math.min(maxTimerMs, Math.max(0, new Date(at).getTime() - Date.now()))
}
