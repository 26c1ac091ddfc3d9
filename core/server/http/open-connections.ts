import { AppError } from '@portico/core/common'
import type { Principal } from '../host/principal.ts'

/** `backend.openConnections`: how many WebSockets and streams of events may be open at once in one server. */
export interface ConnectionLimits {
  /** By one user. */
  readonly perUser: number
  /** By one program, and by all anonymous callers and guests together. */
  readonly others: number
}

/** Counts connections that stay open, by who opened them. */
export function createOpenConnections({ perUser, others }: ConnectionLimits) {
  const counts = new Map<string, number>()

  return {
    /** Refuses one too many; else returns what to call when it has closed. */
    open(caller: Principal): () => void {
      const isUser = caller.type === 'user' && caller.guest === undefined
      const key = isUser ? caller.userEntityRef : caller.type === 'service' ? caller.subject : 'anonymous'
      const limit = isUser ? perUser : others
      const count = counts.get(key) ?? 0
      if (count >= limit) throw tooManyConnections(limit)
      counts.set(key, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (counts.get(key) ?? 1) - 1
        if (left === 0) counts.delete(key)
        else counts.set(key, left)
      }
    },
  }
}

export type OpenConnections = ReturnType<typeof createOpenConnections>

function tooManyConnections(limit: number): AppError {
  return new AppError(
    'TooManyRequestsError',
    `You have ${limit} connections open, which is all there may be. Close some, such as tabs of the portal`,
    {
      code: 'core.too-many-connections',
    },
  )
}
