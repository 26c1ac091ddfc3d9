import { useApi, useObservable, type Observable } from '@portico/core/web'
import { useMemo } from 'react'
import type { EntityPresentation } from './entity-presentation.ts'
import { presentationApiRef } from './presentations.ts'

/** The names of several entities, in their order. */
export function useEntityNames(refs: readonly string[], defaultKind: string): readonly string[] {
  const presentations = useApi(presentationApiRef)
  const key = refs.join('\n')
  return useObservable(
    useMemo(
      () => joinNames(key === '' ? [] : key.split('\n').map(ref => presentations.of(ref, { defaultKind }))),
      [presentations, key, defaultKind],
    ),
  )
}

function joinNames(parts: readonly Observable<EntityPresentation>[]): Observable<readonly string[]> {
  let last: readonly string[] = []
  return {
    get() {
      const names = parts.map(part => part.get().primaryTitle)
      if (names.join('\n') !== last.join('\n')) last = names
      return last
    },
    subscribe(listener) {
      const ends = parts.map(part => part.subscribe(listener))
      return () => ends.forEach(end => end())
    },
  }
}
