import { useStored, useText } from '@portico/core/web'
import { ActionIcon } from '@portico/ui'
import IconLayoutSidebarLeftCollapse from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftCollapse.mjs'
import IconLayoutSidebarLeftExpand from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebarLeftExpand.mjs'
import { useId } from 'react'
import { techdocsMessages } from '../messages.ts'
import { NavTree, type NavTreeProps } from './NavTree.tsx'
import styles from './SideNav.module.css'

interface SideNavProps {
  readonly tree: NavTreeProps
  /** The page asks for no navigation beside it. */
  readonly isHidden: boolean
  /** Whether the text is on the screen, so that what stands beside it may be drawn. */
  readonly isPainted: boolean
}

/** The pages of the site beside the text. Readers fold it for a wider text, and it stays so on all docs. */
export function SideNav({ tree, isHidden, isPainted }: SideNavProps) {
  const text = useText()
  const id = useId()
  const [stored, setStored] = useStored<boolean>('techdocs', 'foldedNavigation')
  const isFolded = stored.value ?? false
  const Icon = isFolded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <aside className={styles.side} data-hidden={isHidden} data-folded={isFolded}>
      <div className={styles.head}>
        {!isFolded && <span className={styles.title}>{text(techdocsMessages.showNavigation)}</span>}
        <ActionIcon
          aria-label={text(techdocsMessages.foldNavigation)}
          aria-expanded={!isFolded}
          aria-controls={id}
          onClick={() => void setStored(!isFolded)}
        >
          <Icon size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div id={id}>{isPainted && !isFolded && <NavTree {...tree} />}</div>
    </aside>
  )
}
