import { createElement, lazy, Suspense } from 'react'
import { useApi } from '../apis/use-api.ts'
import styles from './NamedIcon.module.css'
import { iconsApiRef } from './icons.ts'

const OwnIcon = lazy(async () => {
  const { ownIcons, unknownIcon } = await import('./own-icons.ts')
  return {
    default: ({ name, size }: { name: string; size: number }) => {
      const Icon = Object.hasOwn(ownIcons, name) ? ownIcons[name]! : unknownIcon
      return <Icon size={size} />
    },
  }
})

/** The icon of a name, such as `kind:component` or one in the config. Its place is kept while it loads. */
export function NamedIcon({ name, size = 24 }: { name: string; size?: number }) {
  const own = useApi(iconsApiRef).get(name)
  return (
    <span className={styles.icon} style={{ width: size, height: size }} aria-hidden>
      {own ? (
        createElement(own, { size })
      ) : (
        <Suspense>
          <OwnIcon name={name} size={size} />
        </Suspense>
      )}
    </span>
  )
}
