import { aboutId, type SecurityNeed } from '@portico/api-docs/common'
import { useText } from '@portico/core/web'
import { Fragment } from 'react'
import { ItemLink } from '../definition/ItemLink.tsx'
import styles from './Http.module.css'
import { httpMessages } from './messages.ts'

/** What a caller must prove: the alternatives, each of one or several schemes together. */
export function SecurityLine({ needs }: { readonly needs: readonly (readonly SecurityNeed[])[] }) {
  const text = useText()
  const real = needs.filter(need => need.length > 0)
  if (real.length === 0) return <p className={styles.note}>{text(httpMessages.noSecurity)}</p>
  return (
    <p className={styles.needs}>
      {real.map((need, index) => (
        <Fragment key={index}>
          {index > 0 && <span className={styles.note}>{text(httpMessages.or)}</span>}
          {need.map(({ scheme, scopes, isMissing = false }, place) => (
            <Fragment key={scheme}>
              {place > 0 && <span className={styles.note}>{text(httpMessages.and)}</span>}
              <span className={styles.need}>
                {isMissing ? <code>{scheme}</code> : <ItemLink id={aboutId}>{scheme}</ItemLink>}
                {isMissing && <span className={styles.wrong}>{text(httpMessages.undefinedScheme)}</span>}
                {scopes.map(scope => (
                  <code key={scope} className={styles.scope}>
                    {scope}
                  </code>
                ))}
              </span>
            </Fragment>
          ))}
        </Fragment>
      ))}
      {real.length < needs.length && <span className={styles.note}>{text(httpMessages.orNone)}</span>}
    </p>
  )
}
