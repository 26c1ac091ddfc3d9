import { z } from 'zod'

/** What parts of a connector are called. */
export const ShortName = z
  .string()
  .max(60)
  .regex(/^[A-Za-z0-9]+([_-][A-Za-z0-9]+)*$/, 'a name has letters, digits and hyphens')
export const Title = z.string().min(1).max(100)
/** A text with expressions in braces. */
export const Template = z.string().max(5000)

const heading = { title: Title.optional() }
const Facts = z.array(ShortName).min(1).max(30)
const rows = z.number().int().min(1).max(100).optional()
const Severity = z.union([
  z.array(ShortName).min(1).max(5),
  z.strictObject({
    critical: ShortName.optional(),
    high: ShortName.optional(),
    medium: ShortName.optional(),
    low: ShortName.optional(),
    info: ShortName.optional(),
  }),
])
const gauge = {
  min: z.number().optional(),
  max: z.number().optional(),
  warning: z.number().optional(),
  error: z.number().optional(),
  low: z.literal('good').optional(),
}
const Section = z.union(
  [
    z.strictObject({ ...heading, facts: Facts }),
    z.strictObject({ ...heading, gauge: ShortName, ...gauge }),
    z.strictObject({ ...heading, severity: Severity }),
    z.strictObject({ ...heading, series: z.union([ShortName.transform(name => [name]), Facts]) }),
    z.strictObject({ ...heading, table: ShortName, rows }),
    z.strictObject({ ...heading, links: ShortName }),
    z.strictObject({ ...heading, alerts: ShortName, rows }),
    z.strictObject({ ...heading, people: ShortName }),
  ],
  { error: 'a section has one of facts, gauge, severity, series, table, links, alerts and people, with the keys of that one' },
)
export type Section = z.output<typeof Section>
const href = Template.optional()
const whole = { facts: Facts.optional(), sections: z.array(Section).min(1).max(20).optional(), href }
export const View = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('card'), ...heading, ...whole }),
  z.strictObject({ type: z.literal('tab'), ...heading, ...whole }),
  z.strictObject({ type: z.literal('state'), ...heading, fact: ShortName }),
  z.strictObject({ type: z.literal('column'), ...heading, fact: ShortName }),
  z.strictObject({ type: z.literal('widget'), ...heading, facts: Facts }),
])
export type ConnectorView = z.output<typeof View>

interface NamedFact {
  readonly name: string
  readonly key: readonly (string | number)[]
  readonly types?: readonly string[]
}

/** Each fact that a view names, and where. */
export function factsOfView(view: ConnectorView): NamedFact[] {
  if (view.type === 'card' || view.type === 'tab')
    return [
      ...(view.facts ?? []).map((name, at) => ({ name, key: ['facts', at] })),
      ...(view.sections ?? []).flatMap((section, at) =>
        factsOfSection(section).map(({ key, ...rest }) => ({ ...rest, key: ['sections', at, ...key] })),
      ),
    ]
  if (view.type === 'widget') return view.facts.map((name, at) => ({ name, key: ['facts', at] }))
  return [{ name: view.fact, key: ['fact'] }]
}

function factsOfSection(section: Section): NamedFact[] {
  if ('facts' in section) return section.facts.map((name, at) => ({ name, key: ['facts', at] }))
  if ('series' in section) return section.series.map(name => ({ name, key: ['series'], types: ['number', 'list'] }))
  if ('severity' in section) {
    const isList = Array.isArray(section.severity)
    return Object.entries(section.severity).map(([at, name]) => ({
      name: String(name),
      key: ['severity', isList ? Number(at) : at],
      types: ['number'],
    }))
  }
  if ('gauge' in section) return [{ name: section.gauge, key: ['gauge'], types: ['number'] }]
  const [key, name] = Object.entries(section).find(([each]) => ['table', 'links', 'alerts', 'people'].includes(each)) ?? ['table', '']
  return [{ name: String(name), key: [key], types: ['list'] }]
}
