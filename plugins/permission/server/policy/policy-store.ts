import type { Logger, PermissionDirectory } from '@portico/core/server'
import { compilePolicy, type Policy, type PolicyPart, type PolicyProblem } from './compile.ts'

/** A source of roles: the config, or one that a plugin adds. */
export interface PolicySource {
  /** Its roles as they are now. */
  load(): PolicyPart | Promise<PolicyPart>
  /** Runs whenever its roles may have changed. */
  onChange(run: () => void | Promise<void>): void
}

interface PolicyStoreDependencies {
  readonly directory: Pick<PermissionDirectory, 'declared' | 'onChange'>
  readonly log: Logger
}

export type PolicyStore = ReturnType<typeof createPolicyStore>

/** The policy in force, compiled again from all sources whenever one changes. While a source cannot be read, its last roles are used. */
export function createPolicyStore({ directory, log }: PolicyStoreDependencies) {
  const sources = new Set<PolicySource>()
  const parts = new Map<PolicySource, PolicyPart>()
  let current = compilePolicy([], directory.declared)
  let told = ''
  let pending: Promise<void> = Promise.resolve()

  async function reload(source: PolicySource): Promise<void> {
    try {
      const part = await source.load()
      if (!sources.has(source)) return
      parts.set(source, part)
    } catch (error) {
      log.error({ error }, 'the roles of a source could not be read; its last roles are used')
      return
    }
    compile()
  }

  function compile(): void {
    current = compilePolicy([...parts.values()], directory.declared)
    tell(current.problems)
  }
  directory.onChange(compile)

  function tell(problems: readonly PolicyProblem[]): void {
    const lines = problems.map(problemText)
    if (lines.join() === told) return
    told = lines.join()
    problems.forEach((problem, i) => (problem.severity === 'mistake' ? log.error(lines[i] ?? '') : log.warn(lines[i] ?? '')))
  }

  // One after the other: of two changes the later one must win.
  const queue = (source: PolicySource) => (pending = pending.then(() => reload(source)))

  return {
    policy: (): Policy => current.policy,
    problems: (): readonly PolicyProblem[] => current.problems,
    async addSource(source: PolicySource): Promise<() => void> {
      sources.add(source)
      source.onChange(() => queue(source))
      await queue(source)
      return () => {
        sources.delete(source)
        parts.delete(source)
        compile()
      }
    },
  }
}

/** A problem in one line. */
export function problemText({ path, text }: PolicyProblem): string {
  return `${path}: ${text}`
}
