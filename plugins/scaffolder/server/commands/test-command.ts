import type { Command } from '@portico/core/server'
import { stepsOf, type Template } from '@portico/scaffolder/common'
import path from 'node:path'
import { createRenderers } from '../rendering/renderer.ts'
import { createDryRun } from '../running/dry-run.ts'
import { createFetching } from '../running/fetching.ts'
import { createOfflineActions, publicHosts } from './offline-actions.ts'
import { findTemplates, readTemplateFile } from './template-files.ts'
import { testTemplate, type CaseResult } from './test-template.ts'

/** `portico template test`: runs the cases beside templates, without a server. */
export const testCommand: Command = {
  name: 'template test',
  summary: 'Run the cases in tests/ beside templates and compare what they make',
  args: [{ name: '<files...>', description: 'template files, or folders that hold template.yaml files' }],
  options: [
    { flags: '--update', description: 'write what comes out as what is expected; review it before you commit it' },
    { flags: '--ci', description: 'fail where expected files had to be written' },
    { flags: '--json', description: 'print as JSON' },
  ],
  async run({ args, options, print, cwd }) {
    const renderers = createRenderers()
    try {
      const noReading = () => Promise.reject(new Error('Addresses are not read on the command line'))
      const dryRun = createDryRun({
        actions: createOfflineActions(),
        renderers,
        hosts: () => publicHosts,
        fetching: (_, signal) => createFetching({ reading: noReading, signal }),
        mayExecute: async () => true,
        environmentParameters: () => ({}),
        approvalsFor: () => [],
        isTopicOffered: () => true,
      })
      const reports = []
      for (const file of findTemplates(args, cwd))
        for (const { template, entity, problems } of readTemplateFile(file)) {
          const cases = template ? await testTemplate(file, template, entity, { dryRun, update: options['update'] === true }) : []
          reports.push({ file: path.relative(cwd, file), problems, cases, coverage: template ? coverageOf(template, cases) : undefined })
        }
      const isBad = ({ failures, isUpdated }: CaseResult) => failures.length > 0 || (isUpdated && options['ci'] === true)
      const failed = reports.flatMap(({ problems, cases }) => [...problems, ...cases.filter(isBad)]).length
      if (options['json']) print(JSON.stringify({ reports, failed }, undefined, 2))
      else for (const line of reports.flatMap(toLines)) print(line)
      return failed > 0 ? 1 : 0
    } finally {
      renderers.stop()
    }
  },
}

interface Coverage {
  /** Steps that no case ran. */
  readonly neverRun: readonly string[]
  /** Steps with a condition that no case left out. */
  readonly neverSkipped: readonly string[]
  readonly percent: number
}

function coverageOf(template: Template, cases: readonly CaseResult[]): Coverage {
  const steps = stepsOf(template)
  const neverRun = steps
    .filter(({ id }) => !cases.some(({ ran, skipped }) => ran.includes(id) && !skipped.includes(id)))
    .map(({ id }) => id)
  const conditional = steps.filter(step => step.if !== undefined)
  const neverSkipped = conditional.filter(({ id }) => !cases.some(({ skipped }) => skipped.includes(id))).map(({ id }) => id)
  const branches = steps.length + conditional.length
  return {
    neverRun,
    neverSkipped,
    percent: branches === 0 ? 100 : Math.round((100 * (branches - neverRun.length - neverSkipped.length)) / branches),
  }
}

function toLines({
  file,
  problems,
  cases,
  coverage,
}: {
  file: string
  problems: readonly string[]
  cases: readonly CaseResult[]
  coverage: Coverage | undefined
}): string[] {
  const lines = [`${file}:`, ...problems.map(problem => `  error: ${problem}`)]
  for (const { name, failures, isUpdated } of cases) {
    lines.push(`  ${failures.length === 0 ? 'pass' : 'FAIL'} ${name}${isUpdated ? ' (its expected files were written: review them)' : ''}`)
    lines.push(...failures.map(failure => `    ${failure}`))
  }
  if (cases.length === 0 && problems.length === 0) lines.push('  no cases: put them into tests/ beside the template')
  if (coverage && cases.length > 0) {
    lines.push(`  ${coverage.percent} % of steps and conditions are covered`)
    if (coverage.neverRun.length > 0) lines.push(`    never run: ${coverage.neverRun.join(', ')}`)
    if (coverage.neverSkipped.length > 0) lines.push(`    never left out: ${coverage.neverSkipped.join(', ')}`)
  }
  return lines
}
