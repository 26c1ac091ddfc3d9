import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'

/** Whether the sidebar stays open, and what changes that. */
export function useSidebarPin(): readonly [pinned: boolean, toggle: () => void] {
  const { sidebar } = usePortal().shell
  return [useObservable(sidebar.pinned), sidebar.togglePin]
}

/** How wide the content of a page can be, in px, estimated from the window: measuring the page itself would force a layout. */
export function useEstimatedWidth(): number {
  return usePortal().shell.usableWidth()
}
