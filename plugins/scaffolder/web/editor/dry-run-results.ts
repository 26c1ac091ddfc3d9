import { AppError } from '@portico/core/common'
import type { DryRunResult } from '@portico/scaffolder/common'

/** One dry run: what came of it, or why it failed. */
export interface DryRunEntry {
  readonly number: number
  readonly log: DryRunResult['log']
  readonly output: DryRunResult['output']
  readonly steps: DryRunResult['steps']
  readonly files: DryRunResult['directoryContents']
  readonly error?: string | undefined
}

export function toEntry(number: number, { log, output, steps, directoryContents }: DryRunResult): DryRunEntry {
  return { number, log, output, steps, files: directoryContents }
}

/** A run whose step failed has a log all the same. */
export function toFailedEntry(number: number, error: Error): DryRunEntry {
  const log = error instanceof AppError ? error.details?.['log'] : undefined
  return { number, log: Array.isArray(log) ? (log as DryRunResult['log']) : [], output: {}, steps: [], files: [], error: error.message }
}

/** The steps that a dry run left out: because of their condition, or because their actions have no dry run. */
export function skippedSteps(log: DryRunResult['log']): ReadonlySet<string> {
  return new Set(log.flatMap(({ body }) => (body.status === 'skipped' && body.stepId !== undefined ? [body.stepId] : [])))
}
