import { checkParameters, pagesOf, stepsOf, type Template } from '@portico/scaffolder/common'
import type { Entity } from '@portico/catalog/common'
import { load } from 'js-yaml'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { FetchedFile } from '../actions/action.ts'
import type { DryRun, DryRunReport } from '../running/dry-run.ts'
import { toSpec } from '../tasks/task-spec.ts'
import { filesBelow } from './template-files.ts'

/** A case beside a template: answers in, files out. */
const TestCase = z.strictObject({
  values: z.record(z.string(), z.unknown()).default({}),
  secrets: z.record(z.string(), z.string()).default({}),
  user: z.object({ ref: z.string() }).optional(),
  expect: z
    .strictObject({
      /** A part of the error that the run, or the check of the values, must end with. */
      error: z.string().optional(),
      output: z.record(z.string(), z.unknown()).optional(),
      skipped: z.array(z.string()).optional(),
    })
    .default({}),
})

// Nobody must take an expected file for a real one: a catalog for an entity, a test runner for a test.
const suffix = '.snap'

export interface CaseResult {
  readonly name: string
  readonly failures: readonly string[]
  /** The files that were written for the first time, or anew. */
  readonly isUpdated: boolean
  readonly ran: readonly string[]
  readonly skipped: readonly string[]
}

export interface TestOptions {
  readonly dryRun: DryRun
  /** Writes what comes out as what is expected. */
  readonly update: boolean
}

/** Runs the cases in `tests/` beside a template: `<case>.yaml` says what goes in, the folder `<case>` holds what must come out. */
export async function testTemplate(file: string, template: Template, entity: unknown, options: TestOptions): Promise<CaseResult[]> {
  const folder = path.join(path.dirname(file), 'tests')
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
    .filter(name => /\.ya?ml$/.test(name))
    .sort()
  const files = new Map([...filesBelow(path.dirname(file))].filter(([name]) => !name.startsWith('tests/')))
  const results: CaseResult[] = []
  for (const name of names) results.push(await runCase({ folder, name, template, entity, files }, options))
  return results
}

interface Case {
  readonly folder: string
  readonly name: string
  readonly template: Template
  readonly entity: unknown
  readonly files: ReadonlyMap<string, FetchedFile>
}

async function runCase({ folder, name, template, entity, files }: Case, { dryRun, update }: TestOptions): Promise<CaseResult> {
  const title = name.replace(/\.ya?ml$/, '')
  const read = TestCase.safeParse(load(readFileSync(path.join(folder, name), 'utf8')) ?? {})
  if (!read.success)
    return { name: title, failures: [`${name} is not a case: ${z.prettifyError(read.error)}`], isUpdated: false, ran: [], skipped: [] }
  const { values, secrets, user = { ref: 'user:default/tester' }, expect } = read.data
  const wrong = checkParameters(pagesOf(template), values)
  const none = { name: title, isUpdated: false, ran: [], skipped: [] }
  if (wrong.length > 0) return { ...none, failures: errorFailures(wrong.map(({ stack }) => stack).join('; '), expect.error) }
  const ref = `template:default/${template.metadata.name}`
  const spec = toSpec({ ref, entity: entity as Entity, template }, { values, steps: stepsOf(template), user })
  const report = await dryRun({
    spec,
    secrets,
    files,
    caller: { type: 'user', userEntityRef: user.ref },
    signal: new AbortController().signal,
  })
  const said = (status: string) =>
    report.log.flatMap(({ body }) => (body.status === status && body.stepId !== undefined ? [body.stepId] : []))
  const ran = [...said('completed'), ...report.leftOut]
  const skipped = [...new Set(said('skipped').filter(id => !ran.includes(id)))]
  const snapshot = compareFiles(path.join(folder, title), report, update)
  const failures = [...outcomeFailures(report, expect, skipped), ...(report.outcome.status === 'failed' ? [] : snapshot.failures)]
  return { name: title, failures, isUpdated: snapshot.isUpdated, ran, skipped }
}

function outcomeFailures(
  { outcome, output }: DryRunReport,
  expect: z.output<typeof TestCase>['expect'],
  skipped: readonly string[],
): string[] {
  const failures = errorFailures(outcome.status === 'failed' ? outcome.error.message : undefined, expect.error)
  for (const [key, value] of Object.entries(expect.output ?? {}))
    if (JSON.stringify(output[key]) !== JSON.stringify(value))
      failures.push(`output.${key} is ${JSON.stringify(output[key])}, not ${JSON.stringify(value)}`)
  if (expect.skipped && JSON.stringify([...expect.skipped].sort()) !== JSON.stringify([...skipped].sort()))
    failures.push(`skipped steps are [${skipped.join(', ')}], not [${expect.skipped.join(', ')}]`)
  return failures
}

function errorFailures(found: string | undefined, expected: string | undefined): string[] {
  if (found === undefined) return expected === undefined ? [] : [`it succeeds, and does not fail with '${expected}'`]
  if (expected === undefined) return [`it fails: ${found}`]
  return found.includes(expected) ? [] : [`it fails with '${found}', not with '${expected}'`]
}

/** Compares what came out with what is stored; stores it where nothing is, or where that was asked for. */
function compareFiles(
  folder: string,
  { directoryContents, outcome }: DryRunReport,
  update: boolean,
): { failures: string[]; isUpdated: boolean } {
  const made = new Map(
    directoryContents.map(({ path: name, base64Content, executable }) => [
      name,
      { bytes: Buffer.from(base64Content, 'base64'), executable },
    ]),
  )
  if (outcome.status === 'failed') return { failures: [], isUpdated: false }
  if (update || (!existsSync(folder) && made.size > 0)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const [name, { bytes, executable }] of made) {
      const file = path.join(folder, `${name}${suffix}`)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, bytes, { mode: executable ? 0o755 : 0o644 })
    }
    return { failures: [], isUpdated: true }
  }
  const expected = new Map(
    [...(existsSync(folder) ? filesBelow(folder) : [])].map(([name, file]) => [
      name.endsWith(suffix) ? name.slice(0, -suffix.length) : name,
      file,
    ]),
  )
  const failures = [
    ...[...expected.keys()].filter(name => !made.has(name)).map(name => `${name} is missing`),
    ...[...made.keys()].filter(name => !expected.has(name)).map(name => `${name} is new`),
    ...[...made].flatMap(([name, { bytes }]) => {
      const before = expected.get(name)
      return before && !bytes.equals(before.bytes)
        ? [`${name} is different: ${firstDifference(Buffer.from(before.bytes).toString('utf8'), bytes.toString('utf8'))}`]
        : []
    }),
  ]
  return { failures, isUpdated: false }
}

function firstDifference(before: string, now: string): string {
  const [old, fresh] = [before.split('\n'), now.split('\n')]
  const at = Array.from({ length: Math.max(old.length, fresh.length) }, (_, line) => line).find(line => old[line] !== fresh[line]) ?? 0
  return `line ${at + 1} was '${old[at] ?? ''}' and is '${fresh[at] ?? ''}'`
}
