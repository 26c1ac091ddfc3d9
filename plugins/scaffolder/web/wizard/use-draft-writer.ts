import { useEffect, useMemo } from 'react'
import type { FormState } from '../form/use-form.ts'
import { withoutSecrets, type DraftStore } from './draft.ts'

const waitMs = 300

/** Keeps the draft of a form while it is filled in, shortly after the last change and when the page is left. */
export function useDraftWriter({ store, pages }: FormState, drafts: DraftStore, prefill: string | null) {
  const writer = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isFinished = false
    let isTouched = false
    const write = () => {
      clearTimeout(timer)
      timer = undefined
      if (isTouched && !isFinished) drafts.write({ values: withoutSecrets(pages, store.values.get()), at: Date.now(), prefill })
    }
    return {
      /** Somebody does something: what the form fills in by itself is no draft. */
      touch: () => void (isTouched = true),
      changed() {
        clearTimeout(timer)
        timer = setTimeout(write, waitMs)
      },
      /** Writes what has not been written yet. */
      flush: () => timer !== undefined && write(),
      /** Nothing is kept any more: the task was created, or the answers are not wanted. */
      finish() {
        isFinished = true
        clearTimeout(timer)
        drafts.remove()
      },
    }
  }, [store, pages, drafts, prefill])
  useEffect(() => {
    const end = store.values.subscribe(writer.changed)
    const flush = () => void writer.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      end()
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [store, writer])
  return writer
}
