import { useText } from '@portico/core/web'
import type { ResultState } from '@portico/scorecards/common'
import { VisuallyHidden } from '@portico/ui'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleX from '@tabler/icons-react/dist/esm/icons/IconCircleX.mjs'
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import { scoreMessages } from './score-messages.ts'
import styles from './ResultBadge.module.css'

const signs = { pass: IconCircleCheck, fail: IconCircleX, unknown: IconHelpCircle, exempt: IconShieldCheck } as const

/** What a check says of an entity: a sign, a colour and a word. What is unknown has a broken outline and no colour, so that it looks neither good nor bad. */
export function ResultBadge({ result, size = 'word' }: { result: ResultState; size?: 'word' | 'sign' }) {
  const text = useText()
  const Sign = signs[result]
  const words = text(scoreMessages[result])
  return (
    <span className={styles.badge} data-result={result} data-size={size} title={size === 'sign' ? words : undefined}>
      <Sign size={14} stroke={2} aria-hidden />
      {size === 'sign' ? <VisuallyHidden>{words}</VisuallyHidden> : <span className={styles.words}>{words}</span>}
    </span>
  )
}
