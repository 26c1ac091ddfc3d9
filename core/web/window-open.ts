import { isSafeAddress } from '@portico/ui'

/** Makes `window.open` refuse addresses that would run a script, whoever calls it. */
export function guardWindowOpen(target: Pick<Window, 'open'>): void {
  const open = target.open.bind(target)
  target.open = (url, ...rest) => {
    if (url !== undefined && !isSafeAddress(String(url))) {
      throw new Error('Refusing to open a window at an address that would run a script')
    }
    return open(url, ...rest)
  }
}
