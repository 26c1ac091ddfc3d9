import { Drawer, Link, Markdown, useDate, useText } from '@portico/plugin/web'
import type { Radar, RadarEntry } from '../common/index.ts'
import { radarMessages } from './messages.ts'
import styles from './radar.module.css'

interface EntryDrawerProps {
  readonly radar: Radar
  readonly entry: RadarEntry | undefined
  readonly onClose: () => void
}

/** What is known of an entry: what it is, and how it moved. */
export function EntryDrawer({ radar, entry, onClose }: EntryDrawerProps) {
  const text = useText()
  return (
    <Drawer open={entry !== undefined} onClose={onClose} title={entry?.title ?? ''}>
      {entry && (
        <>
          {entry.description && <Markdown topHeading={3}>{entry.description}</Markdown>}
          <h3>{text(radarMessages.history)}</h3>
          <ul className={styles.history}>
            {entry.timeline.map(move => (
              <li key={`${move.date} ${move.ringId}`}>
                <strong>{radar.rings.find(({ id }) => id === move.ringId)?.name}</strong>, {text(movedText(move.moved))}, <Day date={move.date} />
                {move.description && <Markdown topHeading={4}>{move.description}</Markdown>}
              </li>
            ))}
          </ul>
          {entry.links.length > 0 && <h3>{text(radarMessages.links)}</h3>}
          {entry.links.map(({ title, url }) => (
            <div key={url}>
              <Link to={url}>{title}</Link>
            </div>
          ))}
        </>
      )}
    </Drawer>
  )
}

/** Radars are written by hand: what is no date is shown as it is. */
function Day({ date }: { date: string }) {
  const format = useDate()
  return <>{Number.isNaN(Date.parse(date)) ? date : format(date, { dateStyle: 'medium' })}</>
}

function movedText(moved: number) {
  if (moved > 0) return radarMessages.movedIn
  return moved < 0 ? radarMessages.movedOut : radarMessages.unchanged
}
