import { expect, test } from 'vitest'
import { renderText } from '../testing/render-markdown.ts'

const count = 20_000
const config = 'site_name: Test\nmarkdown_extensions: [pymdownx.blocks.tab]\n'
const repeated = [
  '[',
  '[a](',
  '![',
  '*a **a ',
  '_a __a ',
  '`',
  '<b ',
  '<a x="',
  '<!--',
  '>',
  '{',
  '{: .a',
  '[a](b){',
  '$a ',
  '$',
  '\\(',
  '\\[',
  '==',
  '==a ',
  '^a ',
  '~a ',
  '++a',
  '{++a',
  '{~~a~>',
  ':a',
  ':smile',
  '[^a]',
  '!!! ',
  '=== "a" ',
  '|',
  '# ',
  '``` {a="',
  '--8<-- "',
  'http://a',
  'www.',
  'a@',
  'a@b.',
  '&a',
  '\\',
  '[a](b c ',
  '-->',
  '1st',
  '<your-',
  '*[a]: b',
  ' ',
  'a\n: b\n',
  '- [ ] a\n',
  '> [!NOTE]\n',
  '$$\n',
  '=== "a"\n\n',
  ':::note\n',
  '>>>\n',
  '```\n',
  'a\n===\n',
  '1. a\n',
  '[a]: b\n',
  '<details>\n\n',
  '{% dot ',
  '{% dot a.svg\n',
  '::uml::\n',
  '/// note\n',
  '/// tab | a\n\n',
  '///',
  '!!! note "',
  '<div markdown>\n',
  '<div markdown>a</div>\n\n',
  '<p markdown>',
  '<div markdown>\n`<div>\n',
  '- <div markdown>\n',
]

test.each(repeated.map(text => [JSON.stringify(text), text]))('%s, twenty thousand times, is rendered', (_, text) => {
  // What is quadratic or worse takes minutes, which no test may.
  const { html } = renderText(`# T\n\n${text.repeat(text.includes('\n') ? count / 10 : count)}`, { config })
  expect(html).toEqual(expect.any(String))
})

test('a page of 20,000 headings has them all, contents of the first 2,000, and a notice that says so', () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `## Part ${at}\n`).join('\n')
  const { page, html, sections } = renderText(`# T\n\n[TOC]\n\n${text}`)
  expect(html.match(/<h2 /g)).toHaveLength(20_000)
  expect(html).toContain('id="part-19999"')
  expect(page.headings).toHaveLength(2000)
  expect(sections).toHaveLength(2001)
  expect(html.match(/<div class="toc">.*?<\/div>/s)?.[0].match(/<li>/g)).toHaveLength(2000)
  expect(page.notices).toEqual([
    {
      level: 'warning',
      code: 'headings-many',
      message: 'The page has 20,001 headings; its contents and search know the first 2,000. Split it into several pages',
      file: 'docs/index.md',
    },
  ])
})
