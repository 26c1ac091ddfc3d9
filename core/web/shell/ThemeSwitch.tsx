import { useText } from '@portico/ui'
import IconDeviceDesktop from '@tabler/icons-react/dist/esm/icons/IconDeviceDesktop.mjs'
import IconMoon from '@tabler/icons-react/dist/esm/icons/IconMoon.mjs'
import IconSun from '@tabler/icons-react/dist/esm/icons/IconSun.mjs'
import { useId } from 'react'
import { shellMessages } from '../messages.ts'
import { useObservable } from '../observable.ts'
import { usePortal } from '../portal.tsx'
import styles from './ThemeSwitch.module.css'

const choices = [
  { id: 'light', label: shellMessages.themeLight, Icon: IconSun },
  { id: 'dark', label: shellMessages.themeDark, Icon: IconMoon },
  { id: 'auto', label: shellMessages.themeAuto, Icon: IconDeviceDesktop },
] as const

/** Light, dark, or as the system has it. */
export function ThemeSwitch() {
  const text = useText()
  const { themes } = usePortal()
  const chosen = useObservable(themes.choice)
  const name = useId()
  return (
    <fieldset className={styles.switch}>
      <legend className={styles.legend}>{text(shellMessages.theme)}</legend>
      <div className={styles.choices}>
        {choices.map(({ id, label, Icon }) => (
          <label key={id} className={styles.choice}>
            <input type="radio" name={name} className={styles.radio} checked={chosen === id} onChange={() => themes.choose(id)} />
            <Icon size={16} aria-hidden />
            {text(label)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
