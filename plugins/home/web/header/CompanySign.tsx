import { appSection } from '@portico/core/common'
import { useConfig } from '@portico/core/web'
import { Logo } from '@portico/ui'
import { useState } from 'react'

/** The small sign of the organisation beside the title; the portal's own where it has none, or it cannot be loaded. */
export function CompanySign() {
  const { icon } = useConfig(appSection).branding
  const [failed, setFailed] = useState(false)
  if (icon === undefined || failed) return <Logo size={24} />
  return <img src={icon} alt="" width={24} height={24} onError={() => setFailed(true)} />
}
