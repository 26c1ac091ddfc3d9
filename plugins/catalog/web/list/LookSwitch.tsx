import { useText } from '@portico/core/web'
import { SegmentedControl } from '@portico/ui'
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
    <SegmentedControl
      className={styles.looks}
      label={text(catalogMessages.look)}
      labelHidden
      segments={looks.map(([value, label, Icon]) => ({ value, label: text(label), sign: <Icon size={16} aria-hidden /> }))}
      value={look}
      onChange={onChange}
    />
  )
}
