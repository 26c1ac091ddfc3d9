import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Catch } from './Catch.tsx'
import { usePortal } from './portal.tsx'
import { useComponents } from './shell/use-components.ts'

export interface PluginBoundaryProps {
  readonly plugin: string
  /** Another value tries again. */
  readonly retryKey?: string
  readonly children: ReactNode
}

/** Contains the errors of one plugin, so that the rest of the page stays. */
export function PluginBoundary({ plugin, retryKey, children }: PluginBoundaryProps) {
  const queries = useQueryClient()
  const { ErrorFallback } = useComponents()
  const { Scope } = usePortal().outside ?? {}
  return (
    <Catch
      retryKey={retryKey}
      onRetry={() => void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' })}
      fallback={(error, retry) => <ErrorFallback plugin={plugin} error={error} onRetry={retry} />}
    >
      {Scope ? <Scope plugin={plugin}>{children}</Scope> : children}
    </Catch>
  )
}
