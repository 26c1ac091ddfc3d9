import { createElement } from 'react'
import { useApi } from '../apis/use-api.ts'
import styles from './NamedIcon.module.css'
import { iconsApiRef } from './icons.ts'
import { unknownIcon } from './own-icons.ts'

/** The icon of a name, such as `kind:component` or one in the config. */
export function NamedIcon({ name, size = 24 }: { name: string; size?: number }) {
  const icon = useApi(iconsApiRef).get(name) ?? unknownIcon
  return (
    <span className={styles.icon} style={{ width: size, height: size }} aria-hidden>
      {createElement(icon, { size })}
    </span>
  )
}
