import type { Cause } from '@portico/kubernetes/common'
import type { useText } from '@portico/ui'
import { toRelativeWords } from '@portico/ui'
import { causeMessages, hintMessages } from './messages.ts'

type TextOf = ReturnType<typeof useText>

interface WordsContext {
  readonly text: TextOf
  readonly locale: string | undefined
  readonly now: Date
}

/** One cause in words, without what the cluster itself says. */
export function toCauseWords(cause: Cause, { text, locale, now }: WordsContext): string {
  const { code, reason, exitCode, signal, count = 0, of = 0, limit, image, container } = cause
  const at = new Date(cause.at ?? '')
  // The clocks of clusters may be ahead of ours, and ours moves on twice a minute.
  const ago = cause.at === undefined ? '' : toRelativeWords(at > now ? now : at, now, locale)
  switch (code) {
    case 'exited':
      if (exitCode === undefined) return text(causeMessages.killed, { signal: signal ?? '?' })
      return reason === undefined ? text(causeMessages.exited, { exitCode }) : text(causeMessages.exitedFor, { exitCode, reason })
    case 'out-of-memory':
      return limit === undefined ? text(causeMessages.memory) : text(causeMessages.memoryLimit, { limit })
    case 'restarts': {
      const restarts = count === 1 ? text(causeMessages.restartedOnce) : text(causeMessages.restarted, { count })
      return ago === '' ? restarts : text(causeMessages.restartedAt, { restarts, ago })
    }
    case 'image':
      return text(causeMessages.image, { image: image ?? '' })
    case 'waiting':
      return text(causeMessages.waiting, { reason: reason ?? '' })
    case 'init-container':
      return text(causeMessages.init, { container: container ?? '' })
    case 'terminating':
      return text(causeMessages.terminating, { ago })
    case 'event':
    case 'condition':
      return reason ?? ''
    case 'replicas-missing':
      return text(causeMessages.replicas, { count, of })
    case 'at-maximum':
      return text(causeMessages.atMaximum, { count })
    default:
      return text(plain[code])
  }
}

const plain = {
  'container-config': causeMessages.config,
  unschedulable: causeMessages.unschedulable,
  readiness: causeMessages.readiness,
  liveness: causeMessages.liveness,
  'startup-probe': causeMessages.startup,
  starting: causeMessages.starting,
  evicted: causeMessages.evicted,
  'node-lost': causeMessages.nodeLost,
  gate: causeMessages.gate,
  'no-status': causeMessages.noStatus,
  failed: causeMessages.failed,
  'replica-failure': causeMessages.replicaFailure,
  deadline: causeMessages.deadline,
  paused: causeMessages.paused,
  suspended: causeMessages.suspended,
  'scaled-to-zero': causeMessages.zero,
  'job-failed': causeMessages.jobFailed,
  'cannot-scale': causeMessages.cannotScale,
  'no-address': causeMessages.noAddress,
} as const

const hints: Readonly<Partial<Record<Cause['code'], (typeof hintMessages)[keyof typeof hintMessages]>>> = {
  'out-of-memory': hintMessages.memory,
  exited: hintMessages.exited,
  image: hintMessages.image,
  'container-config': hintMessages.config,
  unschedulable: hintMessages.unschedulable,
  readiness: hintMessages.readiness,
  liveness: hintMessages.liveness,
  'startup-probe': hintMessages.startup,
  'replica-failure': hintMessages.replicaFailure,
  deadline: hintMessages.deadline,
  evicted: hintMessages.evicted,
  terminating: hintMessages.terminating,
}

/** What to do about it; undefined where there is nothing to say. */
export function hintOf(cause: Cause) {
  return hints[cause.code]
}

/** All causes as one line. */
export function toCauseLine(causes: readonly Cause[], context: WordsContext): string {
  return [...new Set(causes.map(cause => toCauseWords(cause, context)))].filter(Boolean).join(', ')
}
