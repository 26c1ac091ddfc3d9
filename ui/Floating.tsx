import type { PopoverProps } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import { Stand, useOpening } from './late.tsx'

type Shared = Pick<PopoverProps, 'id' | 'position' | 'width' | 'offset' | 'trapFocus' | 'withRoles' | 'closeOnEscape'>

export interface FloatingProps extends Shared {
  /** What it stands beside. It is there whether this is open or not. */
  readonly anchor: RefObject<HTMLElement | null>
  readonly open: boolean
  /** Somebody clicked elsewhere or pressed Escape. */
  readonly onClose: () => void
  readonly className?: string | undefined
  readonly label?: string | undefined
  readonly children: ReactNode
}

/** Content above the page, beside an element of it. */
export function Floating({ anchor, open, onClose, trapFocus = false, className = '', label, children, ...rest }: FloatingProps) {
  const { parts, opened } = useOpening(open)
  if (!parts) return undefined
  const { Popover } = parts
  return (
    <Popover opened={opened} onChange={isOpen => !isOpen && onClose()} shadow="md" trapFocus={trapFocus} returnFocus={trapFocus} {...rest}>
      <Popover.Target>
        <Stand for={anchor} />
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
