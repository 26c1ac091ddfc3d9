import { useText } from '@portico/core/web'
import { StackedBar } from '@portico/ui'
import { scoreMessages } from './score-messages.ts'

export interface LevelBarProps {
  readonly label: string
  /** From the lowest to the highest. */
  readonly levels: readonly { readonly name: string; readonly title: string }[]
  /** How many entities are at each; '' is none. */
  readonly counts: Readonly<Record<string, number>>
  readonly hasLegend?: boolean
}

/** How many entities are at which level, the highest first. The stronger the colour, the higher the level. */
export function LevelBar({ label, levels, counts, hasLegend = false }: LevelBarProps) {
  const text = useText()
  const parts = levels.map(({ name, title }, at) => ({ label: title, value: counts[name] ?? 0, strength: (at + 1) / levels.length }))
  const none = { label: text(scoreMessages.noLevel), value: counts[''] ?? 0, strength: 0 }
  return <StackedBar label={label} hasLegend={hasLegend} parts={[...parts.toReversed(), none]} />
}
