import type { Page } from '@portico/core/web'
import type { KindList } from './kind-list.ts'

/** `load` and `preload` of a page that lists the entities of one kind, with all that the index of the catalog can do. */
export function toKindPage(list: KindList): Required<Pick<Page, 'load' | 'preload'>> {
  const load = () => import('../views/KindIndexPage.tsx')
  return {
    load: async () => ({ default: (await load()).createKindIndexPage(list) }),
    preload: async () => (await load()).createKindPreload(list),
  }
}
