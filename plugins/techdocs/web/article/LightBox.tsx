import { useText } from '@portico/core/web'
import { ActionIcon, Dialog } from '@portico/ui'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useEffect, useEffectEvent, useState } from 'react'
import { techdocsMessages } from '../messages.ts'
import styles from './LightBox.module.css'

/** The images of a page, large, one at a time. */
export function LightBox({
  images,
  start,
  onClose,
}: {
  readonly images: readonly HTMLImageElement[]
  readonly start: number
  readonly onClose: () => void
}) {
  const text = useText()
  const [at, setAt] = useState(start)
  const go = (step: number) => setAt((at + step + images.length) % images.length)
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowRight') go(1)
    if (key === 'ArrowLeft') go(-1)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  const image = images[at]
  if (!image) return undefined
  return (
    <Dialog open onClose={onClose} size="full" title={image.alt || text(techdocsMessages.image, { number: at + 1, count: images.length })}>
      <div className={styles.box}>
        {images.length > 1 && (
          <ActionIcon aria-label={text(techdocsMessages.previousImage)} onClick={() => go(-1)}>
            <IconChevronLeft />
          </ActionIcon>
        )}
        <img src={image.src} alt={image.alt} className={styles.image} />
        {images.length > 1 && (
          <ActionIcon aria-label={text(techdocsMessages.nextImage)} onClick={() => go(1)}>
            <IconChevronRight />
          </ActionIcon>
        )}
      </div>
    </Dialog>
  )
}
