/** Files by their folders. */
export interface FileTree<F> {
  readonly folders: readonly { readonly name: string; readonly path: string; readonly tree: FileTree<F> }[]
  readonly files: readonly { readonly name: string; readonly file: F }[]
}

/** The tree that paths with slashes mean, by name. Folders that hold nothing but one folder are one with it. */
export function toFileTree<F extends { readonly path: string }>(files: readonly F[], below = ''): FileTree<F> {
  const parts = files.map(file => ({ file, names: file.path.slice(below.length).split('/') }))
  const folders = [...new Set(parts.flatMap(({ names }) => (names.length > 1 ? [names[0] ?? ''] : [])))].sort()
  return {
    folders: folders.map(name => {
      const path = `${below}${name}/`
      const tree = toFileTree(
        files.filter(file => file.path.startsWith(path)),
        path,
      )
      const [only] = tree.folders
      if (!only || tree.folders.length > 1 || tree.files.length > 0) return { name, path, tree }
      return { name: `${name}/${only.name}`, path: only.path, tree: only.tree }
    }),
    files: parts
      .filter(({ names }) => names.length === 1)
      .map(({ file, names }) => ({ name: names[0] ?? '', file }))
      .sort((one, other) => (one.name < other.name ? -1 : 1)),
  }
}
