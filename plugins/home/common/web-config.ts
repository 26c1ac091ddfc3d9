import { defineFrontendSection } from '@portico/core/common'
import { z } from 'zod'

/** As wide as the home page is, in columns. */
export const homeColumns = 12

const count = (max: number) => z.int().min(1).max(max)

const PlacedByConfig = z.strictObject({
  widget: z.string().min(1).describe('The id of a widget: catalog/starred'),
  column: count(homeColumns).optional().describe('The first column, from 1; the first free place by default'),
  row: count(1000).optional().describe('The first row, from 1'),
  columns: count(homeColumns).optional().describe('How many columns it takes; what the widget says by default'),
  rows: count(40).optional().describe('How many rows it takes'),
  settings: z.record(z.string(), z.unknown()).optional().describe('The settings of the widget, as its form has them'),
})
export type PlacedByConfig = z.output<typeof PlacedByConfig>

const LayoutByConfig = z.array(PlacedByConfig).max(50)

const Tool = z.strictObject({
  title: z.string().min(1).describe('What the tool is called'),
  url: z.string().min(1).describe('Where it is'),
  icon: z.string().optional().describe('The name of an icon'),
})

/** `home`: the first page. */
export const homeSection = defineFrontendSection(
  'home',
  z
    .strictObject({
      layout: LayoutByConfig.optional().describe(
        'The widgets of those who have not arranged their home page; chosen by the plugins by default',
      ),
      groups: z
        .record(z.string(), z.strictObject({ layout: LayoutByConfig.describe('The widgets of members of the group') }))
        .default({})
        .describe('Layouts of groups, by entity ref; the first group of a user that has one counts'),
      clocks: z
        .array(
          z.strictObject({
            label: z.string().min(1).describe('The name of the place'),
            timeZone: z.string().refine(isTimeZone, 'expected a time zone, such as Europe/Lisbon').describe('The time zone of the place'),
          }),
        )
        .max(6)
        .default([])
        .describe('The clocks in the header, and those that the widget begins with'),
      toolkit: z.array(Tool).max(50).default([]).describe('The tools of the widget Toolkit'),
      quickStart: z
        .strictObject({
          text: z.string().optional().describe('Markdown above the links'),
          links: z.array(Tool).max(20).default([]).describe('Where people begin; the pages of the portal by default'),
        })
        .prefault({})
        .describe('The widget Quick Start'),
      visits: z
        .strictObject({ limit: z.int().min(1).max(500).default(100).describe('How many visited pages are kept for each user') })
        .prefault({})
        .describe('The visited pages'),
      jokes: z
        .strictObject({
          proxyPath: z
            .string()
            .regex(/^\/[\w./-]*$/, 'expected a path below /api/proxy, such as /jokes')
            .optional()
            .describe('A path below /api/proxy that answers with a joke as { setup, punchline }; the jokes of the portal by default'),
        })
        .prefault({})
        .describe('Where the widget Random Joke has its jokes from'),
    })
    .prefault({}),
)

function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
    return true
  } catch {
    return false
  }
}
