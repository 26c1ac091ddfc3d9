import { RequestErrorPanel, useText } from '@portico/core/web'
import { Button } from '@portico/ui'
import type { ReactNode } from 'react'
import { approvalMessages } from './messages.ts'
import styles from './WaitingForYou.module.css'

export interface DecisionProps {
  readonly onDecide: (decision: 'approve' | 'refuse') => void
  readonly isPending: boolean
  readonly error: Error | null
  /** What a yes does, where that is more than to let something go on. */
  readonly approve?: string
  /** What else is decided: a reason, a rule for the next time. */
  readonly children: ReactNode
}

/** A yes or a no of the user, the same wherever something waits. */
export function Decision({ onDecide, isPending, error, approve, children }: DecisionProps) {
  const text = useText()
  return (
    <div className={styles.decision}>
      {error && <RequestErrorPanel error={error} title={text(approvalMessages.decisionFailed)} />}
      {children}
      <div className={styles.buttons}>
        <Button disabled={isPending} onClick={() => onDecide('approve')}>
          {approve ?? text(approvalMessages.approve)}
        </Button>
        <Button variant="default" disabled={isPending} onClick={() => onDecide('refuse')}>
          {text(approvalMessages.refuse)}
        </Button>
      </div>
    </div>
  )
}
