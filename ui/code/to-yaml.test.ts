// @vitest-environment node
import fc from 'fast-check'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { toYaml } from './to-yaml.ts'

test('a value is written as a person would write it', () => {
  const entity = {
    apiVersion: 'backstage.io/v1alpha1',
    kind: 'Component',
    metadata: {
      name: 'petstore',
      tags: ['java', '8'],
      annotations: { 'a/b': 'url:https://x.y' },
      description: 'One\nTwo\n',
      empty: [],
      none: {},
    },
    spec: { owner: 'team a', ports: [{ name: 'http', port: 80 }, { name: 'yes' }], nested: [[1, 2]], nothing: null, gone: undefined },
  }
  expect(toYaml(entity)).toBe(`apiVersion: backstage.io/v1alpha1
kind: Component
metadata:
  name: petstore
  tags:
    - java
    - "8"
  annotations:
    a/b: "url:https://x.y"
  description: |
    One
    Two
  empty: []
  none: {}
spec:
  owner: team a
  ports:
    - name: http
      port: 80
    - name: "yes"
  nested:
    - - 1
      - 2
  nothing: null
`)
})

test('whatever JSON can say, YAML gives back the same', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(
      'a\nb',
      'a\n\n b\n',
      ' x\ny',
      '-',
      '- a',
      'a: b',
      '#',
      '~',
      '1e3',
      '0x1f',
      '2026-11-15',
      'no',
      '<<',
      '=',
      '|',
      'a\tb\nc',
      'a \nb',
    ),
  )
  const { json } = fc.letrec(tie => ({
    json: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(text, tie('json'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(json, value => {
      const plain: unknown = JSON.parse(JSON.stringify(value))
      expect(load(toYaml(value))).toEqual(plain)
    }),
    { numRuns: 500 },
  )
})
