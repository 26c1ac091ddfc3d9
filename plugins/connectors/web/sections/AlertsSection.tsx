import type { ViewFact } from '@portico/connectors/common'
import { Link, useText } from '@portico/core/web'
import { RelativeTime, Status } from '@portico/ui'
import { useState } from 'react'
import { toolMessages } from '../messages.ts'
import { itemsOf, textOf, type Item } from './fact-words.ts'
import styles from './Sections.module.css'
import { StateText } from './StateText.tsx'

interface AlertsSectionProps {
  readonly fact: ViewFact
  readonly rows: number | undefined
  readonly isCompact: boolean
}

/** Alerts and incidents, those that are worst first. */
export function AlertsSection({ fact, rows, isCompact }: AlertsSectionProps) {
  const text = useText()
  const [isWhole, setWhole] = useState(false)
  const items = itemsOf(fact.value?.value)
  const count = isWhole ? items.length : (rows ?? (isCompact ? 3 : 20))
  if (items.length === 0) {
    return (
      <div className={styles.line}>
        <Status kind={fact.value === undefined ? 'unknown' : 'ok'}>
          {text(fact.value === undefined ? toolMessages.unknown : toolMessages.none)}
        </Status>
      </div>
    )
  }
  return (
    <>
      <ul className={styles.rows} aria-label={fact.title}>
        {items.slice(0, count).map((item, index) => (
          <Alert key={index} item={item} fact={fact} />
        ))}
      </ul>
      {items.length > count && (
        <button type="button" className={styles.all} onClick={() => setWhole(true)}>
          {text(toolMessages.more, { count: items.length - count })}
        </button>
      )}
    </>
  )
}

function Alert({ item, fact }: { readonly item: Item; readonly fact: ViewFact }) {
  const url = textOf(item, 'url')
  const at = textOf(item, 'at')
  const state = textOf(item, 'state')
  const description = textOf(item, 'description')
  const title = textOf(item, 'title') ?? url
  return (
    <li className={styles.row}>
      <span className={styles.alert}>
        {state !== undefined && <AlertState fact={fact} state={state} />}
        <span className={styles.lead}>{url === undefined ? title : <Link to={url}>{title}</Link>}</span>
        {at !== undefined && (
          <span className={styles.when}>
            <RelativeTime at={at} />
          </span>
        )}
      </span>
      {description !== undefined && <span className={styles.details}>{description}</span>}
    </li>
  )
}

/** One that the fact does not name is a warning, since it is listed. */
function AlertState({ fact: { states, labels, columns }, state }: { readonly fact: ViewFact; readonly state: string }) {
  const column = columns?.find(({ name }) => name === 'state')
  const known = { states: column?.states ?? states, labels: column?.labels ?? labels }
  return <StateText fact={known} value={state} {...(!known.states && { tone: 'warning' })} />
}
