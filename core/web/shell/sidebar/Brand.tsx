import { Logo } from '@portico/ui'
import { useApi } from '../../apis/use-api.ts'
import { useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'
import { themesApiRef } from '../../themes.ts'
import styles from './Sidebar.module.css'

/** The small square sign: the organisation's own icon, else the portal's. */
export function BrandSign({ size }: { size: number }) {
  const { icon } = usePortal().facts.logo
  return icon ? <img src={icon} alt="" height={size} /> : <Logo size={size} />
}

/** The head of the sidebar: a logo with the name in it where the organisation has one, else sign and title. */
export function Brand({ open }: { open: boolean }) {
  const { facts } = usePortal()
  const logo = facts.logo[useObservable(useApi(themesApiRef).active).variant]
  if (logo && open) return <img src={logo} alt="" height={32} className={styles.wordmark} />
  return (
    <>
      <BrandSign size={32} />
      <span className={styles.brand}>{facts.title}</span>
    </>
  )
}
