import { impacts, type ChangeCounts, type Impact } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Status, useNumber } from '@portico/ui'
import { changesMessages } from './messages.ts'

const kinds = { breaking: 'error', risky: 'warning', compatible: 'ok' } as const
const countMessages = {
  breaking: changesMessages.breakingCount,
  risky: changesMessages.riskyCount,
  compatible: changesMessages.compatibleCount,
} as const

/** What a change means: an icon and a word. */
export function ImpactMark({ impact }: { readonly impact: Impact }) {
  const text = useText()
  return <Status kind={kinds[impact]}>{text(changesMessages[impact])}</Status>
}

/** How many changes there are of an impact. */
export function ImpactCount({ impact, count }: { readonly impact: Impact; readonly count: number }) {
  const text = useText()
  const number = useNumber()
  return <Status kind={kinds[impact]}>{text(countMessages[impact], { count: number(count) })}</Status>
}

/** The worst impact that changes have. */
export function worstImpact(counts: ChangeCounts): Impact | undefined {
  return impacts.find(impact => counts[impact] > 0)
}

/** `2 breaking, 1 risky, 7 compatible`. */
export function useCountsText(): (counts: ChangeCounts) => string {
  const text = useText()
  const number = useNumber()
  return counts =>
    impacts
      .filter(impact => counts[impact] > 0)
      .map(impact => text(countMessages[impact], { count: number(counts[impact]) }))
      .join(', ')
}
