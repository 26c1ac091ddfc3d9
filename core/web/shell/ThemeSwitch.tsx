import { useText } from '@portico/ui'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useId } from 'react'
import { useApi } from '../apis/use-api.ts'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { themesApiRef } from '../themes.ts'
import styles from './ThemeSwitch.module.css'

const icons = { light: IconSun, dark: IconMoon }

/** One of the portal's themes, or the system's. */
export function ThemeSwitch() {
  const text = useText()
  const { themes, choice, choose } = useApi(themesApiRef)
  const chosen = useObservable(choice)
  const name = useId()
  const choices = [
    ...themes.map(({ id, title, variant }) => ({ id, title, Icon: icons[variant] })),
    { id: 'auto', title: shellMessages.themeAuto, Icon: IconDeviceDesktop },
  ]
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{text(shellMessages.theme)}</legend>
      <div className={styles.choices}>
        {choices.map(({ id, title, Icon }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name={name} className={styles.radio} checked={chosen === id} onChange={() => choose(id)} />
            <Icon size={16} aria-hidden />
            {text(title)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
