import { expect, test } from 'vitest'
import { openFiles, type TestFiles } from '../../testing/render-markdown.ts'

const open = (given: TestFiles, config = 'site_name: X\nplugins: [literate-nav]\n') => openFiles({ 'mkdocs.yml': config, ...given })

const files = {
  'docs/index.md': '# Home',
  'docs/a.md': '# A',
  'docs/guide/index.md': '# Guide',
  'docs/guide/one.md': '# One',
  'docs/guide/two.md': '# Two',
  'docs/ref/x.md': '# X',
  'docs/ref/deep/y.md': '# Y',
}

test('literate-nav: a list in SUMMARY.md is the nav, with sections, folders that have their own, patterns and links', () => {
  const { site, pages, notices } = open({
    ...files,
    'docs/SUMMARY.md':
      '# Summary\n\n* [Start](index.md)\n* Part\n    * [The A](a.md "t")\n    * [Out](https://x.org/)\n* [Guides](guide/)\n* [Reference](ref/)\n',
    'docs/guide/SUMMARY.md': '- [Two first](two.md)\n- *.md\n',
  })
  expect(site.nav).toEqual([
    { title: 'Start', path: '' },
    {
      title: 'Part',
      children: [
        { title: 'The A', path: 'a/' },
        { title: 'Out', href: 'https://x.org/' },
      ],
    },
    {
      title: 'Guides',
      children: [
        { title: 'Two first', path: 'guide/two/' },
        { title: 'Guide', path: 'guide/' },
        { title: 'One', path: 'guide/one/' },
        { title: 'Two first', path: 'guide/two/' },
      ],
    },
    {
      title: 'Reference',
      children: [
        { title: 'X', path: 'ref/x/' },
        { title: 'Deep', children: [{ title: 'Y', path: 'ref/deep/y/' }] },
      ],
    },
  ])
  expect(pages.some(page => page.includes('SUMMARY'))).toBe(false)
  expect(notices).toEqual([])
})

test('literate-nav: folders and patterns in the nav of the config are resolved, also without SUMMARY.md', () => {
  const config = 'site_name: X\nplugins: [literate-nav]\nnav:\n- index.md\n- Guides: guide/\n- All: ["*.md"]\n'
  expect(open(files, config).site.nav).toEqual([
    { title: 'Home', path: '' },
    {
      title: 'Guides',
      children: [
        { title: 'Guide', path: 'guide/' },
        { title: 'One', path: 'guide/one/' },
        { title: 'Two', path: 'guide/two/' },
      ],
    },
    {
      title: 'All',
      children: [
        { title: 'Home', path: '' },
        { title: 'A', path: 'a/' },
      ],
    },
  ])
})

test('literate-nav: folders that name themselves or lead out end somewhere, and what does not exist is a dead link', () => {
  const { site, notices } = open({ ...files, 'docs/SUMMARY.md': '* [Me](./)\n* [Me too](./)\n* [Up](../../x/)\n* [Gone](gone.md)\n' })
  expect(site.nav).toEqual([
    { title: 'Me', children: [] },
    { title: 'Me too', children: [] },
    { title: 'Up', missing: true },
    { title: 'Gone', missing: true },
  ])
  expect(notices.some(({ code }) => code === 'nav-missing')).toBe(true)
})
