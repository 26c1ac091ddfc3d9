import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { readonly type: 'major' | 'minor'; readonly flavor?: 'last-resort' }) => void

/** V8's collector, which a program has only by asking for it. This thread stops while it runs. */
function exposeCollect(): Collect {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collect
}

/** Collects all garbage of this thread. */
export function collectGarbage(): void {
  exposeCollect()({ type: 'major', flavor: 'last-resort' })
}

/** A function that collects the garbage of young objects, which takes a millisecond or two. */
export function createMinorCollection(): () => void {
  const collect = exposeCollect()
  return () => collect({ type: 'minor' })
}
