#!/usr/bin/env node
// Writes the page and the report of the plugin API anew, or with --check says what has changed.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { collect } from './lib/child.mjs'
import { Failure, runCommand } from './lib/failure.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { apiPage, breakingChanges, readPluginApi } from './lib/plugin-api.mjs'
import { inRoot, root, toolPath } from './lib/repository.mjs'
import { findNode, requireNode } from './lib/runtime.mjs'

await runCommand(async () => {
  requireNode()
  await ensureInstalled('full')
  const types = inRoot('.portico/plugin-api/types')
  rmSync(types, { recursive: true, force: true })
  mkdirSync(types, { recursive: true })
  const { code, output } = await collect(findNode(), [toolPath('typescript', 'bin/tsc'), '-p', inRoot('plugin-api/tsconfig.json')], {})
  if (code !== 0) throw new Failure(`the declarations could not be written:\n${output}`)
  const { version } = JSON.parse(readFileSync(inRoot('plugin-api/package.json'), 'utf8'))
  const report = inRoot(`plugin-api/api-${version.split('.')[0]}.json`)
  const api = readPluginApi({ root, types: path.resolve(types) })
  const page = apiPage(api, version)
  if (process.argv.includes('--check')) return check(api, page, report)
  writeFileSync(report, toReport(api))
  writeFileSync(inRoot('docs/plugin-api.md'), page)
})

function check(api, page, report) {
  const breaking = breakingChanges(JSON.parse(readFileSync(report, 'utf8')), api)
  if (breaking.length > 0) throw new Failure(`${breaking.join('\n')}\nA breaking change of the plugin API needs a new major version`)
  if (readFileSync(report, 'utf8') === toReport(api) && readFileSync(inRoot('docs/plugin-api.md'), 'utf8') === page) return
  throw new Failure('the plugin API has grown: run `npm run plugin-api` and commit what it writes')
}

/** One line for each export, so that a change is one line of a diff. */
function toReport(api) {
  const entries = Object.entries(api).map(([entry, exports]) => {
    const lines = Object.entries(exports).map(
      ([name, { stability, since, signature }]) => `  ${JSON.stringify(name)}: ${JSON.stringify({ stability, since, signature })}`,
    )
    return `${JSON.stringify(entry)}: {\n${lines.join(',\n')}\n}`
  })
  return `{\n${entries.join(',\n')}\n}\n`
}
