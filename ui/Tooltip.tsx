import type { TooltipProps } from '@mantine/core'
import { useOverlayParts } from './overlays.tsx'

/** Words above the page, beside an element of it. */
export function Tooltip(props: TooltipProps) {
  const parts = useOverlayParts(true)
  return parts && <parts.Tooltip {...props} />
}
