import { expect, test } from 'vitest'
import { checkSite } from './check-site.ts'
import { openFiles as open, renderText } from '../testing/render-markdown.ts'
import { toSearchIndex } from './search-index.ts'

const codes = ({ notices }: { readonly notices: readonly { readonly code: string }[] }) => notices.map(({ code }) => code)

test('a site without config has the name of the entity and a nav from its files: index, files by name, folders', () => {
  const { site } = open({
    'docs/index.md': '# Hi',
    'docs/b.md': '',
    'docs/A.md': '',
    'docs/sub_dir/x-y.md': '',
    'docs/sub_dir/README.md': '# Sub',
  })
  expect(site.name).toBe('entity')
  expect(site.nav).toEqual([
    { title: 'Hi', path: '' },
    { title: 'A', path: 'A/' },
    { title: 'B', path: 'b/' },
    {
      title: 'Sub dir',
      children: [
        { title: 'Sub', path: 'sub_dir/' },
        { title: 'X y', path: 'sub_dir/x-y/' },
      ],
    },
  ])
})

test('a repository with nothing but a README is a site; a README of the root is the home of docs without one', () => {
  expect(open({ 'README.md': '# Read me' }).site).toMatchObject({ home: '', nav: [{ title: 'Read me', path: '' }] })
  expect(open({ 'README.md': '# Root', 'docs/a.md': '# A' }).render('')?.page.title).toBe('Root')
  expect(open({ 'mkdocs.yml': 'site_name: X', 'README.md': '# Root', 'docs/a.md': '# A' }).site.home).toBe('a/')
})

test('nav: titles, sections, pages by path, README, links, files, what is not there', () => {
  const { site, notices } = open({
    'mkdocs.yaml':
      'site_name: X\nnav:\n- Start: README.md\n- guide/one.md\n- Part:\n  - Deep: [guide/two.md, "https://x.org"]\n- Out: https://y.org\n- Sheet: a.pdf\n- Gone: none.md\n- ./guide/../guide/one.md\n- Bad: javascript:alert(1)\n',
    'docs/README.md': '',
    'docs/guide/one.md': '# The one',
    'docs/guide/two.md': '',
    'docs/a.pdf': 'x',
    'docs/other.md': '',
  })
  expect(site.nav).toEqual([
    { title: 'Start', path: '' },
    { title: 'The one', path: 'guide/one/' },
    {
      title: 'Part',
      children: [
        {
          title: 'Deep',
          children: [
            { title: 'Two', path: 'guide/two/' },
            { title: 'https://x.org', href: 'https://x.org' },
          ],
        },
      ],
    },
    { title: 'Out', href: 'https://y.org' },
    { title: 'Sheet', href: 'a.pdf' },
    { title: 'Gone', missing: true },
    { title: 'The one', path: 'guide/one/' },
    { title: 'Bad', missing: true },
  ])
  expect(codes({ notices })).toEqual(['nav-missing', 'nav-omitted'])
})

test('titles: of the nav, of the metadata, of a first heading, of the name', () => {
  const site = open({
    'docs/index.md': 'text\n\n# Later',
    'docs/meta.md': '---\ntitle: Meta\n---\n# Other',
    'docs/head.md': '\n# A *b* `c` ![img](x.png) {#x}\n',
    'docs/set.md': 'Set\n===',
    'docs/MixedName.md': 'x',
    'docs/not-mixed_name.md': 'x',
  })
  expect(Object.fromEntries(site.site.nav.map(({ path, title }) => [path, title]))).toEqual({
    '': 'Home',
    'meta/': 'Meta',
    'head/': 'A b c img',
    'set/': 'Set',
    'MixedName/': 'MixedName',
    'not-mixed_name/': 'Not mixed name',
  })
  expect(site.render('')?.page.html).not.toContain('<h1>Home</h1>')
  expect(site.render('MixedName/')?.page.html).toBe('<h1>MixedName</h1><p>x</p>\n')
})

test('links: pages, files, anchors, guesses, paths of the portal, what is missing', () => {
  const files = { 'docs/a/b.md': '', 'docs/a/c.md': '# C\n\n## X', 'docs/img/p.png': 'x', 'docs/a/dir/index.md': '' }
  const of = (link: string) =>
    renderText(`# T\n\n[l](${link})`, { files: { ...files, 'docs/a/b.md': `# B\n\n[l](${link})` }, path: 'a/b/' }).html.match(
      /<a href="([^"]*)"(?! title="Perm)[^>]*>l</,
    )?.[1]
  expect(of('c.md#x')).toBe('portico-page:/a/c/#x')
  expect(of('../index.md')).toBe('portico-page:/')
  expect(of('../README.md?q=1')).toBe('portico-page:/?q=1')
  expect(of('c.md/#x')).toBe('portico-page:/a/c/#x')
  expect(of('../img/p.png')).toBe('portico-file:/img/p.png')
  expect(of('c')).toBe('portico-page:/a/c/')
  expect(of('../c/')).toBe('portico-page:/a/c/')
  expect(of('dir/')).toBe('portico-page:/a/dir/')
  expect(of('c.html')).toBe('portico-page:/a/c/')
  expect(of('/a/c/')).toBe('portico-page:/a/c/')
  expect(of('/catalog')).toBe('/catalog')
  expect(of('#x')).toBe('#x')
  expect(of('//x.org/y')).toBe('https://x.org/y')
  expect(of('../../../../etc/passwd')).toBeUndefined()
  const missing = renderText('# T\n\n[l](zz/C.md)', { files })
  expect(missing.page.notices).toMatchObject([
    { code: 'link-broken', message: "The link to 'zz/C.md' leads nowhere. Did you mean 'a/c.md'?" },
  ])
  // Raw HTML is seen from the address of the page first, then from its file.
  const raw = renderText('', {
    files: { ...files, 'docs/a/b.md': '# B\n\n<img src="../../img/p.png"> <img src="../img/p.png">' },
    path: 'a/b/',
  })
  expect(raw.html.match(/portico-file:\/img\/p\.png/g)).toHaveLength(2)
})

test('edit links follow the source, the config, or the host', () => {
  const edit = (config: string, editBase?: string) =>
    renderText('# T', { config: `site_name: X\n${config}`, ...(editBase !== undefined && { editBase }) }).page.editUrl
  expect(edit('')).toBeUndefined()
  expect(edit('repo_url: https://github.com/a/b/')).toBe('https://github.com/a/b/edit/master/docs/index.md')
  expect(edit('repo_url: https://git.example/a\nedit_uri: /-/edit/main/docs')).toBe('https://git.example/a/-/edit/main/docs/index.md')
  expect(edit('repo_url: https://git.example/a\nedit_uri: ""')).toBeUndefined()
  expect(edit('repo_url: https://git.example/a/\nedit_uri_template: blob/{path_noext}')).toBe('https://git.example/a/blob/index')
  expect(edit('repo_url: https://github.com/a/b', 'https://github.com/a/b/edit/main/')).toBe(
    'https://github.com/a/b/edit/main/docs/index.md',
  )
})

test('metadata of a page: YAML, what is nearly YAML, and plain lines', () => {
  const page = (text: string) => renderText(text).page
  expect(page('---\ntags: [a, b]\nhide: [toc]\ndescription: D\nstatus: new\n---\n# T')).toMatchObject({
    tags: ['a', 'b'],
    hide: ['toc'],
    description: 'D',
    status: 'new',
    title: 'T',
  })
  expect(page('---\ntitle: ADR-001: Name\n---\ntext')).toMatchObject({ title: 'ADR-001: Name', notices: [{ code: 'front-matter' }] })
  expect(page('Title: Plain\nAuthor: me\n\ntext').title).toBe('Plain')
  expect(page('---\njust text\n---\n').html).toContain('just text')
})

test('plugins: includes, redirects, .pages, what is not supported', () => {
  const included = open({
    'mkdocs.yml':
      "site_name: X\nnav:\n- index.md\n- One: '!include ./one/mkdocs.yml'\n- '*include ./many/*/mkdocs.yml'\n- Bad: '!include ../out.yml'\nplugins: [redirects: {redirect_maps: {old.md: 'index.md#x', ext.md: 'https://x.org', bad.md: none.md}}, macros]\n",
    'docs/index.md': '',
    'one/mkdocs.yml': 'site_name: versions/v1\nnav: [ref.md]',
    'one/docs/ref.md': '# Ref',
    'many/a/mkdocs.yml': 'site_name: Many A',
    'many/a/docs/index.md': '# A',
  })
  expect(included.site.nav.slice(1)).toEqual([
    { title: 'One', children: [{ title: 'Ref', path: 'versions/v1/ref/' }] },
    { title: 'Many A', children: [{ title: 'A', path: 'many-a/' }] },
  ])
  expect(included.site.redirects).toEqual({ 'old/': '#x', 'ext/': 'https://x.org' })
  expect(codes(included)).toEqual(['include', 'redirect-missing', 'no-effect'])
  const pages = open({
    'docs/.pages': 'nav: [z.md, ..., Last: a.md]',
    'docs/a.md': '',
    'docs/m.md': '',
    'docs/z.md': '',
    'docs/s/.pages': 'title: Named\norder: desc',
    'docs/s/1.md': '',
    'docs/s/2.md': '',
  })
  expect(pages.site.nav).toEqual([
    { title: 'Z', path: 'z/' },
    { title: 'M', path: 'm/' },
    {
      title: 'Named',
      children: [
        { title: '2', path: 's/2/' },
        { title: '1', path: 's/1/' },
      ],
    },
    { title: 'Last', path: 'a/' },
  ])
})

test('search sections are those of MkDocs, without permalinks and numbers', () => {
  const site = open({
    'docs/index.md': '# T\n\nlead\n\n## A\n\ntext `code`\n\n```py\nx = 1\ny = 2\n```\n',
    'docs/off.md': '---\nsearch: {exclude: true}\n---\n# Off',
  })
  const pages = site.pages.map(path => site.render(path)!)
  const { docs, config } = toSearchIndex(pages.map(({ page, sections }) => ({ path: page.path, sections })))
  expect(config).toMatchObject({ indexing: 'full', min_search_length: 3 })
  expect(docs).toEqual([
    { location: '', title: 'T', text: 'T lead A text code x = 1 y = 2' },
    { location: '#t', title: 'T', text: 'lead' },
    { location: '#a', title: 'A', text: 'text code x = 1 y = 2' },
  ])
})

test('anchors are checked when all pages are known; anchors of GitHub count', () => {
  const site = open({ 'docs/index.md': '# T\n\n[a](b.md#none) [b](b.md#größe) [c](#t)', 'docs/b.md': '# Größe' })
  const checked = checkSite(
    site,
    site.pages.map(path => site.render(path)!),
  )
  expect(checked.notices.map(({ code }) => code)).toEqual(['anchor-missing'])
  expect(checked.brokenLinks).toBe(1)
})

test.each([
  ['not YAML', 'site_name: [\n', /Could not read MkDocs YAML config mkdocs\.yml:\d+:\d+/],
  ['a template', 'site_name: ${{ values.name }}: x\n  - y', /mkdocs\.yml:\d+:\d+/],
  ['a list', '- a', /is not a mapping/],
  ['no name', 'nav: []', /has no site_name/],
  ['docs outside', 'site_name: X\ndocs_dir: ../x', /can't be an absolute directory/],
  ['an absolute folder', 'site_name: X\ndocs_dir: /etc', /can't be an absolute directory/],
  ['docs that are not there', 'site_name: X\ndocs_dir: none', /'none' with the pages does not exist/],
])('a config that is %s is an error that says so', (_, config, message) => {
  expect(() => open({ 'mkdocs.yml': config, 'docs/index.md': '' })).toThrow(message)
})

test('Python in a config is never run, and known names have their meaning', () => {
  const { notices } = open({
    'mkdocs.yml':
      'site_name: X\nextra: {a: !!python/object/apply:os.system [id], b: !ENV [A, x], c: !ENV HOME, d: !relative docs}\nhooks: [a.py]\nmarkdown_extensions: {pymdownx.emoji: {emoji_index: !!python/name:material.extensions.emoji.twemoji }}\n',
    'docs/index.md': '',
  })
  expect(codes({ notices })).toEqual(['hooks-unsupported', 'config-tag'])
})

test('INHERIT merges a parent below; cycles and paths out of the source are refused', () => {
  expect(
    open({
      'mkdocs.yml': 'INHERIT: base/x.yml\nsite_name: Child',
      'base/x.yml': 'site_name: Parent\nsite_description: D',
      'docs/index.md': '',
    }).site,
  ).toMatchObject({ name: 'Child', description: 'D' })
  expect(codes(open({ 'mkdocs.yml': 'INHERIT: mkdocs.yml\nsite_name: X', 'docs/index.md': '' }))).toContain('config-parent')
  expect(codes(open({ 'mkdocs.yml': 'INHERIT: ../../x.yml\nsite_name: X', 'docs/index.md': '' }))).toContain('config-parent')
})

test('a nav of ten thousand entries, and one that is nested for ever', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `- P${at}: index.md`).join('\n')
  expect(open({ 'mkdocs.yml': `site_name: X\nnav:\n${many}\n`, 'docs/index.md': '' }).site.nav).toHaveLength(10_000)
  const deep = `${'[{a: '.repeat(40)}index.md${'}]'.repeat(40)}`
  expect(codes(open({ 'mkdocs.yml': `site_name: X\nnav: ${deep}\n`, 'docs/index.md': '' }))).toContain('nav-form')
})

test('a file that is no text costs its own page: binary, Latin-1, too large; BOM and Windows line ends do not matter', () => {
  const files = {
    'docs/index.md': '# Home',
    'docs/bin.md': new Uint8Array([0, 1, 2]),
    'docs/latin.md': Buffer.from('# Gr\xfc\xdfe', 'latin1'),
    'docs/large.md': '#'.repeat(21 * 2 ** 20),
    'docs/win.md': '\uFEFF# Win\r\n\r\n- a\r\n- b\r\n',
  }
  const site = open(files)
  for (const path of ['bin/', 'latin/', 'large/'])
    expect(site.render(path)?.page).toMatchObject({
      html: expect.stringContaining('This page cannot be shown'),
      notices: [{ code: 'page-unreadable' }],
    })
  expect(site.render('win/')?.page.html.replace(/\n/g, '')).toContain('<ul><li>a</li><li>b</li></ul>')
  expect(site.render('')?.page.title).toBe('Home')
})

test('hidden files, templates and excluded ones are no part of the site; a README beside an index is left out', () => {
  const site = open({
    'mkdocs.yml': 'site_name: X\nexclude_docs: |\n  drafts/\n  *.tmp\n  !keep.tmp\n',
    'docs/index.md': '',
    'docs/README.md': '',
    'docs/.hidden/a.md': '',
    'docs/templates/a.md': '',
    'docs/drafts/a.md': '',
    'docs/a.tmp': '',
    'docs/keep.tmp': '',
  })
  expect(site.pages).toEqual([''])
  expect([...site.assets.keys()]).toEqual(['keep.tmp'])
  expect(codes(site)).toContain('readme-shadowed')
})
