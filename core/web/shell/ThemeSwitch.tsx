import { SegmentedControl, useText } from '@portico/ui'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useApi } from '../apis/use-api.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { themesApiRef } from '../themes.ts'

const icons = { light: IconSun, dark: IconMoon }

/** One of the portal's themes, or the system's. */
export function ThemeSwitch() {
  const text = useText()
  const { themes, choice, choose } = useApi(themesApiRef)
  const chosen = useObservable(choice)
  const choices = [
    ...themes.map(({ id, title, variant }) => ({ id, title, Icon: icons[variant] })),
    { id: 'auto', title: shellMessages.themeAuto, Icon: IconDeviceDesktop },
  ]
  return (
    <SegmentedControl
      label={text(shellMessages.theme)}
      segments={choices.map(({ id, title, Icon }) => ({ value: id, label: text(title), icon: <Icon size={16} aria-hidden /> }))}
      value={chosen}
      onChange={choose}
    />
  )
}
