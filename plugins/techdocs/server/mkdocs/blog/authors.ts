import { toText, type Options } from '../config/config-values.ts'
import { parseMkdocsYaml } from '../config/mkdocs-yaml.ts'
import type { Notices } from '../notices.ts'
import { toPageText } from '../page-text.ts'

/** Who wrote a post. */
export interface Author {
  readonly id: string
  readonly name: string
  readonly description?: string
  /** An image of the docs folder; those of other hosts are not loaded. */
  readonly avatar?: string
  readonly url?: string
  readonly slug?: string
}

const maxAuthors = 1000

/** The authors of a blog by their ids, from its `.authors.yml`. */
export function readAuthors(bytes: Uint8Array | undefined, file: string, notices: Notices): ReadonlyMap<string, Author> {
  if (!bytes) return new Map()
  try {
    const data = parseMkdocsYaml(toPageText(bytes), file) as Options | null
    const entries = Object.entries((data?.['authors'] ?? {}) as Record<string, Options | null>)
    return new Map(entries.slice(0, maxAuthors).map(([id, value]) => [id, toAuthor(id, value ?? {})]))
  } catch (error) {
    const message = `The authors of the blog cannot be read: ${error instanceof Error ? error.message : String(error)}`
    notices.add({ level: 'warning', code: 'blog-authors', message, file })
    return new Map()
  }
}

function toAuthor(id: string, value: Options): Author {
  const description = toText(value['description'])
  const avatar = toText(value['avatar'])
  const url = toText(value['url'])
  const slug = toText(value['slug'])
  return {
    id,
    name: toText(value['name']) ?? id,
    ...(description !== undefined && { description }),
    ...(avatar !== undefined && !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(avatar) && { avatar: avatar.replace(/^\/+/, '') }),
    ...(url !== undefined && /^https?:\/\//i.test(url) && { url }),
    ...(slug !== undefined && { slug }),
  }
}
