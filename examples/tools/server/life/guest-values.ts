import { digits } from '../chance.ts'

/** As in `data/guest.yaml`. */
export interface GuestData {
  readonly starred: readonly string[]
  readonly visits: readonly { readonly path: string; readonly name: string; readonly hits: number; readonly hours: number }[]
}

/** What the browser of a guest begins with, as the web app stores it. */
export function toGuestValues({ starred, visits }: GuestData, guest: string, now: number) {
  const visited = visits.map(({ path, name, hits, hours }) => {
    const [, namespace, kind, entity] = /^\/catalog\/([^/]+)\/([^/]+)\/([^/]+)/.exec(path) ?? []
    const about = entity === undefined ? {} : { entityRef: `${kind}:${namespace}/${entity}` }
    return { id: uuidOf(path), name, pathname: path, ...about, hits, timestamp: now - hours * 3_600_000 }
  })
  return [
    { bucket: 'default.starredEntities', key: 'entityRefs', value: starred },
    { bucket: 'default.home.visits', key: guest, value: visited },
  ]
}

/** The same UUID for the same words. */
export function uuidOf(...words: readonly string[]): string {
  return digits(32, 'larkpost', ...words).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
