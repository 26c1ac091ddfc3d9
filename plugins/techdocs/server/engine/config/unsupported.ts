import type { Notices } from '../notices.ts'
import type { Options, OptionsByName } from './config-values.ts'

interface Given {
  readonly data: Options
  readonly plugins: OptionsByName
  readonly extensions: OptionsByName
  readonly file: string | undefined
  readonly notices: Notices
}

const knownKeys = new Set(
  (
    'site_name site_description site_author copyright nav docs_dir repo_url repo_name edit_uri edit_uri_template plugins markdown_extensions theme ' +
    'exclude_docs not_in_nav draft_docs use_directory_urls validation strict extra site_url site_dir dev_addr watch remote_branch remote_name INHERIT'
  ).split(' '),
)

const knownPlugins = new Set(
  (
    'techdocs-core search material/search monorepo redirects awesome-pages awesome-nav section-index tags material/tags literate-nav ' +
    'git-revision-date-localized git-revision-date minify print-site privacy material/privacy offline material/offline social material/social ' +
    'mike exclude glightbox group material/group gh-admonitions callouts autorefs git-authors git-committers'
  ).split(' '),
)

const codePlugins = new Set('macros mkdocstrings typer mkdocs-typer typedoc gen-files markdown-exec simple mkdocs-simple-plugin'.split(' '))

const knownExtensions = new Set(
  (
    'toc tables fenced_code codehilite admonition footnotes attr_list def_list abbr md_in_html meta nl2br smarty sane_lists extra wikilinks ' +
    'markdown_inline_graphviz plantuml_markdown mdx_truly_sane_lists markdown_include.include mdx_math mdx_include markdown_checklist.extension'
  ).split(' '),
)

/** Lists what the site asks for and does not get here. */
export function reportUnsupported({ data, plugins, extensions, file, notices }: Given): void {
  const add = (code: string, message: string, level: 'info' | 'warning' = 'info') =>
    notices.add({ level, code, message, ...(file !== undefined && { file }) })
  for (const key of ['extra_css', 'extra_javascript']) {
    if (data[key] !== undefined)
      add('assets-ignored', `${key} has no effect: pages have the look of the portal, and no script of a site runs`)
  }
  if (data['hooks'] !== undefined) add('hooks-unsupported', 'hooks are Python and never run', 'warning')
  for (const key of Object.keys(data)) {
    if (!knownKeys.has(key) && !['extra_css', 'extra_javascript', 'hooks'].includes(key))
      add('key-unknown', `The key '${key}' has no meaning`)
  }
  for (const name of plugins.keys()) {
    if (codePlugins.has(name))
      add('plugin-unsupported', `The plugin '${name}' runs code, which is not supported; its markers stay as text`, 'warning')
    else if (!knownPlugins.has(name)) add('plugin-unsupported', `The plugin '${name}' is not supported`, 'warning')
  }
  for (const name of extensions.keys()) {
    const plain = name.replace(/^markdown\.extensions\./, '')
    if (!knownExtensions.has(plain) && !plain.startsWith('pymdownx.'))
      add('extension-unsupported', `The Markdown extension '${name}' is not supported`, 'warning')
  }
}
