import { useSearchParam } from '../entity/search-param.ts'

/** What the address says where the bar is open and nothing of the past is shown. */
export const nowWord = 'now'

/** The moment that a text of an address means; undefined for now, and for what is no moment. */
export function toMoment(asked: string | undefined): string | undefined {
  if (asked === undefined || asked === '') return undefined
  const moment = new Date(asked)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

/** Which moment is looked at, by the address, and how to look at another. The bar is open while the address says anything about it. */
export function useMoment() {
  const [asked, set] = useSearchParam('asOf')
  return {
    isOpen: asked !== undefined,
    asOf: toMoment(asked),
    open: () => set(nowWord),
    close: () => set(undefined),
    go: (moment: string | undefined) => set(moment ?? nowWord),
  }
}
