import type { ExtensionConfig } from '@portico/core/common'

/** The options of a filling, in any slot. */
export interface FillingOptions<Context> {
  /** Distinguishes several fillings of one plugin in one slot. The id of a filling is `<plugin>/<name>`, or `<plugin>` without a name. */
  readonly name?: string
  /** Lower comes first, 100 by default; equal ones stand in the order the app lists the plugins. */
  readonly order?: number
  /** Whether it is there for what the slot is shown for; always by default. */
  readonly isFor?: (context: Context) => boolean
  /** Ids of fillings that this one replaces where both would be shown: `['catalog/about']`. */
  readonly replaces?: readonly string[]
  /** Its settings in `app.extensions`; `useExtensionConfig` reads them. */
  readonly config?: ExtensionConfig
}

/** What a plugin gives to a slot: what the slot asks for, and what it says about itself. */
export type FillingSpec<Item, Context = void, Place extends string = never> = Item &
  FillingOptions<Context> &
  ([Place] extends [never] ? unknown : { readonly place: Place })

/** What one plugin puts in a slot. */
export interface Filling {
  readonly slot: AnySlot
  readonly spec: FillingOptions<never> & { readonly place?: string }
}

export interface SlotSpec<Context, Place extends string> {
  /** Names the slot in `app.extensions`: `entity-card` for `entity-card:catalog/about`. */
  readonly id: string
  /** The plugin that shows it. */
  readonly plugin: string
  /** The names of what that plugin puts in it itself, where that is declared beside the page and not by `fills`. */
  readonly own?: readonly string[]
  /** The places of the slot. */
  readonly places?: readonly Place[]
  /** What `when` of an entry in `app.extensions` can ask for. */
  readonly facts?: Readonly<Record<string, (context: Context) => string | undefined>>
}

/** A part of a plugin's page that plugins fill. `Item` is what one filling looks like, `Context` what the slot is shown for. */
export interface Slot<Item, Context = void, Place extends string = never> extends SlotSpec<Context, Place> {
  readonly fill: (filling: FillingSpec<Item, Context, Place>) => Filling
  /** What the slot's own plugin puts in it, beside the page that shows it. */
  readonly fillOwn: (fillings: readonly FillingSpec<Item, Context, Place>[]) => readonly Filling[]
}

/** A slot, whatever is in it and whatever it is shown for. */
export type AnySlot = SlotSpec<never, string>

export function defineSlot<Item, Context = void, Place extends string = never>(spec: SlotSpec<Context, Place>): Slot<Item, Context, Place> {
  const slot: Slot<Item, Context, Place> = {
    ...spec,
    fill: filling => ({ slot, spec: filling }),
    fillOwn(fillings) {
      const names = fillings.map(({ name }) => name)
      if (names.join() !== (spec.own ?? []).join()) {
        throw new Error(`The slot '${spec.id}' says that its own fillings are ${(spec.own ?? []).join(', ')}, and gets ${names.join(', ')}`)
      }
      return fillings.map(slot.fill)
    },
  }
  return slot
}
