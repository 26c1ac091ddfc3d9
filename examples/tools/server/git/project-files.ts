import { dump, loadAll } from 'js-yaml'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const systems = fileURLToPath(new URL('../../../systems/', import.meta.url))

interface Described {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly title?: string
    readonly description?: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly owner?: string; readonly definition?: string | { readonly $text?: string } }
}

/** What the repository of a project holds, from what the catalog of the example says; undefined where no entity names it. */
export function filesOfProject(name: string): Map<string, Buffer> | undefined {
  const found = globSync('**/catalog-info.yaml', { cwd: systems }).flatMap(file =>
    (loadAll(readFileSync(path.join(systems, file), 'utf8')) as (Described | null)[])
      .filter(entity => entity?.metadata.annotations?.['github.com/project-slug'] === `larkpost/${name}`)
      .map(entity => ({ entity: entity!, folder: path.join(systems, path.dirname(file)) })),
  )
  const first = (found.find(({ entity }) => entity.kind === 'Component') ?? found[0])?.entity
  if (!first) return undefined
  const { title = name, description = '' } = first.metadata
  const owner = first.spec.owner?.split('/').at(-1) ?? 'groundwork'
  const files = new Map<string, Buffer>()
  for (const { entity, folder } of found) {
    addDocs(files, folder, entity.metadata.annotations?.['backstage.io/techdocs-ref'])
    const { definition } = entity.spec
    const text = typeof definition === 'object' ? definition.$text : undefined
    if (text !== undefined) files.set(path.posix.normalize(text), readFileSync(path.join(folder, text)))
  }
  files.set('README.md', Buffer.from(`# ${title}\n\n${description}\n`))
  files.set('CODEOWNERS', Buffer.from(`* @larkpost/${owner}\n`))
  files.set('catalog-info.yaml', Buffer.from(found.map(({ entity }) => dump(entity)).join('---\n')))
  return files
}

/** The documentation that an entity keeps beside its file. */
function addDocs(files: Map<string, Buffer>, folder: string, ref: string | undefined): void {
  if (!ref?.startsWith('dir:')) return
  const root = path.join(folder, ref.slice('dir:'.length))
  for (const file of globSync('{mkdocs.yml,docs/**,snippets/**,versions/**}', { cwd: root }))
    if (statSync(path.join(root, file)).isFile()) files.set(file.split(path.sep).join('/'), readFileSync(path.join(root, file)))
}
