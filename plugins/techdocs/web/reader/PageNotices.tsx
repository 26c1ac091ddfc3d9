import { useText } from '@portico/core/web'
import type { DocsNotice } from '@portico/techdocs/common'
import { techdocsMessages } from '../messages.ts'
import styles from './PageNotices.module.css'

/** What is wrong with the page, for those who can put it right. Hints are left to the report. */
export function PageNotices({ notices }: { readonly notices: readonly DocsNotice[] }) {
  const text = useText()
  const problems = notices.filter(({ level }) => level !== 'info')
  if (problems.length === 0) return undefined
  return (
    <details className={styles.notices}>
      <summary>{text(techdocsMessages.notices, { count: problems.length })}</summary>
      <ul>
        {problems.map(({ code, message, line }, at) => (
          <li key={`${at} ${code}`}>
            {message}
            {line !== undefined && ` (${line})`}
          </li>
        ))}
      </ul>
    </details>
  )
}
