import { expect, test } from 'vitest'
import { htmlOf } from '../../testing/render-markdown.ts'

/** The page without what stands between tags and is only white. */
const of = (text: string) =>
  htmlOf(`# T\n\n${text}`, { files: { 'docs/a.png': 'x' } })
    .replace(/^<h1[^]*?<\/h1>\s*/, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/> (?=<)|(?<=>) (?=<)/g, '>')
const image = '<img src="portico-file:/a.png" alt="A" loading="lazy">'

// What Python-Markdown's md_in_html gives, by its rules for names and for the value of `markdown`.
test.each([
  [
    'a figure in a box has an image in a paragraph',
    '<div class="row" markdown>\n<figure markdown>\n![A](a.png)\n<figcaption>One *star*</figcaption>\n</figure>\n</div>',
    `<div class="row"><figure><p>${image}</p><figcaption>One *star*</figcaption></figure></div>`,
  ],
  [
    'an indented one too',
    '<div markdown>\n  <figure markdown>\n    ![A](a.png)\n    <figcaption markdown>One *star*</figcaption>\n  </figure>\n</div>',
    `<div><figure><p>${image}</p><figcaption><p>One <em>star</em></p></figcaption></figure></div>`,
  ],
  [
    'and one that is indented like code',
    '<div markdown>\n    <figure markdown>\n        ![A](a.png)\n    </figure>\n</div>',
    `<div><figure><p>${image}</p></figure></div>`,
  ],
  [
    'span gives no paragraphs',
    '<figure markdown="span">\n  ![A](a.png)\n  <figcaption>One *star*</figcaption>\n</figure>',
    `<figure>${image}<figcaption>One *star*</figcaption></figure>`,
  ],
  [
    'span holds for what is inside',
    '<div markdown="span">\n<div markdown="block">*foo*</div>\n</div>',
    '<div><div><em>foo</em></div></div>',
  ],
  [
    'block gives paragraphs where 1 gives none',
    '<table markdown><tr markdown><td markdown>*a*</td><td markdown="block">*b*</td></tr></table>',
    '<table><tbody><tr><td><em>a</em></td><td><p><em>b</em></p></td></tr></tbody></table>',
  ],
  [
    'a box in a box in a box',
    '<div markdown="1" id="a">\n\n<div markdown="1">\n<p markdown="1" class="b">*foo*</p>\n</div>\n\n</div>',
    '<div id="a"><div><p class="b"><em>foo</em></p></div></div>',
  ],
  [
    'one after the other in a line',
    '<div markdown="1">*foo*</div><div markdown="1">*bar*</div> and *tail*',
    '<div><p><em>foo</em></p></div><div><p><em>bar</em></p></div><p>and <em>tail</em></p>',
  ],
  [
    'text around elements without the attribute, which stay HTML',
    '<div markdown="1">\n*foo*\n<div>\n*foo*\n<p>*bar*</p>\n</div>\n*bar*\n</div>',
    '<div><p><em>foo</em></p><div> *foo* <p>*bar*</p></div><p><em>bar</em></p></div>',
  ],
  [
    'text after a summary',
    '<details markdown>\n<summary>Click</summary>\n*foo*\n</details>',
    '<details><summary>Click</summary><p><em>foo</em></p></details>',
  ],
  ['a tag over several lines', '<div class="a"\n     markdown>\n*foo*\n</div>', '<div class="a"><p><em>foo</em></p></div>'],
  [
    'tags in code close nothing',
    '<div markdown>\n`</div>` and\n\n```html\n</div>\n```\n\n*end*\n</div>',
    '<div><p><code>&lt;/div&gt;</code> and</p><div class="highlight language-html"><pre><code><span class="hljs-tag">&lt;/<span class="hljs-name">div</span>&gt;</span></code></pre></div><p><em>end</em></p></div>',
  ],
  [
    'an element in a list item stays there',
    '<div class="grid cards" markdown>\n\n-   One\n\n    <div markdown>\n    *foo*\n    </div>\n\n-   Two\n\n</div>\n\nAfter',
    '<div class="grid cards"><ul><li><p>One</p><div><p><em>foo</em></p></div></li><li>Two</li></ul></div><p>After</p>',
  ],
  [
    'paragraphs that nobody closed',
    '<div markdown="1">\n<p markdown="1">_foo_\n<p markdown="1">_bar_\n</div>',
    '<div><p><em>foo</em></p><p><em>bar</em></p></div>',
  ],
  [
    'what is read as a line of text stays in its line',
    'Text with <span markdown>*a*</span> and\n<span markdown>*b*</span>',
    '<p>Text with <span><em>a</em></span> and <span><em>b</em></span></p>',
  ],
  ['code and scripts are never read', '<pre markdown>*a*</pre>', '<pre>*a*</pre>'],
  [
    'links that are defined in one element count in another',
    '<div markdown>\n[l]: https://x.org\n\n<div markdown>\n[l][l]\n</div>\n</div>',
    '<div><div><p><a href="https://x.org" target="_blank" rel="noopener noreferrer">l</a></p></div></div>',
  ],
])('%s', (_, text, expected) => {
  expect(of(text)).toBe(expected)
})
