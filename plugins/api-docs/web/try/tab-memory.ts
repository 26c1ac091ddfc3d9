import type { Credential, Credentials } from '@portico/api-docs/common'
import { createObservable, useIdentity, useObservable } from '@portico/core/web'

/** What readers typed, by user and API. Nowhere but here: it ends with the page. */
const byReader = createObservable<Readonly<Record<string, Credentials>>>({})

const none: Credentials = {}

/** The credentials that the reader typed for an API: all its operations share them. */
export function useCredentials(entityRef: string) {
  const { userEntityRef } = useIdentity()
  const key = `${userEntityRef} ${entityRef}`
  const all = useObservable(byReader)
  return {
    credentials: all[key] ?? none,
    set: (scheme: string, credential: Credential) => {
      const current = byReader.get()
      byReader.set({ ...current, [key]: { ...current[key], [scheme]: credential } })
    },
    forget: () => byReader.set({ ...byReader.get(), [key]: none }),
  }
}

interface SentQuery {
  readonly query: string
  readonly variables: string
}

const sentByReader = createObservable<Readonly<Record<string, readonly SentQuery[]>>>({})
const noQueries: readonly SentQuery[] = []
const maxSent = 10

/** The queries that the reader sent to an API from this tab, the latest first. */
export function useSentQueries(entityRef: string) {
  const { userEntityRef } = useIdentity()
  const key = `${userEntityRef} ${entityRef}`
  const sent = useObservable(sentByReader)[key] ?? noQueries
  return {
    sent,
    add: (sentNow: SentQuery) => {
      const others = sent.filter(({ query, variables }) => query !== sentNow.query || variables !== sentNow.variables)
      sentByReader.set({ ...sentByReader.get(), [key]: [sentNow, ...others].slice(0, maxSent) })
    },
  }
}
