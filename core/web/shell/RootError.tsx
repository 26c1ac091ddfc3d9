import { AppError } from '@portico/core/common'
import { useRouteError } from 'react-router'
import { useComponents } from './use-components.ts'

/** What the router caught: code that did not arrive, or a fault in the shell itself. */
export function RootError() {
  const error = useRouteError()
  const { BootErrorPage } = useComponents()
  const isChunk = error instanceof AppError && error.code === 'core.chunk'
  return <BootErrorPage kind={isChunk ? 'chunk' : 'shell'} message={error instanceof Error ? error.message : String(error)} />
}
