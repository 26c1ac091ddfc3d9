import { filePrefix, pagePrefix } from '@portico/techdocs/common'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { shapesOf } from '../testing/fidelity-shapes.ts'
import { openSite } from './site.ts'

const folder = path.join(import.meta.dirname, 'fidelity')
const paths = globSync('{mkdocs.yml,docs/**/*,snip/*}', { cwd: folder }).filter(file => path.extname(file) !== '' && !file.endsWith('.txt'))
const site = openSite(
  { paths: paths.sort(), read: file => (paths.includes(file) ? readFileSync(path.join(folder, file)) : undefined) },
  { name: 'x' },
)

/** Expected shapes of all pages, those that came out, and those of them that are the same, by kind. */
function compare() {
  const counts = new Map<string, { expected: number; found: number }>()
  const missing: string[] = []
  const extra: string[] = []
  const count = (shape: string, key: 'expected' | 'found') => {
    const kind = /^h\d/.test(shape) ? 'heading' : shape.split(' ')[0]!
    const entry = counts.get(kind) ?? { expected: 0, found: 0 }
    counts.set(kind, { ...entry, [key]: entry[key] + 1 })
  }
  for (const page of site.pages) {
    const { page: rendered } = site.render(page)!
    const html = rendered.html.replaceAll(pagePrefix, '').replaceAll(filePrefix, '')
    const left = shapesOf(html)
    const file = path.join(folder, rendered.source!.replace(/\.md$/, '.txt'))
    for (const shape of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      count(shape, 'expected')
      const at = left.indexOf(shape.trimEnd())
      if (at === -1) missing.push(`${rendered.source}: ${shape}`)
      else {
        left.splice(at, 1)
        count(shape, 'found')
      }
    }
    extra.push(...left.map(shape => `${rendered.source}: ${shape}`))
  }
  return { counts, missing, extra }
}

test('a site that nobody tuned for comes out as its rules say: all of it, and nothing besides', () => {
  const { counts, missing, extra } = compare()
  const sum = (key: 'expected' | 'found') => [...counts.values()].reduce((total, entry) => total + entry[key], 0)
  expect({ missing, extra }).toEqual({ missing: [], extra: [] })
  expect(sum('expected')).toBeGreaterThan(140)
  for (const kind of ['heading', 'a', 'code', 'table', 'admonition', 'details', 'tab', 'img', 'li'])
    expect(counts.get(kind)?.expected, kind).toBeGreaterThan(0)
})

test('no page of it is lost', () => {
  expect([...site.pages].sort()).toEqual(['', 'blocks/', 'guide/', 'guide/planting/', 'lists/'])
})
