#!/usr/bin/env node
// Which requirements the last full `npm test` has shown. `--missing` lists the others, `--json` is for machines.
import fs from 'node:fs'
import { measureCoverage, readRequirements } from './lib/coverage.mjs'
import { Failure, runCommand } from './lib/failure.mjs'
import { inRoot } from './lib/repository.mjs'
import { playwrightReport, readPlaywright, readReport, readVitest, vitestReport } from './lib/results.mjs'
import { requireNode } from './lib/runtime.mjs'

const options = process.argv.slice(2)
// Whoever reads only the first lines has read enough.
process.stdout.on('error', () => process.exit())

await runCommand(() => {
  requireNode()
  const unexpected = options.find(option => !['--missing', '--json'].includes(option))
  if (unexpected) throw new Failure(`spec knows --missing and --json, not ${unexpected}`)
  const vitest = readReport(vitestReport)
  const playwright = readReport(playwrightReport)
  if (!vitest && !playwright) throw new Failure('there are no results yet: run `npm test` first')
  const tests = [...(vitest ? readVitest(vitest) : []), ...(playwright ? readPlaywright(playwright) : [])]
  const coverage = measureCoverage(readRequirements(fs.readFileSync(inRoot('spec', 'requirements.tsv'), 'utf8')), tests)
  process.stdout.write(options.includes('--json') ? `${JSON.stringify(coverage, undefined, 2)}\n` : toTable(coverage))
  if (coverage.unknown.length > 0) throw new Failure(`tests name requirements that do not exist: ${coverage.unknown.join(', ')}`)
})

function toTable({ areas, missing, covered, total }) {
  const rows = [...areas, { area: 'all', covered, total }].map(
    row => `${row.area.padEnd(8)} ${String(row.covered).padStart(4)} of ${String(row.total).padStart(4)}`,
  )
  const list = options.includes('--missing') ? ['', ...missing.map(({ id, statement }) => `${id.padEnd(12)} ${statement}`)] : []
  return `${[...rows, ...list].join('\n')}\n`
}
