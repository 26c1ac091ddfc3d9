import { useText } from '@portico/core/web'
import { InfoCard, VisuallyHidden } from '@portico/ui'
import IconFolder from '@tabler/icons-react/dist/esm/icons/IconFolder.mjs'
import { editorMessages } from '../messages.ts'
import { toFileTree, type FileTree } from '../file-tree.ts'
import styles from './Editor.module.css'

interface ListedFile {
  readonly path: string
  readonly isChanged?: boolean
  /** How many things are wrong in it. */
  readonly problems?: number
}

export interface FileListProps {
  readonly label: string
  readonly files: readonly ListedFile[]
  readonly open: string | undefined
  readonly onOpen: (path: string) => void
}

/** Files to choose from, as the tree that they are. */
export function FileList({ label, files, ...rest }: FileListProps) {
  return (
    <div className={styles.files}>
      <Branch label={label} tree={toFileTree(files)} {...rest} />
    </div>
  )
}

interface BranchProps extends Omit<FileListProps, 'files'> {
  readonly tree: FileTree<ListedFile>
}

function Branch({ label, tree, open, onOpen }: BranchProps) {
  const text = useText()
  return (
    <ul className={styles.branch} aria-label={label}>
      {tree.folders.map(({ name, path, tree: inner }) => (
        <li key={path}>
          <details open>
            <summary className={styles.folder}>
              <IconFolder size={14} aria-hidden /> {name}
            </summary>
            <Branch label={path} tree={inner} open={open} onOpen={onOpen} />
          </details>
        </li>
      ))}
      {tree.files.map(({ name, file: { path, isChanged = false, problems = 0 } }) => (
        <li key={path}>
          <button type="button" className={styles.file} aria-pressed={path === open} title={path} onClick={() => onOpen(path)}>
            <span>{name}</span>
            {isChanged && <span className={styles.changed}> {text(editorMessages.changed)}</span>}
            {problems > 0 && (
              <span className={styles.count}>
                {problems}
                <VisuallyHidden> {text(editorMessages.problems)}</VisuallyHidden>
              </span>
            )}
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
