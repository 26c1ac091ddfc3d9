#!/usr/bin/env node
// How much of the public JSON-Schema-Test-Suite our engine answers rightly: `node scripts/json-schema-suite.mjs <folder>`.
// The suite is not on npm; Debian has it in libtest-json-schema-acceptance-perl. Decision 0019 names the exceptions.
import fs from 'node:fs'
import path from 'node:path'
import { compileJsonSchema } from '@portico/core/common'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Name the folder of the suite, the one that holds tests/draft7')
  process.exit(2)
}

for (const draft of ['draft7', 'draft2020-12']) {
  const counts = { right: 0, refused: 0, wrong: 0 }
  const exceptions = []
  for (const { file, schema, title, tests } of groups(path.join(folder, 'tests', draft))) {
    const { check, mistakes } = compileJsonSchema(schema, { ignoreUnknownKeywords: true })
    for (const { data, valid, description } of tests) {
      const outcome = mistakes.length > 0 ? 'refused' : (check(data).length === 0) === valid ? 'right' : 'wrong'
      counts[outcome]++
      if (outcome !== 'right')
        exceptions.push(`${outcome}: ${file}: ${title}: ${description}${mistakes.length > 0 ? ` (${mistakes[0]})` : ''}`)
    }
  }
  console.log(`${draft}: ${JSON.stringify(counts)}`)
  for (const exception of exceptions) console.log(`  ${exception}`)
}

function groups(tests) {
  const files = fs.readdirSync(tests).filter(name => name.endsWith('.json'))
  return files.flatMap(file =>
    JSON.parse(fs.readFileSync(path.join(tests, file), 'utf8')).map(({ description, schema, tests: each }) => ({
      file,
      schema: typeof schema === 'object' ? { $schema: schemaOf(tests), ...schema } : schema,
      title: description,
      tests: each,
    })),
  )
}

function schemaOf(tests) {
  return tests.endsWith('draft7') ? 'http://json-schema.org/draft-07/schema#' : 'https://json-schema.org/draft/2020-12/schema'
}
