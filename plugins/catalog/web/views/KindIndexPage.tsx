import type { Preload } from '@portico/core/web'
import { EntityIndex } from '../list/EntityIndex.tsx'
import type { KindList } from '../list/kind-list.ts'
import { preload } from '../list/preload.ts'

/** The page of a list of one kind. */
export function createKindIndexPage(list: KindList) {
  return function KindIndexPage() {
    return <EntityIndex only={list} />
  }
}

/** Requests what that page shows first. */
export function createKindPreload(list: KindList) {
  return { preload: (given: Preload) => preload(given, list) }
}
