import { expect, test } from 'vitest'
import { checkSite } from './check-site.ts'
import { htmlOf, openFiles as open, renderText } from '../testing/render-markdown.ts'

const withConfig = (lines: string, files: Readonly<Record<string, string>> = {}) => ({ config: `site_name: T\n${lines}`, files })
const messages = ({ notices }: { readonly notices: readonly { readonly message: string }[] }) => notices.map(({ message }) => message)

test('an index page below the root is found by its folder, also where addresses end in .html', () => {
  const site = open({
    'mkdocs.yml': 'site_name: T\nuse_directory_urls: false',
    'docs/index.md': '[in](sub/index.md)',
    'docs/sub/index.md': '# Sub',
    'docs/sub/x.md': '',
  })
  expect(site.pages).toEqual(['', 'sub/', 'sub/x.html'])
  expect(site.render('sub/')?.page.title).toBe('Sub')
  expect(site.render('')?.page.html).toContain('href="portico-page:/sub/"')
})

test('the report counts all problems, keeps some of each kind, and names the most harmful first', () => {
  const links = (count: number) => Array.from({ length: count }, (_, at) => `[l](none-${at}.md)`).join(' ')
  const hidden = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`docs/p${at}.md`, '']))
  const site = open({ 'mkdocs.yml': 'site_name: T\nnav: [index.md, a.md]', 'docs/index.md': links(170), 'docs/a.md': links(5), ...hidden })
  const { notices, unlisted, brokenLinks } = checkSite(
    site,
    site.pages.map(path => site.render(path)!),
  )
  expect(brokenLinks).toBe(175)
  expect(notices.slice(0, 100).every(({ code }) => code === 'link-broken')).toBe(true)
  expect(notices.filter(({ code }) => code === 'nav-omitted')).toHaveLength(100)
  expect(unlisted).toEqual({ 'link-broken': 75, 'nav-omitted': 500 })
})

test('pages that are not in the nav on purpose are not reported', () => {
  const site = open({
    'mkdocs.yml': 'site_name: T\nnav: [index.md]\nnot_in_nav: /drafts/',
    'docs/index.md': '',
    'docs/drafts/a.md': '',
    'docs/b.md': '',
  })
  expect(messages(site)).toEqual(['b.md is not in the nav'])
  expect(site.pages).toContain('drafts/a/')
})

test('the plugin exclude keeps files out of the site, by patterns and by regular expressions', () => {
  const site = open({
    'mkdocs.yml': 'site_name: T\nplugins: [exclude: {glob: ["secret/*", "*.tmp.md"], regex: ["drafts/.*", "(?P<x>y"]}]',
    'docs/index.md': '[s](secret/a/b.md)',
    'docs/secret/a/b.md': '',
    'docs/secret/key.png': 'x',
    'docs/x.tmp.md': '',
    'docs/drafts/d.md': '',
  })
  expect(site.pages).toEqual([''])
  expect([...site.assets]).toEqual([])
  expect(messages(site)).toEqual(["The plugin 'exclude' has a regular expression that cannot be read here: (?P<x>y"])
})

test('every name in mkdocs.yml that has no effect says so, and what works is not called unsupported', () => {
  const site = open({
    'mkdocs.yml': `site_name: T
site_url: https://x.org
theme: {name: readthedocs, custom_dir: over, palette: {scheme: slate}, logo: l.png, features: [header.autohide, toc.follow]}
plugins: [print-site, social, offline, mike, mermaid2, open-in-new-tab, exclude-search, none-such]
markdown_extensions: [pymdownx.progressbar, pymdownx.superfences, callouts, mdx_none]
other: 1`,
    'docs/index.md': '',
  })
  expect(messages(site)).toEqual([
    "The plugin 'none-such' is not supported",
    "The Markdown extension 'mdx_none' is not supported",
    'site_url has no effect: the portal knows its own address',
    'theme.name has no effect: pages have the look of the portal',
    'theme.custom_dir has no effect: pages have the look of the portal',
    'theme.palette has no effect: people choose light or dark in their settings',
    'theme.logo has no effect: pages have the logo of the portal',
    'theme.features: header.autohide has no effect: the head of a page shrinks to one line',
    'The plugin print-site has no effect: readers print the page that they read',
    'The plugin social has no effect: no preview images are drawn',
    "The plugin offline has no effect: 'portico docs build' writes a site as files",
    'The plugin mike has no effect: extra.version.versions lists no branches or folders, so one version is shown',
    'The Markdown extension pymdownx.progressbar has no effect: its syntax stays text',
    "The key 'other' has no meaning",
  ])
})

test('the plugins of a group count, unless the group is off', () => {
  const pages = (enabled: string) =>
    open({
      'mkdocs.yml': `site_name: T\nplugins: [group: {enabled: ${enabled}, plugins: [exclude: {glob: [a.md]}]}]`,
      'docs/index.md': '',
      'docs/a.md': '',
    }).pages
  expect([pages('true'), pages('false')]).toEqual([[''], ['', 'a/']])
})

test('exclude-search keeps pages, tags and sections out of search', () => {
  const site = open({
    'mkdocs.yml':
      'site_name: T\nnav: [index.md, a.md, b.md, in/c.md]\nplugins: [exclude-search: {exclude: [a.md, "in/*", "b.md#two"], ignore: [in/c.md], exclude_tags: [old], exclude_unreferenced: true}]',
    'docs/index.md': '---\ntags: [old]\n---\n# Home',
    'docs/a.md': '# A',
    'docs/b.md': '# B\n\n## One\n\n## Two\n\ntext',
    'docs/in/c.md': '# C',
    'docs/d.md': '# D',
  })
  const found = site.pages.flatMap(path => site.render(path)!.sections.map(({ title }) => title))
  expect(found).toEqual(['B', 'B', 'One', 'C', 'C'])
})

test('files are included: appended to every page, by {!file!}, and by include-markdown with its links', () => {
  const snippets = withConfig('markdown_extensions: [pymdownx.snippets: {auto_append: [inc/abbr.md]}]', { 'inc/abbr.md': '*[HTML]: Hyper' })
  expect(htmlOf('HTML', snippets)).toContain('<abbr title="Hyper">HTML</abbr>')
  const marker = withConfig('markdown_extensions: [markdown_include.include]', { 'inc/x.md': '**x**\n', 'inc/loop.md': '{!inc/loop.md!}' })
  expect(htmlOf('a {!inc/x.md!} b', marker)).toBe('<p>a <strong>x</strong> b</p>')
  expect(htmlOf('{!inc/loop.md!}', marker)).toContain('includes itself')
  expect(htmlOf('{!../../etc/passwd!}', marker)).toContain('does not exist')
  const directive = withConfig('plugins: [include-markdown]', {
    'README.md': 'no<!--s-->**yes** [p](docs/sub/p.md)<!--e-->no',
    'docs/sub/p.md': '# P\n\n[q](q.md)',
    'docs/sub/q.md': '',
  })
  const text =
    '{% include-markdown "../README.md" start="<!--s-->" end="<!--e-->" %}\n\n{%\n  include-markdown "./sub/p.md"\n  heading-offset=1\n%}'
  const html = htmlOf(text, directive)
  expect(html).toContain('<p><strong>yes</strong> <a href="portico-page:/sub/p/">p</a></p>')
  expect(html).toContain('<h2 id="p">P</h2>')
  expect(html).toContain('<a href="portico-page:/sub/q/">q</a>')
})

test('macros fill in variables of the config and of the page; nothing else of them runs', () => {
  const macros = withConfig('plugins: [macros]\nextra: {unit: {price: 10}}')
  const { html, page } = renderText(
    '---\nteam: blue\n---\n{{ unit.price }} {{ team }} {{ config.site_name }} {{ __proto__ }} {{ f(1) }}',
    macros,
  )
  expect(html).toContain('10 blue T {{ <strong>proto</strong> }} {{ f(1) }}')
  expect(page.notices).toMatchObject([{ code: 'variable-missing' }])
  expect(htmlOf('{{ unit.price }}', withConfig('extra: {unit: {price: 10}}'))).toBe('<p>{{ unit.price }}</p>')
})

test('a page of tags lists all pages by their tags', () => {
  const html = htmlOf('# Tags\n\n<!-- material/tags -->', {
    ...withConfig('plugins: [tags]', { 'docs/a.md': '---\ntags: [x, y]\n---\n# A [1]', 'docs/b/c.md': '---\ntags: x\n---\n# C' }),
  })
  expect(html.match(/<h2[^>]*>\w|<a href="portico[^<]*/g)).toEqual([
    '<h2 id="x">x',
    '<a href="portico-page:/a/">A [1]',
    '<a href="portico-page:/b/c/">C',
    '<h2 id="y">y',
    '<a href="portico-page:/a/">A [1]',
  ])
})

test('captions make figures of what they stand below', () => {
  const blocks = withConfig('markdown_extensions: [pymdownx.blocks.caption]')
  const html = htmlOf('text\n/// caption\nA *cap*\n///\n\n| a |\n|---|\n| b |\n\n/// table-caption\nTab\n///', blocks).replaceAll('\n', '')
  expect(html).toContain('<figure><p>text</p><figcaption><p>A <em>cap</em></p></figcaption></figure>')
  expect(html).toContain('</table><figcaption><p><span class="caption-prefix">Table 1.</span> Tab</p></figcaption></figure>')
  expect(htmlOf('/// caption\nalone\n///', blocks)).toContain('/// caption')
})

test('callouts: NOTE: begins an admonition where the extension is listed, and the plugin takes any kind of alert', () => {
  const html = htmlOf('NOTE: Hello\n\n> [!todo] Hey\n> x', withConfig('markdown_extensions: [callouts]\nplugins: [callouts]')).replaceAll(
    '\n',
    '',
  )
  expect(html).toBe(
    '<div class="admonition note"><p class="admonition-title">Note</p><p>Hello</p></div><div class="admonition todo"><p class="admonition-title">Hey</p><p>x</p></div>',
  )
  expect(htmlOf('NOTE: Hello')).toBe('<p>NOTE: Hello</p>')
})

test('short forms of issues, changes, commits and people are links where the site turns them on', () => {
  const hash = '0123456789012345678901234567890123456789'
  const magic = withConfig('repo_url: https://github.com/o/r\nmarkdown_extensions: [pymdownx.magiclink: {repo_url_shorthand: true}]')
  const html = htmlOf(`#12 a/b#3 !4 @me ${hash} x#y \`#5\` [#6](https://z.org)`, magic)
  expect([...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)/g)].map(([, href, text]) => `${text} ${href}`)).toEqual([
    '#12 https://github.com/o/r/issues/12',
    'a/b#3 https://github.com/a/b/issues/3',
    '!4 https://github.com/o/r/pull/4',
    '@me https://github.com/me',
    `0123456 https://github.com/o/r/commit/${hash}`,
    '#6 https://z.org',
  ])
  expect(htmlOf('see #12')).toBe('<p>see #12</p>')
})

test('links out of the docs folder open the file at its host, or are told', () => {
  const link = (options: Parameters<typeof renderText>[1]) => renderText('[s](../src/main.ts#L3)', options)
  expect(link(withConfig('repo_url: https://github.com/o/r')).html).toContain('href="https://github.com/o/r/blob/master/src/main.ts#L3"')
  expect(link({ editBase: 'https://gitlab.com/o/r/-/edit/main/' }).html).toContain(
    'href="https://gitlab.com/o/r/-/blob/main/src/main.ts#L3"',
  )
  const unknown = link({})
  expect(unknown.html).toContain('<a>s</a>')
  expect(unknown.page.notices).toMatchObject([{ code: 'link-outside' }])
  expect(htmlOf('[b](../docs/b.md)', { files: { 'docs/b.md': '' } })).toContain('href="portico-page:/b/"')
})

test('headings take a no-break space after their signs and words as attributes; placeholders stay', () => {
  expect(htmlOf('##\u00A0Title')).toBe('<h2 id="title">Title</h2>')
  expect(htmlOf('## Title { hidden }')).toBe('<h2 id="title">Title</h2>')
  expect(htmlOf('## Get {id}')).toBe('<h2 id="get-id">Get {id}</h2>')
})
