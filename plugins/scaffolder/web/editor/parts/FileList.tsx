import { useText } from '@portico/core/web'
import { InfoCard } from '@portico/ui'
import { editorMessages } from '../messages.ts'
import styles from './Editor.module.css'

export interface FileListProps {
  readonly label: string
  readonly files: readonly { readonly path: string; readonly isChanged?: boolean }[]
  readonly open: string | undefined
  readonly onOpen: (path: string) => void
}

/** Files to choose from, by their paths. */
export function FileList({ label, files, open, onOpen }: FileListProps) {
  const text = useText()
  return (
    <ul className={styles.files} aria-label={label}>
      {files.map(({ path, isChanged = false }) => (
        <li key={path}>
          <button type="button" className={styles.file} aria-pressed={path === open} onClick={() => onOpen(path)}>
            {path}
            {isChanged && <span className={styles.changed}> {text(editorMessages.changed)}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The files of a template, in a card. */
export function FileCard({ skipped, ...rest }: Omit<FileListProps, 'label'> & { readonly skipped: readonly string[] }) {
  const text = useText()
  return (
    <InfoCard title={text(editorMessages.files)} flush>
      <FileList label={text(editorMessages.files)} {...rest} />
      {skipped.length > 0 && <p className={styles.quiet}>{text(editorMessages.filesSkipped, { files: skipped.join(', ') })}</p>}
    </InfoCard>
  )
}
