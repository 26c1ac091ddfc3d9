import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { corpusFiles, largeDefinition, readMeasured, type DefinitionResult } from '../corpus-definitions.ts'
import type { Figure } from '../figure.ts'

/** Reading API definitions: those of `../shared/apis`, one by one, and one of 10 MB. */
export const apiDefinitions: Figure = {
  id: 'api-definitions',
  about:
    'reading API definitions: every one of ../shared/apis, printed as a table with what was not understood, and one of 10 MB with 2,000 operations',
  async measure({ root }) {
    const folder = join(root, '../shared/apis')
    if (!existsSync(folder)) throw new Error('../shared/apis is not there')
    const results: DefinitionResult[] = []
    for (const file of corpusFiles(folder)) results.push(await readMeasured(file, readFileSync(join(folder, file), 'utf8')))
    const large = await readMeasured('large.json', largeDefinition())
    process.stderr.write(`${toMarkdown([...results, large])}\n`)
    return [
      { name: `${results.length} definitions, all`, value: sum(results.map(({ ms }) => ms)), unit: 'ms' },
      { name: 'The slowest of them', value: Math.max(...results.map(({ ms }) => ms)), unit: 'ms' },
      { name: `${Math.round(large.bytes / 1e5) / 10} MB of JSON, ${large.items}`, value: large.ms, unit: 'ms' },
      { name: 'Memory of the process after it', value: process.memoryUsage.rss() / 1e6, unit: 'MB', limit: 1000 },
    ]
  },
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function toMarkdown(results: readonly DefinitionResult[]): string {
  const rows = results.map(({ file, format, bytes, items, ms, errors, warnings, notUnderstood }) => {
    const cells = [
      `\`${file}\``,
      format,
      `${Math.round(bytes / 100) / 10} kB`,
      items,
      `${Math.round(ms)} ms`,
      errors,
      warnings,
      notUnderstood,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| File | Format | Size | Items | Read in | Errors | Warnings | Not understood (first line) |',
    '| --- | --- | ---: | --- | ---: | ---: | ---: | --- |',
    ...rows,
  ].join('\n')
}
