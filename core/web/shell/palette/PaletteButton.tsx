import { useText } from '@portico/ui'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { shellMessages } from '../../messages.ts'
import { usePortal } from '../../portal.tsx'
import { keyCaps } from '../shortcuts/shortcuts.ts'
import styles from './PaletteButton.module.css'

/** Opens the command palette, and shows its shortcut. */
export function PaletteButton({ onOpen }: { onOpen?: () => void }) {
  const text = useText()
  const { palette, shortcuts } = usePortal().shell
  const label = text(shellMessages.paletteOpen)
  return (
    <button
      type="button"
      className={styles.button}
      title={label}
      aria-keyshortcuts={shortcuts.isMac ? 'Meta+K' : 'Control+K'}
      aria-haspopup="dialog"
      onClick={() => {
        onOpen?.()
        palette.set(true)
      }}
    >
      <span className={styles.icon} aria-hidden>
        <IconSearch />
      </span>
      <span className={styles.label}>{label}</span>
      <kbd className={styles.keys} aria-hidden>
        {keyCaps('mod+k', shortcuts.isMac).flat().join(' ')}
      </kbd>
    </button>
  )
}
