import { errorApiRef, useApi, useHref, useLocation } from '@portico/core/web'

/** Copies the full address of a view to the clipboard; true on success. */
export function useCopyLink(): (search: string) => Promise<boolean> {
  const errors = useApi(errorApiRef)
  const index = useHref(useLocation().pathname)
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
