#!/usr/bin/env node
// Everything that is checked, from a bare checkout: `npm test`. With paths, only the tests in them: `npm test -- core/server/http`.
import fs from 'node:fs'
import { ensureBackstageReader, installBackstageReader } from './lib/backstage-reader.mjs'
import { ensureBrowser } from './lib/browser.mjs'
import { runChecks } from './lib/checks.mjs'
import { show } from './lib/child.mjs'
import { Failure, runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot, toolPath } from './lib/repository.mjs'
import {
  count,
  filesToRetry,
  mergeRetry,
  playwrightReport,
  readPlaywright,
  readReport,
  readVitest,
  slowestFiles,
  vitestReport,
} from './lib/results.mjs'
import { findNode, programEnvironment, requireNode } from './lib/runtime.mjs'
import { ensureServerBuild } from './lib/server-build.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

const isE2e = argument => /^e2e\b|\.e2e\.ts/.test(argument)
const e2eTests = process.argv.slice(2).filter(isE2e)
const unitTests = process.argv
  .slice(2)
  .filter(argument => !isE2e(argument))
  .map(toFolder)
const everything = process.argv.length === 2

const stages = []
let node

/** `npm test -- search` means the plugin, not every file with that in its name. */
function toFolder(argument) {
  return /^[\w-]+$/.test(argument) && fs.existsSync(inRoot('plugins', argument)) ? `plugins/${argument}/` : argument
}

await runCommand(async () => {
  requireNode()
  await stage('set-up', async () => {
    await ensureInstalled('full')
    node = findNode()
    return []
  })
  if (node) await runStages()
  summarise()
})

async function runStages() {
  if (everything)
    await stage('checks', async () =>
      (await runChecks(node)).map(({ name, passed }) => ({ title: name, outcome: passed ? 'passed' : 'failed', cause: '' })),
    )
  if (everything || unitTests.length > 0) await stage('tests', runVitest)
  if (everything || e2eTests.length > 0) await stage('e2e', runPlaywright)
}

/** A stage that breaks is one failure, and the next ones run all the same. */
async function stage(name, run) {
  if (name !== 'set-up') process.stdout.write(`\n── ${name}\n`)
  try {
    stages.push({ name, tests: await run() })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`portico: ${error.message}\n`)
    stages.push({ name, tests: [{ title: name, outcome: 'failed', cause: error.message }] })
  }
}

async function runVitest() {
  const run = async (report, files) => {
    const code = await show(node, [toolPath('vitest', 'vitest.mjs'), 'run', ...files], {
      env: { ...programEnvironment(), PORTICO_TEST_REPORT: report },
    })
    return judge(code, readReport(report), readVitest)
  }
  return withRetry(await run(freshReport(vitestReport), unitTests), files => run(freshReport(vitestReport, 'retried'), files))
}

async function runPlaywright() {
  const browser = await ensureBrowser(node)
  const reader = wantsBackstageReader() ? installBackstageReader().catch(error => error) : undefined
  await ensureWebBuild(node)
  await ensureServerBuild(node)
  if (reader) await buildBackstageReader(await reader)
  const run = async (report, files) => {
    const env = { ...programEnvironment(), PORTICO_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
    const code = await show(node, [toolPath('@playwright/test', 'cli.js'), 'test', '--reporter=list,json', ...files], { env })
    return judge(code, readReport(report), readPlaywright)
  }
  const again = files => run(freshReport(playwrightReport, 'retried'), ['--trace=retain-on-failure', ...files])
  return withRetry(await run(freshReport(playwrightReport), e2eTests), again)
}

function wantsBackstageReader() {
  const isElsewhere = argument => argument.endsWith('.e2e.ts') && !argument.includes('backstage-reader')
  return e2eTests.length === 0 || !e2eTests.every(isElsewhere)
}

/** Without it the test that needs it fails and says so, and the others run. */
async function buildBackstageReader(failure) {
  try {
    if (failure) throw failure
    await ensureBackstageReader(node)
  } catch (error) {
    process.stderr.write(`portico: ${error.message}\n`)
  }
}

/** A full run gives files with failed tests a second chance, alone and once; what passes then is listed as flaky (decision 0015). */
async function withRetry(tests, run) {
  const files = everything ? filesToRetry(tests) : []
  if (files.length === 0) return tests
  process.stdout.write(`\n── once more: ${files.join(', ')}\n`)
  return mergeRetry(tests, await run(files))
}

/** Where this run reports to. A narrowed run leaves the last full one alone: `npm run spec` reads that. */
function freshReport(full, variant = everything ? undefined : 'narrowed') {
  const report = variant ? full.replace(/\.json$/, `.${variant}.json`) : full
  fs.rmSync(report, { force: true })
  return report
}

/** The tests of a report. A run that failed with no failed test in it, or without any test, is a failure of its own. */
function judge(code, report, read) {
  const tests = report ? read(report) : []
  const explained = tests.some(({ outcome }) => outcome === 'failed')
  if (tests.length === 0) return [{ title: 'no test ran', outcome: 'failed', cause: '' }]
  return code !== 0 && !explained ? [...tests, { title: `ended with code ${code}`, outcome: 'failed', cause: '' }] : tests
}

/** Counts by stage, then what was flaky and what failed by name: the end of a log is what people read of it. */
function summarise() {
  const total = count(stages.flatMap(({ tests }) => tests))
  process.stdout.write('\n')
  for (const { name, tests } of stages)
    if (name !== 'set-up' || count(tests).failed > 0) process.stdout.write(`${name.padEnd(10)} ${line(count(tests))}\n`)
  const slow = slowestFiles(stages.flatMap(({ tests }) => tests))
  if (slow.length > 0) process.stdout.write('\nslowest files\n')
  for (const { file, ms } of slow) process.stdout.write(`${(ms / 1000).toFixed(1).padStart(8)} s  ${file}\n`)
  for (const outcome of ['flaky', 'failed']) list(outcome)
  const rest = ['flaky', 'skipped'].filter(outcome => total[outcome] > 0).map(outcome => `, ${total[outcome]} ${outcome}`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${rest.join('')}\n`)
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1
}

function list(outcome) {
  const tests = stages.flatMap(stage => stage.tests).filter(test => test.outcome === outcome)
  if (tests.length > 0) process.stdout.write(`\n${outcome}${outcome === 'flaky' ? ' (failed, then passed when run once more)' : ''}\n`)
  for (const { file, title, cause } of tests)
    process.stdout.write(`  ${file ? `${file} › ` : ''}${title}\n${cause ? `      ${cause}\n` : ''}`)
}

function line({ passed, flaky, failed, skipped }) {
  return [
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
    ...(flaky > 0 ? [`${flaky} flaky`.padStart(9)] : []),
    ...(skipped > 0 ? [`${skipped} skipped`.padStart(11)] : []),
  ].join('')
}
