import { ExtensionBoundary, useSlot } from '@portico/core/web'
import type { DocsPage } from '@portico/techdocs/common'
import { useEffect, useState, type RefObject } from 'react'
import { docsAddons } from '../slots.ts'

/** What other plugins add below a page. They are given the page once it is in the document. */
export function PageAddons({
  page,
  entityRef,
  articleRef,
}: {
  readonly page: DocsPage
  readonly entityRef: string
  readonly articleRef: RefObject<HTMLElement | null>
}) {
  const [article, setArticle] = useState<HTMLElement>()
  useEffect(() => setArticle(articleRef.current ?? undefined), [articleRef, page])
  return article && <Addons context={{ page, entityRef, article }} />
}

function Addons({ context }: { readonly context: { readonly page: DocsPage; readonly entityRef: string; readonly article: HTMLElement } }) {
  const addons = useSlot(docsAddons, { context })
  return addons.map(addon => (
    <ExtensionBoundary key={addon.id} extension={addon}>
      <addon.item.View {...context} />
    </ExtensionBoundary>
  ))
}
