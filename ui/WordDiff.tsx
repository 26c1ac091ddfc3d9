import { diffWords } from './word-diff.ts'
import styles from './WordDiff.module.css'

/** A text as it was and as it is, in one: words that went are struck through, words that came are marked. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <span dir="auto" className={styles.text}>
      {diffWords(before, after).map(({ kind, text }, index) => {
        if (text === '') return undefined
        if (kind === 'same') return <span key={index}>{text}</span>
        return kind === 'removed' ? (
          <del key={index} className={styles.removed}>
            {text}
          </del>
        ) : (
          <ins key={index} className={styles.added}>
            {text}
          </ins>
        )
      })}
    </span>
  )
}
