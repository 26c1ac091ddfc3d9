import { expect, test } from 'vitest'
import { openFiles as open } from '../../testing/render-markdown.ts'

const withVersions = (versions: string, files: Readonly<Record<string, string>> = {}) =>
  open({ 'mkdocs.yml': `site_name: T\nextra: {version: {provider: mike, versions: ${versions}}}`, 'docs/index.md': '# Home', ...files })
const messages = ({ notices }: { readonly notices: readonly { readonly message: string; readonly level: string }[] }) =>
  notices.filter(({ level }) => level !== 'info').map(({ message }) => message)

test('versions are listed with their branches and folders; the one with neither is the source itself', () => {
  const site = withVersions(
    "[{version: 2.5, aliases: latest}, {version: '1.0', title: Old, branch: release/1.0}, {version: '0.9', folder: ./old/0.9/}]",
  )
  expect(site.versions).toEqual([
    { version: '2.5', title: '2.5', aliases: ['latest'] },
    { version: '1.0', title: 'Old', aliases: [], branch: 'release/1.0' },
    { version: '0.9', title: '0.9', aliases: [], folder: 'old/0.9' },
  ])
  expect(messages(site)).toEqual([])
  expect(open({ 'mkdocs.yml': 'site_name: T', 'docs/index.md': '' }).versions).toBeUndefined()
})

test('a version that cannot be part of an address or leads out of the source is left out, and so are more than twenty', () => {
  const site = withVersions(
    "[{version: '1'}, {version: a/b, branch: x}, {version: '..', branch: x}, {version: '2', folder: ../x}, {version: '1', branch: y}]",
  )
  expect(site.versions).toEqual([{ version: '1', title: '1', aliases: [] }])
  expect(messages(site)).toEqual([
    "extra.version.versions has 'a/b', which cannot be part of an address; the version is left out",
    "extra.version.versions has '..', which cannot be part of an address; the version is left out",
    "The folder '../x' of version '2' is not below that of the config; the version is left out",
    "extra.version.versions has the name '1' twice; the second is left out",
  ])
  const many = JSON.stringify(Array.from({ length: 30 }, (_, at) => ({ version: String(at), ...(at > 0 && { branch: `v${at}` }) })))
  expect(withVersions(many).versions).toHaveLength(20)
})

test('the source itself always has a name, and pages that a version hides are told', () => {
  const site = withVersions("[{version: '1.0', branch: v1}]", { 'docs/1.0/a.md': '# A' })
  expect(site.versions?.map(({ version }) => version)).toEqual(['latest', '1.0'])
  expect(messages(site)).toEqual([
    "extra.version.versions names no version without branch and folder; the source itself is called 'latest'",
    "Pages in the folder '1.0' are hidden by the version of that name",
  ])
  expect(messages(withVersions('yes'))).toEqual(['extra.version.versions is not a list'])
})

test('all paths of a version begin with its name', () => {
  const files = {
    'mkdocs.yml':
      'site_name: T\nplugins: [redirects: {redirect_maps: {old.md: a.md}}, i18n: {languages: [{locale: en, default: true}, {locale: de}]}]',
    'docs/index.md': '[a](a.md) ![p](p.png) <a href="a/">a</a> [none](none.md)',
    'docs/a.md': '# A\n\n<img src="../p.png">',
    'docs/p.png': 'x',
  }
  const site = open(files, { prefix: '1.0/' })
  expect(site.pages).toEqual(['1.0/', '1.0/a/', '1.0/de/', '1.0/de/a/'])
  expect([site.site.home, site.site.redirects['1.0/old/'], [...site.assets.keys()]]).toEqual(['1.0/', '1.0/a/', ['1.0/p.png']])
  expect([...site.render('1.0/')!.page.html.matchAll(/(?:href|src)="(portico[^"]*)"/g)].map(([, url]) => url)).toEqual([
    'portico-page:/1.0/a/',
    'portico-file:/1.0/p.png',
    'portico-page:/1.0/a/',
    'portico-page:/1.0/none.md',
  ])
  expect(site.render('1.0/a/')!.page.html).toContain('portico-file:/1.0/p.png')
  expect(site.site.nav[0]).toEqual({ title: 'Home', path: '1.0/' })
})
