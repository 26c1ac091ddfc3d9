import { catalogApi, type Entity } from '@portico/catalog/common'
import { catalogWeb } from '@portico/catalog/web'
import type { AppError, Reply, Route } from '@portico/core/common'
import type { WebPlugin } from '@portico/core/web'
import { kubernetesApi, type ClusterObjects } from '@portico/kubernetes/common'
import { kubernetesWeb } from '../index.tsx'
import type { LiveEvent } from '../live/live-state.ts'

/** The entity that tests open. */
export const entity: Entity = {
  apiVersion: 'backstage.io/v1alpha1',
  kind: 'Component',
  metadata: { name: 'pay', annotations: { 'backstage.io/kubernetes-id': 'pay' } },
  spec: { type: 'service' },
}

/** What a test says about the page that it opens. */
interface TabOptions<A> {
  readonly clusters?: readonly object[]
  readonly events?: readonly LiveEvent[]
  /** The answer of the stream, in place of events. */
  readonly live?: AppError | Response
  readonly answers?: readonly A[]
}

/** A stream that sends its events and stays open; `send` sends more. */
function openStream(events: readonly LiveEvent[]) {
  let controller: ReadableStreamDefaultController<Uint8Array>
  const encode = ({ event, data }: LiveEvent) => new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
      for (const event of events) given.enqueue(encode(event))
    },
  })
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    send: (event: LiveEvent) => controller.enqueue(encode(event)),
  }
}

interface PageOptions {
  readonly plugins: readonly WebPlugin[]
  readonly path?: string
}

/** Opens the tab of an entity in one cluster, with the `renderPage` and the `answer` of the tests. */
export function createOpenTab<Options extends PageOptions, A, Opened extends object>(
  renderPage: (options: Options) => Opened,
  answer: <R extends Route>(route: R, value: Reply<R>) => A,
) {
  return (objects: ClusterObjects, given: TabOptions<A> & Partial<Omit<Options, 'plugins' | 'answers'>> = {} as Options) => {
    const { clusters, live, answers = [], path = '/catalog/default/component/pay/kubernetes', ...rest } = given
    const { cluster } = objects
    const events = given.events ?? [
      { event: 'clusters', data: { items: [cluster] } } as const,
      { event: 'objects', data: objects } as const,
    ]
    const stream = openStream(events)
    const all = [
      ...answers,
      answer(catalogApi.getEntityByName, entity),
      answer(kubernetesApi.listClusters, { items: (clusters ?? [{ ...cluster, authProvider: 'serviceAccount' }]) as never }),
      { route: kubernetesApi.followObjects, answer: () => live ?? stream.response },
    ]
    const page = renderPage({ ...rest, plugins: [catalogWeb, kubernetesWeb], path, answers: all } as unknown as Options)
    return { ...page, send: stream.send }
  }
}
