import { Link, useText } from '@portico/core/web'
import type { DocsParams, DocsSiteInfo } from '@portico/techdocs/common'
import { WarningPanel } from '@portico/ui'
import { techdocsMessages } from '../messages.ts'
import { useVersionLinks } from './use-version-links.ts'

interface VersionNoticeProps {
  readonly params: DocsParams
  readonly info: DocsSiteInfo
  readonly base: string
  readonly current: string
}

/** Says on every page of another version than the default one that there is a current one. */
export function VersionNotice({ params, info: { version, versions = [] }, base, current }: VersionNoticeProps) {
  const text = useText()
  const linkTo = useVersionLinks({ params, base, versions, current })
  const shown = versions.find(each => each.version === version)
  const newest = versions.find(({ isDefault }) => isDefault)
  if (!shown || !newest || shown === newest) return undefined
  return (
    <WarningPanel
      title={text(techdocsMessages.readingVersion, { version: shown.title, current: newest.title })}
      action={<Link {...linkTo(newest)}>{text(techdocsMessages.sameInCurrent, { current: newest.title })}</Link>}
    />
  )
}
