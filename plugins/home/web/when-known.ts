import type { Observable, Stored } from '@portico/core/web'

/** A stored value once it is known. What other devices have stored is not lost by writing before. */
export function whenKnown(stored: Observable<Stored<unknown>>): Promise<unknown> {
  return new Promise(resolve => {
    const end = stored.subscribe(look)
    function look() {
      const { presence, value } = stored.get()
      if (presence === 'unknown') return
      end()
      resolve(value)
    }
    look()
  })
}
