import { ErrorPanel, isSafeAddress, Link, useText } from '@portico/ui'
import type { ReactNode } from 'react'
import { Catch } from './Catch.tsx'
import { shellMessages } from './messages.ts'

export interface ErrorBoundaryProps {
  /** Who can help: a name, or a name with the address where they are found. */
  readonly channel?: string | { readonly name: string; readonly href: string }
  readonly children: ReactNode
}

/** An error boundary: says that something went wrong, and who can help. The error is in the console. */
export function ErrorBoundary({ channel, children }: ErrorBoundaryProps) {
  return <Catch fallback={(error, retry) => <Panel error={error} channel={channel} onRetry={retry} />}>{children}</Catch>
}

function Panel({ error, channel, onRetry }: { error: Error; channel: ErrorBoundaryProps['channel']; onRetry: () => void }) {
  const text = useText()
  return (
    <ErrorPanel
      title={text(shellMessages.shellFailed)}
      message={channel === undefined ? error.message : <Help channel={channel} />}
      details={error.stack ?? error.message}
      onRetry={onRetry}
    />
  )
}

function Help({ channel }: { channel: NonNullable<ErrorBoundaryProps['channel']> }) {
  const text = useText()
  if (typeof channel === 'string') return text(shellMessages.contactChannel, { channel })
  if (!isSafeAddress(channel.href)) return text(shellMessages.contactChannel, { channel: channel.name })
  // The link stands where the language puts the name.
  const placeholder = '\u0000'
  const [before, after] = text(shellMessages.contactChannel, { channel: placeholder }).split(placeholder)
  return (
    <>
      {before}
      <Link to={channel.href}>{channel.name}</Link>
      {after}
    </>
  )
}
