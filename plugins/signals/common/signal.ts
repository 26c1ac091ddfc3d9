import { z } from 'zod'

/** Enough for every screen of one browser, and for the messages of a portal. */
export const signalLimits = { channelLength: 255, channelsPerConnection: 200, messageBytes: 64_000, replayMs: 30_000 } as const

export const ChannelName = z.string().min(1).max(signalLimits.channelLength)

/** What a client asks for. */
export const SignalAction = z.object({ action: z.enum(['subscribe', 'unsubscribe']), channel: ChannelName })
export type SignalAction = z.output<typeof SignalAction>

/** What the subscribers of a channel receive. */
export const ChannelMessage = z.object({ channel: z.string(), message: z.unknown() })
export type ChannelMessage = z.output<typeof ChannelMessage>
