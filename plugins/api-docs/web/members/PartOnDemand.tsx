import type { Part } from '@portico/api-docs/common'
import { RequestErrorPanel } from '@portico/core/web'
import { SkeletonRows } from '@portico/ui'
import type { ReactNode } from 'react'
import { usePart } from '../definition/definition-context.tsx'

/** Shows something of another part, which is loaded for it. A part that is not there shows nothing: its link says the name. */
export function PartOnDemand({ id, children }: { readonly id: string; readonly children: (part: Part) => ReactNode }) {
  const { part, isMissing, error, retry } = usePart(id)
  if (error) return <RequestErrorPanel error={error} onRetry={retry} />
  if (isMissing) return undefined
  return part ? children(part) : <SkeletonRows rows={3} />
}
