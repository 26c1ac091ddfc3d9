import { toRecord } from '@portico/core/common'
import type { Notices } from '../notices.ts'
import { defaultSlug, type SlugOptions } from '../slug.ts'
import type { SourceTree } from '../source-tree.ts'
import { instancesOf, toFlag, toOptions, toText, toTexts, type Options, type OptionsByName } from './config-values.ts'
import { normalise } from './inner-path.ts'
import { createExcluded } from './left-out.ts'
import { readRawConfig } from './read-raw-config.ts'
import { reportUnsupported } from './unsupported.ts'

/** What the portal knows about a site before its config is read. */
export interface SiteDefaults {
  /** The title or name of the entity. */
  readonly name: string
  /** Take a README as the home page of a site that has none. */
  readonly readmeAsIndex?: boolean
  /** Where files of the docs folder are edited, if the source's host tells. It wins over the config's guess. */
  readonly editBase?: string
}

/** A site's `mkdocs.yml`, as far as it has a meaning here. */
export interface SiteConfig {
  /** The file, or undefined where the site has none. */
  readonly file: string | undefined
  readonly name: string
  readonly description: string | undefined
  readonly copyright: string | undefined
  /** As written; undefined where it is made from the files. */
  readonly nav: unknown
  /** The folder of the pages, without a trailing slash; empty for the root. */
  readonly docsDir: string
  readonly repoUrl: string | undefined
  readonly editUri: string | undefined
  readonly editUriTemplate: string | undefined
  readonly plugins: OptionsByName
  readonly extensions: OptionsByName
  /** The options of each blog. */
  readonly blogs: readonly Options[]
  readonly language: string | undefined
  readonly features: readonly string[]
  readonly exclude: readonly string[]
  /** Pages that are not in the nav on purpose. */
  readonly notInNav: readonly string[]
  /** Whether the plugin `exclude` leaves a file of the docs folder out. */
  readonly isExcluded: (path: string) => boolean
  /** Free data of the site. */
  readonly extra: Options
  readonly directoryUrls: boolean
  readonly absoluteLinksFromDocs: boolean
  readonly slug: SlugOptions
  readonly tocDepth: readonly [number, number]
  readonly redirects: Options
}

/** Reads the config of a site. Throws an error for what makes a site unreadable; everything else is a notice. */
export function readSiteConfig(tree: SourceTree, defaults: SiteDefaults, notices: Notices): SiteConfig {
  const { file, data } = readRawConfig(tree, notices)
  const plugins = withGroups(toOptions(data['plugins']))
  if (!plugins.has('techdocs-core')) plugins.set('techdocs-core', {})
  const extensions = toOptions(data['markdown_extensions'])
  const name = toText(data['site_name'])
  if (file !== undefined && name === undefined) throw new Error(`Could not read MkDocs YAML config ${file}: it has no site_name`)
  reportUnsupported({ data, plugins, extensions, file, notices })
  const theme = toRecord(data['theme'])
  return {
    file,
    name: name ?? defaults.name,
    description: toText(data['site_description']),
    copyright: toText(data['copyright']),
    nav: data['nav'] ?? undefined,
    docsDir: docsDirOf(tree, data['docs_dir'], file),
    repoUrl: toText(data['repo_url']),
    editUri: toText(data['edit_uri']),
    editUriTemplate: toText(data['edit_uri_template']),
    plugins,
    extensions,
    blogs: instancesOf(data['plugins'], 'blog'),
    language: toText(theme['language']),
    features: toTexts(theme['features']),
    exclude: [...patternsOf(data['exclude_docs']), ...patternsOf(data['draft_docs'])],
    notInNav: patternsOf(data['not_in_nav']),
    isExcluded: createExcluded(plugins.get('exclude'), file, notices),
    extra: toRecord(data['extra']),
    directoryUrls: toFlag(data['use_directory_urls']) ?? true,
    absoluteLinksFromDocs: toText(toRecord(toRecord(data['validation'])['links'])['absolute_links']) === 'relative_to_docs',
    slug: slugOf(extensions.get('toc')),
    tocDepth: depthOf(extensions.get('toc')?.['toc_depth']),
    redirects: toRecord(plugins.get('redirects')?.['redirect_maps']),
  }
}

/** With the plugins of a `group`, which sites use to switch several at once. */
function withGroups(plugins: OptionsByName): OptionsByName {
  const groups = ['group', 'material/group'].map(name => plugins.get(name) ?? {})
  const inner = groups.filter(({ enabled }) => toFlag(enabled) !== false).flatMap(({ plugins: own }) => [...toOptions(own)])
  return new Map([...plugins, ...inner])
}

function patternsOf(value: unknown): string[] {
  const text = toText(value) ?? ''
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'))
}

function docsDirOf(tree: SourceTree, value: unknown, file: string | undefined): string {
  const given = toText(value)
  const dir = normalise(given ?? 'docs')
  if (dir === undefined) {
    throw new Error("docs_dir configuration value in mkdocs can't be an absolute directory or start with ../ for security reasons.")
  }
  const exists = dir === '' || tree.paths.some(path => path.startsWith(`${dir}/`))
  if (exists) return dir
  // A repository with only a README, or with pages beside the config.
  if (given === undefined && tree.paths.some(path => /^[^/]+\.(?:md|markdown)$/i.test(path))) return ''
  throw new Error(`The folder '${dir}' with the pages does not exist${file === undefined ? '' : `; docs_dir of ${file} names it`}`)
}

/** How an option `slugify` makes ids and addresses of titles. */
export function slugOf(toc: Options | undefined): SlugOptions {
  const separator = toText(toc?.['separator']) ?? '-'
  const slugify = toc?.['slugify']
  if (slugify === undefined || slugify === null) return { ...defaultSlug, separator }
  const { kwds } = toRecord(slugify)
  const lowerCase = ['lower', 'lower-ascii', 'fold'].includes(toText(toRecord(kwds)['case']) ?? '')
  return { separator, unicode: true, lowerCase }
}

function depthOf(value: unknown): readonly [number, number] {
  const found = /^(?:([1-6])\s*-\s*)?([0-6])$/.exec(String(value ?? '6'))
  return found ? [Number(found[1] ?? 1), Number(found[2])] : [1, 6]
}
