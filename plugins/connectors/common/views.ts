import { z } from 'zod'
import { FactDefinition, FactPoint, FactValue, Tone } from './fact.ts'

/** A fact in a view: what it is, and its value as far as it is known. */
export const ViewFact = FactDefinition.extend({
  value: FactValue.omit({ entityRef: true, name: true }).optional(),
  tone: Tone.optional(),
  /** Where a section shows its course: its values by time. */
  points: z.array(FactPoint).optional(),
})
export type ViewFact = z.output<typeof ViewFact>

export const severityLevels = ['critical', 'high', 'medium', 'low', 'info'] as const

/** Where the same is shown in the tool itself. */
const href = z.string().optional()
const heading = { title: z.string().optional() }
/** Facts are named in full, as in `facts` beside the views. */
const fact = z.string()

/** One part of a card or a tab. */
export const ViewSection = z.discriminatedUnion('type', [
  z.object({ type: z.literal('facts'), ...heading, facts: z.array(fact) }),
  z.object({
    type: z.literal('gauge'),
    ...heading,
    fact,
    min: z.number(),
    max: z.number(),
    /** From which value on it is a warning or an error; with `isLowGood` at or above it, else at or below it. */
    warning: z.number().optional(),
    error: z.number().optional(),
    isLowGood: z.boolean(),
  }),
  z.object({ type: z.literal('severity'), ...heading, counts: z.array(z.object({ level: z.enum(severityLevels), fact })) }),
  z.object({ type: z.literal('series'), ...heading, facts: z.array(fact) }),
  z.object({ type: z.literal('table'), ...heading, fact, rows: z.number().optional() }),
  z.object({ type: z.literal('links'), ...heading, fact }),
  z.object({ type: z.literal('alerts'), ...heading, fact, rows: z.number().optional() }),
  z.object({ type: z.literal('people'), ...heading, fact }),
])
export type ViewSection = z.output<typeof ViewSection>

/** How facts are shown at an entity. */
export const EntityView = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('card'), title: z.string(), href, sections: z.array(ViewSection) }),
  z.object({ id: z.string(), type: z.literal('tab'), title: z.string(), href, sections: z.array(ViewSection) }),
  z.object({ id: z.string(), type: z.literal('state'), title: z.string(), fact }),
])
export type EntityView = z.output<typeof EntityView>

/** Something that can be done in the tool for an entity. */
export const ConnectorAction = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string().optional(),
  /** The question that is asked before. */
  confirm: z.string().optional(),
  /** A JSON schema of an object with plain fields. */
  form: z.record(z.string(), z.json()).optional(),
  isAllowed: z.boolean(),
})
export type ConnectorAction = z.output<typeof ConnectorAction>

/** What one connector shows at an entity. */
export const ConnectorViews = z.object({
  connector: z.string(),
  title: z.string(),
  description: z.string().optional(),
  icon: z.string().optional(),
  /** The documentation of the tool. */
  docs: z.string().optional(),
  /** The name of the instance that is asked. */
  target: z.string().optional(),
  /** `waiting`: it was never read. `failing`: it could not be read the last time. */
  state: z.enum(['ok', 'waiting', 'failing', 'stale']),
  /** Why it fails, or what is missing. */
  error: z.object({ code: z.string(), message: z.string(), since: z.iso.datetime().optional() }).optional(),
  checkedAt: z.iso.datetime().optional(),
  facts: z.array(ViewFact),
  views: z.array(EntityView),
  actions: z.array(ConnectorAction),
})
export type ConnectorViews = z.output<typeof ConnectorViews>

/** A column of the catalog's list. */
export const FactColumnView = z.object({ connector: z.string(), title: z.string(), fact: FactDefinition })
export type FactColumnView = z.output<typeof FactColumnView>

/** A widget of the home page: the entities of the caller's teams, worst first. */
export const WidgetView = z.object({ id: z.string(), connector: z.string(), title: z.string(), icon: z.string().optional() })
export type WidgetView = z.output<typeof WidgetView>

/** What a tool says about an entity of the caller's teams: a fact of a `widget` view. */
export const OwnState = z.object({
  connector: z.string(),
  title: z.string(),
  entityRef: z.string(),
  fact: FactDefinition,
  tone: Tone,
  value: FactValue,
})
export type OwnState = z.output<typeof OwnState>
