import type { DocumentKind } from '@portico/scorecards/common'

/** What new documents begin with: small, valid, and worth changing. */
const starterDocuments: Readonly<Record<DocumentKind, string>> = {
  Check: `apiVersion: portico/v1
kind: Check
metadata:
  name: my-check
  title: Has a description
spec:
  state: draft
  owner: group:default/platform
  severity: medium
  effort: small
  filter:
    kind: Component
  expression: $length(entity.metadata.description) > 20
  why: Who finds it in the catalog should know what it is for.
  fix:
    text: Add \`metadata.description\` to \`catalog-info.yaml\`.
`,
  Scorecard: `apiVersion: portico/v1
kind: Scorecard
metadata:
  name: my-scorecard
  title: Basics
spec:
  state: draft
  owner: group:default/platform
  filter:
    kind: Component
  levels:
    - name: bronze
      title: Bronze
      checks: [has-description]
`,
  Campaign: `apiVersion: portico/v1
kind: Campaign
metadata:
  name: my-campaign
  title: Everything has a description
spec:
  state: draft
  owner: group:default/platform
  filter:
    kind: Component
  checks: [has-description]
  start: 2026-01-01
  due: 2026-12-31
  goal: 90
`,
}

/** The beginning of a document of an owner. A campaign begins today. */
export function starterOf(kind: DocumentKind, owner: string, today = new Date()): string {
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  return starterDocuments[kind].replace('group:default/platform', owner).replace('2026-01-01', day(0)).replace('2026-12-31', day(60))
}
