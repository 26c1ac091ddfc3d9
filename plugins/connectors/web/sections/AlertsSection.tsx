import type { ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { RelativeTime, Status } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { itemsOf, textOf, type Item } from './fact-words.ts'
import { LinkedText } from './ItemCell.tsx'
import { ItemRows } from './ItemRows.tsx'
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
  if (fact.value !== undefined && itemsOf(fact.value.value).length === 0)
    return (
      <div className={styles.line}>
        <Status kind="ok">{text(toolMessages.none)}</Status>
      </div>
    )
  return (
    <ItemRows fact={fact} count={rows ?? (isCompact ? 3 : 20)}>
      {item => <Alert item={item} fact={fact} />}
    </ItemRows>
  )
}

function Alert({ item, fact }: { readonly item: Item; readonly fact: ViewFact }) {
  const [url, at, state, description] = ['url', 'at', 'state', 'description'].map(key => textOf(item, key))
  return (
    <>
      <span className={styles.alert}>
        {state !== undefined && <AlertState fact={fact} state={state} />}
        <span className={styles.lead}>
          <LinkedText to={url}>{textOf(item, 'title') ?? url}</LinkedText>
        </span>
        {at !== undefined && (
          <span className={styles.when}>
            <RelativeTime at={at} />
          </span>
        )}
      </span>
      {description !== undefined && <span className={styles.details}>{description}</span>}
    </>
  )
}

/** One that the fact does not name is a warning, since it is listed. */
function AlertState({ fact: { states, labels, columns }, state }: { readonly fact: ViewFact; readonly state: string }) {
  const column = columns?.find(({ name }) => name === 'state')
  const known = { states: column?.states ?? states, labels: column?.labels ?? labels }
  return <StateText fact={known} value={state} {...(!known.states && { tone: 'warning' })} />
}
