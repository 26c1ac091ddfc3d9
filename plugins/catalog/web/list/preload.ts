import { catalogIndexSection } from '@portico/catalog/common'
import { browserStorageApiRef, configApiRef, extensionsApiRef, identityApiRef, type Preload } from '@portico/core/web'
import { starredApiRef } from '../starred/starred.ts'
import { isUndecided, parseIndexState } from './filters/index-state.ts'
import { hasOwners } from './filters/own-filters.ts'
import { createIndexModel, toIndexSettings } from './index-model.ts'
import { countQuery, everythingQuery, kindFacetsQuery, kindsQuery, rowsQuery } from './index-queries.ts'
import type { KindList } from './kind-list.ts'
import { storedDefaultSearch } from './saved/default-search.ts'
import { isNothing, selectionOf, type Selection } from './selection.ts'

/** Requests the rows and the filters while the code of the list loads. */
export function preload({ search, api, prefetch }: Preload, only?: KindList): void {
  const settings = toIndexSettings(api(configApiRef).section(catalogIndexSection), only)
  const model = createIndexModel(api(extensionsApiRef), settings.pagination)
  const { userEntityRef, ownershipEntityRefs } = api(identityApiRef).getIdentity()
  const given = search.toString()
  const effective = isUndecided(given) ? storedDefaultSearch(api(browserStorageApiRef).storage, userEntityRef, only?.kind) : given
  const state = parseIndexState(effective, settings, model)
  const { kind, user } = state.filters
  const mode = settings.pagination
  const { refs, loaded } = api(starredApiRef).starred.get()
  const viewer = { ownershipRefs: ownershipEntityRefs, starred: refs }
  const ask = (selection: Selection, toQuery: (selection: Selection) => ReturnType<typeof countQuery>) => {
    if (!isNothing(selection)) prefetch(toQuery(selection))
  }
  if (mode === 'none') prefetch(everythingQuery(kind, model))
  else {
    if (user !== 'starred' || loaded)
      ask(selectionOf(state.filters, viewer, model), selection => rowsQuery(state, selection, { mode, model }))
    if (hasOwners(kind))
      ask(selectionOf({ ...state.filters, text: '' }, viewer, model, 'owned'), selection => countQuery(selection, state.asOf))
  }
  prefetch(kindFacetsQuery(kind, model))
  prefetch(kindsQuery())
}
