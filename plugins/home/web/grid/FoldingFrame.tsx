import { type Extension, FoldWidget, type HomeWidget } from '@portico/core/web'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PlacedWidget } from '../layout/layout.ts'
import { WidgetFrame } from './WidgetFrame.tsx'

interface FoldingFrameProps {
  readonly placed: PlacedWidget
  readonly widget: Extension<HomeWidget>
  readonly isFolded: boolean
  readonly onEmpty: (id: string, isEmpty: boolean) => void
}

/** A widget that folds to a line when it says that it is empty. */
export function FoldingFrame({ placed, widget, isFolded, onEmpty }: FoldingFrameProps) {
  const { id } = placed
  const content = useRef<HTMLDivElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const saidEmpty = useRef(false)
  const fold = useCallback(() => {
    const tell = (is: boolean) => {
      saidEmpty.current = is
      setEmpty(is)
      onEmpty(id, is)
    }
    tell(true)
    return () => tell(false)
  }, [id, onEmpty])

  // It begins folded if it was empty the last time. It unfolds when it shows anything but a skeleton.
  const isPresumed = isFolded && !isEmpty
  useEffect(() => {
    const element = content.current
    if (!isPresumed || !element) return
    const look = () => {
      // The widget may have said so with this very change.
      const isWaiting = !element.hasChildNodes() || element.querySelector('[role=status]') !== null
      if (!isWaiting && !saidEmpty.current) onEmpty(id, false)
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true })
    look()
    return () => observer.disconnect()
  }, [isPresumed, id, onEmpty])

  return (
    <FoldWidget value={fold}>
      <WidgetFrame placed={placed} widget={widget} fold={isFolded ? (isEmpty ? 'empty' : 'presumed') : undefined} content={content} />
    </FoldWidget>
  )
}
