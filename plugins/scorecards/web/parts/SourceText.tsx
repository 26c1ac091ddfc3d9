import { useText } from '@portico/core/web'
import type { DocumentSource } from '@portico/scorecards/common'
import { isExternalAddress, Link } from '@portico/ui'
import { pageMessages } from './page-messages.ts'

/** Where a document comes from. */
export function SourceText({ source: { type, target, line } }: { source: DocumentSource }) {
  const text = useText()
  if (type === 'portal') return text(pageMessages.sourcePortal)
  if (type === 'pack') return text(pageMessages.sourcePack, { name: target ?? '' })
  const words = `${(target ?? '').split('/').at(-1)}${line === undefined ? '' : `:${line}`}`
  if (target !== undefined && isExternalAddress(target)) return <Link to={target}>{words}</Link>
  return <span title={target}>{words}</span>
}
