import { usePortal } from '../portal.tsx'

/** For a link: the code of its page is asked for when the pointer or the focus comes near, what the page reads first when it is pressed. */
export function usePreloading(to: string) {
  const { preload } = usePortal()
  return {
    onPointerEnter: () => preload.address(to),
    onFocus: () => preload.address(to),
    onPointerDown: () => preload.address(to, { data: true }),
  }
}
