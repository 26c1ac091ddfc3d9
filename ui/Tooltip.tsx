import type { TooltipProps } from '@mantine/core'
import { useFloatingParts } from './late.tsx'

/** Words above the page, beside an element of it. */
export function Tooltip(props: TooltipProps) {
  const parts = useFloatingParts(true)
  return parts && <parts.Tooltip {...props} />
}
