import { countChanges, diffReadings, impacts, whyNotComparable, type Impact } from '@portico/api-docs/common'
import { readOfflineDefinition } from '@portico/catalog/server'
import { AppError } from '@portico/core/common'
import type { Command } from '@portico/core/server'
import { text as textOfStream } from 'node:stream/consumers'
import type { DefinitionSource } from '../reading/definition-source.ts'
import { readDefinition } from '../reading/read-definition.ts'
import { changeLines, changesMarkdown } from './print-changes.ts'

const formats = ['text', 'json', 'markdown'] as const

/** `portico api diff`: what changed between two definitions, without a server. */
export const apiDiffCommand: Command = {
  name: 'api diff',
  summary: 'Compare two versions of an API definition, and report what the second breaks',
  args: [
    { name: '<old>', description: 'a file, a git revision and path such as main:api/openapi.yaml, or - for standard input' },
    { name: '<new>', description: 'the same' },
  ],
  options: [
    { flags: '--fail-on <impact>', description: 'end with 1 where a change is breaking, or risky and worse' },
    { flags: '--format <format>', description: 'text, json or markdown; text by default' },
    {
      flags: '--type <type>',
      description: 'what both are: openapi, asyncapi, graphql, grpc or json-schema; told by name and content by default',
    },
  ],
  async run({ args, options, print, warn, cwd }) {
    const [old = '', fresh = ''] = args
    const format = formats.find(each => each === (options['format'] ?? 'text'))
    const failOn = options['failOn']
    if (!format) return refuse(`--format is one of ${formats.join(', ')}`)
    if (failOn !== undefined && failOn !== 'breaking' && failOn !== 'risky') return refuse('--fail-on is breaking or risky')
    if (old === '-' && fresh === '-') return refuse('only one of the two can be standard input')
    try {
      const type = typeof options['type'] === 'string' ? options['type'] : undefined
      const before = await readDefinition(await sourceOf(old, cwd, type ?? typeOf(old, fresh)))
      const after = await readDefinition(await sourceOf(fresh, cwd, type ?? typeOf(fresh, old)))
      const failure = whyNotComparable(before, after)
      if (failure !== undefined) return refuse(failure)
      const changes = diffReadings(before, after)
      const counts = countChanges(changes)
      if (format === 'json') print(JSON.stringify({ old, new: fresh, counts, changes }, undefined, 2))
      else if (format === 'markdown') print(changesMarkdown(changes, { old, new: fresh }))
      else for (const line of changeLines(changes)) print(line)
      return failOn !== undefined && isAtLeast(failOn, counts) ? 1 : 0
    } catch (error) {
      if (error instanceof AppError) return refuse(error.message)
      throw error
    }

    function refuse(why: string): number {
      warn(`error: ${why}`)
      return 2
    }
  },
}

async function sourceOf(name: string, cwd: string, type: string): Promise<DefinitionSource> {
  return { text: name === '-' ? await textOfStream(process.stdin) : await readOfflineDefinition(name, cwd), type }
}

/** By the end of its name; standard input is what the other one is. */
function typeOf(name: string, other: string): string {
  const file = name === '-' ? other : name
  if (/\.(?:graphqls?|gql)$/i.test(file)) return 'graphql'
  if (/\.proto$/i.test(file)) return 'grpc'
  return /schema\.json$/i.test(file) ? 'json-schema' : 'openapi'
}

function isAtLeast(limit: Impact, counts: Readonly<Record<Impact, number>>): boolean {
  return impacts.slice(0, impacts.indexOf(limit) + 1).some(impact => counts[impact] > 0)
}
