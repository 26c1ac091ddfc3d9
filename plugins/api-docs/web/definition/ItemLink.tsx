import { Link } from '@portico/core/web'
import type { ReactNode } from 'react'
import { useItemHref } from './definition-context.tsx'

export interface ItemLinkProps {
  /** The id of an item or of a schema of the same definition. */
  readonly id: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A link to another part of the definition. */
export function ItemLink({ id, className, children }: ItemLinkProps) {
  const hrefOf = useItemHref()
  return (
    <Link to={hrefOf(id)} className={className}>
      {children}
    </Link>
  )
}
