import { extensionsSection, isAbout, toExtensionEntries, type ExtensionEntry } from '@portico/core/common'
import { defineApiRef } from '../apis/api-ref.ts'
import type { BrowserConfig } from '../config.ts'
import { refuseTwice } from '../refuse-twice.ts'
import type { AnySlot, Filling, FillingOptions, Slot } from './slot.ts'

/** An extension in a slot, with the config applied. */
export interface Extension<Item, Place extends string = string> {
  /** `<plugin>/<name>`, or `<plugin>`: one of its kind in the slot. */
  readonly id: string
  readonly plugin: string
  readonly order: number
  /** Where in the slot it stands; undefined in slots without places. */
  readonly place: Place | undefined
  /** Its settings, validated by the server. */
  readonly config: Readonly<Record<string, unknown>>
  readonly item: Item
}

/** What a slot is shown for, and what its own plugin puts in it beside its page. */
export type SlotContext<Context> = { readonly own?: readonly Filling[] } & ([Context] extends [void]
  ? { readonly context?: undefined }
  : { readonly context: Context })

/** The argument can be left out for a slot without a context. */
export type SlotArgs<Context> = [Context] extends [void] ? [given?: SlotContext<Context>] : [given: SlotContext<Context>]

export interface Extensions {
  /** What is in a slot, in its order: turned off, moved and configured as `app.extensions` says. */
  of<Item, Context, Place extends string>(
    slot: Slot<Item, Context, Place>,
    ...given: SlotArgs<Context>
  ): readonly Extension<Item, [Place] extends [never] ? string : Place>[]
  /** What `app.extensions` says. */
  readonly entries: readonly ExtensionEntry[]
  /** The ids by which `app.extensions` can name what there is. */
  readonly ids: readonly string[]
}

export const extensionsApiRef = defineApiRef<Extensions>({ id: 'core.extensions', description: 'What plugins put in slots' })

interface ExtensionSources {
  readonly plugins: readonly {
    readonly id: string
    readonly slots?: readonly AnySlot[]
    readonly fills?: readonly Filling[]
    readonly configuredFills?: (config: Pick<BrowserConfig, 'section'>) => readonly Filling[]
  }[]
  readonly config: Pick<BrowserConfig, 'section' | 'settings'>
  readonly onError: (error: unknown) => void
}

type Spec = FillingOptions<unknown> & { readonly place?: string }

interface Declared {
  readonly id: string
  readonly plugin: string
  readonly slot: Filling['slot']
  readonly spec: Spec
}

/** Everything that plugins put in slots. Two of one id, and two slots of one id, are refused. */
export function createExtensions({ plugins, config, onError }: ExtensionSources): Extensions {
  const entries = toExtensionEntries(config.section(extensionsSection))
  const declared = plugins.flatMap(plugin =>
    [...(plugin.fills ?? []), ...(plugin.configuredFills?.(config) ?? [])].map(filling => toDeclared(plugin.id, filling)),
  )
  const slots = new Set(plugins.flatMap(plugin => plugin.slots ?? []))
  const known = new Set([...slots, ...declared.map(({ slot }) => slot)])
  refuseTwice(
    [...known].map(({ id }) => id),
    id => `Duplicate slot '${id}'`,
  )
  const own = [...slots].flatMap(slot => (slot.own ?? []).map(name => `${slot.id}:${slot.plugin}/${name}`))
  const ids = [...own, ...declared.map(toEntryId)]
  refuseTwice(ids, id => `Duplicate extension '${id}': give each filling of a slot a name of its own`)

  function of<Item, Context, Place extends string>(slot: Slot<Item, Context, Place>, given: SlotContext<unknown> = {} as never) {
    const context = (given as { readonly context?: unknown }).context
    const all = [...(given.own ?? []).map(filling => toDeclared(slot.plugin, filling)), ...declared.filter(each => each.slot === slot)]
    const present = all.filter(each => isPresent(each, context)).flatMap(each => settle(each, context) ?? [])
    const replaced = new Set(present.flatMap(({ spec }) => spec.replaces ?? []))
    return present
      .filter(({ id }) => !replaced.has(id))
      .sort((a, b) => a.order - b.order)
      .map(({ spec, ...extension }) => ({ ...extension, item: spec as unknown as Item }))
  }

  /** A condition that throws leaves out its own extension only. */
  function isPresent({ spec }: Declared, context: unknown): boolean {
    try {
      return spec.isFor?.(context) ?? true
    } catch (error) {
      onError(error)
      return false
    }
  }

  /** The extension with the config applied; undefined where it is disabled. */
  function settle({ id, plugin, slot, spec }: Declared, context: unknown) {
    const holding = entries.filter(entry => isAbout(entry.id, toEntryId({ id, slot })) && isMet(entry.when, slot, context))
    const {
      disabled = false,
      order = spec.order ?? 100,
      place,
      config: written = {},
    } = Object.assign({}, ...holding) as Partial<ExtensionEntry>
    if (disabled) return undefined
    const isPlace = place !== undefined && slot.places?.includes(place) === true
    return { id, plugin, spec, order, place: isPlace ? place : spec.place, config: config.settings(spec.config, written) }
  }

  return { of: of as Extensions['of'], entries, ids }
}

function toDeclared(plugin: string, { slot, spec }: Filling): Declared {
  const { name } = spec
  return { id: name === undefined ? plugin : `${plugin}/${name}`, plugin, slot, spec: spec as Spec }
}

function toEntryId({ id, slot }: Pick<Declared, 'id' | 'slot'>): string {
  return `${slot.id}:${id}`
}

function isMet(when: ExtensionEntry['when'], { facts = {} }: Declared['slot'], context: unknown): boolean {
  return Object.entries(when ?? {}).every(([name, wanted]) => {
    const fact = Object.hasOwn(facts, name) ? facts[name]?.(context as never)?.toLowerCase() : undefined
    return [wanted].flat().some(each => each.toLowerCase() === fact)
  })
}
