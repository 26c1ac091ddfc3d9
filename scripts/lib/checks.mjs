import { collect } from './child.mjs'
import { seconds } from './progress.mjs'
import { toolPath } from './repository.mjs'

const checkedPaths = [
  'app',
  'bench',
  'core',
  'deploy',
  'e2e',
  'examples/tools',
  'plugin-api',
  'plugins',
  'scripts',
  'ui',
  'boundaries.test.ts',
]

/** What is checked without running anything: name, tool and arguments. */
const checks = [
  ['types of common', toolPath('typescript', 'bin/tsc'), '-p', 'tsconfig.common.json'],
  ['types of server', toolPath('typescript', 'bin/tsc'), '-p', 'tsconfig.server.json'],
  ['types of web', toolPath('typescript', 'bin/tsc'), '-p', 'tsconfig.web.json'],
  ['lint', toolPath('oxlint', 'bin/oxlint'), '--deny-warnings', '--report-unused-disable-directives'],
  ['format', toolPath('oxfmt', 'bin/oxfmt'), '--list-different'],
  [
    'boundaries',
    toolPath('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    '--output-type',
    'err',
    ...checkedPaths,
  ],
  ['unused', toolPath('knip', 'bin/knip.js'), '--no-progress', '--no-config-hints'],
]

/** Runs all checks, two at a time, with one line for each and the findings of those that fail. */
export async function runChecks(node) {
  const results = []
  const waiting = [...checks]
  await Promise.all([work(), work()])
  return results

  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, ...args] = check
      const begun = performance.now()
      const { code, output } = await collect(node, args, { env: { ...process.env, ...(!process.stdout.isTTY && { NO_COLOR: '1' }) } })
      const passed = code === 0
      process.stdout.write(`${passed ? '✓' : '✗'} ${name.padEnd(16)} ${seconds(begun)}\n${passed ? '' : `${output.trim()}\n\n`}`)
      results.push({ name, passed })
    }
  }
}
