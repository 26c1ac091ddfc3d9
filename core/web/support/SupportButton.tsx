import { appSection } from '@portico/core/common'
import { lazy, Suspense, type ReactNode } from 'react'
import { useConfig } from '../portal.tsx'

const Shown = lazy(async () => ({ default: (await import('./ShownSupport.tsx')).ShownSupport }))

/** The support button, for the head of a page: shown only where `app.support` is configured. */
export function SupportButton({ children }: { children?: ReactNode }) {
  const { support } = useConfig(appSection)
  if (!support) return undefined
  return (
    <Suspense>
      <Shown support={support}>{children}</Shown>
    </Suspense>
  )
}
