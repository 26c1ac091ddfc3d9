import styles from './MethodWord.module.css'

const looks: Readonly<Record<string, string>> = {
  GET: 'read',
  HEAD: 'read',
  QUERY: 'read',
  SUBSCRIPTION: 'read',
  RECEIVE: 'read',
  POST: 'create',
  SEND: 'create',
  MUTATION: 'create',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'remove',
}

/** A method, or another word in front of a name, in the colour of what it does. Words without one stay grey. */
export function MethodWord({ word, isSmall = false }: { readonly word: string; readonly isSmall?: boolean }) {
  return (
    <span className={styles.word} data-look={looks[word]} data-small={isSmall || undefined}>
      {word}
    </span>
  )
}
