import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOpenapi } from '../api-definitions.ts'
import { corpusFiles, readMeasured, type DefinitionResult } from '../corpus-definitions.ts'
import type { Figure } from '../figure.ts'

/** Reading API definitions: those of `../shared/apis`, one by one, and one of 10 MB. */
export const apiDefinitions: Figure = {
  id: 'api-definitions',
  about:
    'reading API definitions: every one of ../shared/apis, and one of 10 MB with 2,000 operations; written to bench/api-definitions.md',
  async measure({ root, freshFolder }) {
    const folder = join(root, '../shared/apis')
    if (!existsSync(folder)) throw new Error('../shared/apis is not there')
    const results: DefinitionResult[] = []
    for (const file of corpusFiles(folder)) results.push(await readMeasured(file, readFileSync(join(folder, file), 'utf8')))
    const file = join(freshFolder(), 'large.json')
    writeOpenapi(file, { operations: 2000, bytes: 10_000_000 })
    const large = await readMeasured('large.json', readFileSync(file, 'utf8'))
    writeFileSync(join(root, 'bench', 'api-definitions.md'), toPage([...results, large]))
    return [
      { name: `${results.length} definitions, all`, value: sum(results.map(({ ms }) => ms)), unit: 'ms' },
      { name: 'The slowest of them', value: Math.max(...results.map(({ ms }) => ms)), unit: 'ms' },
      { name: `${Math.round(large.bytes / 1e5) / 10} MB of JSON, ${large.items}`, value: large.ms, unit: 'ms' },
    ]
  },
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const introduction = `# API definitions

Every definition of \`../shared/apis\`, read as the server reads it; of those in many files the root, before it is bundled. Written by
\`npm run bench -- api-definitions\`. The time is the fastest of three.

Errors are in the files themselves: references to files that are not bundled here, and what the authors wrote.
`

const heading = `| File | Format | Size | Items | Read in | Errors | Warnings | Not understood (first line) |
| --- | --- | ---: | --- | ---: | ---: | ---: | --- |`

function toPage(results: readonly DefinitionResult[]): string {
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
  return `${introduction}\n${[heading, ...rows].join('\n')}\n`
}
