// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest'
import { drawDiagrams } from './diagrams.ts'
import { enhanceArticle } from './enhance.ts'

const texts = {
  copy: 'Copy code',
  copied: 'Copied',
  enlarge: 'Enlarge',
  diagram: 'Diagram',
  note: (number: number) => `Note ${number}`,
  diagramFailed: (reason: string) => reason,
}

function enhance(html: string) {
  const article = document.createElement('article')
  article.innerHTML = html
  document.body.replaceChildren(article)
  const opened: string[][] = []
  const onImage = (images: readonly HTMLImageElement[], at: number) => void opened.push([images[at]!.alt, ...images.map(({ alt }) => alt)])
  const again = () => enhanceArticle(article, { texts, isDark: false, onImage })
  return { article, stop: again(), again, opened }
}

const noted = `<div class="highlight annotate"><pre><code><span class="line">a: 1 <span class="md-annotation" data-note="1">1</span></span>
<span class="line">b: 2 <span class="md-annotation" data-note="3">3</span></span></code></pre></div><ol><li>Why <em>one</em></li><li>Two</li></ol>`

test('notes of code open from their markers, and the list that explains them is only for paper', () => {
  const { article } = enhance(noted)
  const button = article.querySelector<HTMLElement>('button.md-annotation')!
  expect(button.getAttribute('aria-label')).toBe('Note 1')
  const box = document.getElementById(button.getAttribute('popovertarget')!)!
  expect([box.getAttribute('popover'), box.innerHTML]).toEqual(['auto', 'Why <em>one</em>'])
  expect(article.querySelector('ol')!.dataset['notes']).toBe('')
  // A marker without an entry in the list stays what it was.
  expect(article.querySelectorAll('button.md-annotation')).toHaveLength(1)
  expect(article.querySelector('span.md-annotation')!.textContent).toBe('3')
})

test('a block whose list is missing keeps its markers as text', () => {
  const { article } = enhance(noted.replace(/<ol>.*<\/ol>/, '<p>Text</p>'))
  expect(article.querySelectorAll('span.md-annotation')).toHaveLength(2)
})

test('while a page is printed it is light and all that folds is open, and afterwards as before', () => {
  const root = document.documentElement
  root.dataset['mantineColorScheme'] = 'dark'
  onTestFinished(() => void delete root.dataset['mantineColorScheme'])
  const { article, stop } = enhance('<details><summary>a</summary>A</details><details open><summary>b</summary>B</details>')
  const states = () => [...article.querySelectorAll('details')].map(each => each.open)
  window.dispatchEvent(new Event('beforeprint'))
  expect([states(), root.dataset['mantineColorScheme']]).toEqual([[true, true], 'light'])
  window.dispatchEvent(new Event('afterprint'))
  expect([states(), root.dataset['mantineColorScheme']]).toEqual([[false, true], 'dark'])
  stop()
  window.dispatchEvent(new Event('beforeprint'))
  expect(states()).toEqual([false, true])
})

test('images that are no links are buttons which open them all, those that were drawn later included', () => {
  const { article, opened } = enhance('<p><img alt="A"><a href="/x"><img alt="link"></a><img alt="" class="twemoji"></p>')
  const [first, link] = [...article.querySelectorAll('img')]
  expect([first?.getAttribute('role'), first?.getAttribute('aria-label'), link?.getAttribute('role')]).toEqual([
    'button',
    'Enlarge: A',
    null,
  ])
  const drawn = Object.assign(document.createElement('img'), { alt: 'Diagram' })
  article.append(drawn)
  drawn.click()
  link?.click()
  first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  expect(opened).toEqual([
    ['Diagram', 'A', 'Diagram'],
    ['A', 'A', 'Diagram'],
  ])
})

test('code is copied after the look of the page has changed, too', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void written.push(text) } })
  const { article, stop, again } = enhance('<div class="highlight"><pre><code>npm start</code></pre></div>')
  stop()
  again()
  expect(article.querySelectorAll('button[data-copy]')).toHaveLength(1)
  article.querySelector<HTMLElement>('button[data-copy]')!.click()
  expect(written).toEqual(['npm start'])
  vi.unstubAllGlobals()
})

test('a diagram that would hold up the page is not drawn, which is told once', async () => {
  const article = document.createElement('article')
  article.innerHTML = `<pre class="mermaid">mindmap\n root\n${'  leaf\n'.repeat(3000)}</pre><pre class="mermaid">sequenceDiagram;${'A->>B: x;'.repeat(500)}</pre><pre class="mermaid">block-beta\n  a space:100000000 b</pre><pre class="mermaid">graph TD\n A["${'('.repeat(20_000)}"]</pre>`
  for (const isDark of [false, true]) await drawDiagrams(article, { texts, isDark, signal: new AbortController().signal })
  expect([...article.querySelectorAll('[role=note]')].map(note => note.textContent)).toEqual([
    '3002 lines, and at most 400 are drawn',
    '501 lines, and at most 400 are drawn',
    'more than 999 columns',
    'a line of more than 2000 characters',
  ])
})
