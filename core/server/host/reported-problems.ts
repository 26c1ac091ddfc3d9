import type { Logger } from '../operations/log.ts'

/** What of a plugin does not work as it should at the moment, for those who run the portal. */
export interface ProblemReport {
  readonly plugin: string
  /** What they have in common: `Sources that cannot be taken in`. */
  readonly title: string
  readonly count: number
  /** The first few of them. */
  readonly items: readonly { readonly subject: string; readonly message: string }[]
}

type ReadProblems = () => Promise<Omit<ProblemReport, 'plugin'>>

/** Collects what plugins report. One that cannot tell is left out. */
export function createReportedProblems(log: Logger) {
  const readers = new Set<{ readonly plugin: string; readonly read: ReadProblems }>()
  return {
    /** Returns what withdraws it. */
    report(plugin: string, read: ReadProblems): () => void {
      const reader = { plugin, read }
      readers.add(reader)
      return () => void readers.delete(reader)
    },
    async all(): Promise<readonly ProblemReport[]> {
      const reports = await Promise.all(
        [...readers].map(async ({ plugin, read }) => {
          try {
            return { plugin, ...(await read()) }
          } catch (error) {
            log.warn({ error, plugin }, `the problems of the plugin '${plugin}' cannot be told`)
            return undefined
          }
        }),
      )
      return reports.filter(report => report !== undefined && report.count > 0) as ProblemReport[]
    },
  }
}
