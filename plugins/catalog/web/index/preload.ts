import { catalogIndexSection } from '@portico/catalog/common'
import { browserStorageApiRef, configApiRef, identityApiRef, type Preload } from '@portico/core/web'
import { starredApiRef } from '../starred/starred-api.ts'
import { hasOwners, isUndecided, parseIndexState } from './filters.ts'
import { countQuery, everythingQuery, kindFacetsQuery, kindsQuery, rowsQuery } from './index-queries.ts'
import { rememberedSearch } from './saved/usual-search.ts'
import { isNothing, selectionOf, type Selection } from './selection.ts'

/** Asks for the rows and what stands beside them while the code of the list is on its way. */
export function preload({ search, api, prefetch }: Preload): void {
  const settings = api(configApiRef).section(catalogIndexSection)
  const { userEntityRef, ownershipEntityRefs } = api(identityApiRef).getIdentity()
  const given = search.toString()
  const effective = isUndecided(given) ? rememberedSearch(api(browserStorageApiRef).storage, userEntityRef) : given
  const state = parseIndexState(effective, settings)
  const { kind, user } = state.filters
  const mode = settings.pagination
  const { refs, loaded } = api(starredApiRef).starred.get()
  const viewer = { ownershipRefs: ownershipEntityRefs, starred: refs }
  const ask = (selection: Selection, toQuery: (selection: Selection) => ReturnType<typeof countQuery>) => {
    if (!isNothing(selection)) prefetch(toQuery(selection))
  }
  if (mode === 'none') prefetch(everythingQuery(kind))
  else {
    if (user !== 'starred' || loaded) ask(selectionOf(state.filters, viewer), selection => rowsQuery(state, selection, mode))
    if (hasOwners(kind)) ask(selectionOf({ ...state.filters, text: '' }, viewer, 'owned'), countQuery)
  }
  prefetch(kindFacetsQuery(kind))
  prefetch(kindsQuery())
}
