import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/render-markdown.ts'

const config = 'site_name: X\nmarkdown_extensions: [pymdownx.blocks.admonition, pymdownx.blocks.details, pymdownx.blocks.tab]\n'
const html = (text: string) => htmlOf(text, { config }).replace(/>\n+</g, '><')

test('blocks between slashes are admonitions, details, tabs and elements; more slashes hold fewer', () => {
  expect(html('/// note | Mind **this**\nText\n\n- a\n///\nAfter')).toBe(
    '<div class="admonition note"><p class="admonition-title">Mind <strong>this</strong></p><p>Text</p><ul><li>a</li></ul></div><p>After</p>',
  )
  expect(html('//// details | More\n    type: warning\n    open: true\n\n/// tip\nInner\n///\n////')).toContain(
    '<details class="warning" open=""><summary>More</summary><div class="admonition tip"><p class="admonition-title">Tip</p><p>Inner</p></div></details>',
  )
  const tabs = html('/// tab | One\na\n///\n\n/// tab | Two\n    select: true\n\nb\n///')
  expect(tabs).toContain('<label>One</label><label class="tabbed-selected">Two</label>')
  expect(tabs.match(/tabbed-set/g)).toHaveLength(1)
  expect(html('/// html | div.grid.cards\nx\n///')).toContain('<div class="grid cards"><p>x</p>')
  expect(html('/// admonition | T\n    type: danger\n\nx\n///')).toContain('<div class="admonition danger">')
})

test('what is not closed, not known or not turned on stays text', () => {
  expect(html('/// note | T\ntext')).toContain('<p>/// note | T')
  expect(html('/// unknown\ntext\n///')).toContain('/// unknown')
  expect(html('/// html | script\nx\n///')).toContain('/// html | script')
  expect(htmlOf('/// note\ntext\n///')).toContain('/// note')
  const all = 'site_name: X\nplugins: [techdocs-core: {use_pymdownx_blocks: true}]\n'
  expect(htmlOf('/// note\ntext\n///', { config: all })).toContain('<div class="admonition note">')
})
