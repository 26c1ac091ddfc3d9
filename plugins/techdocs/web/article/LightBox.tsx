import { useText } from '@portico/core/web'
import { ActionIcon, Dialog, VisuallyHidden } from '@portico/ui'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconMinus from '@tabler/icons-react/dist/esm/icons/IconMinus.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import styles from './LightBox.module.css'
import { useZoom, type Zoom } from './use-zoom.ts'

interface LightBoxProps {
  readonly images: readonly HTMLImageElement[]
  readonly start: number
  readonly onClose: () => void
}

/** The images of a page, large, one at a time. */
export function LightBox({ images, start, onClose }: LightBoxProps) {
  const text = useText()
  const [at, setAt] = useState(start)
  const zoom = useZoom()
  function goBy(step: number) {
    setAt((at + step + images.length) % images.length)
    zoom.fit()
  }
  const go = images.length > 1 ? goBy : undefined
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // With a modifier they are the browser's own.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (zoom.press(event.key)) event.preventDefault()
    else if (event.key === 'ArrowRight') go?.(1)
    else if (event.key === 'ArrowLeft') go?.(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  const image = images[at]
  if (!image) return undefined
  const { scale, x, y } = zoom.view
  const place = text(techdocsMessages.image, { number: at + 1, count: images.length })
  return (
    <Dialog open onClose={onClose} size="full" title={image.alt || place}>
      <div className={styles.box}>
        <div className={styles.stage} data-zoomed={scale > 1} {...zoom.stage}>
          <img
            {...zoom.image}
            src={image.src}
            alt={image.alt}
            draggable={false}
            className={styles.image}
            style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
          />
        </div>
        <Tools zoom={zoom} place={place} go={go} />
      </div>
    </Dialog>
  )
}

interface ToolsProps {
  readonly zoom: Zoom
  /** Which one of how many images it is. */
  readonly place: string
  /** To another image; undefined where there is only one. */
  readonly go: ((step: number) => void) | undefined
}

function Tools({ zoom, place, go }: ToolsProps) {
  const text = useText()
  const size = Math.round(zoom.view.scale * 100)
  return (
    <div className={styles.tools} role="group" aria-label={place}>
      {go && (
        <ActionIcon size={36} aria-label={text(techdocsMessages.previousImage)} onClick={() => go(-1)}>
          <IconChevronLeft aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon size={36} aria-label={text(techdocsMessages.zoomOut)} onClick={zoom.zoomOut}>
        <IconMinus size={18} aria-hidden />
      </ActionIcon>
      <button type="button" className={styles.fit} aria-label={text(techdocsMessages.fitImage)} onClick={zoom.fit}>
        {text(techdocsMessages.percent, { size })}
      </button>
      <ActionIcon size={36} aria-label={text(techdocsMessages.zoomIn)} onClick={zoom.zoomIn}>
        <IconPlus size={18} aria-hidden />
      </ActionIcon>
      {go && (
        <ActionIcon size={36} aria-label={text(techdocsMessages.nextImage)} onClick={() => go(1)}>
          <IconChevronRight aria-hidden />
        </ActionIcon>
      )}
      <VisuallyHidden>
        <span role="status">{text(techdocsMessages.zoomedTo, { size })}</span>
      </VisuallyHidden>
    </div>
  )
}
