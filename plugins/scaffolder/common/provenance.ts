import { z } from 'zod'
import { JsonObject, TaskStatus } from './task.ts'

/** The upgrade that was last asked for. */
export const ProvenanceUpgrade = z.object({
  taskId: z.string(),
  /** Absent when the task was removed. */
  status: TaskStatus.optional(),
})

/** A pull request that brings a repository to a newer version of its template, as far as it is known to be open. */
export const ProvenanceRequest = z.object({ number: z.number().int(), url: z.string(), conflicts: z.array(z.string()) })

/** A repository that a template made, and whether the template has changed since. */
export const ProvenanceRecord = z.object({
  id: z.string(),
  taskId: z.string().optional(),
  templateRef: z.string(),
  title: z.string(),
  address: z.string().optional(),
  createdAt: z.string(),
  createdBy: z.string().optional(),
  /** When an upgrade was merged last. */
  upgradedAt: z.string().optional(),
  /** The version of the template that made it, or that it was upgraded to; absent where it is not known. */
  templateVersion: z.string().optional(),
  /** Absent when the template is gone. */
  currentVersion: z.string().optional(),
  isOutdated: z.boolean(),
  /** How many changes of the template and of what it fetches were seen since. */
  changesBehind: z.number().int(),
  /** Since when it is outdated. */
  outdatedSince: z.string().optional(),
  /** Whether what the template made is known, so that an upgrade can be merged. */
  canUpgrade: z.boolean(),
  upgrade: ProvenanceUpgrade.optional(),
  request: ProvenanceRequest.optional(),
})
export type ProvenanceRecord = z.output<typeof ProvenanceRecord>

/** What a template made a repository of: the template itself, or a folder or file that it fetched. */
export const TemplatePart = z.object({
  kind: z.enum(['template', 'tree', 'file']),
  /** A ref, or a location such as `url:https://…`. */
  target: z.string(),
  digest: z.string(),
  /** As the source says it: an etag or a commit. */
  revision: z.string().optional(),
  /** The root that led to it, which decides what may be read. */
  origin: z.string().optional(),
})
export type TemplatePart = z.output<typeof TemplatePart>

export const ProvenanceDetails = ProvenanceRecord.extend({
  /** Without secrets. */
  answers: JsonObject,
  parts: z.array(TemplatePart.extend({ isChanged: z.boolean() })),
})
export type ProvenanceDetails = z.output<typeof ProvenanceDetails>

/** Over all repositories of a list. */
export const ProvenanceSummary = z.object({
  total: z.number().int(),
  outdated: z.number().int(),
  /** Upgrades that wait or run. */
  running: z.number().int(),
  /** Upgrades whose last task failed. */
  failed: z.number().int(),
  /** Open pull requests. */
  open: z.number().int(),
})
export type ProvenanceSummary = z.output<typeof ProvenanceSummary>

/** A file that the template changed, and what becomes of it in the repository. */
export const FileUpgrade = z.object({
  path: z.string(),
  /** What the template did. */
  change: z.enum(['added', 'changed', 'removed']),
  /**
   * taken: as the template has it now. merged: with what the repository changed itself. same: the repository has it already.
   * conflict: somebody must decide. skipped: it is left alone.
   */
  outcome: z.enum(['taken', 'merged', 'same', 'conflict', 'skipped']),
  reason: z
    .enum(['both-changed', 'both-added', 'removed-in-template', 'removed-in-repository', 'not-text', 'too-large', 'secret'])
    .optional(),
  /** The texts, where they are not too large: in the repository now, and after the upgrade. */
  before: z.string().optional(),
  after: z.string().optional(),
})
export type FileUpgrade = z.output<typeof FileUpgrade>

export const UpgradeDiff = z.object({
  origin: ProvenanceRecord,
  isOutdated: z.boolean(),
  files: z.array(FileUpgrade),
  conflicts: z.array(z.string()),
  /** What the template asks since, and what has no answer yet. */
  missingAnswers: z.array(z.string()),
})
export type UpgradeDiff = z.output<typeof UpgradeDiff>

export const StartedUpgrades = z.object({
  items: z.array(z.object({ originId: z.string(), taskId: z.string() })),
  skipped: z.array(z.object({ originId: z.string(), reason: z.enum(['not-found', 'up-to-date', 'no-base']) })),
})
export type StartedUpgrades = z.output<typeof StartedUpgrades>
