import { defineEvent } from '@portico/core/common'
import type { Events, PublishOptions } from '@portico/core/server'
import { ChannelName, signalLimits } from '@portico/signals/common'
import { z } from 'zod'
import { messageTooLarge, signalInvalid } from './errors.ts'

const refs = z.union([z.string().min(1), z.array(z.string().min(1))])

const SignalRecipients = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user'), entityRef: refs }),
  z.object({ type: z.literal('broadcast') }),
])
const CheckedSignal = z.object({ recipients: SignalRecipients, channel: ChannelName, message: z.unknown() })
type CheckedSignal = z.output<typeof CheckedSignal>

/**
 * By these signals reach the connections of every server: our own, many in one event, and those of programs that publish one signal on the
 * bus of the events plugin, which wraps their payload.
 */
export const signalsPublished = defineEvent(
  'signals',
  z.union([z.object({ signals: z.array(CheckedSignal) }), z.object({ eventPayload: CheckedSignal })]),
)

/** A message to those who are addressed and have subscribed to the channel. */
export interface Signal {
  /** Users and what users own, such as their groups, by their refs; or everybody. */
  readonly recipients: { readonly type: 'user'; readonly entityRef: string | readonly string[] } | { readonly type: 'broadcast' }
  readonly channel: string
  readonly message: unknown
}

/** Sends signals. Who does so need not know whether the portal delivers any. */
export interface Signals {
  publish(signals: Signal | readonly Signal[], options?: PublishOptions): Promise<void>
}

/** How many refs, and how many signals, travel in one event. */
const refsPerEvent = 1000
const signalsPerEvent = 200

/** The sender of signals for a plugin: `signalsOn(core.work.events).publish({ recipients, channel, message })`. */
export function signalsOn(events: Pick<Events, 'publish'>): Signals {
  return {
    async publish(signals, options) {
      const all = [signals].flat().map(signal => checked(signal))
      const parts = all.flatMap(partsOf)
      for (let at = 0; at < parts.length; at += signalsPerEvent)
        await events.publish(signalsPublished, { signals: parts.slice(at, at + signalsPerEvent) }, options)
    },
  }
}

function checked(signal: Signal): CheckedSignal {
  const parsed = CheckedSignal.safeParse(signal)
  if (!parsed.success) throw signalInvalid(z.prettifyError(parsed.error))
  const bytes = Buffer.byteLength(JSON.stringify(signal.message) ?? '')
  if (bytes > signalLimits.messageBytes) throw messageTooLarge(bytes, signalLimits.messageBytes)
  return parsed.data
}

function partsOf(signal: CheckedSignal): CheckedSignal[] {
  const { recipients } = signal
  if (recipients.type === 'broadcast') return [signal]
  const all = [recipients.entityRef].flat().map(ref => ref.toLowerCase())
  const chunks = Array.from({ length: Math.ceil(all.length / refsPerEvent) }, (_, index) =>
    all.slice(index * refsPerEvent, (index + 1) * refsPerEvent),
  )
  return chunks.map(entityRef => ({ ...signal, recipients: { type: 'user', entityRef } }))
}
