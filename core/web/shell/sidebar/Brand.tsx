import { Logo } from '@portico/ui'
import { useState, type ReactNode } from 'react'
import { useApi } from '../../apis/use-api.ts'
import { useObservable } from '../../observable.ts'
import { usePortal } from '../../portal.tsx'
import { themesApiRef } from '../../themes.ts'
import styles from './Sidebar.module.css'

/** The small square sign: the organisation's own icon, else the portal's. */
function BrandSign({ size }: { size: number }) {
  const { icon } = usePortal().facts.logo
  return <Picture src={icon} height={size} fallback={<Logo size={size} />} />
}

/** The head of the sidebar: a logo with the name in it where the organisation has one, else sign and title. */
export function Brand({ open }: { open: boolean }) {
  const { facts } = usePortal()
  const logo = useLogo()
  const named = (
    <>
      <BrandSign size={32} />
      <span className={styles.brand}>{facts.title}</span>
    </>
  )
  return (
    <>
      {open ? <Picture src={logo} height={32} className={styles.wordmark} fallback={named} /> : named}
      {/* The space is for those who hear it: one word would not be the name of the link. */}
      {facts.mark && ' '}
      {facts.mark && <small className={styles.mark}>{facts.mark}</small>}
    </>
  )
}

/** The organisation on the sign-in page: its logo, else its icon, else the portal's sign. */
export function SignInBrand() {
  const { facts } = usePortal()
  return <Picture src={useLogo()} height={48} alt={facts.organization} className={styles.signInLogo} fallback={<BrandSign size={48} />} />
}

function useLogo(): string | undefined {
  return usePortal().facts.logo[useObservable(useApi(themesApiRef).active).variant]
}

/** A picture of the organisation, or what stands in for it where there is none or it cannot be had. */
function Picture({
  src,
  height,
  alt = '',
  className = '',
  fallback,
}: {
  src: string | undefined
  height: number
  alt?: string
  className?: string | undefined
  fallback: ReactNode
}) {
  const { light, dark } = usePortal().facts.logo
  const [failed, setFailed] = useState<string>()
  if (!src || failed === src) return fallback
  // A logo that is the same for both themes was drawn for the light one.
  const ground = src === light && src === dark ? styles.ground : ''
  return <img src={src} alt={alt} height={height} className={`${className} ${ground}`} onError={() => setFailed(src)} />
}
