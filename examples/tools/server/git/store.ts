import type * as fs from 'node:fs'

/** A git repository of the host. */
export interface Store {
  readonly fs: typeof fs
  readonly gitdir: string
}
