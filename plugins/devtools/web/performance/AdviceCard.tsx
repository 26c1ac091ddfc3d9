import { useText } from '@portico/core/web'
import type { Advice } from '@portico/devtools/common'
import { Button, InfoCard, Status, WarningPanel } from '@portico/ui'
import { performanceMessages } from './messages.ts'
import styles from './PerformanceTab.module.css'
import { useUnits, type Units } from './use-units.ts'

const texts = {
  'event-loop': performanceMessages.eventLoopAdvice,
  routes: performanceMessages.routesAdvice,
  heap: performanceMessages.heapAdvice,
  pool: performanceMessages.poolAdvice,
  connections: performanceMessages.connectionsAdvice,
  cache: performanceMessages.cacheAdvice,
  'dead-rows': performanceMessages.deadRowsAdvice,
  'whole-scans': performanceMessages.wholeScansAdvice,
  queue: performanceMessages.queueAdvice,
} as const satisfies Record<Advice['id'], unknown>

const units = {
  'event-loop': 'ms',
  routes: 'ms',
  heap: 'share',
  pool: 'number',
  connections: 'share',
  cache: 'share',
  'dead-rows': 'share',
  'whole-scans': 'number',
  queue: 'seconds',
} as const satisfies Record<Advice['id'], keyof Units>

interface AdviceCardProps {
  readonly advice: readonly Advice[]
  readonly onRefresh: () => void
  readonly refreshing: boolean
}

/** What is beyond its limit, and which setting would help. */
export function AdviceCard({ advice, onRefresh, refreshing }: AdviceCardProps) {
  const text = useText()
  const refresh = (
    <Button variant="default" size="compact-sm" loading={refreshing} onClick={onRefresh}>
      {text(performanceMessages.readAgain)}
    </Button>
  )
  return (
    <InfoCard title={text(performanceMessages.advice)} action={refresh}>
      {advice.length === 0 && <Status kind="ok">{text(performanceMessages.allWithin)}</Status>}
      <div className={styles.advice}>
        {advice.map(item => (
          <OneAdvice key={`${item.id} ${item.subject}`} {...item} />
        ))}
      </div>
    </InfoCard>
  )
}

function OneAdvice({ id, subject = '', measured, limit }: Advice) {
  const text = useText()
  const format = useUnits()[units[id]]
  return (
    <WarningPanel title={text(texts[id], { subject })}>
      {text(performanceMessages.limitOf, { measured: format(measured), limit: format(limit) })}
    </WarningPanel>
  )
}
