import type { PopoverProps } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { AnchorRef, useOpening } from './overlays.tsx'

type Shared = Pick<PopoverProps, 'id' | 'position' | 'width' | 'offset' | 'trapFocus' | 'withRoles' | 'closeOnEscape'>

export interface AnchoredOverlayProps extends Shared {
  /** The element that it is placed beside. It is mounted whether this is open or not. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly open: boolean
  /** Called after a click outside or Escape. */
  readonly onClose: () => void
  readonly className?: string | undefined
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** Content above the page, beside an element of it. */
export function AnchoredOverlay({
  anchor,
  open,
  onClose,
  trapFocus = false,
  className = '',
  label,
  children,
  ...rest
}: AnchoredOverlayProps) {
  const { parts, opened } = useOpening(open)
  if (!parts) return undefined
  const { Popover } = parts
  return (
    <Popover opened={opened} onChange={isOpen => !isOpen && onClose()} shadow="md" trapFocus={trapFocus} returnFocus={trapFocus} {...rest}>
      <Popover.Target>
        <AnchorRef for={anchor} />
      </Popover.Target>
      {/* To an overlay around its anchor, what happens in this one is not outside. */}
      <Popover.Dropdown
        className={className}
        aria-label={label}
        onMouseDown={event => event.stopPropagation()}
        onTouchStart={event => event.stopPropagation()}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
