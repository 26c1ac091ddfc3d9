import { lazyView } from '@portico/ui'
import { appSection } from '@portico/core/common'
import { Suspense, type ReactNode } from 'react'
import { useConfig } from '../portal.tsx'
import { ShellPart } from '../shell/ShellPart.tsx'

const Shown = lazyView(async () => (await import('./ShownSupport.tsx')).ShownSupport)

/** The support button, for the head of a page: shown only where `app.support` is configured. */
export function SupportButton({ children }: { children?: ReactNode }) {
  const { support } = useConfig(appSection)
  if (!support) return undefined
  return (
    <ShellPart>
      <Suspense>
        <Shown support={support}>{children}</Shown>
      </Suspense>
    </ShellPart>
  )
}
