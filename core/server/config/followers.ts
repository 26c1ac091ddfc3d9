import type { ConfigKey } from './changes.ts'

export type Follow = (value: unknown) => void | Promise<void>

interface Follower {
  readonly section: string
  /** Only these keys of the section; all of it by default. */
  readonly keys: readonly string[] | undefined
  readonly run: Follow
}

/** Listeners that apply changes of the config while the server runs. A key without a listener is in force only after a restart. */
export function createFollowers() {
  const followers = new Set<Follower>()
  const failed = new Map<Follower, readonly ConfigKey[]>()

  return {
    add(follower: Follower): () => void {
      followers.add(follower)
      return () => void followers.delete(follower)
    },

    /** Whether a change of the key is in force: a listener follows it, and did not fail. */
    isInForce(key: ConfigKey): boolean {
      const isFailed = [...failed.values()].some(keys => keys.some(each => isSame(each, key)))
      return !isFailed && [...followers].some(follower => follows(follower, key))
    },

    /** Notifies each follower once, one after the other, if something changed that it follows. A follower that fails does not affect the others. */
    async tell(changed: readonly ConfigKey[], valueOf: (section: string) => unknown, onFailure: (section: string, error: unknown) => void) {
      // A copy: a follower that is added now has the new value already.
      for (const follower of [...followers]) {
        const keys = changed.filter(key => follows(follower, key))
        if (keys.length === 0) continue
        try {
          await follower.run(valueOf(follower.section))
          failed.delete(follower)
        } catch (error) {
          failed.set(follower, keys)
          onFailure(follower.section, error)
        }
      }
    },
  }
}

function follows({ section, keys }: Follower, key: ConfigKey): boolean {
  return section === key.section && (keys === undefined || keys.includes(key.path[0] ?? ''))
}

function isSame(left: ConfigKey, right: ConfigKey): boolean {
  return left.section === right.section && left.path.join('\0') === right.path.join('\0')
}
