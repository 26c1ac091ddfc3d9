import { Component, lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'
import { uiMessages } from './messages.ts'
import { useText } from './text.tsx'

/**
 * A lazy part in a chunk of its own. Until it has loaded `Waiting` is shown; when it fails to load, the error can be retried.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType<Props>,
): ComponentType<Props> {
  const toPart = () => lazy(async () => ({ default: await load() }))
  const first = toPart()
  return function LazyPart(props: Props) {
    const [part, setPart] = useState({ Part: first })
    return (
      <PartBoundary key={String(part.Part === first)} onRetry={() => setPart({ Part: toPart() })}>
        <Suspense fallback={<Waiting {...props} />}>
          <part.Part {...props} />
        </Suspense>
      </PartBoundary>
    )
  }
}

function LoadFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const text = useText()
  return <ErrorPanel title={text(uiMessages.loadFailed)} details={String(error.stack ?? error.message)} onRetry={onRetry} />
}

interface BoundaryProps {
  readonly onRetry: () => void
  readonly children: ReactNode
}

/** React catches failures only in a class. */
class PartBoundary extends Component<BoundaryProps, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return (
      <LoadFailure
        error={error}
        onRetry={() => {
          this.setState({})
          this.props.onRetry()
        }}
      />
    )
  }
}
