import { createSingleFlight } from '../reading/single-flight.ts'
import type { LastChange } from '../reading/source-reader.ts'
import type { ForgeOptions, KnownTarget } from './forge.ts'

type Head = LastChange & { readonly revision: string }

const keepMs = 10_000
const maxHeads = 1000

/** The newest commits of refs, shared by those who ask within a few seconds: many files of a repository are read one after the other. */
export function createHeads(find: (target: KnownTarget, options: ForgeOptions) => Promise<Head>) {
  const heads = createSingleFlight<Head>(keepMs, maxHeads)
  return (target: KnownTarget, options: ForgeOptions): Promise<Head> =>
    heads.get(`${target.repository}#${target.ref}`, performance.now() - keepMs, () => find(target, options))
}
