/** One line of a value laid out as a tree. */
export interface TreeNode {
  /** Keys from the root, joined so that no two nodes share it. */
  readonly path: string
  readonly depth: number
  readonly name: string | undefined
  readonly value: unknown
  readonly children: number
  readonly parent: string | undefined
}

/** The lines in view: a node, and what is under it where it is open. */
export function toTreeNodes(value: unknown, isOpen: (path: string) => boolean): readonly TreeNode[] {
  const nodes: TreeNode[] = []
  function add(name: string | undefined, item: unknown, path: string, parent: string | undefined, depth: number): void {
    const entries = childrenOf(item)
    nodes.push({ path, depth, name, value: item, children: entries.length, parent })
    if (!isOpen(path)) return
    for (const [key, child] of entries) add(key, child, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, path, depth + 1)
  }
  add(undefined, value, '', undefined, 0)
  return nodes
}

/** All paths down to a depth that have something under them. */
export function toOpenPaths(value: unknown, depth: number): ReadonlySet<string> {
  const nodes = toTreeNodes(value, path => path.split('/').length <= depth)
  return new Set(nodes.filter(node => node.children > 0 && node.depth < depth).map(node => node.path))
}

function childrenOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item] as const)
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
