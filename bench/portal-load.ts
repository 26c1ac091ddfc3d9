import { openLoad, type LoadResult } from './load.ts'
import { percentile } from './statistics.ts'

/** How often one of the users reads something. */
const pauseMs = 2000

export interface Reads {
  readonly name: string
  readonly users: number
  readonly paths: readonly string[]
}

/** What the users of a portal read, most of all lists, entities and search. */
export function readsOf(given: { users: number; names: readonly string[]; sites: number }): Reads[] {
  const { users, names, sites } = given
  const part = (share: number) => Math.max(1, Math.round(users * share))
  const words = names.map(name => name.split('-')[1] ?? name)
  return [
    {
      name: 'A page of the catalog',
      users: part(0.25),
      paths: ['component', 'api', 'group'].map(
        kind => `/api/catalog/entities/by-query?limit=20&filter=kind=${kind}&orderField=metadata.name,asc`,
      ),
    },
    { name: 'An entity by name', users: part(0.2), paths: names.map(name => `/api/catalog/entities/by-name/component/default/${name}`) },
    { name: 'Facets', users: part(0.05), paths: ['/api/catalog/entity-facets?facet=spec.type&facet=spec.lifecycle&filter=kind=component'] },
    { name: 'A search', users: part(0.2), paths: words.map(word => `/api/search/query?term=${word}`) },
    {
      name: 'A page of docs',
      users: part(0.15),
      paths: Array.from({ length: Math.min(sites, 1000) }, (_, n) => `/api/techdocs/pages/default/component/site-${(n * 7) % sites}/`),
    },
    { name: 'Tasks', users: part(0.05), paths: ['/api/scaffolder/v2/tasks?limit=20'] },
    { name: 'Notifications', users: part(0.05), paths: ['/api/notifications/status'] },
    { name: 'The page itself', users: part(0.05), paths: ['/', '/catalog', '/search'] },
  ]
}

/** The users. Their threads are started once: in each minute anew, that would be the most of what the machine has to do in its first seconds. */
export function openReaders(url: string, token: string, reads: readonly Reads[]) {
  const headers = { authorization: `Bearer ${token}` }
  const loads = reads.map(({ users, paths }) => openLoad({ url: paths.map(path => url + path), headers, connections: users, pauseMs }))
  return {
    /** All of them read for a while. */
    read: (durationMs: number): Promise<LoadResult[]> => Promise.all(loads.map(load => load.run({ warmUpMs: 0, durationMs }))),
    close: (): Promise<unknown> => Promise.all(loads.map(load => load.close())),
  }
}

/** One line for a person who watches. */
export function describeMinute(minute: number, reads: readonly Reads[], results: readonly LoadResult[], rest: string): string {
  const parts = reads.map(({ name }, index) => `${name} ${Math.round(results[index]!.p99Ms)}`)
  const failures = results.reduce((sum, each) => sum + each.failures, 0)
  const failed = results.flatMap(each => each.failed.map(failure => `  failed: ${failure}\n`))
  return `minute ${minute}: ${rest}, failures ${failures}, p99 in ms: ${parts.join(', ')}\n${failed.join('')}`
}

export function p99Of(results: readonly LoadResult[]): number {
  const all = results.flatMap(({ latencies }) => latencies)
  return all.length === 0 ? 0 : percentile(all, 0.99)
}
