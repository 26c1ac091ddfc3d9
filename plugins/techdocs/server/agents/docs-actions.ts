import { notFoundError } from '@portico/core/common'
import { defineAction, type Workers } from '@portico/core/server'
import { filePrefix, pagePrefix, pagesOf, techdocsApi, toDocsParams } from '@portico/techdocs/common'
import { z } from 'zod'
import type { MarkdownSection } from './markdown-worker.ts'

const ref = z.string().min(1).max(500).describe('The ref of the entity whose docs these are, such as component:default/orders')
const version = z.string().max(100).optional().describe('Where the docs have several versions')
const reads = { readOnly: true, idempotent: true } as const
const scope = 'docs:read'
const conversionMs = 10_000

/** What agents can read of docs. */
export function docsActions(workers: Workers) {
  return [
    defineAction({
      name: 'list-docs-pages',
      title: 'Pages of docs',
      description: 'The pages of the docs of an entity, in order, with the paths that read-docs takes',
      attributes: reads,
      scope,
      input: z.object({ ref, version, offset: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(100) }),
      output: z.unknown(),
      run: async ({ input, call }) => {
        const {
          site,
          versions,
          version: shown,
        } = await call(techdocsApi.getSite, {
          params: toDocsParams(input.ref),
          query: { ...(input.version !== undefined && { version: input.version }) },
        })
        const all = pagesOf(site.nav)
        const pages = all.slice(input.offset, input.offset + input.limit)
        const nextOffset = input.offset + pages.length
        return {
          name: site.name,
          description: site.description,
          version: shown,
          versions: versions?.map(each => each.version),
          total: all.length,
          pages: pages.map(({ title, path }) => ({ path: path ?? '', title })),
          ...(nextOffset < all.length && { nextOffset }),
        }
      },
    }),
    defineAction({
      name: 'search-docs',
      title: 'Search the docs of an entity',
      description:
        'Sections of the docs of one entity that have all words, with the path and section that read-docs takes. search.search finds docs of all entities.',
      attributes: reads,
      scope,
      input: z.object({ ref, term: z.string().min(1).max(200), version, limit: z.int().min(1).max(50).default(10) }),
      output: z.unknown(),
      run: async ({ input, call }) => {
        const query = { term: input.term, ...(input.version !== undefined && { version: input.version }) }
        const { items } = await call(techdocsApi.searchSite, { params: toDocsParams(input.ref), query })
        return {
          total: items.length,
          items: items
            .slice(0, input.limit)
            .map(({ path, id, title, page, text }) => ({ path, section: id, title, page, text: text.slice(0, 240) })),
        }
      },
    }),
    defineAction({
      name: 'read-docs',
      title: 'Read a page of docs',
      description:
        'A page of docs as Markdown: one section with those below it, or the list of sections with as much text as fits. Long text goes on with `offset`.',
      attributes: reads,
      scope,
      input: z.object({
        ref,
        path: z.string().max(1000).default('').describe('Of list-docs-pages; empty for the first page'),
        section: z.string().max(500).optional().describe('The id of a section'),
        offset: z.int().min(0).default(0),
        maxCharacters: z.int().min(200).max(50_000).default(6000),
      }),
      output: z.unknown(),
      run: async ({ input, call, signal }) => {
        const page = await call(techdocsApi.getPage, { params: { ...toDocsParams(input.ref), rest: input.path } })
        const html = page.html.replaceAll(pagePrefix, '').replaceAll(filePrefix, '')
        const sections = await workers.run<{ html: string }, MarkdownSection[]>(
          new URL('./markdown-worker.ts', import.meta.url),
          { html },
          { signal, timeoutMs: conversionMs },
        )
        const chosen = input.section === undefined ? sections : sectionWithChildren(sections, input.section)
        if (chosen.length === 0) {
          const known = sections.flatMap(({ id }) => id ?? []).slice(0, 50)
          throw notFoundError(`This page has no section '${input.section}'. Its sections: ${known.join(', ')}`, {
            code: 'techdocs.section-not-found',
          })
        }
        const text = chosen
          .map(({ level, title, markdown }) => [title && `${'#'.repeat(level)} ${title}`, markdown].filter(Boolean).join('\n\n'))
          .join('\n\n')
        const end = input.offset + input.maxCharacters
        const isCut = end < text.length
        return {
          path: page.path,
          title: page.title,
          ...(isCut &&
            input.section === undefined && { sections: sections.flatMap(({ id, title }) => (id === undefined ? [] : [{ id, title }])) }),
          markdown: text.slice(input.offset, end),
          ...(isCut && { nextOffset: end, totalCharacters: text.length }),
        }
      },
    }),
  ]
}

/** A section and what stands below it on lower levels. */
function sectionWithChildren(sections: readonly MarkdownSection[], id: string): readonly MarkdownSection[] {
  const start = sections.findIndex(section => section.id === id)
  const first = sections[start]
  if (!first) return []
  const end = sections.findIndex((section, at) => at > start && section.level <= first.level)
  return sections.slice(start, end === -1 ? undefined : end)
}
