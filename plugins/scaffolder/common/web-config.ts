import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

const group = z.strictObject({
  title: z.string().min(1).describe('The heading of the group'),
  types: z.array(z.string()).exactOptional().describe('Templates of these types'),
  tags: z.array(z.string()).exactOptional().describe('Templates with one of these tags'),
  owners: z.array(z.string()).exactOptional().describe('Templates of these owners, as entity refs'),
})

/** `scaffolder.templateGroups`: how the list of templates is divided. */
export const templateGroupsSection = defineFrontendSection(
  'scaffolder.templateGroups',
  z.array(group).default([]).describe('Groups of the list of templates, in their order; all others follow'),
)

/** One group of the list. A template belongs to the first whose conditions all hold. */
export type TemplateGroup = z.output<typeof group>
