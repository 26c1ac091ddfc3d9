import { toneOf, type FactDefinition, type Tone } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { RelativeTime, Status } from '@portico/ui'
import { toolMessages } from '../messages.ts'
import { useUnitWords } from './fact-words.ts'
import styles from './Sections.module.css'
import { StateText } from './StateText.tsx'

interface FactTextProps {
  readonly fact: Pick<FactDefinition, 'type' | 'unit' | 'states' | 'labels' | 'title'>
  readonly value: unknown
  readonly tone?: Tone | undefined
}

/** The value of a fact as people read it. */
export function FactText({ fact, value, tone }: FactTextProps) {
  const text = useText()
  const words = useUnitWords()
  if (value === null || value === undefined || value === '') return <span className={styles.muted}>–</span>
  if (fact.type === 'list') return text(toolMessages.itemCount, { count: Array.isArray(value) ? value.length : 1 })
  if (fact.type === 'state') return <StateText fact={fact} value={String(value)} tone={tone} />
  if (fact.type === 'boolean') {
    const said = text(value === true ? toolMessages.yes : toolMessages.no)
    return fact.states ? <Status kind={tone ?? toneOf(fact, value)}>{said}</Status> : said
  }
  if (fact.type === 'date') return <RelativeTime at={String(value)} />
  if (fact.type === 'number' && typeof value === 'number') return <span className={styles.number}>{words(value, fact.unit)}</span>
  return (
    <span className={styles.text} title={String(value)} dir="auto">
      {String(value)}
    </span>
  )
}
