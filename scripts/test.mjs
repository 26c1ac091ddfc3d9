#!/usr/bin/env node
// Everything that is checked, from a bare checkout: `npm test`. With paths, only the tests in them: `npm test -- core/server/http`.
import fs from 'node:fs'
import { ensureBrowser } from './lib/browser.mjs'
import { runChecks } from './lib/checks.mjs'
import { show } from './lib/child.mjs'
import { Failure, runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { toolPath } from './lib/repository.mjs'
import { count, playwrightReport, readPlaywright, readReport, readVitest, vitestReport } from './lib/results.mjs'
import { findNode, quiet, requireNode } from './lib/runtime.mjs'
import { ensureWebBuild } from './lib/web-build.mjs'

const isJourney = argument => /^e2e\b|\.e2e\.ts/.test(argument)
const journeys = process.argv.slice(2).filter(isJourney)
const unitTests = process.argv.slice(2).filter(argument => !isJourney(argument))
const everything = process.argv.length === 2

const stages = []
let node

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
      (await runChecks(node)).map(({ name, passed }) => ({ title: name, outcome: passed ? 'passed' : 'failed' })),
    )
  if (everything || unitTests.length > 0) await stage('tests', runVitest)
  if (everything || journeys.length > 0) await stage('journeys', runPlaywright)
}

/** A stage that breaks is one failure, and the next ones run all the same. */
async function stage(name, run) {
  if (name !== 'set-up') process.stdout.write(`\n── ${name}\n`)
  try {
    stages.push({ name, ...count(await run()) })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`portico: ${error.message}\n`)
    stages.push({ name, passed: 0, failed: 1, skipped: 0 })
  }
}

async function runVitest() {
  const report = freshReport(vitestReport)
  const code = await show(node, [...quiet, toolPath('vitest', 'vitest.mjs'), 'run', ...unitTests], {
    env: { ...process.env, PORTICO_TEST_REPORT: report },
  })
  return judge(code, readReport(report), readVitest)
}

async function runPlaywright() {
  const browser = await ensureBrowser(node)
  await ensureWebBuild(node)
  const report = freshReport(playwrightReport)
  const env = { ...process.env, PORTICO_CHROMIUM: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await show(node, [...quiet, toolPath('@playwright/test', 'cli.js'), 'test', '--reporter=list,json', ...journeys], { env })
  return judge(code, readReport(report), readPlaywright)
}

/** Where this run reports to. A narrowed run leaves the last full one alone: `npm run spec` reads that. */
function freshReport(full) {
  const report = everything ? full : full.replace(/\.json$/, '.narrowed.json')
  fs.rmSync(report, { force: true })
  return report
}

/** The tests of a report. A run that failed with no failed test in it, or without any test, is a failure of its own. */
function judge(code, report, read) {
  const tests = report ? read(report) : []
  const explained = tests.some(({ outcome }) => outcome === 'failed')
  if (tests.length === 0) return [{ title: 'no test ran', outcome: 'failed' }]
  return code !== 0 && !explained ? [...tests, { title: `ended with code ${code}`, outcome: 'failed' }] : tests
}

function summarise() {
  const total = { passed: 0, failed: 0, skipped: 0 }
  process.stdout.write('\n')
  for (const { name, ...counts } of stages) {
    for (const outcome of Object.keys(total)) total[outcome] += counts[outcome]
    if (name !== 'set-up' || counts.failed > 0) process.stdout.write(`${name.padEnd(10)} ${line(counts)}\n`)
  }
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}\n`)
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1
}

function line({ passed, failed, skipped }) {
  return [
    `${passed} passed`.padStart(12),
    `${failed} failed`.padStart(10),
    ...(skipped > 0 ? [`${skipped} skipped`.padStart(11)] : []),
  ].join('')
}
