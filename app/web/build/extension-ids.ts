import type { Plugin } from 'vite'
import { all, bare, callsOf, declarationsOf, nameOf, notRecognised, parseSource, type Source, type Syntax } from './syntax.ts'

interface DeclaredSlot {
  /** The constant that holds it. */
  readonly constant: string
  readonly id: string
  readonly plugin: string
  /** The names of what its own plugin puts in it. */
  readonly own: readonly string[]
}

interface DeclaredFilling {
  readonly slot: string
  /** `<plugin>/<name>`, `<plugin>` without a name, or `<plugin>/*` where the name is known only when the page runs. */
  readonly id: string
}

/** Notes the ids of all extensions, so that `portico config check` finds those of `app.extensions` that do not exist. */
export function extensionIds(): Plugin {
  const slots = new Map<string, DeclaredSlot>()
  const fillings: DeclaredFilling[] = []
  return {
    name: 'portico:extension-ids',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /\b(?:defineSlot|defineWebPlugin)\b/ },
      handler(code, id) {
        const source = parseSource(code, id)
        for (const slot of declaredSlots(source)) slots.set(slot.constant, slot)
        fillings.push(...declaredFillings(source))
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'extension-ids.json', source: JSON.stringify(toIds(slots, fillings), undefined, 1) })
    },
  }
}

export function toIds(slots: ReadonlyMap<string, DeclaredSlot>, fillings: readonly DeclaredFilling[]): string[] {
  const own = [...slots.values()].flatMap(({ id, plugin, own: names }) => names.map(name => `${id}:${plugin}/${name}`))
  const given = fillings.flatMap(({ slot, id }) => (slots.has(slot) ? [`${slots.get(slot)!.id}:${id}`] : []))
  return [...new Set([...own, ...given])].sort()
}

/** `export const entityTabs = defineSlot({ id: 'entity-tab', plugin: 'catalog', own: ['overview'] })`. */
export function declaredSlots(source: Source): DeclaredSlot[] {
  return declarationsOf(source).flatMap(({ id, init }) => {
    const [call] = callsOf(init, new Set(['defineSlot']))
    const fields = toFields(bare((call?.['arguments'] as Syntax[] | undefined)?.[0]))
    if (!call) return []
    const [slotId, plugin] = [textOf(source, fields.get('id')), textOf(source, fields.get('plugin'))]
    if (slotId === undefined || plugin === undefined)
      throw notRecognised(source, call, 'The id and the plugin of a slot are texts that the same module has')
    const own = bare(fields.get('own'))
    const names = ((own?.['elements'] as Syntax[] | undefined) ?? []).flatMap(element => textOf(source, element) ?? [])
    return { constant: String((id as Syntax)['name']), id: slotId, plugin, own: names }
  })
}

/** `entityTabs.fill({ name: 'docs', … })` anywhere in what a plugin declares. */
export function declaredFillings(source: Source): DeclaredFilling[] {
  return callsOf(source.program, new Set(['defineWebPlugin'])).flatMap(call => {
    const plugin = textOf(source, toFields(bare((call['arguments'] as Syntax[])[0])).get('id'))
    if (plugin === undefined) return []
    return all(source.program, 'CallExpression').flatMap(({ callee, arguments: given }) => {
      const { type, object, property } = callee as Syntax
      if (type !== 'MemberExpression' || (property as Syntax)['name'] !== 'fill') return []
      const slot = (object as Syntax)['name']
      return typeof slot === 'string' ? [{ slot, id: toFillingId(source, plugin, bare((given as Syntax[])[0])) }] : []
    })
  })
}

function toFillingId(source: Source, plugin: string, spec: Syntax | undefined): string {
  const fields = toFields(spec)
  const isKnown = spec?.type === 'ObjectExpression' && (spec['properties'] as Syntax[]).every(({ type }) => type !== 'SpreadElement')
  if (isKnown && !fields.has('name')) return plugin
  return `${plugin}/${textOf(source, fields.get('name')) ?? '*'}`
}

function toFields(object: Syntax | undefined): Map<string, Syntax> {
  if (object?.type !== 'ObjectExpression') return new Map()
  return new Map(
    (object['properties'] as Syntax[]).flatMap(property => {
      const name = property.type === 'Property' ? nameOf(property) : undefined
      return name === undefined ? [] : [[name, property['value'] as Syntax] as const]
    }),
  )
}

/** A text that is written out, there or in a constant of the same module. */
function textOf(source: Source, node: Syntax | undefined): string | undefined {
  const written = bare(node)
  const declared = written?.type === 'Identifier' && declarationsOf(source).find(({ id }) => (id as Syntax)['name'] === written['name'])
  const value = (declared ? bare((declared['init'] as Syntax | null) ?? undefined) : written)?.['value']
  return typeof value === 'string' ? value : undefined
}
