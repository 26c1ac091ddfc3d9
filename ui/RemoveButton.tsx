import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import styles from './RemoveButton.module.css'

export interface RemoveButtonProps {
  /** What it does, with what is removed: `Remove java`. */
  readonly label: string
  readonly disabled?: boolean
  readonly onRemove: () => void
}

/** The small cross in a chip or a field. The focus stays where it was: the element with the cross may be removed with it. */
export function RemoveButton({ label, disabled = false, onRemove }: RemoveButtonProps) {
  return (
    <button
      type="button"
      className={styles.remove}
      disabled={disabled}
      aria-label={label}
      onMouseDown={event => event.preventDefault()}
      onClick={event => {
        event.stopPropagation()
        onRemove()
      }}
    >
      <IconX size={12} stroke={2.5} aria-hidden />
    </button>
  )
}
