import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../apis/use-api.ts'
import { signalsApiRef, type SignalListener } from './signals.ts'

/** Listens to a channel while the component is shown: `useSignal('notifications', { onMessage })`. Nothing while the channel is undefined. */
export function useSignal(channel: string | undefined, listener: SignalListener): void {
  const signals = useApi(signalsApiRef)
  const onMessage = useEffectEvent(listener.onMessage)
  const onGap = useEffectEvent(() => listener.onGap?.())
  useEffect(() => {
    if (channel === undefined) return undefined
    return signals.subscribe(channel, { onMessage: message => onMessage(message), onGap: () => onGap() })
  }, [signals, channel])
}
