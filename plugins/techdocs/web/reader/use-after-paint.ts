import { afterPaint } from '@portico/core/web'
import { startTransition, useEffect, useState } from 'react'

/** False until what was drawn when `isReady` became true is on the screen: what nobody reads first is drawn after that. */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => (isReady ? afterPaint(() => startTransition(() => setPainted(true))) : undefined), [isReady])
  return isPainted
}
