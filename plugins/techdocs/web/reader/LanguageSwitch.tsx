import { useText } from '@portico/core/web'
import { languageAt, type DocsPage, type DocsSite } from '@portico/techdocs/common'
import { techdocsMessages } from '../messages.ts'
import { toAddress } from './site-model.ts'
import { SwitchMenu } from './SwitchMenu.tsx'

interface LanguageSwitchProps {
  readonly site: DocsSite
  /** The page that is read; undefined while there is none. */
  readonly page: DocsPage | undefined
  readonly base: string
  /** Where one is in the site. */
  readonly current: string
}

/** Leads to the same page in the other languages of the site, or to the start of those that do not have it. */
export function LanguageSwitch({ site, page, base, current }: LanguageSwitchProps) {
  const text = useText()
  const shown = languageAt(site, current)
  if (!shown || !site.languages || site.languages.length < 2) return undefined
  const items = site.languages.map(({ locale, name, prefix, home }) => {
    const path = page?.translations?.find(each => each.locale === locale)?.path ?? home ?? prefix
    return { key: locale, name, lang: locale, to: toAddress(base, path), isCurrent: locale === shown.locale }
  })
  return <SwitchMenu label={text(techdocsMessages.languageIs, { name: shown.name })} current={shown.name} items={items} />
}
