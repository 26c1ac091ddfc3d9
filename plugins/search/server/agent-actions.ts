import { defineAction } from '@portico/core/server'
import { searchApi, toQueryParams } from '@portico/search/common'
import { z } from 'zod'

const maxText = 240

/** What agents can search. */
export const searchActions = [
  defineAction({
    name: 'search',
    title: 'Search the portal',
    description:
      'Full-text search over everything the portal has: entities (software-catalog), docs (techdocs), API operations and more. Answers with titles, excerpts and where each is.',
    attributes: { readOnly: true, idempotent: true },
    input: z.object({
      term: z.string().min(1).max(200),
      types: z.array(z.string().max(100)).max(20).optional().describe('Only these types; leave out for all'),
      limit: z.int().min(1).max(50).default(10),
      cursor: z.string().max(2000).optional().describe('`next` of the page before'),
    }),
    output: z.unknown(),
    run: async ({ input, call }) => {
      const { results, numberOfResults, nextPageCursor } = await call(searchApi.query, {
        query: {
          term: input.term,
          pageLimit: input.limit,
          ...(input.cursor !== undefined && { pageCursor: input.cursor }),
          ...toQueryParams({ types: input.types ?? [] }),
        },
      })
      return {
        total: numberOfResults,
        items: results.map(({ type, document, highlight }) => ({
          type,
          title: document.title,
          text: excerpt(highlight?.fields.text ?? document.text, highlight),
          location: document.location,
        })),
        next: nextPageCursor,
      }
    },
  }),
  defineAction({
    name: 'list-types',
    title: 'What can be searched',
    description: 'The types of documents that search finds, with how many of each the user may see',
    attributes: { readOnly: true, idempotent: true },
    input: z.object({}),
    output: z.unknown(),
    run: async ({ call }) => call(searchApi.listTypes),
  }),
]

function excerpt(text: string, highlight: { readonly preTag: string; readonly postTag: string } | undefined): string {
  const plain = highlight ? text.replaceAll(highlight.preTag, '').replaceAll(highlight.postTag, '') : text
  return plain.length > maxText ? `${plain.slice(0, maxText)}…` : plain
}
