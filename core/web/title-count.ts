import { defineApiRef } from './apis/api-ref.ts'
import type { createObservable } from './observable.ts'

/** How many things wait for the user: shown before the document's title, so that the tab tells it from afar. */
export const titleCountApiRef = defineApiRef<ReturnType<typeof createObservable<number>>>({
  id: 'core.title-count',
  description: "The number before the document's title",
})
