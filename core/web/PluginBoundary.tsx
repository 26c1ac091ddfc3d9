import { ErrorPanel, useText } from '@portico/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { shellMessages } from './messages.ts'
import styles from './shell/Shell.module.css'

export interface PluginBoundaryProps {
  readonly plugin: string
  readonly children: ReactNode
}

/** Keeps what one plugin throws from taking the rest of the page down. */
export function PluginBoundary({ plugin, children }: PluginBoundaryProps) {
  const queries = useQueryClient()
  return (
    <Catch
      onRetry={() => void queries.resetQueries({ predicate: ({ state }) => state.status === 'error' })}
      fallback={(error, retry) => <PluginError plugin={plugin} error={error} onRetry={retry} />}
    >
      {children}
    </Catch>
  )
}

function PluginError({ plugin, error, onRetry }: { plugin: string; error: Error; onRetry: () => void }) {
  const text = useText()
  return (
    <div className={styles.pluginError}>
      <ErrorPanel title={text(shellMessages.errorInPlugin, { plugin })} message={error.message} details={error.stack} onRetry={onRetry} />
    </div>
  )
}

interface CatchProps {
  readonly onRetry: () => void
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

// React knows no other way to catch what rendering throws than a class.
class Catch extends Component<CatchProps, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ error: undefined })
  }

  override render() {
    return this.state.error ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
