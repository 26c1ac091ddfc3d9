import { forgetLostViews } from '@portico/ui'
import { Component, type ReactNode } from 'react'

interface CatchProps {
  /** Another value resets the boundary and tries again. */
  readonly retryKey?: string | undefined
  readonly onRetry?: () => void
  readonly fallback: (error: Error, retry: () => void) => ReactNode
  readonly children: ReactNode
}

interface Caught {
  readonly error: Error | undefined
  readonly retryKey: string | undefined
}

/** Shows a fallback when its children throw. React supports error boundaries only as classes. */
export class Catch extends Component<CatchProps, Caught> {
  override state: Caught = { error: undefined, retryKey: this.props.retryKey }

  static getDerivedStateFromError(thrown: unknown) {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  static getDerivedStateFromProps({ retryKey }: CatchProps, state: Caught) {
    return retryKey === state.retryKey ? null : { error: undefined, retryKey }
  }

  override componentDidCatch() {
    forgetLostViews()
  }

  retry = () => {
    this.props.onRetry?.()
    this.setState({ error: undefined })
  }

  override render() {
    return this.state.error ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
