import type { Entity } from '@portico/catalog/common'
import { useApi, useObservable } from '@portico/core/web'
import { useMemo } from 'react'
import type { EntityPresentation } from './entity-presentation.ts'
import { presentationApiRef } from './presentations.ts'

/** How an entity is named. A ref is shown shortened until the catalog has answered. */
export function useEntityPresentation(
  entityOrRef: Entity | string,
  { defaultKind, defaultNamespace }: { readonly defaultKind?: string | undefined; readonly defaultNamespace?: string | undefined } = {},
): EntityPresentation {
  const presentations = useApi(presentationApiRef)
  return useObservable(
    useMemo(
      () => presentations.of(entityOrRef, { defaultKind, defaultNamespace }),
      [presentations, entityOrRef, defaultKind, defaultNamespace],
    ),
  )
}
