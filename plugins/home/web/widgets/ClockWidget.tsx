import { EmptyWidget, useConfig, useText } from '@portico/core/web'
import { homeSection } from '@portico/home/common'
import { useClock } from '../header/use-clock.ts'
import { pageMessages } from '../page-messages.ts'
import { useWidgetSettings } from '../widget-settings.tsx'
import styles from './ClockWidget.module.css'
import { clockSettings } from './own-settings.ts'

/** The time in some places: the user's, else those of the config. */
export function ClockWidget() {
  const text = useText()
  const { clocks } = useConfig(homeSection)
  const { places } = useWidgetSettings(clockSettings)
  const timeIn = useClock()
  const own = places.filter(({ timeZone }) => timeZone !== '')
  const shown = own.length > 0 ? own : clocks
  if (shown.length === 0) {
    return <EmptyWidget title={text(pageMessages.noPlaces)}>{text(pageMessages.inSettings)}</EmptyWidget>
  }
  return (
    <ul className={styles.places}>
      {shown.map(({ label, timeZone }, index) => (
        // The same place may be there twice.
        <li key={`${index} ${timeZone}`} className={styles.place}>
          <time className={styles.time}>{timeIn(timeZone)}</time>
          <span className={styles.label} title={timeZone}>
            {label || timeZone}
          </span>
        </li>
      ))}
    </ul>
  )
}
