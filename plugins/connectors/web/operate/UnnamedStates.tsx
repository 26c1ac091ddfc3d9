import type { UnnamedState } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { InfoCard } from '@portico/ui'
import { operateMessages } from './messages.ts'
import styles from './Operate.module.css'

/** States that a tool answers and its document does not name: nobody sees how good they are. */
export function UnnamedStates({ states }: { readonly states: readonly UnnamedState[] }) {
  const text = useText()
  if (states.length === 0) return undefined
  return (
    <InfoCard title={text(operateMessages.unnamedStates)} subtitle={text(operateMessages.unnamedStatesText)}>
      <ul className={styles.lines}>
        {states.map(({ fact, state }) => (
          <li key={`${fact} ${state}`}>{text(operateMessages.unnamedState, { fact, state })}</li>
        ))}
      </ul>
    </InfoCard>
  )
}
