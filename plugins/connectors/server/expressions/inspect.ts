import jsonata from 'jsonata'

/** What expressions of a connector can name. */
export interface KnownNames {
  readonly annotations: readonly string[]
  /** Own facts, by their short names. */
  readonly facts: readonly string[]
  readonly connector: string
  /** The fields of the form, for expressions of an action. */
  readonly inputs?: readonly string[] | undefined
}

interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly steps?: readonly Node[]
  readonly procedure?: Node
  readonly arguments?: readonly Node[]
  readonly lhs?: Node | readonly unknown[]
  readonly focus?: unknown
  readonly index?: unknown
}

const roots = new Set(['entity', 'annotation', 'target', 'answer', 'body', 'item', 'keys', 'input', 'user'])
const own = new Set(['annotation', 'fact'])
/** What is evaluated for each item, where names are keys of the item. */
const ofItems = new Set(['predicate', 'stages', 'group', 'terms'])

/** Names that lead nowhere: JSONata takes them for nothing, and a sum of nothing is a good value. */
export async function wrongNames(source: string, known: KnownNames): Promise<string[]> {
  const problems: string[] = []
  const bound = new Set<string>()
  const variables = new Set<string>()

  function visitCall({ procedure, arguments: given = [] }: Node): void {
    const [first] = given
    if (procedure?.type !== 'variable' || first?.type !== 'string') return
    const name = String(first.value)
    if (procedure.value === 'annotation') checkAnnotation(name)
    const short = name.startsWith(`${known.connector}.`) ? name.slice(known.connector.length + 1) : name
    if (procedure.value === 'fact' && !short.includes('.') && !known.facts.includes(short)) problems.push(`there is no fact '${name}'`)
  }

  function checkAnnotation(key: string): void {
    if (!known.annotations.includes(key)) problems.push(`'${key}' is none of the annotations of this connector`)
  }

  function visitRoot([first, second]: readonly Node[]): void {
    if (first?.type !== 'name') return
    const name = String(first.value)
    if (!roots.has(name)) problems.push(`there is no '${name}' here: expressions know ${[...roots].join(', ')}`)
    if (second?.type !== 'name') return
    const key = String(second.value)
    if (name === 'annotation') checkAnnotation(key)
    if (name === 'input' && !known.inputs?.includes(key)) problems.push(`the form has no field '${key}'`)
  }

  function visit(node: unknown, isRoot: boolean): void {
    if (Array.isArray(node)) return node.forEach(each => visit(each, isRoot))
    if (typeof node !== 'object' || node === null) return
    const each = node as Node
    if (each.type === 'function' || each.type === 'partial') visitCall(each)
    if (each.type === 'variable' && typeof each.value === 'string' && !['', '$'].includes(each.value)) variables.add(each.value)
    if (each.type === 'bind') bound.add(String((each.lhs as Node).value))
    if (each.type === 'lambda') for (const argument of each.arguments ?? []) bound.add(String(argument.value))
    for (const name of [each.focus, each.index]) if (typeof name === 'string') bound.add(name)
    if (each.type === 'path' && each.steps) {
      if (isRoot) visitRoot(each.steps)
      each.steps.forEach((step, at) => visit(step, isRoot && at === 0))
    }
    for (const [key, child] of Object.entries(node))
      if (key !== 'steps') visit(child, isRoot && !ofItems.has(key) && each.type !== 'transform')
  }

  visit(jsonata(source).ast(), true)
  for (const name of variables)
    if (!bound.has(name) && !own.has(name) && (await jsonata(`$${name}`).evaluate({})) === undefined)
      problems.push(`there is no function or variable '$${name}'`)
  return [...new Set(problems)]
}
