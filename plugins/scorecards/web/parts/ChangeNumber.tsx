import { useText } from '@portico/core/web'
import { useNumber, VisuallyHidden } from '@portico/ui'
import IconArrowDownRight from '@tabler/icons-react/dist/esm/icons/IconArrowDownRight.mjs'
import IconArrowUpRight from '@tabler/icons-react/dist/esm/icons/IconArrowUpRight.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import { scoreMessages } from './score-messages.ts'
import styles from './Score.module.css'

const signs = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconMinus } as const

/** By how many points a score has changed. */
export function ChangeNumber({ change }: { change: number | undefined }) {
  const text = useText()
  const number = useNumber()
  if (change === undefined) return <span className={styles.none}>–</span>
  const points = Math.round(change)
  const way = points > 0 ? 'up' : points < 0 ? 'down' : 'same'
  const Sign = signs[way]
  const words = way === 'same' ? text(scoreMessages.same) : text(scoreMessages[way], { points: number(Math.abs(points)) })
  return (
    <span className={styles.change} data-way={way} title={words}>
      <Sign size={14} stroke={2} aria-hidden />
      <span aria-hidden>{way === 'same' ? '' : number(Math.abs(points))}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  )
}
