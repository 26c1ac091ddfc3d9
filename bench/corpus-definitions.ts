import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDefinition } from '../plugins/api-docs/server/reading/read-definition.ts'

/** What reading one definition took, and what was not understood of it. */
export interface DefinitionResult {
  readonly file: string
  readonly format: string
  readonly bytes: number
  readonly items: string
  readonly ms: number
  readonly errors: number
  readonly warnings: number
  readonly notUnderstood: string
}

const byFolder: readonly (readonly [RegExp, string])[] = [
  [/^graphql|\.graphql$/, 'graphql'],
  [/\.proto$/, 'grpc'],
  [/asyncapi|avr-mqtt/, 'asyncapi'],
]

/** The definitions of the corpus, as its index names them: of those in many files the root. */
export function corpusFiles(folder: string): string[] {
  const index = readFileSync(join(folder, 'INDEX.md'), 'utf8')
  return [...index.matchAll(/^\| `([^`]+)` \|/gm)].map(match => match[1] as string)
}

/** Reads a definition three times, of which the fastest counts: the programs that read it are loaded then. */
export async function readMeasured(file: string, text: string): Promise<DefinitionResult> {
  const type = byFolder.find(([pattern]) => pattern.test(file))?.[1] ?? 'openapi'
  let ms = Number.POSITIVE_INFINITY
  let reading = await readDefinition({ text, type })
  for (let run = 0; run < 3; run += 1) {
    const begun = performance.now()
    reading = await readDefinition({ text, type })
    ms = Math.min(ms, performance.now() - begun)
  }
  const { format, formatVersion = '', counts } = reading.outline
  const errors = reading.problems.filter(({ severity }) => severity === 'error')
  const rules = [...new Set(errors.map(({ rule }) => rule))].map(rule => `${rule} (${counts.rules[rule]}, line ${lineOf(errors, rule)})`)
  return {
    file,
    format: `${format} ${formatVersion}`.trim(),
    bytes: Buffer.byteLength(text),
    items: Object.entries(counts.items)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(', '),
    ms,
    errors: counts.errors,
    warnings: counts.warnings,
    notUnderstood: rules.join(', '),
  }
}

function lineOf(errors: readonly { rule: string; line?: number | undefined }[], rule: string): string {
  return String(errors.find(error => error.rule === rule)?.line ?? '?')
}

/** A definition of 10 MB with 2,000 operations and as many schemas. */
export function largeDefinition(): string {
  const words = 'A berth is a place at the quay where one vessel lies. '
  const property = (at: number) => [
    `field${at}`,
    { type: at % 3 ? 'string' : 'integer', description: words.repeat(2), example: at % 3 ? 'x' : 1 },
  ]
  const schema = {
    type: 'object',
    description: words.repeat(6),
    properties: Object.fromEntries(Array.from({ length: 18 }, (_, at) => property(at))),
  }
  const names = Array.from({ length: 1000 }, (_, at) => `Resource${at}`)
  const answer = (name: string) => ({
    200: { description: words, content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  })
  const operation = (name: string, verb: string) => ({
    operationId: `${verb}${name}`,
    summary: `${verb} a ${name}`,
    description: words.repeat(20),
    tags: [`Group ${name.length}`],
    responses: answer(name),
  })
  const paths = Object.fromEntries(
    names.map(name => [
      `/${name}`,
      {
        get: operation(name, 'get'),
        post: {
          ...operation(name, 'add'),
          requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
        },
      },
    ]),
  )
  const schemas = Object.fromEntries(names.map(name => [name, { ...schema, title: name }]))
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Quays', version: '1' }, paths, components: { schemas } }, null, 2)
}
