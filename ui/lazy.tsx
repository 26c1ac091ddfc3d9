import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { uiMessages } from './messages.ts'
import { useText } from './text.tsx'

const lost = new Set<() => void>()

/** Views that could not be loaded are requested again when they are next drawn. Error boundaries call it once the failure is on the screen. */
export function forgetLostViews(): void {
  for (const forget of lost) forget()
  lost.clear()
}

/** A view in a chunk of its own: React's `lazy`, which keeps a failure for ever, with another try. */
export function lazyView<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const request = () =>
    lazy(async () => {
      try {
        return { default: await load() }
      } catch (error) {
        // Not now: React draws it once more to learn that it has failed.
        lost.add(() => (View = request()))
        throw error
      }
    })
  let View = request()
  return function LazyView(props: Props) {
    return <View {...props} />
  }
}

/**
 * A lazy part in a chunk of its own. Until it has loaded `Waiting` is shown; when it fails to load, the error can be retried.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
): ComponentType<Props> {
  const Part = lazyView(load)
  return function LazyPart(props: Props) {
    return (
      <PartBoundary>
        <Suspense fallback={<Waiting {...props} />}>
          <Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText()
  return <ErrorPanel title={text(uiMessages.loadFailed)} details={String(error.stack ?? error.message)} onRetry={onRetry} />
}

/** React catches failures only in a class. */
class PartBoundary extends Component<{ readonly children: ReactNode }, { error?: Error | undefined }> {
  override state: { error?: Error | undefined } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override componentDidCatch() {
    forgetLostViews()
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <LoadFailure error={error} onRetry={() => this.setState({ error: undefined })} />
  }
}
