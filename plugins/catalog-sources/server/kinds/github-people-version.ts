import { hash } from 'node:crypto'
import { mapConcurrently } from './look-into.ts'
import type { FindContext } from '../sources/source.ts'

interface Member {
  readonly login: string
  readonly id: number
  readonly avatar_url?: string
}

interface Team {
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly description?: string | null
  readonly parent?: { readonly slug: string } | null
}

const maxConcurrent = 4

/**
 * Who is in the organisations and in which teams. People are read by GraphQL, which knows no conditional requests; these lists of REST have
 * etags, and GitHub does not count requests that it answers with "not modified". They hold neither names nor e-mail addresses, which is
 * why everything is read now and then all the same.
 */
export async function githubPeopleVersion(base: string, orgs: readonly string[], { api, signal }: FindContext): Promise<string> {
  async function all<T>(path: string, owner: string): Promise<T[]> {
    const found: T[] = []
    const options = { query: { per_page: 100 }, owner, signal, isCached: true }
    for await (const page of api.pages<T[]>(`${base}/orgs/${encodeURIComponent(owner)}/${path}`, options)) found.push(...page)
    return found
  }

  const told: unknown[] = []
  for (const org of orgs) {
    const members = await all<Member>('members', org)
    told.push(members.map(({ login, id, avatar_url: picture }) => [login, id, picture]))
    const teams = await all<Team>('teams', org)
    const ofTeams = await mapConcurrently(teams, maxConcurrent, async ({ id, slug, name, description, parent }) => {
      const inside = await all<Member>(`teams/${encodeURIComponent(slug)}/members`, org)
      return [id, slug, name, description, parent?.slug, inside.map(({ login }) => login)]
    })
    told.push(ofTeams)
  }
  return hash('sha256', JSON.stringify(told))
}
