import { useEffect, useMemo } from 'react'
import type { FormState } from '../form/use-form.ts'
import { withoutSecrets } from '../form/secret-answers.ts'
import type { DraftStore } from './draft.ts'

const waitMs = 300

/** Keeps the draft of a form while it is filled in, shortly after the last change and when the page is left. */
export function useDraftWriter(form: FormState, drafts: DraftStore, prefill: string | null) {
  const { store, pages } = form
  const writer = useMemo(() => createDraftWriter({ store, pages }, drafts, prefill), [store, pages, drafts, prefill])
  useEffect(() => {
    const end = store.values.subscribe(writer.changed)
    window.addEventListener('pagehide', writer.flush)
    return () => {
      end()
      window.removeEventListener('pagehide', writer.flush)
      writer.flush()
    }
  }, [store, writer])
  return writer
}

function createDraftWriter({ store, pages }: Pick<FormState, 'store' | 'pages'>, drafts: DraftStore, prefill: string | null) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isFinished = false
  let isTouched = false

  function write(): void {
    clearTimeout(timer)
    timer = undefined
    if (isTouched && !isFinished) drafts.write({ values: withoutSecrets(pages, store.values.get()), at: Date.now(), prefill })
  }

  return {
    /** Somebody does something: what the form fills in by itself is no draft. */
    touch(): void {
      isTouched = true
    },
    changed(): void {
      clearTimeout(timer)
      timer = setTimeout(write, waitMs)
    },
    /** Writes what has not been written yet. */
    flush(): void {
      if (timer !== undefined) write()
    },
    /** Leaves the draft to another tab. */
    yield(): void {
      isFinished = true
      clearTimeout(timer)
    },
    /** Nothing is kept any more: the task was created, or the answers are not wanted. */
    finish(): void {
      isFinished = true
      clearTimeout(timer)
      drafts.remove()
    },
  }
}
