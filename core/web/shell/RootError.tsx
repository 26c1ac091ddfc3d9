import { AppError } from '@portico/core/common'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import type { BootErrorProps } from '../app-components.ts'
import { useComponents } from './use-components.ts'

/** An error in the shell itself. */
export function RootError() {
  const { BootErrorPage } = useComponents()
  return <BootErrorPage {...useFailure()} />
}

/** Instead of a page whose code could not be loaded. The frame stays, and the page can be tried again. */
export function PageError() {
  const { BootErrorPage } = useComponents()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return <BootErrorPage {...useFailure()} onRetry={() => void navigate({ pathname, search, hash }, { replace: true })} />
}

function useFailure(): BootErrorProps {
  const error = useRouteError()
  const isChunk = error instanceof AppError && error.code === 'core.chunk'
  return { kind: isChunk ? 'chunk' : 'shell', message: error instanceof Error ? error.message : String(error) }
}
