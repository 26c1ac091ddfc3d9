import { Link } from '@portico/core/web'
import { Button, Menu } from '@portico/ui'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import type { MouseEvent } from 'react'

interface SwitchItem {
  readonly key: string
  readonly name: string
  readonly to: string
  readonly isCurrent: boolean
  /** The language of the name and of what it leads to. */
  readonly lang?: string
  readonly onClick?: (event: MouseEvent) => void
}

interface SwitchMenuProps {
  /** What is shown now, with what kind of thing it is: `Language: English`. */
  readonly label: string
  readonly current: string
  readonly items: readonly SwitchItem[]
}

/** A button that says what is read now, and opens links to the same page in others. */
export function SwitchMenu({ label, current, items }: SwitchMenuProps) {
  return (
    <Menu
      button={
        <Button variant="default" aria-label={label} rightSection={<IconChevronDown size={14} aria-hidden />}>
          {current}
        </Button>
      }
    >
      {items.map(({ key, name, to, isCurrent, lang, onClick }) => (
        <Menu.Item
          key={key}
          component={Link}
          plain
          to={to}
          {...(lang !== undefined && { lang, hrefLang: lang })}
          {...(isCurrent && { 'aria-current': 'true' as const })}
          {...(onClick && { onClick })}
          leftSection={<IconCheck size={14} aria-hidden visibility={isCurrent ? 'visible' : 'hidden'} />}
        >
          {name}
        </Menu.Item>
      ))}
    </Menu>
  )
}
