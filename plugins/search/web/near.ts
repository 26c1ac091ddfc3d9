import { starredApiRef } from '@portico/catalog/web'
import { storageApiRef, type ApiRef } from '@portico/core/web'
import { readVisits } from '@portico/home/web'
import type { QueryParams } from '@portico/search/common'

type Near = Pick<QueryParams, 'starred' | 'recent'>

const maxNear = 20
// A page follows its preload sooner than that.
const preparedMs = 5000
const entityPage = /^\/(?:catalog|docs)\/([^/]+)\/([^/]+)\/([^/]+)/

/** What is near to a user: entities that they starred, and those whose pages or docs they opened lately. */
export function nearTo(userEntityRef: string, api: <Api>(ref: ApiRef<Api>) => Api): Near {
  const visits = readVisits(api(storageApiRef), userEntityRef, { limit: maxNear })
  return {
    starred: [...api(starredApiRef).starred.get().refs].slice(0, maxNear),
    recent: [...new Set(visits.flatMap(({ pathname }) => entityAt(pathname)))],
  }
}

let prepared: { readonly near: Near; readonly at: number } | undefined

/** What is near, for the preload of a page. */
export function prepareNear(...given: Parameters<typeof nearTo>): Near {
  prepared = { near: nearTo(...given), at: Date.now() }
  return prepared.near
}

/** The same for the page itself: what became known since its preload would make another query of it. */
export function takeNear(...given: Parameters<typeof nearTo>): Near {
  const near = prepared && Date.now() - prepared.at < preparedMs ? prepared.near : nearTo(...given)
  prepared = undefined
  return near
}

function entityAt(pathname: string): string[] {
  const [, namespace, kind, name] = entityPage.exec(pathname) ?? []
  try {
    return name === undefined ? [] : [decodeURIComponent(`${kind}:${namespace}/${name}`).toLowerCase()]
  } catch {
    return []
  }
}
