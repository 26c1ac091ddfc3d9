import { useText } from '@portico/core/web'
import { useNumber } from '@portico/ui'
import type { UsageFigures } from '../live/rows.ts'
import { kubernetesMessages } from '../messages.ts'
import styles from './UsageBar.module.css'

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

/** Bytes as people write them. */
export function toBytes(value: number, number: (value: number) => string): string {
  let at = 0
  let rest = value
  while (rest >= 1024 && at < units.length - 1) {
    rest /= 1024
    at += 1
  }
  return `${number(Math.round(rest * 10) / 10)} ${units[at]}`
}

/** Cores as people write them: less than one in thousandths. */
export function toCores(value: number, number: (value: number) => string): string {
  return value < 1 ? `${number(Math.round(value * 1000))}m` : number(Math.round(value * 100) / 100)
}

/** Usage against the limit, else against what was requested; a mark says where the request is. */
export function UsageBar({ what, usage }: { readonly what: 'cpu' | 'memory'; readonly usage: UsageFigures | undefined }) {
  const text = useText()
  const number = useNumber()
  if (!usage) return <span className={styles.none}>–</span>
  const format = (value: number) => (what === 'cpu' ? toCores(value, number) : toBytes(value, number))
  const { used, request, limit } = usage
  const whole = limit || request
  const share = whole === 0 ? 0 : Math.min(1, used / whole)
  const words =
    limit > 0
      ? text(kubernetesMessages.usageOf, { used: format(used), limit: format(limit) })
      : request > 0
        ? text(kubernetesMessages.usageRequested, { used: format(used), request: format(request) })
        : format(used)
  const level = limit > 0 && share >= 0.9 ? styles.high : limit > 0 && share >= 0.75 ? styles.raised : ''
  const mark = limit > 0 && request > 0 && request < limit ? (request / limit) * 100 : undefined
  return (
    <span className={styles.usage} title={words}>
      {format(used)}
      <span
        className={`${styles.bar} ${level}`}
        role="img"
        aria-label={words}
        style={{
          backgroundSize: `${mark === undefined ? 0 : 1}px, ${share * 100}%`,
          ...(mark !== undefined && { backgroundPositionX: `${mark}%, 0` }),
        }}
      />
    </span>
  )
}
