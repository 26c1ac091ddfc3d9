import type { Events, Logger } from '@portico/core/server'
import { SettingSignal } from '@portico/user-settings/common'
import { z } from 'zod'
import { tooManyStreams } from '../errors.ts'

/** The topic of changed settings. */
export const settingChanged = 'user-settings.setting-changed'

const SettingChange = SettingSignal.extend({ user: z.string() })
export type SettingChange = z.output<typeof SettingChange>

interface StreamOptions {
  /** When the client must reconnect with another token. */
  readonly until?: Date | undefined
  readonly signal: AbortSignal
}

type StreamEvent = { readonly event: 'user-settings'; readonly data: SettingSignal } | { readonly event: 'alive'; readonly data: {} }

const streamsPerUser = 30
/** A client that reads too slowly is disconnected, and then reads everything again. */
const maxUnread = 500

/** The open streams of users, each with the changes of its own user only. */
export function createSettingStreams(options: {
  readonly events: Pick<Events, 'listen'>
  readonly log: Logger
  readonly aliveMs?: number
}) {
  const { events, log, aliveMs = 25_000 } = options
  const open = new Map<string, Set<(signal: SettingSignal) => void>>()

  function listener(payload: unknown): void {
    const change = SettingChange.safeParse(payload)
    if (!change.success) return log.warn({ topic: settingChanged }, 'an invalid event was ignored')
    const { user, ...signal } = change.data
    for (const push of open.get(user) ?? []) push(signal)
  }

  function enter(user: string, push: (signal: SettingSignal) => void): () => void {
    const windows = open.get(user) ?? new Set()
    if (windows.size >= streamsPerUser) throw tooManyStreams(streamsPerUser)
    open.set(user, windows.add(push))
    return () => {
      windows.delete(push)
      if (windows.size === 0 && open.get(user) === windows) open.delete(user)
    }
  }

  events.listen([settingChanged], event => listener(event.payload))

  return {
    /** Runs at once, so that a refusal is a status; the stream ends with the request, the token, or too many unread changes. */
    follow(user: string, { until, signal }: StreamOptions): AsyncIterable<StreamEvent> {
      const unread: SettingSignal[] = []
      let wake = () => {}
      const leave = enter(user, each => {
        unread.push(each)
        wake()
      })
      const isOver = () => signal.aborted || unread.length > maxUnread || (until !== undefined && until.getTime() <= Date.now())
      async function* run(): AsyncGenerator<StreamEvent> {
        try {
          // A client reads everything when its stream begins: changes in between are not lost.
          yield { event: 'alive', data: {} }
          while (!isOver()) {
            const next = unread.shift()
            if (next) yield { event: 'user-settings', data: next }
            else if (await isQuietFor(aliveMs, signal, ready => (wake = ready))) yield { event: 'alive', data: {} }
          }
        } finally {
          leave()
        }
      }
      signal.addEventListener('abort', leave, { once: true })
      return run()
    },
  }
}

/** True after the timeout. */
async function isQuietFor(ms: number, signal: AbortSignal, onReady: (wake: () => void) => void): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), ms)
  const stop = () => resolve(false)
  signal.addEventListener('abort', stop, { once: true })
  onReady(stop)
  const quiet = await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', stop)
  return quiet
}
