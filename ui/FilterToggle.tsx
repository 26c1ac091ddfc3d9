import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { ActionIcon } from './ActionIcon.tsx'
import { Button } from './primitives.ts'
import styles from './FilterToggle.module.css'

export interface FilterToggleProps {
  readonly label: string
  readonly open: boolean
  /** How many filters are set: shown at the corner. */
  readonly active?: number | undefined
  readonly onToggle: () => void
  /** The panel that it shows and hides. */
  readonly panelId?: string | undefined
  /** It opens a dialog, and shows its label. */
  readonly isDialog?: boolean
}

/** Shows and hides the filters of a list, and tells how many are set. */
export function FilterToggle({ label, open, active = 0, onToggle, panelId, isDialog = false }: FilterToggleProps) {
  const shared = {
    className: styles.toggle,
    'aria-expanded': open,
    'aria-controls': panelId,
    'data-active': active > 0 ? active : undefined,
    onClick: onToggle,
  }
  const icon = <IconFilter size={16} aria-hidden />
  if (isDialog) {
    return (
      <Button variant="default" size="xs" leftSection={icon} aria-haspopup="dialog" {...shared}>
        {label}
      </Button>
    )
  }
  return (
    <ActionIcon variant="default" aria-label={label} title={label} {...shared}>
      {icon}
    </ActionIcon>
  )
}
