import type { MenuItemProps, MenuProps as BaseProps, PolymorphicComponentProps } from '@mantine/core'
import {
  cloneElement,
  createContext,
  use,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { preloadProps, AnchorRef, useOpening } from './overlays.tsx'

type Parts = NonNullable<ReturnType<typeof useOpening>['parts']>['Menu']

export interface MenuProps extends Pick<BaseProps, 'position' | 'width' | 'closeOnItemClick'> {
  /** The button that opens it. It takes a ref, and gets `onClick` and ARIA attributes. */
  readonly button: ReactElement<object>
  readonly children: ReactNode
}

const Inside = createContext<Parts | undefined>(undefined)

/** A button that opens a list of things to do: `<Menu button={<ActionIcon …/>}><Menu.Item …/></Menu>`. */
export function Menu({ button, position = 'bottom-end', children, ...rest }: MenuProps) {
  const id = useId()
  const anchor = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const { parts, opened } = useOpening(open)
  const said = { id, 'aria-haspopup': 'menu', 'aria-expanded': open, 'aria-controls': opened ? `${id}-dropdown` : undefined }
  // After a click the focus is still on the button, outside the menu.
  const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && setOpen(false)
  return (
    <>
      {cloneElement(button, { ref: anchor, onClick: () => setOpen(!open), onKeyDown, ...preloadProps, ...said } as object)}
      {parts && (
        <Inside value={parts.Menu}>
          <parts.Menu id={id} opened={opened} onChange={setOpen} position={position} shadow="md" {...rest}>
            <parts.Menu.Target>
              <AnchorRef for={anchor} />
            </parts.Menu.Target>
            <parts.Menu.Dropdown mah="min(640px, 80dvh)" style={{ overflowY: 'auto' }}>
              {children}
            </parts.Menu.Dropdown>
          </parts.Menu>
        </Inside>
      )}
    </>
  )
}

function useParts(): Parts {
  const parts = use(Inside)
  if (!parts) throw new Error('This part of a menu is shown outside one')
  return parts
}

/** An action; with `component={Link}` a link. */
Menu.Item = function MenuItem<C = 'button'>(props: PolymorphicComponentProps<C, MenuItemProps>) {
  const { Item } = useParts()
  return <Item {...(props as ComponentProps<typeof Item>)} />
}

/** An entry with a checkbox. */
Menu.CheckboxItem = function MenuCheckboxItem(props: ComponentProps<Parts['CheckboxItem']>) {
  const { CheckboxItem } = useParts()
  return <CheckboxItem {...props} />
}

Menu.Label = function MenuLabel(props: ComponentProps<Parts['Label']>) {
  const { Label } = useParts()
  return <Label {...props} />
}

Menu.Divider = function MenuDivider(props: ComponentProps<Parts['Divider']>) {
  const { Divider } = useParts()
  return <Divider {...props} />
}
