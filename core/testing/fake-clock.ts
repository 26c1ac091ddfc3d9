import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Runs a part of a test with a fake clock that `pass` advances. Timers that are left at the end continue in real time. */
export async function withFakeClock(run: (pass: (ms: number) => Promise<void>) => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const pass = async (ms: number) => {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(ms)
    })
  }
  try {
    await run(pass)
    await pass(100)
  } finally {
    vi.useRealTimers()
  }
}
