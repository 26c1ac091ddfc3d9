import { expect, test } from 'vitest'
import { readPublishedPage } from './published-page.ts'

const material = `<!doctype html><html><head><title>Start - Site</title><script>evil()</script></head><body>
<nav class="md-nav md-nav--primary"><label>Site</label><ul>
<li class="md-nav__item"><a href="../.." class="md-nav__link">Home</a></li>
<li class="md-nav__item md-nav__item--nested"><input type="checkbox"><label class="md-nav__link">Guides</label><nav><ul>
<li><label class="md-nav__link">Start</label><a href="./" class="md-nav__link">Start</a><nav class="md-nav md-nav--secondary"><ul><li><a href="#one">One</a></li></ul></nav></li>
<li><a href="../other/">Other</a></li><li><a href="https://x.org">Out</a></li></ul></nav></li></ul></nav>
<main><article class="md-content__inner md-typeset"><a href="https://github.com/a/b/edit/main/docs/guide/start.md" title="Edit this page" class="md-content__button md-icon"><svg></svg></a>
<h1 id="start">Start<a class="headerlink" href="#start">¶</a></h1><p>Text <a href="../other/#x">o</a> <img src="../../img/p.png" onerror="evil()"></p>
<div class="highlight"><table class="highlighttable"><tr><td class="linenos">1</td><td class="code"><div><pre><code><span class="k">let</span></code></pre></div></td></tr></table></div>
<h2 id="one">One</h2><script>evil()</script><p onclick="evil()">Body</p></article></main></body></html>`

test('a page of Material is shown cleaned: its content, its headings, its navigation, its links', () => {
  const { page, nav, sections } = readPublishedPage(material, 'guide/start/', {})
  expect(page).toMatchObject({
    title: 'Start',
    editUrl: 'https://github.com/a/b/edit/main/docs/guide/start.md',
    headings: [
      { id: 'start', title: 'Start', level: 1 },
      { id: 'one', title: 'One', level: 2 },
    ],
  })
  expect(page.html).toContain('href="portico-page:/guide/other/#x"')
  expect(page.html).toContain('src="portico-file:/img/p.png"')
  expect(page.html).toContain('<span class="k">let</span>')
  expect(page.html).not.toMatch(/evil|linenos|md-content__button|<script|onclick/)
  expect(nav).toEqual([
    { title: 'Home', path: '' },
    {
      title: 'Guides',
      children: [
        { title: 'Start', path: 'guide/start/' },
        { title: 'Other', path: 'guide/other/' },
        { title: 'Out', href: 'https://x.org' },
      ],
    },
  ])
  expect(sections.at(-1)).toEqual({ id: 'one', title: 'One', text: 'Body' })
})

test('a page without anything known is its body', () => {
  expect(readPublishedPage('<p>Hi', 'a/', {}).page.html).toBe('<h1>a/</h1><p>Hi</p>')
})
