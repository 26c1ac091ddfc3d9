import { useText } from '@portico/core/web'
import { Button, uiMessages, useNumber } from '@portico/ui'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconStarOff from '@tabler/icons-react/dist/esm/icons/IconStarOff.mjs'
import { catalogMessages } from '../messages.ts'
import { useStarredEntities } from '../starred/starred-entities.ts'
import styles from './SelectionBar.module.css'

/** The actions for the selected rows. */
export function SelectionBar({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const text = useText()
  const number = useNumber()
  const { starred, change } = useStarredEntities()
  const refs = [...selected]
  const isAll = refs.every(ref => starred.has(ref))
  const isNone = !refs.some(ref => starred.has(ref))
  return (
    <div className={styles.bar}>
      <span role="status" className={styles.count}>
        {text(uiMessages.selectedCount, { count: number(refs.length) })}
      </span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconStar size={14} aria-hidden />}
        disabled={isAll}
        onClick={() => change({ add: refs })}
      >
        {text(catalogMessages.starSelected)}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconStarOff size={14} aria-hidden />}
        disabled={isNone}
        onClick={() => change({ remove: refs })}
      >
        {text(catalogMessages.unstarSelected)}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {text(catalogMessages.clearSelection)}
      </Button>
    </div>
  )
}
