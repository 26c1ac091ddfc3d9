import { expect, test } from 'vitest'
import { addToNavigation, readMkdocsAddress, toFileName } from './mkdocs-file.ts'
import { readPageAddress } from './page-address.ts'
import { toMarkdown } from './to-markdown.ts'

const convert = (html: string, attachments: readonly string[] = []) =>
  toMarkdown({ html, address: 'https://wiki.test/display/TEAM/Runbook', folder: 'img/runbook', attachments })

test('a page keeps its headings, lists, tables, links, tasks and emphasis', () => {
  const { markdown } = convert(`
    <h2>Start</h2><p>Run <strong>it</strong> <em>now</em>, see <a href="/display/TEAM/Other+page">the other page</a> and <a href="#end">the end</a>.</p>
    <ul><li>one</li><li>two</li></ul>
    <table class="confluenceTable"><tbody><tr><th class="confluenceTh">Key</th><th>Value</th></tr><tr><td>a</td><td>1</td></tr></tbody></table>
    <ul class="inline-task-list"><li class="checked">done</li><li>open</li></ul>`)
  expect(markdown).toContain('## Start')
  expect(markdown).toContain('Run **it** _now_, see [the other page](https://wiki.test/display/TEAM/Other+page) and [the end](#end).')
  expect(markdown).toMatch(/-\s+one\n-\s+two/)
  expect(markdown).toMatch(/\| Key \| Value \|\n\| --- \| --- \|\n\| a +\| 1 +\|/)
  expect(markdown).toContain('- [x] done\n- [ ] open')
})

test('code, panels and what folds become what MkDocs has for them', () => {
  const { markdown } = convert(`
    <div class="code panel"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: java; gutter: false">int a = 1;
String b = "\`\`\`";</pre></div>
    <div class="confluence-information-macro confluence-information-macro-note"><p class="title">Mind the "gap"</p><span class="aui-icon confluence-information-macro-icon">x</span><div class="confluence-information-macro-body"><p>First.</p><p>Second.</p></div></div>
    <div class="expand-container"><div class="expand-control"><span class="expand-control-text">More</span></div><div class="expand-content"><p>Inside.</p></div></div>`)
  expect(markdown).toContain('````java\nint a = 1;\nString b = "```";\n````')
  expect(markdown).toContain(`!!! warning "Mind the 'gap'"\n\n    First.\n\n    Second.`)
  expect(markdown).toContain('??? note "More"\n\n    Inside.')
})

test('attachments that a page shows are beside it, and nothing that could run stays', () => {
  const { markdown, used } = convert(
    `<p><img alt="The [plan]" src="/download/thumbnails/7/the%20plan(1).png?version=2"><a href="https://wiki.test/download/attachments/7/notes.pdf">Notes</a></p>
     <p><img src="https://elsewhere.test/x.png"><a href="javascript:alert(1)">run</a><script>alert(1)</script><style>p{}</style></p>`,
    ['the plan(1).png', 'notes.pdf', 'unused.zip'],
  )
  expect(used).toEqual(['the plan(1).png', 'notes.pdf'])
  expect(markdown).toContain('![The  plan](img/runbook/the%20plan%281%29.png)')
  expect(markdown).toContain('[Notes](img/runbook/notes.pdf)')
  expect(markdown).toContain('![](https://elsewhere.test/x.png)')
  expect(markdown).not.toMatch(/javascript:|alert|p\{\}/)
})

test('addresses of pages are read as people copy them, and only below the address of the config', () => {
  const base = 'https://acme.test/wiki'
  expect(readPageAddress(`${base}/spaces/TEAM/pages/123/Some+Title`, base)).toEqual({ id: '123' })
  expect(readPageAddress(`${base}/pages/viewpage.action?pageId=77`, base)).toEqual({ id: '77' })
  expect(readPageAddress(`${base}/pages/viewpage.action?spaceKey=TEAM&title=A+b`, base)).toEqual({ space: 'TEAM', title: 'A b' })
  expect(readPageAddress(`${base}/display/TEAM/What%3F+now`, base)).toEqual({ space: 'TEAM', title: 'What? now' })
  expect(() => readPageAddress(`${base}/x/AbCd`, base)).toThrow('does not name a page')
  for (const other of ['https://evil.test/wiki/display/A/B', 'https://acme.test/wikis/display/A/B', 'http://acme.test/wiki/display/A/B'])
    expect(() => readPageAddress(other, base)).toThrow('is not below it')
})

test('pages are added to a navigation once, and the rest of the file stays as it was', () => {
  const text =
    '# The handbook\nsite_name: Handbook\nnav:\n  - Home: index.md # first\n  - More:\n      - Old: old.md\nplugins: [techdocs-core]\n'
  const pages = [
    { title: 'Old', file: 'old.md' },
    { title: 'Run: book', file: 'run-book.md' },
  ]
  const { text: added, docsFolder } = addToNavigation(text, pages)
  expect(docsFolder).toBe('docs')
  expect(added).toContain('# The handbook')
  expect(added).toContain('Home: index.md # first')
  expect(added).toContain('- "Run: book": run-book.md')
  expect(added.match(/old\.md/g)).toHaveLength(1)
  expect(addToNavigation(added, pages).text).toBe(added)
  expect(addToNavigation('site_name: X\ndocs_dir: ./handbook/\n', pages)).toEqual({
    text: 'site_name: X\ndocs_dir: ./handbook/\n',
    docsFolder: 'handbook',
  })
  expect(() => addToNavigation('nav: [', pages)).toThrow('mkdocs.yml cannot be read')
})

test('the address of a mkdocs.yml tells its repository and its place there', () => {
  expect(readMkdocsAddress('https://github.com/acme/handbook/blob/main/mkdocs.yml')).toEqual({
    owner: 'acme',
    repo: 'handbook',
    path: 'mkdocs.yml',
  })
  expect(readMkdocsAddress('https://gitlab.test/a/b/c/-/blob/main/site/mkdocs.yaml')).toEqual({
    owner: 'a/b',
    repo: 'c',
    path: 'site/mkdocs.yaml',
  })
  expect(readMkdocsAddress('https://gitea.test/a/c/src/branch/main/mkdocs.yml')).toEqual({ owner: 'a', repo: 'c', path: 'mkdocs.yml' })
  expect(() => readMkdocsAddress('https://github.com/acme/handbook')).toThrow('is not the address of a mkdocs.yml')
  expect(toFileName('  Über: die Räder / 車  ')).toBe('über-die-räder-車')
  expect(toFileName('../..')).toBe('page')
})
