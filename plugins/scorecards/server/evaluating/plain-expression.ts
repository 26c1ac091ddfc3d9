/** A part of an expression as JSONata's parser tells it. */
interface Node {
  readonly type?: string
  readonly value?: unknown
  readonly lhs?: Node
  readonly rhs?: Node
  readonly expression?: Node
  readonly expressions?: readonly Node[]
  readonly steps?: readonly Node[]
  readonly predicate?: readonly Node[]
  readonly stages?: readonly Node[]
  readonly expr?: Node
  readonly procedure?: Node
  readonly arguments?: readonly Node[]
}

type Plain = (input: unknown) => unknown
type PlainFunction = (...given: unknown[]) => unknown

/** Thrown where the value is JSONata's matter: a list within a path, an operand of another type. Then JSONata evaluates the whole expression. */
export const notPlain = Symbol('not plain')

function leaveToJsonata(): never {
  // An error object for each entity would cost more than what this saves.
  throw notPlain
}

/** What each type of node may have; one that has more is no plain one. */
const known: Readonly<Record<string, readonly string[]>> = {
  string: [],
  number: [],
  value: [],
  name: [],
  path: ['steps'],
  block: ['expressions'],
  unary: ['expression', 'expressions'],
  binary: ['lhs', 'rhs'],
  function: ['procedure', 'arguments', 'lhs', 'rhs'],
  variable: [],
}
const always = ['type', 'value', 'position']

function isKnown(node: Node, besides?: string): boolean {
  const keys = known[node.type ?? '']
  return (
    keys !== undefined &&
    Object.entries(node).every(([key, value]) => value === undefined || always.includes(key) || keys.includes(key) || key === besides)
  )
}

/**
 * The expression as a function of its input, for those of paths, comparisons, `and`, `or`, `in`, numbers and a few functions; undefined for all
 * others. It gives what JSONata would, or throws `notPlain`. It is many times faster: JSONata makes promises for each part.
 */
export function toPlain(ast: unknown, own: Readonly<Record<string, PlainFunction>>): Plain | undefined {
  const functions = { ...jsonataFunctions, ...own }

  function compile(node: Node | undefined): Plain | undefined {
    if (!node) return undefined
    const filters = node.type === 'function' ? node.predicate : undefined
    if (!isKnown(node, filters && 'predicate')) return undefined
    const plain = compilers[node.type!]?.(node)
    return filters && plain ? filtered(plain, filters) : plain
  }

  const all = (nodes: readonly (Node | undefined)[]): readonly Plain[] | undefined => {
    const made = nodes.map(compile)
    return made.every(each => each !== undefined) ? made : undefined
  }

  /** Of a list that is not there JSONata asks the condition once, unless what holds the list is not there either. */
  function filtered(of: Plain, filters: readonly Node[], holder: Plain = () => true): Plain | undefined {
    const condition = filters.length === 1 ? compile(filters[0]!.expr) : undefined
    if (!condition) return undefined
    // A number would be a place in the list.
    const isKept = (item: unknown): boolean => {
      const value = condition(item)
      return typeof value === 'boolean' ? value : value === undefined ? false : leaveToJsonata()
    }
    return input => {
      const list = of(input)
      if (list === undefined) return holder(input) === undefined ? undefined : void isKept(list)
      if (!Array.isArray(list)) return leaveToJsonata()
      const kept = list.filter(item => (Array.isArray(item) ? leaveToJsonata() : isKept(item)))
      return kept.length > 1 ? kept : kept[0]
    }
  }

  function path({ steps = [] }: Node): Plain | undefined {
    const last = steps.at(-1)
    const isPlain = steps.every(step => step.type === 'name' && isKnown(step, step === last ? 'stages' : undefined))
    if (!isPlain) return undefined
    const names = steps.map(({ value }) => String(value))
    const field = toField(names)
    return last?.stages ? filtered(field, last.stages, names.length > 1 ? toField(names.slice(0, -1)) : undefined) : field
  }

  function list({ value, expression, expressions = [] }: Node): Plain | undefined {
    if (value === '-') {
      const of = compile(expression)
      return of && (input => negative(of(input)))
    }
    if (value !== '[' || expressions.some(each => each.type !== 'string' && each.type !== 'number')) return undefined
    return () => expressions.map(each => each.value)
  }

  function binary({ value, lhs, rhs }: Node): Plain | undefined {
    const [left, right] = all([lhs, rhs]) ?? []
    if (!left || !right) return undefined
    if (value === 'and') return input => truth(left(input)) && truth(right(input))
    if (value === 'or') return input => truth(left(input)) || truth(right(input))
    const operate = operators[String(value)]
    return operate && (input => operate(left(input), right(input)))
  }

  function call({ procedure, arguments: given = [] }: Node): Plain | undefined {
    const name = procedure?.type === 'variable' ? String(procedure.value) : ''
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined
    const [first, second] = all(given) ?? []
    if (!run || !first || given.length !== (twoArguments.has(name) ? 2 : 1)) return undefined
    return second ? input => run(first(input), second(input)) : input => run(first(input))
  }

  const literal =
    ({ value }: Node) =>
    () =>
      value
  const compilers: Readonly<Record<string, (node: Node) => Plain | undefined>> = {
    string: literal,
    number: literal,
    value: literal,
    block: ({ expressions = [] }) => (expressions.length === 1 ? compile(expressions[0]) : undefined),
    path,
    unary: list,
    binary,
    function: call,
  }
  return compile(ast as Node)
}

const toField =
  (names: readonly string[]): Plain =>
  input => {
    let value = input
    for (const name of names) {
      if (Array.isArray(value)) return leaveToJsonata()
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
      value = (value as Record<string, unknown>)[name]
    }
    return value
  }

const isObject = (value: unknown) => typeof value === 'object' && value !== null
/** Numbers beyond all bounds are errors of JSONata. */
const finite = (value: unknown): number => (Number.isFinite(value) ? (value as number) : leaveToJsonata())
const text = (value: unknown): string => (typeof value === 'string' ? value : leaveToJsonata())
const negative = (value: unknown) => (value === undefined ? undefined : -finite(value))
const truth = (value: unknown): boolean =>
  isObject(value) ? leaveToJsonata() : typeof value === 'number' ? finite(value) !== 0 : Boolean(value)

const calculate = (run: (left: number, right: number) => number) => (left: unknown, right: unknown) => {
  const [a, b] = [left === undefined ? 0 : finite(left), right === undefined ? 0 : finite(right)]
  return left === undefined || right === undefined ? undefined : run(a, b)
}
const compare = (run: (left: string | number, right: string | number) => boolean) => (left: unknown, right: unknown) => {
  const isComparable = (value: unknown) => value === undefined || typeof value === 'string' || typeof value === 'number'
  if (!isComparable(left) || !isComparable(right)) return leaveToJsonata()
  if (left === undefined || right === undefined) return undefined
  return typeof left === typeof right ? run(left as string, right as string) : leaveToJsonata()
}
const isEqual = (left: unknown, right: unknown): boolean => (isObject(left) && isObject(right) ? leaveToJsonata() : left === right)

const operators: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '=': (left, right) => left !== undefined && right !== undefined && isEqual(left, right),
  '!=': (left, right) => left !== undefined && right !== undefined && !isEqual(left, right),
  '<': compare((left, right) => left < right),
  '<=': compare((left, right) => left <= right),
  '>': compare((left, right) => left > right),
  '>=': compare((left, right) => left >= right),
  '+': calculate((left, right) => left + right),
  '-': calculate((left, right) => left - right),
  '*': calculate((left, right) => left * right),
  in: (left, right) => left !== undefined && right !== undefined && (Array.isArray(right) ? right : [right]).indexOf(left) >= 0,
}

const ofText = (run: (value: string) => unknown) => (value: unknown) => (value === undefined ? undefined : run(text(value)))
const twoArguments = new Set(['contains', 'divide'])
const jsonataFunctions: Readonly<Record<string, PlainFunction>> = {
  exists: value => value !== undefined,
  count: value => (value === undefined ? 0 : Array.isArray(value) ? value.length : 1),
  not: value => (value === undefined ? undefined : !truth(value)),
  length: ofText(value => Array.from(value).length),
  lowercase: ofText(value => value.toLowerCase()),
  trim: ofText(value =>
    value
      .replaceAll(/[ \t\n\r]+/g, ' ')
      .replace(/^ /, '')
      .replace(/ $/, ''),
  ),
  contains: (value, part) => (value === undefined || part === undefined ? leaveToJsonata() : text(value).includes(text(part))),
}
