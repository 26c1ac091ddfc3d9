import { useText } from '@portico/core/web'
import { useState, type DragEvent, type ReactNode } from 'react'
import { catalogImportMessages } from '../messages.ts'
import styles from './DropZone.module.css'

/** Takes files that are dropped anywhere on it. Whoever uses no pointer chooses them by the button. */
export function DropZone({ onFiles, children }: { onFiles: (files: readonly File[]) => void; children: ReactNode }) {
  const text = useText()
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <div
      className={styles.zone}
      onDragEnter={event => hasFiles(event) && setOver(true)}
      onDragOver={event => {
        if (hasFiles(event)) event.preventDefault()
      }}
      onDragLeave={event => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDropCapture={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
      {isOver && (
        <div className={styles.over} aria-hidden>
          {text(catalogImportMessages.dropHere)}
        </div>
      )}
    </div>
  )
}
