import type { Page, Text } from '@portico/core/web'

/** A list of entities of one kind, on a page of its own. */
export interface KindList {
  /** In lower case. */
  readonly kind: string
  /** On the button that leads to where existing entities are registered: `Register existing API`. */
  readonly registerTitle: Text
}

/** `load` and `preload` of a page that lists the entities of one kind, with all that the index of the catalog can do. */
export function toKindPage(list: KindList): Required<Pick<Page, 'load' | 'preload'>> {
  const load = () => import('../views/KindIndexPage.tsx')
  return {
    load: async () => ({ default: (await load()).createKindIndexPage(list) }),
    preload: async () => (await load()).createKindPreload(list),
  }
}
