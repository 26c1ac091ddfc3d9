import { expect, test } from 'vitest'
import { renderText } from '../testing/render-markdown.ts'
import { createUniqueIds, toSlug } from './slug.ts'

test.each([
  ['Ünïcödé & Größe — 日本語', 'unicode-groe'],
  ['C++ / C# & code_x', 'c-c-code_x'],
  ['1. Numbered: thing!', '1-numbered-thing'],
  ['日本語', ''],
  ['  Trim -- me  ', 'trim-me'],
])('the slug of %s is %s', (text, slug) => expect(toSlug(text)).toBe(slug))

test('ids are unique as Python-Markdown makes them', () => {
  const unique = createUniqueIds()
  expect(['same', 'same', 'same', '', ''].map(unique)).toEqual(['same', 'same_1', 'same_2', '_1', '_2'])
  const other = createUniqueIds()
  expect(['foo_1', 'foo', 'foo'].map(other)).toEqual(['foo_1', 'foo', 'foo_2'])
})

test('ids written by hand count first and never change; options of toc are honoured', () => {
  const ids = (text: string, config?: string) => renderText(text, config === undefined ? {} : { config }).page.headings.map(({ id }) => id)
  expect(ids('# A\n\n## A {#a}\n\n## `b` *c* [d](x.md)')).toEqual(['a_1', 'a', 'b-c-d'])
  const config =
    'site_name: T\nmarkdown_extensions:\n  - toc:\n      toc_depth: 2\n      separator: _\n      slugify: !!python/object/apply:pymdownx.slugs.slugify\n        kwds: {case: lower}\n'
  expect(ids('# Größe Zwei\n\n### Drei', config)).toEqual(['größe_zwei'])
})

test('twenty thousand equal headings take no longer than others', () => {
  const { page } = renderText('# a\n\n'.repeat(20_000))
  expect(page.html).toContain('id="a_19999"')
})
