import { useConfig, useText } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { pageMessages } from '../page-messages.ts'
import styles from './HeaderClocks.module.css'
import { useClock } from './use-clock.ts'

/** The world clock of the header: the places of the config. */
export function HeaderClocks() {
  const text = useText()
  const { clocks } = useConfig(homeSection)
  const timeIn = useClock()
  if (clocks.length === 0) return undefined
  return (
    <ul className={styles.clocks} aria-label={text(pageMessages.clocks)}>
      {clocks.map(({ label, timeZone }) => (
        <li key={`${label} ${timeZone}`} className={styles.clock} title={timeZone}>
          <span>{label}</span> <time className={styles.time}>{timeIn(timeZone)}</time>
        </li>
      ))}
    </ul>
  )
}
