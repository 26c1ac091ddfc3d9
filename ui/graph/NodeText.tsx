import styles from './NodeText.module.css'

/** The words of a node: its name, and below it what it is. From far away only the name is shown. */
export function NodeText({ label, hint, tone }: { readonly label: string; readonly hint?: string | undefined; readonly tone?: 'error' }) {
  return (
    <span className={styles.words}>
      <bdi className={styles.label}>{label}</bdi>{' '}
      {hint !== undefined && (
        <span className={styles.hint} data-tone={tone}>
          {hint}
        </span>
      )}
    </span>
  )
}
