import { type Extension, type HomeWidget, useText } from '@portico/core/web'
import { ActionIcon, EmptyState } from '@portico/ui'
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs'
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs'
import IconArrowsMove from '@tabler/icons-react/dist/esm/icons/IconArrowsMove.mjs'
import IconArrowsDiagonal2 from '@tabler/icons-react/dist/esm/icons/IconArrowsDiagonal2.mjs'
import IconSettings from '@tabler/icons-react/dist/esm/icons/IconSettings.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import type { KeyboardEvent } from 'react'
import { useWidgetTitle, WidgetFrame } from '../grid/WidgetFrame.tsx'
import frame from '../grid/WidgetFrame.module.css'
import type { PlacedWidget } from '../layout/layout.ts'
import { editMessages } from '../page-messages.ts'
import styles from './EditFrame.module.css'
import type { Draft } from './use-draft.ts'
import type { GridDrag } from './use-grid-drag.ts'

export interface EditFrameProps {
  readonly placed: PlacedWidget
  /** Undefined when it is not installed. */
  readonly widget: Extension<HomeWidget> | undefined
  readonly draft: Draft
  readonly drag: GridDrag
  readonly isPhone: boolean
  readonly onSettings: () => void
}

const steps = {
  ArrowLeft: { x: -1 },
  ArrowRight: { x: 1 },
  ArrowUp: { y: -1 },
  ArrowDown: { y: 1 },
} as const

/** A widget while the page is arranged: with handles to move and to resize it, by pointer and by keyboard. */
export function EditFrame({ placed, widget, draft, drag, isPhone, onSettings }: EditFrameProps) {
  const text = useText()
  const title = useWidgetTitle(placed, widget)
  const onArrow = (step: (by: { readonly x?: -1 | 1; readonly y?: -1 | 1 }) => void) => (event: KeyboardEvent) => {
    if (!Object.hasOwn(steps, event.key)) return
    event.preventDefault()
    step(steps[event.key as keyof typeof steps])
  }
  const tools = (
    <div className={styles.tools}>
      {isPhone ? (
        <>
          <ActionIcon aria-label={text(editMessages.moveUp, { title })} onClick={() => draft.stepOnPhone(placed.id, -1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={text(editMessages.moveDown, { title })} onClick={() => draft.stepOnPhone(placed.id, 1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      ) : (
        <ActionIcon
          aria-label={text(editMessages.move, { title })}
          className={styles.move ?? ''}
          onKeyDown={onArrow(step => draft.stepTo(placed.id, title, step))}
          {...drag.handle(placed, 'move')}
        >
          <IconArrowsMove size={16} aria-hidden />
        </ActionIcon>
      )}
      {widget?.item.settings && (
        <ActionIcon aria-label={text(editMessages.settings, { title })} onClick={onSettings}>
          <IconSettings size={16} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon aria-label={text(editMessages.remove, { title })} onClick={() => draft.remove(placed.id, title)}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
  return (
    <div className={styles.editing} data-dragged={drag.dragged === placed.id} data-flat={placed.h === 1}>
      {widget ? <WidgetFrame placed={placed} widget={widget} tools={tools} /> : <Missing title={title} tools={tools} />}
      {!isPhone && (
        <ActionIcon
          aria-label={text(editMessages.resize, { title })}
          className={styles.resize ?? ''}
          onKeyDown={onArrow(step => draft.stepSize(placed, title, step))}
          {...drag.handle(placed, 'resize')}
        >
          <IconArrowsDiagonal2 size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}

function Missing({ title, tools }: { title: string; tools: React.ReactNode }) {
  const text = useText()
  return (
    <section className={frame.frame} aria-label={title}>
      <div className={frame.head}>
        <h2 className={frame.title}>{title}</h2>
        {tools}
      </div>
      <EmptyState size="small" title={text(editMessages.unknown)}>
        {text(editMessages.unknownText)}
      </EmptyState>
    </section>
  )
}
