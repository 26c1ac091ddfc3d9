import { appSection, organizationSection } from '@portico/core/common'
import { themesApiRef, useApi, useConfig, useObservable } from '@portico/core/web'
import { Logo } from '@portico/ui'
import { useState } from 'react'
import styles from './LogoWidget.module.css'

/** The logo of the organisation, for the theme in use; its name where there is none, or it cannot be loaded. */
export function LogoWidget() {
  const { logo, logoDark = logo } = useConfig(appSection).branding
  const { name } = useConfig(organizationSection)
  const { variant } = useObservable(useApi(themesApiRef).active)
  const [failed, setFailed] = useState<string>()
  const source = variant === 'dark' ? logoDark : logo
  if (source === undefined || source === failed) {
    return (
      <div className={styles.logo}>
        <Logo size={32} />
        <span className={styles.name}>{name}</span>
      </div>
    )
  }
  return (
    <div className={styles.logo}>
      <img
        src={source}
        alt={name}
        className={styles.picture}
        data-ground={logoDark === logo || undefined}
        onError={() => setFailed(source)}
      />
    </div>
  )
}
