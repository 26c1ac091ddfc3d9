import fs from 'node:fs'
import { inRoot } from '../repository.mjs'
import { writeDeclarations } from './declarations.mjs'
import { pageText, reportText, toReport } from './papers.mjs'
import { readApi } from './report.mjs'

/** The plugin API as the sources have it: its report, its page, and the report that is committed. What the compiler has read is kept below `.portico`. */
export async function presentApi(node) {
  const { version } = JSON.parse(fs.readFileSync(inRoot('plugin-api/package.json'), 'utf8'))
  const file = inRoot(`plugin-api/api-${version.split('.')[0]}.json`)
  const before = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
  const types = await writeDeclarations(node, inRoot('.portico/plugin-api'))
  const api = readApi(types)
  const value = toReport(api, version, before)
  return {
    types,
    version,
    before,
    report: { file, value, text: reportText(value) },
    page: { file: inRoot('docs/plugin-api.md'), text: pageText(api, value, version) },
  }
}
