import type { Command, CommandContext } from '@portico/core/server'
import type { SearchResult } from '@portico/search/common'
import { offlineIndexService, type OfflineIndex } from './offline-index.ts'

/** `portico search query`: what is found, and why, without a server and whoever may see it. */
const queryCommand: Command = {
  name: 'search query',
  summary: 'Search the documents in the database, and explain the order',
  args: [{ name: '<term...>', description: 'as in the search field: words, "phrases", -word, kind:api' }],
  options: [
    { flags: '--type <type>', description: 'only documents of this type, such as software-catalog' },
    { flags: '--limit <number>', description: 'how many results; 10 by default' },
    { flags: '--json', description: 'print as JSON' },
  ],
  run: context =>
    withIndex(context, async index => {
      const { args, options, print } = context
      const limit = Number(options['limit'] ?? 10)
      if (!Number.isInteger(limit) || limit < 1) return refuse(context, '--limit is not a whole number of at least 1')
      const type = options['type']
      const found = await index.query(args.join(' '), { limit, ...(typeof type === 'string' && { types: [type] }) })
      if (options['json']) print(JSON.stringify(found, undefined, 2))
      else for (const line of toLines(found)) print(line)
      return 0
    }),
}

/** `portico search index`: which documents there are; with types, running servers read those again. */
const indexCommand: Command = {
  name: 'search index',
  summary: 'List the types of search documents, or have some read again by the running servers',
  args: [{ name: '[types...]', description: 'the types to read again; all with --all' }],
  options: [
    { flags: '--all', description: 'read all types again' },
    { flags: '--json', description: 'print as JSON' },
  ],
  run: context =>
    withIndex(context, async index => {
      const { args, options, print } = context
      const types = await index.types()
      const wanted = options['all'] ? types.map(({ type }) => type) : args
      const unknown = wanted.find(type => types.every(known => known.type !== type))
      if (unknown !== undefined) return refuse(context, `There are no search documents of type '${unknown}'`)
      if (wanted.length > 0) await index.requestRun(wanted)
      if (options['json']) print(JSON.stringify({ types, requested: wanted }, undefined, 2))
      else
        for (const { type, documents } of types)
          print(`${type}: ${documents} documents${wanted.includes(type) ? ', to be read again' : ''}`)
      return 0
    }),
}

export const searchCommands: readonly Command[] = [queryCommand, indexCommand]

async function withIndex(context: CommandContext, run: (index: OfflineIndex) => Promise<number>): Promise<number> {
  return context.withService(offlineIndexService, async index =>
    index ? run(index) : refuse(context, 'There is no database yet: start the portal first'),
  )
}

function refuse({ warn }: CommandContext, text: string): number {
  warn(`error: ${text}`)
  return 2
}

function toLines({ total, results }: { readonly total: number; readonly results: readonly SearchResult[] }): string[] {
  return [
    `${total} found`,
    ...results.flatMap(({ rank, type, document, explanation }) => [
      `${rank}. ${document.title} (${type}) ${document.location}`,
      ...(explanation ? [`   score ${explanation.score}: ${explanation.parts.map(toPart).join(', ') || 'everything matches'}`] : []),
    ]),
  ]
}

function toPart({ word, matched, how, field, score }: NonNullable<SearchResult['explanation']>['parts'][number]): string {
  return `${word} ${how === 'exact' ? 'is' : how === 'prefix' ? 'begins' : how === 'form' ? 'is a form of' : 'is close to'} '${matched}' in ${field} (${score})`
}
