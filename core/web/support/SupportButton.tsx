import { lazy, Suspense, type ReactNode } from 'react'
import { useConfig } from '../portal.tsx'
import { readSupport } from './support.ts'

const Shown = lazy(async () => ({ default: (await import('./ShownSupport.tsx')).ShownSupport }))

/** The way to help, for the head of a page: it is there only where `app.support` is configured. */
export function SupportButton({ children }: { children?: ReactNode }) {
  const support = readSupport(useConfig())
  if (!support) return undefined
  return (
    <Suspense>
      <Shown support={support}>{children}</Shown>
    </Suspense>
  )
}
