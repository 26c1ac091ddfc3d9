import { useEffect, useEffectEvent, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useApi } from '../apis/use-api.ts'
import { dialogApiRef, type Confirmation } from '../dialogs/dialogs.ts'

/**
 * Asks before a page with unsaved changes is left for another: by a link, by the back button, or by closing the tab, where the browser asks in
 * its own words. Returns what lets the next navigation pass, for one that was confirmed already.
 */
export function useLeaveGuard(isChanged: boolean, question: Confirmation): () => void {
  const dialogs = useApi(dialogApiRef)
  const isFree = useRef(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && !isFree.current && currentLocation.pathname !== nextLocation.pathname,
  )
  const ask = useEffectEvent(async () => {
    if (await dialogs.confirm(question)) blocker.proceed?.()
    else blocker.reset?.()
  })
  const { state } = blocker
  useEffect(() => {
    if (state === 'blocked') void ask()
  }, [state])
  useEffect(() => {
    if (!isChanged) return undefined
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isChanged])
  return () => {
    isFree.current = true
  }
}
