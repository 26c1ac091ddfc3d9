import { useText } from '@portico/core/web'
import { useDate, useNumber } from '@portico/ui'
import { shortenRef } from '../presentation/entity-presentation.ts'
import { timeMessages } from './messages.ts'
import { stopsOf } from './stops.ts'
import styles from './Time.module.css'
import type { Time } from './use-time.ts'

const maxNames = 3

/** What the step that is looked at did: to what is on the screen, and what went. */
export function StepSummary({ time: { moment, timeline, marks, scope } }: { time: Time }) {
  const text = useText()
  const number = useNumber()
  const date = useDate()
  const { asOf } = moment
  if (asOf === undefined || !timeline) return undefined
  const [begin] = stopsOf(timeline)
  if (begin !== undefined && asOf <= begin) {
    const words = timeline.beginsWithNothing ? timeMessages.nothingYetText : timeMessages.notKnown
    return <p className={styles.quiet}>{text(words, { moment: date(begin) })}</p>
  }
  if (!marks) return <p className={styles.quiet}> </p>
  const { items, removed, removedTotal } = marks
  const count = (change: 'created' | 'updated') => items.filter(item => item.change === change).length
  const [own] = scope.entityRef === undefined ? [] : items.filter(({ entityRef }) => entityRef === scope.entityRef)
  const names = removed.slice(0, maxNames).map(ref => shortenRef(ref, { defaultKind: scope.kind }))
  const parts = [
    count('created') > 0 && { change: 'created', words: text(timeMessages.added, { count: number(count('created')) }) },
    count('updated') > 0 && { change: 'updated', words: text(timeMessages.changed, { count: number(count('updated')) }) },
    own && own.fields.length > 0 && { change: 'updated', words: text(timeMessages.changedFields, { fields: own.fields.join(', ') }) },
    removedTotal > 0 && {
      change: 'deleted',
      words: text(removedTotal > names.length ? timeMessages.removedMore : timeMessages.removed, {
        count: number(removedTotal),
        names: names.join(', '),
      }),
    },
  ].filter(part => part !== false && part !== undefined)
  if (parts.length === 0) return <p className={styles.quiet}>{text(timeMessages.noChanges)}</p>
  return (
    <ul className={styles.summary}>
      {parts.map(({ change, words }) => (
        <li key={words} className={styles.mark} data-change={change} dir="auto">
          {words}
        </li>
      ))}
    </ul>
  )
}
