/** What the parser does not tell: where things stand, and what a text of several files consists of. */
export interface ProtoScan {
  /** The offsets and lines at which a file begins. The first is 0. */
  readonly files: readonly { readonly offset: number; readonly line: number }[]
  readonly imports: readonly { readonly path: string; readonly line: number }[]
  readonly packages: readonly string[]
  /** `proto3`, `2023`. */
  readonly syntax?: string
  /** By full name: services, methods, messages, enums and fields. */
  readonly lines: ReadonlyMap<string, number>
  /** The full names of fields that are written with `optional`. */
  readonly optional: ReadonlySet<string>
}

const token = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[\w.]+|[^\s\w]/g
const named = new Set(['message', 'enum', 'service', 'extend', 'oneof', 'rpc'])

/** As many words of a statement as are looked at. */
const maxWords = 16

interface Block {
  /** The words around a value in braces, which go on behind it. Undefined: a block of statements. */
  readonly words?: string[]
  readonly scope: string
  readonly kind: string
}

/** Looks through a text, word by word. It does not check it: that is up to the parser. */
export function scanProto(text: string): ProtoScan {
  const found = { files: [{ offset: 0, line: 1 }], imports: [] as { path: string; line: number }[], packages: [] as string[] }
  const lines = new Map<string, number>()
  const optional = new Set<string>()
  const blocks: Block[] = []
  let syntax: string | undefined
  let package_ = ''
  let hasPackage = false
  let words: string[] = []
  let start = { offset: 0, line: 1 }
  let line = 1
  let counted = 0

  const scope = () => blocks.at(-1)?.scope ?? package_
  const fullName = (name: string) => (scope() === '' ? name : `${scope()}.${name}`)
  const isTop = () => blocks.length === 0

  function beginFile() {
    found.files.push(start)
    hasPackage = false
    package_ = ''
  }

  function endStatement() {
    const [first = '', second = ''] = words
    const unquoted = (words.at(-1) ?? '').slice(1, -1)
    if (isTop() && (first === 'syntax' || first === 'edition')) {
      if (syntax !== undefined || lines.size > 0) beginFile()
      syntax ??= unquoted
    } else if (isTop() && first === 'package') {
      if (hasPackage) beginFile()
      hasPackage = true
      package_ = second
      if (!found.packages.includes(second)) found.packages.push(second)
    } else if (isTop() && first === 'import') found.imports.push({ path: unquoted, line: start.line })
    else if (first === 'rpc') lines.set(fullName(second), start.line)
    else addField(first)
    words = []
  }

  function addField(first: string) {
    const equals = words.indexOf('=')
    const name = words[equals - 1]
    if (equals < 1 || name === undefined || first === 'option') return
    lines.set(fullName(name), start.line)
    if (first === 'optional') optional.add(fullName(name))
  }

  function openBlock() {
    const [first = '', second = ''] = words
    const group = words.indexOf('group')
    const isGroup = group !== -1 && group < 2
    if (isGroup) addField(first)
    const name = isGroup ? (words[group + 1] ?? '') : second
    if (!named.has(first) && !isGroup) return blocks.push({ words, scope: scope(), kind: 'value' })
    const hasScope = first !== 'extend' && first !== 'oneof' && first !== 'rpc'
    if (first !== 'extend' && first !== 'oneof') lines.set(fullName(name), start.line)
    blocks.push({ scope: hasScope ? fullName(name) : scope(), kind: first })
    return (words = [])
  }

  for (const { 0: word, index } of text.matchAll(token)) {
    for (; counted < index; counted += 1) if (text.charCodeAt(counted) === 10) line += 1
    if (word.startsWith('//') || word.startsWith('/*')) continue
    if (words.length === 0) start = { offset: index, line }
    if (word === ';') endStatement()
    else if (word === '{') openBlock()
    else if (word === '}') words = blocks.pop()?.words ?? []
    else if (words.length < maxWords) words.push(word)
  }
  return { ...found, lines, optional, ...(syntax === undefined ? {} : { syntax }) }
}
