import { AppError } from '@portico/core/common'
import { useRouteError } from 'react-router'
import { useComponents } from './use-components.ts'

/** What the router caught: a chunk that failed to load, or an error in the shell itself. */
export function RootError() {
  const error = useRouteError()
  const { BootErrorPage } = useComponents()
  const isChunk = error instanceof AppError && error.code === 'core.chunk'
  return <BootErrorPage kind={isChunk ? 'chunk' : 'shell'} message={error instanceof Error ? error.message : String(error)} />
}
