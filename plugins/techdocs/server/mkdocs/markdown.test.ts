import { expect, test } from 'vitest'
import { htmlOf, renderText } from '../testing/render-markdown.ts'

const compact = (html: string) => html.replace(/\n/g, '')

test.each([
  ['headings with and without a blank', '# A #\n\n##B\n\n#10 fixed', '<h1 id="a">A</h1><h2 id="b">B</h2><p>#10 fixed</p>'],
  ['an underline makes a heading of a single line only', 'Title\n===\n\none\ntwo\n---\n', '<h1 id="title">Title</h1><p>onetwo</p><hr>'],
  ['a list right after a text line', '# T\n\nText\n- a\n- b', '<h1 id="t">T</h1><p>Text</p><ul><li>a</li><li>b</li></ul>'],
  [
    'a sub-list by two blanks under a number',
    '# T\n\n1. a\n  - b\n2. c',
    '<h1 id="t">T</h1><ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
  ],
  ['a sub-list by two blanks under a wide bullet', '# T\n\n*   a\n  * b', '<h1 id="t">T</h1><ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['a sub-list by four blanks', '# T\n\n- a\n    - b', '<h1 id="t">T</h1><ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['blank lines between items make no gaps', '# T\n\n- a\n\n- b', '<h1 id="t">T</h1><ul><li>a</li><li>b</li></ul>'],
  ['bullets of all kinds make one list', '# T\n\n- a\n* b\n+ c', '<h1 id="t">T</h1><ul><li>a</li><li>b</li><li>c</li></ul>'],
  [
    'numbers then bullets make two lists, and a start is kept',
    '# T\n\n3. a\n- b',
    '<h1 id="t">T</h1><ol start="3"><li>a</li></ol><ul><li>b</li></ul>',
  ],
  ['1) is a list', '# T\n\n1) a', '<h1 id="t">T</h1><ol><li>a</li></ol>'],
  ['several blocks in an item keep their gaps', '# T\n\n1. a\n\n   b', '<h1 id="t">T</h1><ol><li><p>a</p><p>b</p></li></ol>'],
  [
    'code in an item under a number keeps its blanks',
    '# T\n\n1. a\n\n  ```\n  x\n    y\n  ```',
    '<h1 id="t">T</h1><ol><li><p>a</p><div class="highlight language-text"><pre><code>x  y</code></pre></div></li></ol>',
  ],
  [
    'a table right after text, with alignment and a pipe in code',
    '# T\n\nx\n| a | b |\n|---|:-:|\n| `p|q` | \\| |',
    '<h1 id="t">T</h1><p>x</p><div></div>',
  ],
])('%s', (name, source, expected) => {
  const html = compact(htmlOf(source))
  if (name.startsWith('a table')) {
    expect(html).toContain('<td><code>p|q</code></td><td data-style="text-align: center">|</td>')
    expect(html).toContain('<p>x</p><table>')
  } else expect(html).toBe(expected)
})

test('admonitions, details and tabs nest in each other and in lists', () => {
  const html = compact(
    htmlOf(
      '# T\n\n1. a\n\n    !!! warning inline end "Take *care*"\n        x\n\n        ??? note\n            y\n\n=== "One"\n\n    1\n\n===+ "Two"\n\n    ```py\n    2\n    ```\n\n===! "New"\n\n    3',
    ),
  )
  expect(html).toContain(
    '<div class="admonition warning inline end"><p class="admonition-title">Take <em>care</em></p><p>x</p><details class="note"><summary>Note</summary><p>y</p></details></div></li></ol>',
  )
  expect(html).toContain(
    '<div class="tabbed-set tabbed-alternate" data-tabs="1:2"><div class="tabbed-labels"><label>One</label><label class="tabbed-selected">Two</label></div>',
  )
  expect(html).toContain('data-tabs="2:1"')
  expect(compact(htmlOf('# T\n\n!!! note ""\n    x'))).toContain('<div class="admonition note"><p>x</p></div>')
  expect(htmlOf('# T\n\n???+ tip "Open"\n    x')).toContain('<details class="tip" open="">')
})

test('alerts of GitHub and GitLab are admonitions', () => {
  expect(compact(htmlOf('# T\n\n> [!CAUTION]\n> Hot\n'))).toContain(
    '<div class="admonition danger"><p class="admonition-title">Caution</p><p>Hot</p></div>',
  )
  expect(compact(htmlOf('# T\n\n> [!IMPORTANT] Read me\n> x\n>\n> - y'))).toContain(
    '<div class="admonition warning"><p class="admonition-title">Read me</p><p>x</p><ul><li>y</li></ul></div>',
  )
  expect(compact(htmlOf('# T\n\n>>> [!note] Hey\na\n\nb\n>>>'))).toContain('<p class="admonition-title">Hey</p><p>a</p><p>b</p></div>')
  expect(compact(htmlOf('# T\n\n> [!other]\n> x'))).toContain('<blockquote>')
})

test('fences have file names, marked lines and numbers that are no text; unknown languages are plain', () => {
  const html = htmlOf('# T\n\n```{ .yaml title="a.yml" hl_lines="2" linenums="5" }\na: 1\nb: 2\n```\n')
  expect(html).toContain(
    '<div class="highlight language-yaml linenums"><span class="filename">a.yml</span><pre><code data-start="5"><span class="line">',
  )
  expect(html).toContain('<span class="line hll">')
  expect(html.replace(/<[^>]*>/g, '')).toContain('a: 1\nb: 2')
  expect(htmlOf('# T\n\n```nolang\n<b>\n```')).toContain('<div class="highlight language-nolang"><pre><code>&lt;b&gt;\n</code></pre></div>')
  expect(htmlOf('# T\n\n````\n```\nx\n`````\n')).toContain('<code>```\nx\n</code>')
  expect(htmlOf('# T\n\n```tf\nresource "a" "b" {}\n```')).toContain('hljs-keyword')
  expect(htmlOf('# T\n\n    code\n')).toContain('<div class="highlight language-text"><pre><code>code\n</code></pre></div>')
  expect(htmlOf('# T\n\n```console\n$ ls\nfile\n```')).toContain('<span class="gp">$ </span>')
  expect(htmlOf('# T\n\n`#!py x = 1`')).toContain('<code class="highlight">')
})

test('attribute lists count where they are meant, and other braces stay text', () => {
  expect(htmlOf('# T {#own .c}')).toContain('<h1 id="own" class="c">T</h1>')
  expect(htmlOf('# T\n\n[a](https://x.org){target=_blank .b}')).toContain(
    '<a href="https://x.org" class="b" target="_blank" rel="noopener noreferrer">a</a>',
  )
  expect(htmlOf('# T\n\n![p](p.png "t"){ width=300 }', { files: { 'docs/p.png': 'x' } })).toContain('width="300"')
  expect(htmlOf('# T\n\nText\n{: .lead }')).toContain('<p class="lead">Text</p>')
  expect(htmlOf('# T\n\n| a |\n|---|\n| b |\n\n{: .wide }')).toContain('<table class="wide">')
  expect(htmlOf('# T\n\n| a |\n|---|\n| b |\n{: .wide }\n\nText')).toMatch(
    /<table class="wide">(?:(?!<\/tr>)[^])*<\/tr>(?:(?!<\/tr>)[^])*<\/tr>(?:(?!<tr>)[^])*<p>Text/,
  )
  expect(htmlOf('# T\n\n{plugin-name} and {Optional: text} `x`{not} ${{ values.x }}')).toContain(
    '{plugin-name} and {Optional: text} <code>x</code>{not} ${{ values.x }}',
  )
})

test('marks, sub and sup, keys, critics, symbols, emoji and icons', () => {
  const html = htmlOf(
    '# T\n\n==m== ^^i^^ ~~d~~ H~2~O x^2^ ++ctrl+alt+"x"++ {++a++} {--b--} {~~c~>d~~} (c) (tm) +/- --> <-- 1/2 2nd :rocket: :nope: 10:20:30',
  )
  expect(html).toContain('<mark>m</mark> <ins>i</ins> <del>d</del> H<sub>2</sub>O x<sup>2</sup>')
  expect(html).toContain(
    '<kbd class="key-ctrl">Ctrl</kbd><span>+</span><kbd class="key-alt">Alt</kbd><span>+</span><kbd class="key-x">x</kbd>',
  )
  expect(html).toContain('<ins class="critic">a</ins> <del class="critic">b</del> <del class="critic">c</del><ins class="critic">d</ins>')
  expect(html).toContain('© ™ ± → ← ½ 2<sup>nd</sup> <span class="twemoji" title=":rocket:">🚀</span> :nope: 10:20:30')
  expect(htmlOf('# T\n\n`(c) :rocket:`')).toContain('<code>(c) :rocket:</code>')
  expect(htmlOf('# T\n\n:material-check: :simple-unknown:')).toMatch(
    /<span class="twemoji" title="check"><svg .*<span class="twemoji" title="unknown"><\/span>/,
  )
})

test('footnotes, definition lists, abbreviations and tables of contents have the known names', () => {
  const notes = compact(htmlOf('# T\n\nA[^x] B[^x]\n\n[^x]: Note\n    more\n'))
  expect(notes).toContain('<sup id="fnref:x"><a class="footnote-ref" href="#fn:x">1</a></sup>')
  expect(notes).toContain('<sup id="fnref2:x">')
  expect(notes).toContain('<div class="footnote"><hr><ol><li id="fn:x"><p>Notemore</p>')
  expect(compact(htmlOf('# T\n\nTerm\nOther\n:   One\n\n:   Two'))).toContain(
    '<dl><dt>Term</dt><dt>Other</dt><dd>One</dd><dd>Two</dd></dl>',
  )
  expect(htmlOf('# T\n\nHTML and XHTML\n\n*[HTML]: Markup')).toContain('<abbr title="Markup">HTML</abbr> and XHTML')
  expect(htmlOf('# T\n\n[TOC]\n\n## A\n\n### B')).toContain(
    '<div class="toc"><ul><li><a href="#t">T</a><ul><li><a href="#a">A</a><ul><li><a href="#b">B</a></li></ul></li></ul></li></ul></div>',
  )
  expect(htmlOf('# T\n\n[[_TOC_]]')).toContain('<div class="toc">')
  expect(htmlOf('# T\n\n- [ ] a\n- [x] b')).toContain(
    '<li class="task-list-item"><input type="checkbox" disabled="" checked="" aria-label="b"> b</li>',
  )
})

test('formulas are MathML; prices and variables stay text', () => {
  expect(htmlOf('# T\n\nSo $x^2$ and \\(a_1\\)')).toMatch(/<math .*<msup>.*<msub>/s)
  expect(htmlOf('# T\n\n$$\na+b\n$$')).toContain('<div class="arithmatex">')
  expect(htmlOf('# T\n\n```math\na+b\n```')).toContain('<math')
  expect(htmlOf('# T\n\n$5 and $10, $HOME/$USER, ${a}/${b}')).not.toContain('<math')
  expect(htmlOf('# T\n\n$\\notatex$')).toContain('<code class="arithmatex-source">')
})

test('addresses and e-mail are links, names with dots are not', () => {
  const html = htmlOf('# T\n\nhttps://a.org/x www.b.org me@c.org <https://d.org> main.tf github.com/x')
  expect(html.match(/href="[^"]*"/g)).toEqual([
    'href="https://a.org/x"',
    'href="http://www.b.org"',
    'href="mailto:me@c.org"',
    'href="https://d.org"',
  ])
  expect(html).toContain('main.tf github.com/x')
})

test('raw HTML is kept as far as it is harmless, placeholders are shown, Markdown inside is rendered', () => {
  expect(htmlOf('# T\n\nUse <NAME> in <your-org>, not `<x>`')).toContain('Use &lt;NAME&gt; in &lt;your-org&gt;, not <code>&lt;x&gt;</code>')
  expect(compact(htmlOf('# T\n\n<details>\n<summary>S</summary>\n\n**b**\n\n</details>'))).toContain(
    '<details><summary>S</summary><p><strong>b</strong></p></details>',
  )
  expect(compact(htmlOf('# T\n\n<div class="grid cards" markdown>\n\n-   **a**\n\n</div>'))).toContain(
    '<div class="grid cards"><ul><li><strong>a</strong></li></ul></div>',
  )
  expect(htmlOf('# T\n\na <!-- secret --> b')).not.toContain('secret')
  expect(compact(htmlOf('# T\n\n<table>\n\n    <tr>\n\n        <td>x</td>\n\n    </tr>\n\n</table>'))).toMatch(
    /<tr>\s*<td>x<\/td>\s*<\/tr>/,
  )
  expect(htmlOf('# T\n\na  \nb\\\nc')).toContain('a<br>\nb<br>\nc')
})

test('notes in code and lists after icons are read as themes of Material write them', () => {
  const config = 'site_name: T\ntheme: {features: [content.code.annotate]}\n'
  expect(htmlOf('# T\n\n```yaml\na: 1 # (1)!\n```\n\n1.  Why', { config })).toContain('<span class="md-annotation" data-note="1">1</span>')
  expect(htmlOf('# T\n\n```{ .yaml .annotate }\na: 1 # (1)\n```')).toContain('data-note="1"')
  expect(htmlOf('# T\n\n```yaml\na: 1 # (1)!\n```')).not.toContain('data-note')
  expect(htmlOf('# T\n\n:octicons-heart-fill-24:{ .mdx-heart } Text\n\n- [a]\n\n  [a]: https://x.org')).not.toContain('{ .mdx')
})

test('diagrams: mermaid for the browser, Graphviz as an image, others as their source with a notice or from a server', () => {
  expect(htmlOf('# T\n\n```mermaid\ngraph TD\n```')).toContain('<pre class="mermaid"><code>graph TD')
  expect(htmlOf('# T\n\n```dot\ndigraph {}\n```', { diagrams: { graphviz: () => '<svg/>' } })).toContain(
    '<img class="graphviz" src="data:image/svg+xml;base64,',
  )
  const plain = renderText('# T\n\n```plantuml\n@startuml\n```')
  expect(plain.page.notices).toMatchObject([{ code: 'diagram-unsupported' }])
  expect(plain.html).toContain('@startuml')
  expect(htmlOf('# T\n\n```d2\na -> b\n```', { diagrams: { krokiUrl: 'https://kroki.example' } })).toContain(
    '<img src="https://kroki.example/d2/svg/',
  )
  const kroki = { diagrams: { krokiUrl: 'https://kroki.example' } }
  expect(htmlOf('# T\n\n::uml:: format="svg" alt="Two"\nA -> B\n::end-uml::\n\nText', kroki)).toMatch(
    /<img src="https:\/\/kroki\.example\/plantuml\/svg\/[^"]+" alt="Two"[^>]*><\/p>\s*<p>Text<\/p>/,
  )
  expect(htmlOf('# T\n\n{% dot a.svg\ndigraph {}\n%}', { diagrams: { graphviz: source => `<svg>${source}</svg>` } })).toContain(
    `src="data:image/svg+xml;base64,${Buffer.from('<svg>digraph {}\n</svg>').toString('base64')}"`,
  )
  expect(htmlOf('# T\n\n::uml::\nnever closed')).toContain('::uml::')
  expect(htmlOf('# T\n\n![Plan](a.drawio) ![P](b.drawio.svg)', { files: { 'docs/a.drawio': 'x', 'docs/b.drawio.svg': 'x' } })).toMatch(
    /<a href="portico-file:\/a\.drawio" download="">Plan<\/a> <img src="portico-file:\/b\.drawio\.svg"/,
  )
})

test('snippets are inserted by file, lines and part; cycles, missing files, addresses and paths out of the root say so', () => {
  const files = {
    'docs/a.md': 'one\ntwo\nthree',
    'docs/b.md': '--8<-- [start:x]\npart\n--8<-- [end:x]\nrest',
    'docs/c.md': '--8<-- "c.md"',
    'secret.txt': 'S',
  }
  const of = (text: string) => renderText(`# T\n\n${text}`, { files })
  expect(of('--8<-- "a.md:2:3"').html).toContain('<p>two\nthree</p>')
  expect(of('--8<-- "b.md:x"').html).toContain('<p>part</p>')
  expect(of('```\n--8<-- "a.md"\n```').html.replace(/<[^>]*>/g, '')).toContain('one\ntwo\nthree')
  expect(of('--8<--\na.md\n--8<--').html).toContain('one')
  expect(of(';--8<-- "a.md"').html).toContain('8&lt;-- &quot;a.md&quot;')
  for (const text of ['"c.md"', '"none.md"', '"https://x.org/a.md"', '"../../../etc/passwd"']) {
    const { html, page } = of(`--8<-- ${text}`)
    expect(html).toContain('The snippet')
    expect(page.notices.map(({ code }) => code)).toContain('snippet-missing')
  }
})
