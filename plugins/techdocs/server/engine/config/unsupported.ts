import type { Notices } from '../notices.ts'
import type { Options, OptionsByName } from './config-values.ts'
import { instancesOf, toTexts } from './config-values.ts'

interface Given {
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
    'exclude exclude-search include-markdown mermaid2 open-in-new-tab macros blog material/blog',
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
    mike: 'one version is shown, that of the source',
    autorefs: 'links by the title of a heading stay text',
    i18n: 'all languages are shown as pages beside each other',
    ezlinks: 'wiki links stay text',
    kroki: 'diagrams are drawn by techdocs.diagrams of the config of the portal',
    d2: 'its diagrams are shown as text',
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
export function reportUnsupported({ data, plugins, extensions, file, notices }: Given): void {
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
  reportTheme(data['theme'], (name, reason) => add('no-effect', `theme.${name} has no effect: ${reason}`))
  reportNames('The plugin ', plugins.keys(), noEffect.plugins)
  for (const options of instancesOf(data['plugins'], 'blog')) reportNames('The plugin blog: ', Object.keys(options), noEffect.blog)
  for (const name of plugins.keys()) {
    if (name === 'macros') add('no-effect', 'The plugin macros fills in variables only: its functions, filters and blocks stay text')
    else if (codePlugins.has(name))
      add('plugin-unsupported', `The plugin '${name}' runs code, which is not supported; its markers stay as text`, 'warning')
    else if (!workingPlugins.has(name) && !Object.hasOwn(noEffect.plugins, name))
      add('plugin-unsupported', `The plugin '${name}' is not supported`, 'warning')
  }
  for (const name of extensions.keys()) {
    const plain = name.replace(/^markdown\.extensions\./, '')
    const pymdown = /^pymdownx\.(.+)$/.exec(plain)?.[1]
    if (pymdown !== undefined ? workingPymdown.has(pymdown) : workingExtensions.has(plain)) continue
    if (pymdown !== undefined) add('no-effect', `The Markdown extension ${name} has no effect: its syntax stays text`)
    else add('extension-unsupported', `The Markdown extension '${name}' is not supported`, 'warning')
  }
}

function reportTheme(theme: unknown, add: (name: string, reason: string) => void): void {
  if (typeof theme === 'string') {
    if (theme !== 'material') add('name', noEffect.theme.name)
    return
  }
  if (typeof theme !== 'object' || theme === null || Array.isArray(theme)) return
  const values = theme as Options
  for (const [name, reason] of Object.entries(noEffect.theme))
    if (values[name] !== undefined && !(name === 'name' && values[name] === 'material')) add(name, reason)
  const features = toTexts(values['features']).filter(name => !workingFeatures.has(name))
  if (features.length > 0) add('features', `the reader has no ${features.join(', ')}`)
}
