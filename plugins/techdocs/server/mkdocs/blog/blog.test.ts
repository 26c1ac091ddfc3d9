import { expect, test } from 'vitest'
import { checkSite } from '../check-site.ts'
import { openFiles as open, type TestFiles } from '../../testing/render-markdown.ts'
import type { Site } from '../opened-site.ts'

const post = (metadata: string, body: string) => `---\n${metadata}\n---\n${body}`
const posts: TestFiles = {
  'docs/index.md': '# Home\n\n[first](blog/posts/first.md#part) [2025](blog/archive/2025.md)',
  'docs/img/ada.png': 'x',
  'docs/blog/.authors.yml':
    'authors:\n  ada: {name: Ada <Lark>, description: Rides, avatar: img/ada.png, url: "https://x.org/ada"}\n  ben: {name: Ben, avatar: "https://x.org/b.png"}\n',
  'docs/blog/posts/first.md': post(
    'date: 2025-03-01\nauthors: [ada, ben]\ncategories: [Riders, News]\ntags: [rain]',
    '# First *post*\n\nLead with a [link][home] and `code`.\n\n<!-- more -->\n\n## Part\n\nThe rest about kilometres.\n\n[home]: ../../index.md\n',
  ),
  'docs/blog/posts/deep/second.md': post(
    'date: {created: 2026-01-31, updated: 2026-02-02}\ncategories: [News]\nslug: two\nreadtime: 7\nlinks: [index.md, Part: "blog/posts/first.md#part", Out: "https://y.org"]',
    '# Second\n\n[one](../first.md) [down](#end)\n\n### End\n',
  ),
  'docs/blog/posts/draft.md': post('date: 2026-05-01\ndraft: true', '# Draft'),
}
const config = (options = '') => `site_name: S\nplugins: [blog: {${options}}]\n`
const openBlog = (options = '', files: TestFiles = {}) => open({ 'mkdocs.yml': config(options), ...posts, ...files })
const html = (site: Site, path: string) => site.render(path)!.page.html
const text = (site: Site, path: string) =>
  html(site, path)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const hrefs = (page: string) => [...page.matchAll(/href="portico-page:\/([^"]*)"/g)].map(([, href]) => href)
const messages = ({ notices }: Site) => notices.map(({ message }) => message)

test('posts have the addresses of the blog; its lists are pages; posts are not in the navigation', () => {
  const site = openBlog()
  expect(site.site.nav).toEqual([
    { title: 'Home', path: '' },
    {
      title: 'Blog',
      children: [
        { title: 'Blog', path: 'blog/' },
        {
          title: 'Archive',
          children: [
            { title: '2026', path: 'blog/archive/2026/' },
            { title: '2025', path: 'blog/archive/2025/' },
          ],
        },
        {
          title: 'Categories',
          children: [
            { title: 'News', path: 'blog/category/news/' },
            { title: 'Riders', path: 'blog/category/riders/' },
          ],
        },
      ],
    },
  ])
  expect(site.pages.toSorted()).toEqual([
    '',
    'blog/',
    'blog/2025/03/01/first-post/',
    'blog/2026/01/31/two/',
    'blog/archive/2025/',
    'blog/archive/2026/',
    'blog/category/news/',
    'blog/category/riders/',
  ])
  expect(site.notices).toEqual([])
})

test('the index lists posts, the newest first, with their facts, an excerpt and the way to the rest', () => {
  const site = openBlog()
  expect(text(site, 'blog/')).toBe(
    'Blog Second January 31, 2026 Updated February 2, 2026 News 7 min read one down End ' +
      'First post March 1, 2025 Ada &lt;Lark&gt; Riders , News 1 min read Lead with a link and code . Continue reading',
  )
  const page = html(site, 'blog/')
  expect(page).toContain('<h2 id="first-post"><a href="portico-page:/blog/2025/03/01/first-post/">First post</a></h2>')
  // The definition of the link stands below the separator, and links are seen from the file of the post.
  expect(page).toContain('<a href="portico-page:/">link</a>')
  expect(page).toContain('<a href="portico-page:/blog/2026/01/31/two/#end">down</a>')
  expect(page).toContain('<h3>End</h3>')
  expect(page).toContain('aria-label="Continue reading: First post"')
  expect(page).toContain('<img class="md-author__avatar twemoji" src="portico-file:/img/ada.png"')
  expect(page.match(/<article /g)).toHaveLength(2)
  expect(text(site, 'blog/category/riders/')).toMatch(/^Riders First post/)
  expect(text(site, 'blog/archive/2026/')).toMatch(/^2026 Second (?!.*First post March)/)
})

test('a post shows its facts below its title, related links at its end, and leads to the posts around it', () => {
  const site = openBlog()
  const first = site.render('blog/2025/03/01/first-post/')!
  expect(first.page.html.replace(/<a class="headerlink".*?<\/a>/g, '')).toMatch(
    /^<h1 id="first-post">First <em>post<\/em><\/h1><ul class="md-post__meta"><li class="md-meta__item md-post__date"><time datetime="2025-03-01">March 1, 2025<\/time>/,
  )
  expect(text(site, first.page.path)).toContain('Ada &lt;Lark&gt; Ben Riders , News 1 min read')
  expect(first.page).toMatchObject({
    title: 'First post',
    tags: ['rain'],
    source: 'docs/blog/posts/first.md',
    within: { path: 'blog/', next: { title: 'Second', path: 'blog/2026/01/31/two/' } },
  })
  const second = site.render('blog/2026/01/31/two/')!
  expect(second.page.within).toEqual({ path: 'blog/', previous: { title: 'First post', path: 'blog/2025/03/01/first-post/' } })
  expect(second.page.html).toMatch(
    /Related links<\/p><ul><li><a href="portico-page:\/">Home<\/a><\/li><li><a href="[^"]*first-post\/#part">Part/,
  )
})

test('posts are searched as pages are, lists are not; links to posts by their files are checked with their anchors', () => {
  const site = openBlog()
  const pages = site.pages.map(path => site.render(path)!)
  expect(pages.filter(({ sections }) => sections.length > 0).map(({ page }) => page.path)).toEqual([
    '',
    'blog/2025/03/01/first-post/',
    'blog/2026/01/31/two/',
  ])
  const first = pages.find(({ page }) => page.title === 'First post')!
  expect(first.sections).toContainEqual({ id: 'part', title: 'Part', text: 'The rest about kilometres.' })
  expect(checkSite(site, pages)).toMatchObject({ notices: [], brokenLinks: 0 })
  expect(hrefs(html(site, ''))).toEqual(['blog/2025/03/01/first-post/#part', 'blog/archive/2025/'])
})

test('pages that the site has written are the beginning of a list, in the place that the nav gives them', () => {
  const site = open({
    ...posts,
    'mkdocs.yml': 'site_name: S\nnav: [index.md, News: [blog/index.md]]\nplugins: [material/blog]\n',
    'docs/blog/index.md': '# What happens\n\nHello *you*',
    'docs/blog/category/riders.md': '---\ndescription: D\n---\n# On bikes\n\nAll about rain.',
  })
  expect(site.site.nav[1]).toMatchObject({
    title: 'News',
    children: [
      { title: 'What happens' },
      { title: 'Archive' },
      { title: 'Categories', children: [{ title: 'News' }, { title: 'On bikes' }] },
    ],
  })
  expect(text(site, 'blog/')).toMatch(/^What happens ¶ Hello you Second/)
  const riders = site.render('blog/category/riders/')!
  expect(riders.page).toMatchObject({ title: 'On bikes', description: 'D', source: 'docs/blog/category/riders.md' })
  expect(riders.sections[0]).toEqual({ title: 'On bikes', text: 'On bikes All about rain.' })
  expect(site.notices).toEqual([])
})

test('long lists have several pages, each with links to the others', () => {
  const many = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [
      `docs/blog/posts/p${at}.md`,
      post(`date: 2024-01-${String(at + 1).padStart(2, '0')}`, `# P${at}`),
    ]),
  )
  const site = open({ 'mkdocs.yml': config(), 'docs/index.md': '', ...many })
  expect(site.pages.filter(path => path.includes('page/'))).toEqual([
    'blog/archive/2024/page/2/',
    'blog/archive/2024/page/3/',
    'blog/page/2/',
    'blog/page/3/',
  ])
  const second = site.render('blog/page/2/')!.page
  expect(second.html.match(/<h2 id="p\d+"/g)?.[0]).toBe('<h2 id="p14"')
  expect(second.within).toEqual({ path: 'blog/' })
  expect(second.html).toContain(
    '<a class="md-pagination__link md-pagination__current" href="portico-page:/blog/page/2/" aria-current="page">2</a>',
  )
  const whole = open({ 'mkdocs.yml': config('pagination: false, archive: false, categories: false'), 'docs/index.md': '', ...many })
  expect(whole.pages.filter(path => !path.includes('2024'))).toEqual(['', 'blog/'])
  expect(whole.site.nav[1]).toEqual({ title: 'Blog', children: [{ title: 'Blog', path: 'blog/' }] })
})

test('options of the blog: addresses, formats, names, excerpts, drafts, pins, contents', () => {
  const site = openBlog(
    'post_url_format: "{categories}/{date}-{file}", post_url_date_format: yyMMdd, post_date_format: "EEEE d MMM yyyy", archive_date_format: "MMMM yyyy", ' +
      'archive_url_date_format: yyyy/MM, archive_name: Months, categories_name: Topics, categories_url_format: "topic/{slug}", draft: true, blog_toc: true, ' +
      'post_readtime: false, post_excerpt_max_authors: 2, authors_profiles: true, post_excerpt: required, pagination_if_single_page: true',
    { 'docs/blog/posts/old.md': post('date: 2020-01-01\npin: true\ncategories: Älter & besser', '# Old\n\nText') },
  )
  expect(hrefs(html(site, 'blog/')).filter(href => /^blog\/(?!topic|author)/.test(href!))).toEqual(
    [
      'blog/%C3%A4lter-besser/200101-old/',
      'blog/260501-draft/',
      'blog/news/260131-second/',
      'blog/news/260131-second/#end',
      'blog/riders/250301-first/',
      'blog/riders/250301-first/',
    ].toSpliced(3, 0, 'blog/riders/250301-first/'),
  )
  expect(text(site, 'blog/')).toMatch(/^Blog Old Pinned Wednesday 1 Jan 2020 Älter &amp; besser Text Draft Draft Friday 1 May 2026/)
  expect(site.render('blog/')!.page.headings.map(({ title }) => title)).toEqual(['Old', 'Draft', 'Second', 'First post'])
  const sections = site.site.nav[1]!.children!.slice(1)
  expect(sections.map(({ title, children }) => [title, children![0]!.title, children![0]!.path])).toEqual([
    ['Months', 'May 2026', 'blog/archive/2026/05/'],
    ['Topics', 'Älter & besser', 'blog/topic/älter-besser/'],
    ['Authors', 'Ada <Lark>', 'blog/author/ada-lark/'],
  ])
  expect(messages(site)).toEqual([
    'The plugin blog: pagination_if_single_page has no effect: a list with a single page has no links to pages',
  ])
  expect(site.render('blog/news/260131-second/')!.page.notices).toMatchObject([{ code: 'blog-excerpt' }])
})

test('a site has several blogs, one may be the whole site, and words are in the language of the site', () => {
  const site = open({
    'mkdocs.yml':
      'site_name: S\ntheme: {name: material, language: de}\nplugins:\n- blog: {blog_dir: ., archive: false}\n- group: {plugins: [blog: {blog_dir: news, categories: false}]}\n- blog: {enabled: false, blog_dir: off}\n- blog: {blog_dir: ../out}\n',
    'docs/posts/a.md': post('date: 2026-03-05\ncategories: [X]', '# A\n\nB\n\n<!-- more -->\n\nC'),
    'docs/news/posts/n.md': post('date: 2026-01-02 10:30:00', '# N'),
    'docs/off/posts/o.md': post('date: 2026-01-02', '# O'),
  })
  expect(site.pages).toEqual(
    ['', 'news/', 'off/posts/o/', '2026/03/05/a/', 'category/x/', 'news/archive/2026/', 'news/2026/01/02/n/'].toSorted(
      (one, other) => site.pages.indexOf(one) - site.pages.indexOf(other),
    ),
  )
  expect(text(site, '')).toBe('Blog A 5. März 2026 X 1 Min. Lesezeit B Weiterlesen')
  expect(site.site.nav.map(({ title }) => title)).toEqual(['Blog', 'News', 'Off', 'Kategorien'])
  expect(messages(site).slice(0, 1)).toEqual([
    'blog_dir or post_dir of the plugin blog leads out of the docs folder; this blog is left out',
  ])
})

test('what is wrong with a post is told, and the site is shown', () => {
  const site = openBlog('categories_allowed: [News]', {
    'docs/blog/.authors.yml': 'authors: [',
    'docs/blog/posts/no-date.md': '# No date',
    'docs/blog/posts/bad-date.md': post('date: 2026-02-31', '# Bad date'),
    'docs/blog/posts/same.md': post('date: 2026-01-31\nslug: two', '# Same'),
    'docs/blog/posts/away.md': post('date: 2026-01-31\nslug: ../../../../../x', '# Away'),
    'docs/blog/posts/bin.md': new Uint8Array([0, 1]),
    'docs/blog/posts/gone.md': post('date: 2019-01-01\nlinks: [none.md]', '# Gone'),
  })
  expect(messages(site).toSorted()).toEqual([
    'The authors of the blog cannot be read: docs/blog/.authors.yml:1:11: unexpected end of the stream within a flow collection',
    'blog/posts/away.md has an address that leads out of the blog, and stays at blog/posts/away/',
    'blog/posts/bad-date.md has no date, so it is no post of the blog but an ordinary page',
    'blog/posts/deep/second.md has the address of another page, blog/2026/01/31/two/, and stays at blog/posts/deep/second/',
    "blog/posts/first.md has the category 'Riders', which is left out",
    "blog/posts/first.md names the author 'ada', who is shown without a name",
    "blog/posts/first.md names the author 'ben', who is shown without a name",
    'blog/posts/no-date.md has no date, so it is no post of the blog but an ordinary page',
  ])
  expect(site.pages).toEqual(
    expect.arrayContaining(['blog/posts/no-date/', 'blog/posts/deep/second/', 'blog/posts/away/', 'blog/posts/bin/']),
  )
  expect(site.render('blog/2019/01/01/gone/')!.page.notices).toMatchObject([{ code: 'link-broken' }])
})

test('a blog of thousands of posts and categories makes no more pages than a site may have, and says so', () => {
  const many = Object.fromEntries(
    Array.from({ length: 2100 }, (_, at) => [
      `docs/blog/posts/p${at}.md`,
      `---\ndate: 2024-01-01\ncategories: [${Array.from({ length: 30 }, (_, each) => `c${at}x${each}`).join()}]\n---\n# P${at}`,
    ]),
  )
  const site = open({ 'mkdocs.yml': config('pagination_per_page: 1'), 'docs/index.md': '', ...many })
  expect(site.pages.length).toBeLessThanOrEqual(2101 + 2000)
  expect([...new Set(site.notices.map(({ code }) => code))]).toEqual(expect.arrayContaining(['blog-posts', 'blog-post', 'blog-pages']))
})
