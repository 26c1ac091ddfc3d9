import type { FileUpgrade, ProvenanceRecord } from '@portico/scaffolder/common'
import type { MergedFile } from './merge-trees.ts'

const maxListed = 200

const reasons: Readonly<Record<NonNullable<FileUpgrade['reason']>, string>> = {
  'both-changed': 'changed here and in the template; both versions are in the file, between markers',
  'both-added': 'added here and in the template; both versions are in the file, between markers',
  'removed-in-template': 'removed in the template and changed here; it stays',
  'removed-in-repository': 'changed in the template and removed here; it stays removed',
  'not-text': 'changed here and in the template, and not a text; it stays as it is here',
  'too-large': 'changed here and in the template, and too large to be merged; it stays as it is here',
  secret: 'held a secret when it was published; it is left alone',
}

/** What reviewers read, as Markdown. */
export function describeUpgrade(
  { templateRef, templateVersion }: Pick<ProvenanceRecord, 'templateRef' | 'templateVersion'>,
  { files, templateVersion: current }: { readonly files: readonly MergedFile[]; readonly templateVersion?: string | undefined },
): string {
  const conflicts = files.filter(({ outcome }) => outcome === 'conflict')
  const carried = files.filter(({ outcome }) => outcome === 'taken' || outcome === 'merged')
  return [
    `This repository was made by \`${templateRef}\`. The template has changed since (${templateVersion ?? 'unknown'} → ${current ?? 'unknown'}); this brings what changed, with the answers that were given then. What was changed here stays.`,
    ...(conflicts.length > 0
      ? [
          '### Conflicts',
          'Somebody must decide about these files before this is merged:',
          list(conflicts, ({ reason }) => reasons[reason ?? 'both-changed']),
        ]
      : []),
    ...(carried.length > 0
      ? [
          '### Files',
          list(carried, ({ change, outcome }) => (outcome === 'merged' ? `${change}, merged with what was changed here` : change)),
        ]
      : []),
  ].join('\n\n')
}

function list(files: readonly MergedFile[], describe: (file: MergedFile) => string): string {
  const lines = files.slice(0, maxListed).map(file => `- \`${file.path}\`: ${describe(file)}`)
  return [...lines, ...(files.length > maxListed ? [`- and ${files.length - maxListed} more`] : [])].join('\n')
}
