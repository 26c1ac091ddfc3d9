import path from 'node:path'
import type { SiteConfig } from './config/site-config.ts'
import { toText, toTexts } from './config/config-values.ts'
import { readFrontMatter } from './front-matter.ts'
import { toPageText } from './page-text.ts'
import type { SiteFiles, SitePage } from './site-files.ts'
import type { SourceTree } from './source-tree.ts'

interface Dependencies {
  readonly tree: SourceTree
  readonly files: SiteFiles
  readonly config: SiteConfig
  readonly titleOf: (page: SitePage) => string
}

const marker = /^[ ]*(?:\[TAGS\]|<!--[ ]*material\/tags\b[^>]{0,200}-->)[ ]*$/m

/** Lists all pages by their tags, where a page of the site asks for it. */
export function createTagsPage({ tree, files, config, titleOf }: Dependencies) {
  const options = config.plugins.get('tags') ?? config.plugins.get('material/tags')
  const tagsFile = toText(options?.['tags_file'])
  let byTag: ReadonlyMap<string, readonly SitePage[]> | undefined

  function readTags(): ReadonlyMap<string, readonly SitePage[]> {
    const found = new Map<string, SitePage[]>()
    for (const page of files.pages) {
      if (page.source === '') continue
      for (const tag of tagsOf(tree, page)) {
        const tagged = found.get(tag) ?? []
        tagged.push(page)
        found.set(tag, tagged)
      }
    }
    return new Map([...found].sort(([one], [other]) => one.localeCompare(other, 'en')))
  }

  /** The text of a page with the list in the place of its marker, or at the end of the page that the config names. */
  return (text: string, page: SitePage): string => {
    if (!options || !(page.file === tagsFile || marker.test(text))) return text
    byTag ??= readTags()
    const folder = path.posix.dirname(page.file)
    const sections = [...byTag].map(([tag, pages]) => {
      const links = pages.map(each => `- [${escape(titleOf(each))}](<${path.posix.relative(folder, each.file)}>)`)
      return `## ${escape(tag)}\n\n${links.join('\n')}`
    })
    const list = sections.join('\n\n')
    return marker.test(text) ? text.replace(marker, () => list) : `${text}\n\n${list}\n`
  }
}

function tagsOf(tree: SourceTree, page: SitePage): string[] {
  try {
    return [
      ...new Set(toTexts(readFrontMatter(toPageText(tree.read(page.source) ?? new Uint8Array())).data['tags']).filter(tag => tag !== '')),
    ]
  } catch {
    // The page itself says that it is no text.
    return []
  }
}

function escape(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#+!|]/g, String.raw`\$&`)
}
