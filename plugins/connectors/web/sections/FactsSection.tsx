import type { ViewFact } from '@portico/connectors/common'
import { FactMark } from './FactMark.tsx'
import { FactText } from './FactText.tsx'
import styles from './Sections.module.css'

/** Facts by name: what each is called, and its value. */
export function FactsSection({ facts, isWide }: { readonly facts: readonly ViewFact[]; readonly isWide: boolean }) {
  return (
    <dl className={isWide ? styles.wideFacts : styles.facts}>
      {facts.map(fact => (
        <div key={fact.name} className={styles.fact}>
          <dt title={fact.description}>{fact.title}</dt>
          <dd>
            <FactText fact={fact} value={fact.value?.value} tone={fact.tone} />
            <FactMark fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
