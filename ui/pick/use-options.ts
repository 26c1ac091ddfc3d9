import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import type { LoadOptions, Option, OptionPage } from './options.ts'

/** The debounce of typing before a request. */
export const debounceMs = 250

interface State {
  readonly items: readonly Option[]
  readonly cursor?: string | undefined
  readonly status: 'idle' | 'loading' | 'more' | 'ready' | 'failed'
}

type Step =
  | { readonly kind: 'asking' }
  | { readonly kind: 'asking-more' }
  | { readonly kind: 'first'; readonly page: OptionPage }
  | { readonly kind: 'next'; readonly page: OptionPage }
  | { readonly kind: 'failed' }

function reduce(state: State, step: Step): State {
  switch (step.kind) {
    case 'asking':
      return { ...state, status: 'loading' }
    case 'asking-more':
      return { ...state, status: 'more' }
    case 'first':
      return { items: step.page.items, cursor: step.page.cursor, status: 'ready' }
    case 'next': {
      const known = new Set(state.items.map(({ value }) => value))
      return {
        items: [...state.items, ...step.page.items.filter(({ value }) => !known.has(value))],
        cursor: step.page.cursor,
        status: 'ready',
      }
    }
    case 'failed':
      return { ...state, status: 'failed' }
  }
}

/** The options for a text: loaded when open, debounced while typing, and page by page. A newer request drops the older answer. */
export function useOptions(load: LoadOptions, text: string, open: boolean, waitMs = debounceMs) {
  const [state, dispatch] = useReducer(reduce, { items: [], status: 'idle' })
  const [attempt, setAttempt] = useState(0)
  const running = useRef<AbortController>(undefined)
  const asked = useRef<string>(undefined)

  useEffect(() => {
    if (!open) return
    const controller = new AbortController()
    const ask = async () => {
      running.current = controller
      asked.current = text
      try {
        const page = await load({ text, signal: controller.signal })
        if (!controller.signal.aborted) dispatch({ kind: 'first', page })
      } catch {
        if (!controller.signal.aborted) dispatch({ kind: 'failed' })
      }
    }
    dispatch({ kind: 'asking' })
    // The first request is sent at once; only typing is debounced.
    const timer = setTimeout(() => void ask(), asked.current === undefined || asked.current === text ? 0 : waitMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [load, text, open, attempt, waitMs])

  const { cursor, status } = state
  const loadMore = useCallback(() => {
    const controller = running.current
    if (cursor === undefined || status !== 'ready' || !controller) return
    dispatch({ kind: 'asking-more' })
    load({ text: asked.current ?? '', cursor, signal: controller.signal }).then(
      page => controller.signal.aborted || dispatch({ kind: 'next', page }),
      () => controller.signal.aborted || dispatch({ kind: 'failed' }),
    )
  }, [load, cursor, status])

  return { ...state, loadMore, retry: () => setAttempt(attempt + 1) }
}
