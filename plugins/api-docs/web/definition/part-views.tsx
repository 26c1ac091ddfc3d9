import type { Part } from '@portico/api-docs/common'
import { ErrorBoundary } from '@portico/core/web'
import { lazyView, SkeletonRows } from '@portico/ui'
import { Suspense, type ComponentType } from 'react'

/** The part of a kind. A kind may be one of several of its part. */
type PartOf<Kind extends Part['kind'], P = Part> = P extends Part ? (Kind extends P['kind'] ? P : never) : never
type LoadView<Kind extends Part['kind']> = () => Promise<ComponentType<{ readonly part: PartOf<Kind> }>>

/** What draws each kind of part, in chunks of their own. */
const loaders: { readonly [Kind in Part['kind']]?: LoadView<Kind> } = {
  about: async () => (await import('../http/AboutView.tsx')).AboutView,
  operation: async () => (await import('../http/OperationView.tsx')).OperationView,
  webhook: async () => (await import('../http/OperationView.tsx')).OperationView,
  schema: async () => (await import('../schema/SchemaView.tsx')).SchemaView,
  channel: async () => (await import('../messaging/ChannelView.tsx')).ChannelView,
  messaging: async () => (await import('../messaging/MessagingView.tsx')).MessagingView,
  message: async () => (await import('../messaging/MessageView.tsx')).MessageView,
  'graphql-field': async () => (await import('../graphql/GraphqlFieldView.tsx')).GraphqlFieldView,
  'graphql-type': async () => (await import('../graphql/GraphqlTypeView.tsx')).GraphqlTypeView,
  'grpc-service': async () => (await import('../grpc/GrpcServiceView.tsx')).GrpcServiceView,
  'grpc-method': async () => (await import('../grpc/GrpcMethodView.tsx')).GrpcMethodView,
  'grpc-type': async () => (await import('../grpc/GrpcTypeView.tsx')).GrpcTypeView,
}

const views = Object.fromEntries(
  Object.entries(loaders).map(([kind, load]) => [kind, lazyView(load as () => Promise<ComponentType<{ part: Part }>>)]),
) as Partial<Record<Part['kind'], ComponentType<{ readonly part: Part }>>>

/** Begins to load what draws a kind of part. A failure is told by the view itself. */
export function preloadPartView(kind: Part['kind']): void {
  loaders[kind]?.().catch(() => undefined)
}

/** Draws a part by its kind. */
export function PartView({ part }: { readonly part: Part }) {
  const View = views[part.kind]
  if (!View) return undefined
  return (
    <ErrorBoundary>
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <View part={part} />
      </Suspense>
    </ErrorBoundary>
  )
}
