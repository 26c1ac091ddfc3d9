import { useText } from '@portico/core/web'
import type { Diagnosis } from '@portico/kubernetes/common'
import { useLocale } from '@portico/ui'
import { toCauseLine } from '../cause-words.ts'
import { useNow } from './use-now.ts'
import styles from './WhyLine.module.css'

/** Why something is as it is, in one line; what the cluster says is on hover. Most rows have nothing to say. */
export function WhyLine({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  return diagnosis.causes.length === 0 ? undefined : <Causes diagnosis={diagnosis} />
}

function Causes({ diagnosis }: { readonly diagnosis: Diagnosis }) {
  const text = useText()
  const locale = useLocale()
  const now = useNow()
  const line = toCauseLine(diagnosis.causes, { text, locale, now })
  if (line === '') return undefined
  const said = diagnosis.causes.flatMap(({ message }) => message ?? [])
  return (
    <span className={styles.line} title={[line, ...said].join('\n')}>
      {line}
    </span>
  )
}
