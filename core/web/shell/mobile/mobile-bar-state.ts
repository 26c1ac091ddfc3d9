import { createObservable } from '../../observable.ts'

export const nothingSelected = -1

/** Which item of the bar has its panel open; -1 for none. */
export function createMobileBarState() {
  const selected = createObservable(nothingSelected)
  return {
    selected,
    /** Pressing the open one again closes it. */
    select: (index: number) => selected.set(selected.get() === index ? nothingSelected : index),
    reset: () => selected.set(nothingSelected),
  }
}

export type MobileBarState = ReturnType<typeof createMobileBarState>
