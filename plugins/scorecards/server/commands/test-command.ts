import { Entity } from '@portico/catalog/common'
import { createClient, AppError } from '@portico/core/common'
import type { Command } from '@portico/core/server'
import { scorecardsApi, type Flip } from '@portico/scorecards/common'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'

interface Outcome {
  readonly file: string
  readonly about: string
  readonly flips: readonly Flip[]
  readonly total: number
  readonly lines: readonly string[]
}

const maxFlips = 200
const ourVersion = 'portico/v1'
const Options = z.object({
  url: z.string().optional(),
  token: z.string().optional(),
  json: z.boolean().optional(),
  markdown: z.boolean().optional(),
  allow: z.string().optional(),
})

/** `portico scorecards test`: what a change of catalog files or checks flips, asked of the portal, in a pipeline. */
export const testCommand: Command = {
  name: 'scorecards test',
  summary: 'Tell which results a change of catalog files or checks would flip; ends with 1 where something gets worse',
  args: [{ name: '<files...>', description: 'catalog-info.yaml, or files with a Check or Scorecard' }],
  options: [
    { flags: '--url <url>', description: 'the portal; PORTICO_URL by default' },
    { flags: '--token <token>', description: 'an access token; PORTICO_TOKEN by default' },
    { flags: '--json', description: 'print as JSON' },
    { flags: '--markdown', description: 'print as a comment on a pull request' },
    { flags: '--allow <what>', description: 'fail: new failures do not end with 1; unknown: new unknown results neither' },
  ],
  async run({ args, options, print, warn, cwd, env }) {
    const given = Options.parse(options)
    const [url, token] = [given.url ?? env['PORTICO_URL'], given.token ?? env['PORTICO_TOKEN']]
    if (url === undefined) {
      warn('error: say where the portal is, with --url or PORTICO_URL')
      return 2
    }
    const client = createClient({
      baseUrl: plugin => `${url.replace(/\/$/, '')}/api/${plugin}`,
      fetch: (address, { body, ...request }) => fetch(address, { ...request, ...(body !== undefined && { body }) }),
      tokenFor: async () => token,
    })
    const outcomes: Outcome[] = []
    try {
      for (const file of args) outcomes.push(...(await testFile(client, file, readFileSync(path.resolve(cwd, file), 'utf8'))))
    } catch (error) {
      if (!(error instanceof AppError) && !(error instanceof Error && 'code' in error)) throw error
      warn(`error: ${error.message}`)
      return 2
    }
    if (given.json)
      print(
        JSON.stringify(
          outcomes.map(({ lines: _lines, ...rest }) => rest),
          undefined,
          2,
        ),
      )
    else for (const line of given.markdown ? toMarkdown(outcomes) : toLines(outcomes)) print(line)
    const isWorse = ({ from, to }: Flip) =>
      (to === 'fail' && given.allow !== 'fail') || (to === 'unknown' && from !== undefined && given.allow === undefined)
    return outcomes.some(({ flips }) => flips.some(isWorse)) ? 1 : 0
  },
}

type Client = Pick<ReturnType<typeof createClient>, 'call'>

async function testFile(client: Client, file: string, text: string): Promise<Outcome[]> {
  const parsed = parseAllDocuments(text)
  const documents = (Array.isArray(parsed) ? parsed : []).filter(({ contents }) => contents !== null)
  const entities: Entity[] = []
  const outcomes: Outcome[] = []
  for (const document of documents) {
    const data: unknown = document.toJS({ maxAliasCount: 100 })
    const own = z.object({ apiVersion: z.literal(ourVersion) }).safeParse(data).success
    if (own) outcomes.push(await testDocument(client, file, inPlace(text, document.range ?? [])))
    else entities.push(Entity.parse(data))
  }
  if (entities.length === 0) return outcomes
  const { items } = await client.call(scorecardsApi.previewEntities, { body: { entities } })
  return [
    ...outcomes,
    ...items.map(({ entityRef, isNew, now, after, flips, levels }): Outcome => ({
      file,
      about: entityRef,
      flips,
      total: flips.length,
      lines: [
        isNew ? 'is new' : `score ${words(now.score)} → ${words(after.score)}, known ${now.coverage} % → ${after.coverage} %`,
        ...levels.map(({ title, from, to }) => `${title}: ${from ?? 'no level'} → ${to ?? 'no level'}`),
      ],
    })),
  ]
}

/** The text of one document at its place in the file, so that lines are those of the file. */
function inPlace(text: string, [from = 0, , to = text.length]: readonly number[] = []): string {
  return '\n'.repeat(text.slice(0, from).split('\n').length - 1) + text.slice(from, to)
}

async function testDocument(client: Client, file: string, text: string): Promise<Outcome> {
  const told = await client.call(scorecardsApi.whatIf, { body: { text, limit: maxFlips } })
  const errors = told.problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new AppError('InputError', errors.map(({ line, message }) => `${file}:${line}: ${message}`).join('\n'))
  const counts = ({ pass, fail, unknown, exempt }: typeof told.now) => `${pass} pass, ${fail} fail, ${unknown} unknown, ${exempt} exempt`
  const levels = (of: typeof told.levelsNow) =>
    Object.entries(of ?? {})
      .map(([level, count]) => `${level === '' ? 'no level' : level} ${count}`)
      .join(', ')
  const lines =
    told.kind === 'Scorecard'
      ? [`levels now: ${levels(told.levelsNow)}`, `levels then: ${levels(told.levelsAfter)}`]
      : [`now: ${counts(told.now)}`, `then: ${counts(told.after)}`]
  return { file, about: `${told.kind ?? 'document'} ${told.name ?? ''}`, flips: told.flips, total: told.totalFlips, lines }
}

const words = (score: number | undefined) => (score === undefined ? 'unknown' : `${score} %`)
const flipWords = ({ from, to }: Flip) => `${from ?? 'none'} → ${to ?? 'none'}`

function toLines(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ file, about, flips, total, lines }) => [
    `${file}: ${about}`,
    ...lines.map(line => `  ${line}`),
    ...flips.map(flip => `  ${flipWords(flip)}  ${flip.check}  ${flip.entityRef}${flip.reason === undefined ? '' : `  (${flip.reason})`}`),
    ...(total > flips.length ? [`  and ${total - flips.length} more`] : []),
    ...(total === 0 ? ['  nothing flips'] : []),
  ])
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function toMarkdown(outcomes: readonly Outcome[]): string[] {
  return [
    '### Scorecards',
    ...outcomes.flatMap(({ about, flips, total, lines }) => [
      '',
      `**${about}**: ${lines.map(cell).join('; ')}`,
      ...(total === 0 ? ['', 'Nothing flips.'] : ['', '| Check | Entity | Change | Why |', '| --- | --- | --- | --- |']),
      ...flips.map(flip => `| ${cell(flip.check)} | ${cell(flip.entityRef)} | ${flipWords(flip)} | ${cell(flip.reason ?? '')} |`),
      ...(total > flips.length ? ['', `And ${total - flips.length} more.`] : []),
    ]),
  ]
}
