import { z } from 'zod'
import { ProvenanceRecord } from './provenance.ts'
import { JsonObject, TaskStatus } from './task.ts'

/** How tasks went. */
export const TaskStatistics = z.object({
  total: z.number().int(),
  /** As people see them: what was cancelled is `cancelled`, and not `failed`. */
  byStatus: z.record(TaskStatus, z.number().int()),
  /** Tasks that wait for an approval, a time, an event or a webhook. */
  waiting: z.number().int(),
  succeeded: z.number().int(),
  /** Without those that were cancelled. */
  failed: z.number().int(),
  /** Of tasks that succeeded: half of them took less. */
  medianMs: z.number().optional(),
  /** Nine of ten took less. */
  p90Ms: z.number().optional(),
  lastAt: z.string().optional(),
})
export type TaskStatistics = z.output<typeof TaskStatistics>

/** The template that made an entity. */
export const EntityProvenance = z.object({
  templateRef: z.string(),
  /** The run that made it; absent where it is not known, or the caller may not see it. */
  task: z.object({ id: z.string(), createdAt: z.string(), createdBy: z.string().optional(), parameters: JsonObject }).optional(),
  templateVersion: z.string().optional(),
  /** Absent when the template is gone, or the caller may not see it. */
  currentVersion: z.string().optional(),
  isOutdated: z.boolean(),
  /** Its repository, where the template made that too: how far it is behind, and whether it can be upgraded. */
  repository: ProvenanceRecord.optional(),
})
export type EntityProvenance = z.output<typeof EntityProvenance>
