import { Select, useText } from '@portico/ui'
import { useApi } from '../apis/use-api.ts'
import { languagesApiRef } from '../languages/languages.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'

/** The language of the portal; nothing to choose where there is only one. */
export function LanguageSelect() {
  const text = useText()
  const { supported, active, choose } = useApi(languagesApiRef)
  const code = useObservable(active)
  if (supported.length < 2) return undefined
  const options = supported.map(language => ({ value: language.code, label: language.name, lang: language.code }))
  return <Select label={text(shellMessages.language)} value={code} options={options} onChange={choose} />
}
