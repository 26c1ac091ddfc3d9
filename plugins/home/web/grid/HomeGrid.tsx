import { useText } from '@portico/core/web'
import { Button, EmptyState, SkeletonRows } from '@portico/ui'
import { useMemo } from 'react'
import { foldWidgets, placeWidgets } from '../layout/arrange.ts'
import { sizeOf } from '../layout/default-layout.ts'
import { inPhoneOrder, type PlacedWidget } from '../layout/layout.ts'
import type { HomeLayout } from '../layout/use-home-layout.ts'
import { pageMessages } from '../page-messages.ts'
import { Cell, Grid } from './Grid.tsx'
import { FoldingFrame } from './FoldingFrame.tsx'
import { useFolded } from './use-folded.ts'
import { usePhone, useTablet } from './use-phone.ts'
import styles from './WidgetFrame.module.css'

/** The widgets of the user, in the order in which they are read: on phones that of the phone. */
export function HomeGrid({ layout, onAdd }: { layout: HomeLayout; onAdd: () => void }) {
  const text = useText()
  const { folded, onEmpty } = useFolded()
  const shown = useShown(layout, folded)
  if (!layout.isLoaded) return <WaitingGrid layout={layout} />
  if (shown.length === 0) {
    return (
      <EmptyState title={text(pageMessages.empty)} action={<Button onClick={onAdd}>{text(pageMessages.addWidgets)}</Button>}>
        {text(pageMessages.emptyText)}
      </EmptyState>
    )
  }
  return (
    <Grid flows>
      {shown.map(placed => (
        <Cell key={placed.id} box={placed}>
          <FoldingFrame placed={placed} widget={layout.known.get(placed.widget)!} isFolded={folded.has(placed.id)} onEmpty={onEmpty} />
        </Cell>
      ))}
    </Grid>
  )
}

/** The frames, until it is known what is in them. */
export function WaitingGrid({ layout }: { layout: HomeLayout }) {
  const { folded } = useFolded()
  const shown = useShown(layout, folded)
  return (
    <Grid flows>
      {shown.map(placed => (
        <Cell key={placed.id} box={placed}>
          <div className={styles.frame}>
            <div className={styles.waiting}>{placed.h > 1 && <SkeletonRows rows={Math.min(4, placed.h - 1)} />}</div>
          </div>
        </Cell>
      ))}
    </Grid>
  )
}

/** What is not installed leaves no gap, and what is empty only a line. */
function useShown({ widgets, phone, known, isArranged }: HomeLayout, folded: ReadonlySet<string>): PlacedWidget[] {
  const isPhone = usePhone()
  const isTablet = useTablet()
  return useMemo(() => {
    const installed = placeWidgets(
      widgets.filter(({ widget }) => known.has(widget)),
      widget => sizeOf(known.get(widget)),
    )
    const shown = foldWidgets(installed, id => folded.has(id), { isArranged, perRow: isTablet ? 1 : 2 })
    return isPhone ? inPhoneOrder(shown, phone).toSorted((a, b) => Number(folded.has(a.id)) - Number(folded.has(b.id))) : shown
  }, [widgets, phone, known, isPhone, isTablet, isArranged, folded])
}
