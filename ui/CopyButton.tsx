import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs'
import { useCopy } from './copying.tsx'
import styles from './CopyButton.module.css'
import { uiMessages } from './messages.ts'
import { ActionIcon } from './ActionIcon.tsx'
import { useText } from './text.tsx'

export type CopyButtonProps = { readonly label?: string } & (
  | { readonly value: string }
  // A function for large texts: called only on copy.
  | { readonly getValue: () => string }
)

/** Puts a text on the clipboard and says so. A failure also goes to `CopyErrorProvider`. */
export function CopyButton({ label, ...what }: CopyButtonProps) {
  const text = useText()
  const { copy, outcome } = useCopy()
  const name = label ?? text(uiMessages.copy)
  return (
    <span className={styles.copy}>
      <ActionIcon aria-label={name} title={name} onClick={() => void copy('value' in what ? what.value : what.getValue())}>
        {outcome === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
      <span role="status" className={styles.bubble}>
        {outcome && text(uiMessages[outcome])}
      </span>
    </span>
  )
}
