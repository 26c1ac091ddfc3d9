import { previewLimits, type EntityPreview } from '@portico/catalog/common'
import { describe, expect, test } from 'vitest'
import { configLines, pathOf } from './config-lines.ts'
import { mergeFiles, readFiles } from './input-files.ts'
import { drawPreview, maxDrawn } from './preview-graph.ts'
import { toLocation } from './target.ts'

describe('an address', () => {
  test.each([
    ['https://github.com/acme/shop/blob/main/a/catalog-info.yaml', 'git', 'https://github.com/acme/shop.git#main:a/catalog-info.yaml'],
    ['https://gitlab.com/acme/sub/shop/-/blob/main/c.yaml?ref_type=heads', 'git', 'https://gitlab.com/acme/sub/shop.git#main:c.yaml'],
    ['https://bitbucket.org/acme/shop/src/main/c.yaml', 'git', 'https://bitbucket.org/acme/shop.git#main:c.yaml'],
    [' https://github.com/acme/shop/ ', 'git', 'https://github.com/acme/shop.git'],
    ['https://git.acme.test/shop.git#main:c.yaml', 'git', 'https://git.acme.test/shop.git#main:c.yaml'],
    ['https://files.acme.test/c.yaml', 'url', 'https://files.acme.test/c.yaml'],
  ])('%s is read by %s', (address, type, target) => {
    expect(toLocation(address)).toEqual({ type, target })
  })
})

describe('files', () => {
  test('that are no text, or too large, or too many are left out, with why', async () => {
    const chosen = [
      new File([new Uint8Array([0x89, 0, 0xff])], 'picture.png'),
      new File(['a\0b'], 'nul.yaml'),
      new File(['x'.repeat(previewLimits.characters + 1)], 'huge.yaml'),
      new File(['kind: Component'], 'good.yaml'),
    ]
    const { files, refusals } = await readFiles(chosen, [])
    expect(files).toEqual([{ name: 'good.yaml', text: 'kind: Component' }])
    expect(refusals.map(({ reason }) => reason)).toEqual(['not-text', 'not-text', 'too-large'])
    const present = Array.from({ length: previewLimits.files }, (_each, at) => ({ name: `${at}`, text: 'x' }))
    expect(await readFiles(chosen.slice(3), present)).toEqual({ files: [], refusals: [{ reason: 'too-many' }] })
  })

  test('with the name of one before take its place, and empty ones go', () => {
    const before = [
      { name: 'a', text: 'old' },
      { name: 'b', text: ' ' },
      { name: 'c', text: 'c' },
    ]
    expect(mergeFiles(before, [{ name: 'a', text: 'new' }])).toEqual([
      { name: 'c', text: 'c' },
      { name: 'a', text: 'new' },
    ])
  })
})

test('the lines of the config name every file that holds entities, with a rule for kinds that need one', () => {
  const items = [
    { ref: 'component:default/a', file: 'a.yaml' },
    { ref: 'group:default/b', file: "b's.yaml", needsRule: true, entity: { kind: 'Group' } },
  ]
  expect(configLines(['a.yaml', "b's.yaml", 'notes.txt'], items)).toBe(
    [
      'catalog:',
      '  locations:',
      '    - type: file',
      '      target: ./catalog/a.yaml',
      '    - type: file',
      "      target: './catalog/b''s.yaml'",
      '      rules:',
      '        - allow: [Group]',
      '',
    ].join('\n'),
  )
  expect(pathOf('../../x/a.yaml')).toBe('./catalog/x/a.yaml')
})

test('the graph holds what is valid and what it names, marks what is missing, and ends at a number', () => {
  const item = (name: string, relations: EntityPreview['relations']): EntityPreview => {
    return { ref: `component:default/${name}`, file: 'a.yaml', state: 'new', errors: [], relations }
  }
  const relations = [{ type: 'dependsOn', targetRef: 'resource:default/r', end: 'missing' as const }]
  const { nodes, edges, isPartial } = drawPreview([item('a', relations), { ...item('b', []), state: 'invalid' }], 'not there')
  expect(nodes.map(({ id, form, hint }) => [id, form, hint])).toEqual([
    ['component:default/a', 'preview', 'component'],
    ['resource:default/r', 'missing', 'not there'],
  ])
  expect(edges).toEqual([{ from: 'component:default/a', to: 'resource:default/r', label: 'dependsOn' }])
  expect(isPartial).toBe(false)
  const many = Array.from({ length: maxDrawn + 1 }, (_each, at) => item(`c${at}`, []))
  expect(drawPreview(many, '')).toMatchObject({ isPartial: true, nodes: { length: maxDrawn } })
})
