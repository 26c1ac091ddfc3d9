import { useText } from '@portico/core/web'
import { ActionIcon } from '@portico/ui'
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs'
import IconLayoutList from '@tabler/icons-react/dist/esm/icons/IconLayoutList.mjs'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { catalogMessages } from '../messages.ts'
import styles from './LookSwitch.module.css'
import type { Look } from './preferences.ts'

const looks = [
  ['table', catalogMessages.lookTable, IconLayoutList],
  ['compact', catalogMessages.lookCompact, IconList],
  ['cards', catalogMessages.lookCards, IconLayoutGrid],
] as const

/** Rows, narrow rows, or cards. */
export function LookSwitch({ look, onChange }: { look: Look; onChange: (look: Look) => void }) {
  const text = useText()
  return (
    <div role="group" aria-label={text(catalogMessages.look)} className={styles.looks}>
      {looks.map(([value, label, Icon]) => (
        <ActionIcon
          key={value}
          size={26}
          aria-label={text(label)}
          title={text(label)}
          aria-pressed={look === value}
          className={styles.look}
          onClick={() => onChange(value)}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  )
}
