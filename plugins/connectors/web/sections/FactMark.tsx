import type { ViewFact } from '@portico/connectors/common'
import { useText } from '@portico/core/web'
import { useDate, VisuallyHidden } from '@portico/ui'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconClockExclamation from '@tabler/icons-react/dist/esm/icons/IconClockExclamation.mjs'
import { toolMessages } from '../messages.ts'
import styles from './Sections.module.css'

/** Beside a value that is old or could not be read again: since when, and why. */
export function FactMark({ fact: { value, title } }: { readonly fact: ViewFact }) {
  const text = useText()
  const date = useDate()
  if (!value || (!value.error && !value.stale)) return undefined
  const said = text(value.error ? toolMessages.failedShort : toolMessages.staleShort)
  const words = [said, value.error?.message, `${text(toolMessages.valueOf)} ${date(value.checkedAt)}`].filter(Boolean).join(' · ')
  const Icon = value.error ? IconAlertTriangle : IconClockExclamation
  return (
    <span className={styles.mark} title={words}>
      <Icon size={14} aria-hidden />
      <VisuallyHidden>{`${title}: ${words}`}</VisuallyHidden>
    </span>
  )
}
