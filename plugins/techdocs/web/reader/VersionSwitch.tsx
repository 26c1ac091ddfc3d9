import { useText } from '@portico/core/web'
import type { DocsParams, DocsSiteInfo } from '@portico/techdocs/common'
import { techdocsMessages } from '../messages.ts'
import { SwitchMenu } from './SwitchMenu.tsx'
import { useVersionLinks } from './use-version-links.ts'

interface VersionSwitchProps {
  readonly params: DocsParams
  readonly info: DocsSiteInfo
  readonly base: string
  readonly current: string
}

/** Leads to the same page in the other versions of the docs. */
export function VersionSwitch({ params, info: { version, versions = [] }, base, current }: VersionSwitchProps) {
  const text = useText()
  const linkTo = useVersionLinks({ params, base, versions, current })
  const shown = versions.find(each => each.version === version)
  if (!shown || versions.length < 2) return undefined
  const items = versions.map(each => ({ key: each.version, name: each.title, isCurrent: each === shown, ...linkTo(each) }))
  return <SwitchMenu label={text(techdocsMessages.versionIs, { name: shown.title })} current={shown.title} items={items} />
}
