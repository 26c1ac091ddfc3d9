import { catalogApi, catalogPaths } from '@portico/catalog/common'
import type { Command, CommandSearch } from '@portico/core/web'
import { healthMessages } from './messages.ts'
import { nameOf } from './problem-names.ts'
import { TypeIcon } from './TypeIcon.tsx'

const maxShown = 4

/** Problems by what they are about, where they are and what they say, for the command palette. */
export async function searchProblems(query: string, { client, signal }: CommandSearch): Promise<readonly Command[]> {
  const { items } = await client.call(catalogApi.listHealthProblems, { query: { text: query.slice(0, 200), limit: maxShown } }, { signal })
  return items.map(problem => ({
    id: `problem:${problem.id}`,
    title: nameOf(problem),
    subtitle: healthMessages[problem.type],
    icon: <TypeIcon type={problem.type} />,
    to: catalogPaths.health(nameOf(problem)),
  }))
}
