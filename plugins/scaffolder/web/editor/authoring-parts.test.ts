import type { ListedAction } from '@portico/scaffolder/common'
import { expect, test } from 'vitest'
import { completeTemplate } from './complete-template.ts'
import { bytesOf, findTemplatePath, readText, toBase64, toFolderFile } from './folder.ts'
import { toParameterSteps } from './parameter-steps.ts'
import { toZip } from './zip.ts'

const action = (id: string, input: object): ListedAction => ({
  id,
  schema: { input: input as Record<string, unknown> },
  supportsDryRun: true,
  isIdempotent: true,
  canUndo: false,
})
const sources = {
  actions: [
    action('fetch:plain', {
      type: 'object',
      properties: { url: { type: 'string', description: 'Where' }, targetPath: { type: 'string' } },
    }),
    action('debug:log', {}),
  ],
  fields: ['OwnerPicker'],
}
/** Completes where the bar stands. */
const complete = (text: string) => completeTemplate(text.replace('|', ''), text.indexOf('|'), sources).map(({ label }) => label)

test('keys and values of a template are completed where they can stand', () => {
  expect(complete('|')).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
  expect(complete('kind: |')).toEqual(['Template'])
  expect(complete('spec:\n  |')).toContain('steps')
  expect(complete('spec:\n  steps:\n    - |')).toContain('action')
  expect(complete('spec:\n  steps:\n    - id: a\n      action: f|')).toEqual(['fetch:plain', 'debug:log'])
  expect(complete('spec:\n  steps:\n  - id: a\n    action: |')).toEqual(['fetch:plain', 'debug:log'])
  expect(complete('spec:\n  parameters:\n    - properties:\n        name:\n          |')).toContain('ui:field')
  expect(complete('spec:\n  parameters:\n    - properties:\n        name:\n          ui:field: |')).toEqual(['OwnerPicker'])
  expect(complete('spec:\n  parameters:\n    - properties:\n        name:\n          type: |')).toContain('boolean')
})

test('the input of a step is completed from the schema of its action', () => {
  const text = 'spec:\n  steps:\n    - action: debug:log\n    - action: fetch:plain\n      input:\n        |'
  expect(complete(text)).toEqual(['url', 'targetPath'])
  expect(completeTemplate(text.replace('|', ''), text.indexOf('|'), sources)[0]).toEqual({
    label: 'url',
    insert: 'url: ',
    detail: 'string',
    info: 'Where',
  })
  expect(complete('spec:\n  steps:\n    - action: none\n      input:\n        |')).toEqual([])
  expect(complete('just some text that is not yaml |')).toEqual([])
})

test('files keep their bytes; what is not text is not shown as text', () => {
  const bytes = new Uint8Array([0xff, 0xfe, 0, 1, ...Array.from({ length: 70_000 }, (_, at) => at % 256)])
  expect(bytesOf(toBase64(bytes))).toEqual(bytes)
  expect(toFolderFile('a.bin', bytes).text).toBeUndefined()
  expect(toFolderFile('a.txt', new TextEncoder().encode('grüße')).text).toBe('grüße')
  expect(readText(new Uint8Array([0x61, 0]))).toBeUndefined()
  expect(findTemplatePath(['a/b/template.yaml', 'a/template.yml', 'x.yaml'])).toBe('a/template.yml')
  expect(findTemplatePath(['deep/x.yaml', 'y.yaml'])).toBe('y.yaml')
  expect(findTemplatePath(['README.md'])).toBeUndefined()
})

test('the pages of a template that is being written are read however wrong they are', () => {
  expect(toParameterSteps({})).toEqual([])
  expect(toParameterSteps({ spec: 7 })).toEqual([])
  expect(toParameterSteps({ spec: { parameters: [null, 7, { title: 8, properties: {} }] } })).toEqual([
    { title: '', schema: { title: 8, properties: {} } },
  ])
})

test('a ZIP holds the files as they are', async () => {
  const text = new TextEncoder().encode('hello')
  const zip = new Uint8Array(await toZip([{ path: 'a/ü.txt', bytes: text, isExecutable: true }]).arrayBuffer())
  const view = new DataView(zip.buffer)
  expect(view.getUint32(0, true)).toBe(0x04034b50)
  // The checksum of "hello" as every ZIP tool computes it.
  expect(view.getUint32(14, true)).toBe(0x3610a686)
  expect(view.getUint32(18, true)).toBe(5)
  const end = zip.length - 22
  expect(view.getUint32(end, true)).toBe(0x06054b50)
  expect(view.getUint16(end + 10, true)).toBe(1)
  const directory = view.getUint32(end + 16, true)
  expect(view.getUint32(directory, true)).toBe(0x02014b50)
  expect(new TextDecoder().decode(zip.slice(30 + 8, 30 + 8 + 5))).toBe('hello')
})
