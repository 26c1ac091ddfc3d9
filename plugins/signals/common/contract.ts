import { defineContract, get, listParam } from '@portico/core/common'
import { z } from 'zod'
import { ChannelMessage, ChannelName, SignalAction, signalLimits } from './signal.ts'

export const signalsApi = defineContract('signals', {
  connect: get('', {
    access: 'optional',
    summary: 'The WebSocket of signals, with the token as sub-protocol',
    // A page that was opened so long ago gets what was sent since on the channels that it subscribes to.
    query: z.looseObject({ sinceMs: z.coerce.number().int().min(0).max(signalLimits.replayMs).optional() }),
    socket: { receive: SignalAction, send: ChannelMessage },
  }),
  streamSignals: get('/events', {
    access: 'optional',
    summary: 'The messages of some channels as server-sent events, for networks that allow no WebSocket',
    query: z.object({ channel: listParam(ChannelName).pipe(z.array(z.string()).min(1).max(signalLimits.channelsPerConnection)) }),
    events: { signal: ChannelMessage, alive: z.object({}) },
  }),
  getHealth: get('/health', { access: 'public', summary: 'Whether the plugin runs', reply: z.object({ status: z.literal('ok') }) }),
})
