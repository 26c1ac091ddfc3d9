import { inputError } from '@portico/core/common/errors'
import { isSeq, parseDocument, visit } from 'yaml'

export interface DocPage {
  readonly title: string
  /** From the folder of the docs. */
  readonly file: string
}

/** Where a `mkdocs.yml` is, by its address at the host of its repository. */
export function readMkdocsAddress(address: string): { readonly owner: string; readonly repo: string; readonly path: string } {
  const url = new URL(address)
  const [, before = url.pathname, path] =
    /^(.+?)(?:\/-)?\/(?:blob|tree|raw|src\/branch|src)\/[^/]+\/(.+)$/.exec(decodeURIComponent(url.pathname)) ?? []
  const [repo = '', ...owner] = before.split('/').filter(Boolean).reverse()
  const inside = path ?? url.searchParams.get('path')?.replace(/^\/+/, '')
  if (inside === undefined || !/(^|\/)mkdocs\.ya?ml$/.test(inside))
    throw inputError(`${address} is not the address of a mkdocs.yml, such as https://host/owner/repo/blob/main/mkdocs.yml`, {
      code: 'scaffolder.mkdocs-address',
    })
  return { owner: owner.reverse().join('/'), repo, path: inside }
}

/** The file with the pages at the end of its navigation. One without a navigation has every page in it already, and stays as it is. */
export function addToNavigation(text: string, pages: readonly DocPage[]): { readonly text: string; readonly docsFolder: string } {
  const document = parseDocument(text)
  const [mistake] = document.errors
  if (mistake) throw inputError(`mkdocs.yml cannot be read: ${mistake.message.split('\n')[0]}`, { code: 'scaffolder.mkdocs-file' })
  const folder: unknown = document.get('docs_dir')
  const docsFolder = typeof folder === 'string' ? folder.replace(/^\.\/|\/+$/g, '') : 'docs'
  const navigation = document.get('nav')
  if (!isSeq(navigation)) return { text, docsFolder }
  const known = new Set<unknown>()
  visit(navigation, { Scalar: (_key, node) => void known.add(node.value) })
  const added = pages.filter(({ file }) => !known.has(file))
  for (const { title, file } of added) navigation.add(document.createNode({ [title]: file }))
  return { text: added.length === 0 ? text : document.toString({ lineWidth: 0 }), docsFolder }
}

/** The name of a page as a file name. */
export function toFileName(title: string): string {
  const name = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return name.slice(0, 100) || 'page'
}
