import { CopyButton } from './CopyButton.tsx'
import styles from './Code.module.css'

export interface CodeProps {
  readonly children: string
  /** Several lines in a box of their own, with a copy button. */
  readonly block?: boolean
  /** Long lines of the block are continued below, in place of scrolling. */
  readonly wrap?: boolean
}

/** Code in a line or in a block. */
export function Code({ children, block = false, wrap = false }: CodeProps) {
  if (!block) return <code className={styles.inline}>{children}</code>
  return (
    <div className={styles.block}>
      <pre className={wrap ? styles.wrapped : styles.text} tabIndex={0}>
        <code>{children}</code>
      </pre>
      <div className={styles.copy}>
        <CopyButton value={children} />
      </div>
    </div>
  )
}
