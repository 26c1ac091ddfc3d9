import type { FetchError } from '@portico/kubernetes/common'

/** What the API server said about some kinds at once. */
export interface RefusedKinds {
  readonly status: number
  /** As the paths of their lists name them, in their order. */
  readonly kinds: readonly string[]
  /** The API server's own sentence, about the first of them. */
  readonly said?: string | undefined
  /** Asked for all namespaces. */
  readonly isClusterWide: boolean
}

interface ClusterErrors {
  /** Why there was no answer. */
  readonly messages: readonly string[]
  readonly refused: readonly RefusedKinds[]
}

/** The errors of a cluster, each told once: kinds that were refused with one status, and for one reach, stand together. */
export function groupErrors(errors: readonly FetchError[]): ClusterErrors {
  const messages = new Set<string>()
  const refused = new Map<string, RefusedKinds & { readonly kinds: string[] }>()
  for (const error of errors) {
    if (!('statusCode' in error)) {
      messages.add(error.message)
      continue
    }
    const [path = ''] = error.resourcePath.split('?', 1)
    const isClusterWide = !path.includes('/namespaces/')
    const key = `${error.statusCode} ${isClusterWide}`
    const known = refused.get(key) ?? { status: error.statusCode, kinds: [], said: error.message, isClusterWide }
    known.kinds.push(path.split('/').at(-1) ?? path)
    refused.set(key, known)
  }
  return { messages: [...messages], refused: [...refused.values()] }
}
