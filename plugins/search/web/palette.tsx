import { KindIcon } from '@portico/catalog/web'
import type { Command, CommandSearch } from '@portico/core/web'
import { searchApi, searchPaths, type SearchResult } from '@portico/search/common'
import IconArrowRight from '@tabler/icons-react/dist/esm/icons/IconArrowRight.mjs'
import IconFileText from '@tabler/icons-react/dist/esm/icons/IconFileText.mjs'
import { searchMessages } from './messages.ts'
import { nameOf } from './name-of.ts'

const maxFound = 25
const maxShown = 8
const maxOfType = 5

/** The best of every type, and the way to all of them, for the command palette. */
export async function searchEverything(term: string, { client, signal }: CommandSearch): Promise<readonly Command[]> {
  const { results } = await client.call(searchApi.query, { query: { term: term.slice(0, 100), pageLimit: maxFound } }, { signal })
  const full: Command = {
    id: 'search:full',
    title: searchMessages.viewFullResults,
    subtitle: term,
    icon: <IconArrowRight />,
    to: `${searchPaths.search}?query=${encodeURIComponent(term)}`,
  }
  return [...bestOfEach(results).map(toCommand), full]
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

function toCommand({ type, document }: SearchResult): Command {
  const { kind, owner } = document
  const facts =
    type === 'software-catalog'
      ? [kind, document['type'], typeof owner === 'string' ? nameOf(owner) : owner]
      : [type, document['entityTitle'] ?? document['name']]
  return {
    id: `search:${type}:${document.location}`,
    title: document.title,
    subtitle: facts.filter(fact => typeof fact === 'string' && fact !== '' && fact !== 'other').join(' · '),
    icon: type === 'software-catalog' ? <KindIcon kind={String(kind)} /> : <IconFileText />,
    to: document.location,
  }
}
