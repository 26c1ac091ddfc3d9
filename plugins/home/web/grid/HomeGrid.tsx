import { useText } from '@portico/core/web'
import { Button, EmptyState, SkeletonRows } from '@portico/ui'
import { useMemo } from 'react'
import { placeWidgets } from '../layout/arrange.ts'
import { sizeOf } from '../layout/default-layout.ts'
import { inPhoneOrder, inReadingOrder, type PlacedWidget } from '../layout/layout.ts'
import type { HomeLayout } from '../layout/use-home-layout.ts'
import { pageMessages } from '../page-messages.ts'
import { Cell, Grid } from './Grid.tsx'
import { usePhone } from './use-phone.ts'
import { WidgetFrame } from './WidgetFrame.tsx'
import styles from './WidgetFrame.module.css'

/** The widgets of the user, in the order in which they are read: on phones that of the phone. */
export function HomeGrid({ layout, onAdd }: { layout: HomeLayout; onAdd: () => void }) {
  const text = useText()
  const shown = useShown(layout)
  if (!layout.isLoaded) return <WaitingGrid layout={layout} />
  if (shown.length === 0) {
    return (
      <EmptyState title={text(pageMessages.empty)} action={<Button onClick={onAdd}>{text(pageMessages.addWidgets)}</Button>}>
        {text(pageMessages.emptyText)}
      </EmptyState>
    )
  }
  return (
    <Grid>
      {shown.map(placed => (
        <Cell key={placed.id} box={placed}>
          <WidgetFrame placed={placed} widget={layout.known.get(placed.widget)!} />
        </Cell>
      ))}
    </Grid>
  )
}

/** The frames, until it is known what is in them. */
export function WaitingGrid({ layout }: { layout: HomeLayout }) {
  const shown = useShown(layout)
  return (
    <Grid>
      {shown.map(placed => (
        <Cell key={placed.id} box={placed}>
          <div className={styles.frame}>
            <div className={styles.waiting}>
              <SkeletonRows rows={Math.max(1, Math.min(4, placed.h - 1))} />
            </div>
          </div>
        </Cell>
      ))}
    </Grid>
  )
}

/** What is not installed leaves no gap. */
function useShown({ widgets, phone, known }: HomeLayout): PlacedWidget[] {
  const isPhone = usePhone()
  return useMemo(() => {
    const installed = placeWidgets(
      widgets.filter(({ widget }) => known.has(widget)),
      widget => sizeOf(known.get(widget)),
    )
    return isPhone ? inPhoneOrder(installed, phone) : inReadingOrder(installed)
  }, [widgets, phone, known, isPhone])
}
