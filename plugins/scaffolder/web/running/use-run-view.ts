import { useSearchParams } from '@portico/core/web'

/** What of a run is shown, as the address has it. */
export interface RunView {
  readonly hasLogs: boolean
  readonly hasButtons: boolean
  /** The step whose log is shown. */
  readonly step: string | undefined
  readonly setLogs: (shown: boolean) => void
  readonly setButtons: (shown: boolean) => void
  readonly setStep: (stepId: string | undefined) => void
}

export function useRunView(): RunView {
  const [search, setSearch] = useSearchParams()
  function change(values: Readonly<Record<string, string | undefined>>) {
    setSearch(
      current => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined) next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    hasLogs: search.get('logs') !== 'hidden',
    hasButtons: search.get('buttons') !== 'hidden',
    step: search.get('step') ?? undefined,
    setLogs: shown => change({ logs: shown ? undefined : 'hidden' }),
    setButtons: shown => change({ buttons: shown ? undefined : 'hidden' }),
    // Who asks for the log of a step wants to see it.
    setStep: stepId => change({ step: stepId, ...(stepId !== undefined && { logs: undefined }) }),
  }
}
