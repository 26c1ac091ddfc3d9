import { usePortal } from '../portal.tsx'

/** For a link: the code of its page is preloaded on hover or focus, its first data when it is pressed. */
export function usePreloading(to: string) {
  const { preload } = usePortal()
  return {
    onPointerEnter: () => preload.address(to),
    onFocus: () => preload.address(to),
    onPointerDown: () => preload.address(to, { data: true }),
  }
}
