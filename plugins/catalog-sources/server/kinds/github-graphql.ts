import { sourceFailed } from '../errors.ts'
import type { FindContext } from '../sources/source.ts'

interface Connection<T> {
  readonly nodes: readonly (T | null)[]
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface GithubList {
  /** Of the REST API. */
  readonly base: string
  readonly owner: string
  /** With a variable `cursor`. */
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Where the list is in the answer. */
  readonly connection: readonly string[]
}

const maxPages = 5000

/** All nodes of a connection of GitHub's GraphQL, page by page. An answer with errors is a failure: half of a list is not a list. */
export async function callGithub<T>({ api, signal }: FindContext, list: GithubList): Promise<T[]> {
  const { base, owner, query, variables, connection } = list
  const url = base.endsWith('/api/v3') ? base.replace(/\/v3$/, '/graphql') : `${base}/graphql`
  const found: T[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < maxPages; pages += 1) {
    const json = { query, variables: { ...variables, cursor } }
    const answer: { data?: unknown; errors?: readonly { message: string }[] } = await api.json(url, {
      method: 'POST',
      json,
      owner,
      signal,
      budget: 'graphql',
    })
    if (answer.errors?.[0]) throw sourceFailed(`${new URL(url).host} answered: ${answer.errors[0].message}`)
    const list = connection.reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], answer.data) as
      | Connection<T>
      | undefined
    if (!list) throw sourceFailed(`${new URL(url).host} answered without ${connection.join('.')}`)
    found.push(...list.nodes.filter((node): node is T & {} => node !== null))
    if (!list.pageInfo.hasNextPage || list.pageInfo.endCursor === null || list.pageInfo.endCursor === cursor) return found
    cursor = list.pageInfo.endCursor
  }
  throw sourceFailed(`${new URL(url).host} has pages without end`)
}
