import { useText } from '@portico/ui'
import { useId } from 'react'
import { useApi } from '../apis/use-api.ts'
import { languagesApiRef } from '../languages/languages.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import styles from './LanguageSelect.module.css'

/** The language of the portal; nothing to choose where there is only one. */
export function LanguageSelect() {
  const text = useText()
  const { supported, active, choose } = useApi(languagesApiRef)
  const code = useObservable(active)
  const id = useId()
  if (supported.length < 2) return undefined
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {text(shellMessages.language)}
      </label>
      <select id={id} className={styles.select} value={code} onChange={event => choose(event.currentTarget.value)}>
        {supported.map(language => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.name}
          </option>
        ))}
      </select>
    </div>
  )
}
