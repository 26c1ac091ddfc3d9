import { createContext, use, useEffect, useState, type ReactNode } from 'react'

const shownAfterCopyMs = 1000

const OnCopyError = createContext<((error: Error) => void) | undefined>(undefined)

/** Everything inside reports a copy that failed to the given function, which usually raises an alert. */
export function CopyErrorProvider({ onError, children }: { onError: ((error: Error) => void) | undefined; children: ReactNode }) {
  return <OnCopyError value={onError}>{children}</OnCopyError>
}

/** Puts texts on the clipboard. The outcome stays for a second, long enough to be read. */
export function useCopy() {
  const onError = use(OnCopyError)
  const [outcome, setOutcome] = useState<'copied' | 'copyFailed'>()
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(undefined), shownAfterCopyMs)
    return () => clearTimeout(timer)
  }, [outcome])
  async function copy(value: string) {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome('copied')
    } catch (error) {
      setOutcome('copyFailed')
      onError?.(error instanceof Error ? error : new Error(String(error)))
    }
  }
  return { copy, outcome }
}
