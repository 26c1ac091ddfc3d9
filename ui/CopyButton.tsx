import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useEffect, useState } from 'react'
import styles from './CopyButton.module.css'
import { uiMessages } from './messages.ts'
import { ActionIcon } from './primitives.ts'
import { useText } from './text.tsx'

const shownAfterCopyMs = 1000

/** Puts a text on the clipboard and says so. */
export function CopyButton({ value, label }: { value: string; label?: string }) {
  const text = useText()
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownAfterCopyMs)
    return () => clearTimeout(timer)
  }, [outcome])
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch {
      setOutcome('copyFailed')
    }
  }
  const name = label ?? text(uiMessages.copy)
  return (
    <span className={styles.copy}>
      <ActionIcon aria-label={name} title={name} onClick={() => void copy()}>
        {outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <span role="status" className={styles.bubble}>
        {outcome && text(uiMessages[outcome])}
      </span>
    </span>
  )
}
