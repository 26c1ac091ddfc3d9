import type { Option } from './options.ts'

/** Letters typed with less time between them are one word. */
const pauseMs = 700

interface Key {
  readonly key: string
  readonly timeStamp: number
}

/** Finds an option by the first letters of its label, as they are typed. One letter again and again goes through those that begin with it. */
export function createTypeAhead() {
  let typed = ''
  let typedAt = 0
  return {
    /** The index of the option that a key leads to, seen from the active one. Undefined if the key is no letter, or no option begins so. */
    find(options: readonly Option[], active: number, { key, timeStamp }: Key): number | undefined {
      const isGoingOn = typed !== '' && timeStamp - typedAt < pauseMs
      if ([...key].length !== 1 || (key === ' ' && !isGoingOn)) return undefined
      typed = (isGoingOn ? typed : '') + key.toLocaleLowerCase()
      typedAt = timeStamp
      const isRepeated = [...typed].every(letter => letter === typed[0])
      const word = isRepeated ? key.toLocaleLowerCase() : typed
      const start = Math.max(0, isRepeated ? active + 1 : active)
      const order = options.map((_, index) => (start + index) % options.length)
      return order.find(index => options[index]?.label.toLocaleLowerCase().startsWith(word))
    },
  }
}
