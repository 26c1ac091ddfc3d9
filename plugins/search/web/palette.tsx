import { toEntityRef } from '@portico/catalog/common'
import { KindIcon, loadTitles } from '@portico/catalog/web'
import { extensionsApiRef, storageApiRef, type Command, type CommandSearch } from '@portico/core/web'
import { readVisits } from '@portico/home/web'
import { searchApi, searchPaths, toQueryParams, type SearchResult } from '@portico/search/common'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconChartBar from '@tabler/icons-react/dist/esm/icons/IconChartBar.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { searchMessages } from './messages.ts'
import { nearTo } from './near.ts'
import { searchResultViews } from './slots.ts'

const maxFound = 25
const maxShown = 8
const maxOfType = 5
const maxMostUsed = 5
// What was opened once by chance is not used much.
const minHits = 2

/** The best of every type, and the way to all of them, for the command palette. */
export async function searchEverything(term: string, { client, signal, identity, api, text }: CommandSearch): Promise<readonly Command[]> {
  const near = toQueryParams(nearTo(identity.userEntityRef, api))
  const { results } = await client.call(searchApi.query, { query: { term: term.slice(0, 100), pageLimit: maxFound, ...near } }, { signal })
  const full: Command = {
    id: 'search:full',
    title: searchMessages.viewFullResults,
    subtitle: term,
    icon: <IconArrowRight />,
    to: `${searchPaths.search}?query=${encodeURIComponent(term)}`,
  }
  const views = api(extensionsApiRef).of(searchResultViews)
  const titleOf = (type: string) => text(views.find(({ item }) => item.type === type)?.item.title ?? type)
  const best = bestOfEach(results)
  const titleOfOwner = await loadTitles(
    client,
    best.flatMap(result => ownerOf(result) ?? []),
  )
  return [...best.map(result => toCommand(result, titleOf, titleOfOwner)), full]
}

/** The pages that the user opens most, before anything is typed. */
export function listMostUsed({ identity, api, client }: CommandSearch): readonly Command[] {
  // Small portals close their index while nobody searches: it opens while the first letters are typed.
  client.call(searchApi.listTypes).catch(() => undefined)
  const visits = readVisits(api(storageApiRef), identity.userEntityRef, {
    limit: maxMostUsed,
    orderBy: [{ field: 'hits', direction: 'desc' }],
    filterBy: [
      { field: 'hits', operator: '>=', value: minHits },
      { field: 'pathname', operator: '!=', value: '/' },
    ],
  })
  return visits.map(({ pathname, name }) => ({ id: `visit:${pathname}`, title: name, icon: <IconChartBar />, to: pathname }))
}

/** The best first; no type takes all the room while another has something too. */
function bestOfEach(results: readonly SearchResult[]): readonly SearchResult[] {
  const types = new Map<string, number>()
  const chosen = results.filter(({ type }) => {
    const count = (types.get(type) ?? 0) + 1
    types.set(type, count)
    return count <= maxOfType
  })
  return (types.size > 1 ? chosen : results).slice(0, maxShown)
}

/** The ref of the owner of an entity: a group of its namespace unless it says otherwise. */
function ownerOf({ type, document: { owner, namespace } }: SearchResult): string | undefined {
  if (type !== 'software-catalog' || typeof owner !== 'string' || owner === '') return undefined
  return toEntityRef(owner, { defaultKind: 'group', ...(typeof namespace === 'string' && { defaultNamespace: namespace }) })
}

function toCommand(result: SearchResult, titleOf: (type: string) => string, titleOfOwner: (ref: string) => string): Command {
  const { type, document } = result
  const { kind } = document
  const owner = ownerOf(result)
  const facts =
    type === 'software-catalog'
      ? [kind, document['type'], owner === undefined ? undefined : titleOfOwner(owner)]
      : [titleOf(type), document['entityTitle'] ?? document['name']]
  return {
    id: `search:${type}:${document.location}`,
    title: document.title,
    subtitle: facts.filter(fact => typeof fact === 'string' && fact !== '' && fact !== 'other').join(' · '),
    icon: type === 'software-catalog' ? <KindIcon kind={String(kind)} /> : <IconFileText />,
    to: document.location,
  }
}
