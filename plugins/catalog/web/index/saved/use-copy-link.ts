import { catalogIndexRoute } from '../../routes.ts'
import { errorApiRef, useApi, useHref, useRouteRef } from '@portico/core/web'

/** Puts the whole address of a view on the clipboard; true when it is there. */
export function useCopyLink(): (search: string) => Promise<boolean> {
  const errors = useApi(errorApiRef)
  const index = useHref(useRouteRef(catalogIndexRoute)())
  return async search => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}${index}?${search}`)
      return true
    } catch (error) {
      errors.post(error)
      return false
    }
  }
}
