import type { Notices } from '../notices.ts'
import type { Options, OptionsByName } from './config-values.ts'
import { instancesOf, toTexts } from './config-values.ts'

interface Dependencies {
  readonly data: Options
  readonly plugins: OptionsByName
  readonly extensions: OptionsByName
  readonly file: string | undefined
  readonly notices: Notices
}

const words = (text: string) => new Set(text.split(' '))

const workingKeys = words(
  'site_name site_description copyright nav docs_dir repo_url edit_uri edit_uri_template plugins markdown_extensions theme ' +
    'exclude_docs not_in_nav draft_docs use_directory_urls validation extra INHERIT',
)

const workingPlugins = words(
  'techdocs-core search material/search monorepo redirects awesome-pages awesome-nav section-index tags material/tags literate-nav ' +
    'git-revision-date-localized git-revision-date git-authors git-committers glightbox group material/group gh-admonitions callouts ' +
    'exclude exclude-search include-markdown mermaid2 open-in-new-tab macros i18n mike blog material/blog',
)

const codePlugins = words('mkdocstrings typer mkdocs-typer typedoc gen-files markdown-exec simple mkdocs-simple-plugin')

const workingExtensions = words(
  'toc tables fenced_code codehilite admonition footnotes attr_list def_list abbr md_in_html meta nl2br smarty sane_lists extra callouts ' +
    'github-callouts markdown_inline_graphviz plantuml_markdown mdx_truly_sane_lists markdown_include.include mdx_math mdx_include ' +
    'markdown_checklist.extension',
)

const workingPymdown = words(
  'extra superfences highlight inlinehilite tabbed details emoji tasklist snippets caret tilde mark critic smartsymbols magiclink betterem ' +
    'arithmatex keys saneheaders blocks.admonition blocks.details blocks.tab blocks.html blocks.caption',
)

type Reasons = Readonly<Partial<Record<string, string>>>

/** Accepted, and without effect here: what happens in its place. */
const noEffect = {
  keys: {
    site_author: 'the owner of the entity is shown',
    repo_name: 'the link to the repository has the name of its host',
    strict: 'docs are always shown, and problems are listed',
    site_url: 'the portal knows its own address',
    site_dir: 'there is no build',
    dev_addr: 'the portal serves the docs',
    watch: 'the portal follows the source',
    remote_branch: 'nothing is pushed',
    remote_name: 'nothing is pushed',
    extra_templates: 'there is no build that would fill them in',
  },
  extra: {
    analytics: 'no script of a site runs',
    consent: 'no script of a site runs, and it sets no cookies',
    social: 'pages have the foot of the portal',
    generator: 'pages have the foot of the portal',
    homepage: 'the trail leads to the list of all docs',
    version: 'extra.version.versions lists no branches or folders, so one version is shown',
    alternate: 'people choose their language in their settings',
    status: 'pages show no status',
    tags: 'all tags look the same',
    annotate: 'code of every language has annotations',
  },
  theme: {
    name: 'pages have the look of the portal',
    custom_dir: 'pages have the look of the portal',
    palette: 'people choose light or dark in their settings',
    logo: 'pages have the logo of the portal',
    favicon: 'pages have the icon of the portal',
    font: 'pages have the fonts of the portal',
    icon: 'pages have the icons of the portal',
    language: 'people choose their language in their settings',
    direction: 'text runs from left to right',
  },
  plugins: {
    minify: 'pages are compressed on their way',
    'print-site': 'readers print the page that they read',
    privacy: 'pages load no scripts, styles and fonts of other hosts',
    'material/privacy': 'pages load no scripts, styles and fonts of other hosts',
    offline: "'portico docs build' writes a site as files",
    'material/offline': "'portico docs build' writes a site as files",
    social: 'no preview images are drawn',
    'material/social': 'no preview images are drawn',
    autorefs: 'links by the title of a heading stay text',
    ezlinks: 'wiki links stay text',
    kroki: 'diagrams are drawn by techdocs.diagrams of the config of the portal',
    d2: 'its diagrams are shown as text',
    optimize: 'images are served as they are',
    'material/optimize': 'images are served as they are',
    info: 'it only packs sites for reports of faults',
    'material/info': 'it only packs sites for reports of faults',
    rss: 'there are no feeds',
    'with-pdf': 'readers print the page that they read',
    'pdf-export': 'readers print the page that they read',
    'to-pdf': 'readers print the page that they read',
    htmlproofer: 'the portal checks links itself',
    linkcheck: 'the portal checks links itself',
    spellcheck: 'the portal checks no spelling',
    localsearch: 'the portal searches',
    'same-dir': "docs_dir may be '.' without it",
  },
  extensions: {
    'pymdownx.b64': 'images are files of their own',
    'pymdownx.pathconverter': 'the portal resolves links itself',
    'pymdownx.striphtml': 'comments and scripts are always removed',
    'pymdownx.escapeall': 'a backslash escapes punctuation only',
    'pymdownx.slugs': 'it is named in the options of toc',
  },
  features: {
    'announce.dismiss': 'sites have no announcements',
    'content.action.view': 'pages link to where they are edited, and to the repository',
    'content.code.select': 'lines of code have no links of their own',
    'content.footnote.tooltips': 'footnotes stand at the end of the page',
    'content.tooltips': 'tooltips are those of the browser',
    'header.autohide': 'the head of a page shrinks to one line',
    'navigation.instant.preview': 'links have no preview',
    'navigation.instant.progress': 'the portal shows its own progress',
    'navigation.prune': 'sections that are folded are never drawn',
    'navigation.top': 'the navigation stays in view',
    'search.share': 'what is searched for is not in the address',
    'toc.integrate': 'contents stand beside the page',
  },
  blog: {
    categories_sort_by: 'categories are sorted by their names',
    pagination_format: 'the first, the last and two pages around the current one are linked',
    pagination_if_single_page: 'a list with a single page has no links to pages',
    draft_on_serve: 'drafts are shown where the option draft is on',
    draft_if_future_date: 'a post is shown as soon as it is in the source; mark it as a draft until then',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

/** Features of the theme that the reader has, or has always. */
const workingFeatures = words(
  'navigation.expand navigation.indexes navigation.sections navigation.tabs navigation.tabs.sticky navigation.footer navigation.instant navigation.instant.prefetch navigation.tracking navigation.path ' +
    'content.code.annotate content.code.copy content.action.edit content.tabs.link search.highlight search.suggest toc.follow',
)

/** Lists what the site asks for and does not get here. */
export function reportUnsupported({ data, plugins, extensions, file, notices }: Dependencies): void {
  const add = (code: string, message: string, level: 'info' | 'warning' = 'info') =>
    notices.add({ level, code, message, ...(file !== undefined && { file }) })
  const reportNames = (kind: string, names: Iterable<string>, reasons: Readonly<Record<string, string>>) => {
    for (const name of names) if (Object.hasOwn(reasons, name)) add('no-effect', `${kind}${name} has no effect: ${reasons[name]}`)
  }
  for (const key of ['extra_css', 'extra_javascript']) {
    if (data[key] !== undefined)
      add('assets-ignored', `${key} has no effect: pages have the look of the portal, and no script of a site runs`)
  }
  if (data['hooks'] !== undefined) add('hooks-unsupported', 'hooks are Python and never run', 'warning')
  reportNames('', Object.keys(data), noEffect.keys)
  for (const key of Object.keys(data)) {
    if (!workingKeys.has(key) && !Object.hasOwn(noEffect.keys, key) && !['extra_css', 'extra_javascript', 'hooks'].includes(key))
      add('key-unknown', `The key '${key}' has no meaning`)
  }
  if (typeof data['extra'] === 'object' && data['extra'] !== null) {
    const names = Object.keys(data['extra']).filter(name => name !== 'version' || !listsVersions(data['extra']))
    reportNames('extra.', names, noEffect.extra)
  }
  // The words of a blog are in it.
  const setsLanguage = plugins.has('blog') || plugins.has('material/blog')
  reportTheme(data['theme'], (name, reason) => {
    if (name !== 'language' || !setsLanguage) add('no-effect', `theme.${name} has no effect: ${reason}`)
  })
  reportNames('The plugin ', plugins.keys(), noEffect.plugins)
  for (const options of instancesOf(data['plugins'], 'blog')) reportNames('The plugin blog: ', Object.keys(options), noEffect.blog)
  for (const name of plugins.keys()) {
    if (name === 'macros') add('no-effect', 'The plugin macros fills in variables only: its functions, filters and blocks stay text')
    else if (name === 'mike' && !listsVersions(data['extra'])) add('no-effect', `The plugin mike has no effect: ${noEffect.extra.version}`)
    else if (codePlugins.has(name))
      add('plugin-unsupported', `The plugin '${name}' runs code, which is not supported; its markers stay as text`, 'warning')
    else if (!workingPlugins.has(name) && !Object.hasOwn(noEffect.plugins, name))
      add('plugin-unsupported', `The plugin '${name}' is not supported`, 'warning')
  }
  for (const name of extensions.keys()) {
    const plain = name.replace(/^markdown\.extensions\./, '')
    const pymdown = /^pymdownx\.(.+)$/.exec(plain)?.[1]
    if (pymdown !== undefined ? workingPymdown.has(pymdown) : workingExtensions.has(plain)) continue
    const reason = (noEffect.extensions as Reasons)[plain]
    if (reason !== undefined) add('no-effect', `The Markdown extension ${name} has no effect: ${reason}`)
    else if (pymdown !== undefined) add('no-effect', `The Markdown extension ${name} has no effect: its syntax stays text`)
    else add('extension-unsupported', `The Markdown extension '${name}' is not supported`, 'warning')
  }
}

function listsVersions(extra: unknown): boolean {
  return Array.isArray((extra as { version?: { versions?: unknown } | null } | null | undefined)?.version?.versions)
}

function reportTheme(theme: unknown, add: (name: string, reason: string) => void): void {
  if (typeof theme === 'string') {
    if (theme !== 'material') add('name', noEffect.theme.name)
    return
  }
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return
  const { features, ...values } = theme as Options
  for (const name of Object.keys(values)) {
    const isMaterial = name === 'name' && values[name] === 'material'
    if (values[name] !== undefined && !isMaterial) add(name, (noEffect.theme as Reasons)[name] ?? noEffect.theme.name)
  }
  for (const name of toTexts(features)) {
    if (!workingFeatures.has(name)) add(`features: ${name}`, (noEffect.features as Reasons)[name] ?? 'the reader does not know it')
  }
}
