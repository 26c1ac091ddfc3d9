import { useText, type Text } from '@portico/ui'
import { useEffect, useLayoutEffect } from 'react'
import { useApi } from './apis/use-api.ts'
import { useObservable } from './observable.ts'
import { usePortal } from './portal.tsx'
import { titleCountApiRef } from './title-count.ts'

/** The document's title as `{title} | {app title}`, for a view with a more specific title than its page, such as an entity's name. */
export function useTitle(title: Text | undefined): void {
  const whole = useWholeTitle(title)
  useEffect(() => {
    if (whole !== undefined) document.title = whole
  }, [whole])
}

/** The same for the page around the view. It runs before any effect of the view, so that the view overrides it. */
export function usePageTitle(title: Text): void {
  const whole = useWholeTitle(title)
  useLayoutEffect(() => {
    if (whole !== undefined) document.title = whole
  }, [whole])
}

function useWholeTitle(title: Text | undefined): string | undefined {
  const text = useText()
  const { facts } = usePortal()
  const count = useObservable(useApi(titleCountApiRef))
  if (title === undefined) return undefined
  const whole = `${text(title)} | ${facts.title}`
  return count > 0 ? `(${count > 99 ? '99+' : count}) ${whole}` : whole
}
